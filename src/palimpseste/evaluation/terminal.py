"""An evaluation as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich import box
from rich.table import Table

from palimpseste.evaluation.scores import Estimate, Evaluation, LabelScores, Scorecard

__all__ = ["tables_of"]


def tables_of(evaluation: Evaluation, *, by_type: bool = False) -> Iterator[Table]:
    """Yield the tables of an evaluation: labels, whole notes and, where asked, document types."""
    overall = evaluation.overall
    yield _label_table(evaluation.view, overall)
    yield _note_table(overall, evaluation.bootstrap)
    if by_type:
        yield _type_table(evaluation.types)


def _label_table(view: str, card: Scorecard) -> Table:
    table = _table(f"Labels of the {view} view, {card.documents} documents, {card.tokens} tokens", "label")
    for heading in ("tokens", "prec.", "recall", "F1", "redac-\nted", "fully\nred.", "where\npresent", "span\nF1"):
        table.add_column(heading, justify="right", no_wrap=True)
    rows: Mapping[str, LabelScores] = {**card.labels, "all": card.micro}
    for label, scores in rows.items():
        if label == "all":
            table.add_section()
        matching, redaction = scores.tokens, scores.redaction
        shares = (matching.precision, matching.recall, matching.f1, redaction.redacted, redaction.fully_redacted)
        more = (redaction.fully_redacted_where_present, scores.spans.f1)
        table.add_row(
            label, str(matching.gold), *(f"{e}" for e in (*shares, *more)), style="bold" if label == "all" else None
        )
    return table


def _note_table(card: Scorecard, bootstrap: int) -> Table:
    title = "Whole notes" + (f", 95 % intervals of {bootstrap} bootstrap samples" if bootstrap else "")
    table = _table(title, "measure")
    table.add_column("value", justify="right")
    table.add_column("interval")
    tokens, redaction = card.micro.tokens, card.micro.redaction
    measures = {
        "precision": tokens.precision,
        "recall": tokens.recall,
        "F1": tokens.f1,
        "redacted": redaction.redacted,
        "fully redacted, all notes": redaction.fully_redacted,
        f"fully redacted, the {redaction.documents} that hold an identifier": redaction.fully_redacted_where_present,
        "note-level recall": card.note_recall,
        "BLEU-4": card.bleu,
    }
    for name, estimate in measures.items():
        table.add_row(name, f"{estimate}", _interval(estimate, ".3f"))
    over = card.over_redaction
    table.add_row("over-redaction", f"{over.share:.2%}", _interval(over.share, ".2%"))
    for label, masked in sorted(over.by_label.items(), key=lambda item: -item[1]):
        table.add_row(f"  of which {label}", f"{masked / over.tokens:.2%}", f"{masked} tokens")
    return table


def _type_table(types: Mapping[str, Scorecard]) -> Table:
    table = _table("By document type", "type")
    for heading in ("docs", "prec.", "recall", "F1", "redac-\nted", "where\npresent", "over-\nred.", "BLEU"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, card in types.items():
        tokens, redaction = card.micro.tokens, card.micro.redaction
        shares = (tokens.precision, tokens.recall, tokens.f1, redaction.redacted)
        table.add_row(
            name,
            str(card.documents),
            *(f"{share}" for share in (*shares, redaction.fully_redacted_where_present)),
            f"{card.over_redaction.share:.2%}",
            f"{card.bleu}",
        )
    return table


def _table(title: str, first: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(first, no_wrap=True)
    return table


def _interval(estimate: Estimate, spec: str) -> str:
    return "" if estimate.low != estimate.low else f"{estimate.low:{spec}} – {estimate.high:{spec}}"
