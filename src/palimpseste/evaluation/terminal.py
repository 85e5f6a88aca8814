"""Evaluations and agreements as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich import box
from rich.table import Table

from palimpseste.evaluation.changes import ALL
from palimpseste.evaluation.scores import (
    Agreement,
    Estimate,
    Evaluation,
    LabelAgreement,
    LabelScores,
    Scorecard,
)

__all__ = ["agreement_tables_of", "new_table", "systems_table_of", "tables_of"]


def tables_of(evaluation: Evaluation, *, by_type: bool = False) -> Iterator[Table]:
    """Yield the tables of an evaluation: labels, whole notes and, where asked, document types."""
    overall = evaluation.overall
    yield _label_table(evaluation.view, overall)
    yield _note_table(overall, evaluation.bootstrap)
    if by_type:
        yield _type_table(evaluation.types)


def systems_table_of(title: str, cards: Mapping[str, Scorecard], rows_are: str = "system") -> Table:
    """Return what several systems did on the same notes, or one on several sets of them.

    Parameters
    ----------
    title : str
        Of the table.
    cards : mapping
        By the name of the system or the set.
    rows_are : str
        What the rows are, at the head of their names.
    """
    table = new_table(title, rows_are)
    for heading in ("prec.", "recall", "F1", "redac-\nted", "fully\nred.", "where\npresent", "over-\nred."):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, card in cards.items():
        tokens, redaction = card.micro.tokens, card.micro.redaction
        shares = (tokens.precision, tokens.recall, tokens.f1, redaction.redacted, redaction.fully_redacted)
        more = (*shares, redaction.fully_redacted_where_present)
        table.add_row(name, *(f"{share}" for share in more), f"{card.over_redaction.share:.2%}")
    return table


def agreement_tables_of(agreement: Agreement) -> Iterator[Table]:
    """Yield the tables of an agreement: all labels together, then each label."""
    title = f"Agreement in the {agreement.view} view, {agreement.documents} documents, {agreement.tokens} tokens"
    table = new_table(title, "measure")
    table.add_column("value", justify="right")
    table.add_column("interval")
    micro = agreement.micro
    measures = {"kappa of tokens": agreement.kappa, "F1 of tokens": micro.token_f1, "F1 of exact spans": micro.span_f1}
    for name, estimate in measures.items():
        table.add_row(name, f"{estimate}", _interval(estimate, ".3f"))
    yield table
    table = new_table("By label, and from the first annotation to the second", "label")
    changed = ("added", "re-\nmoved", "re-la-\nbelled", "re-\nedged")
    for heading in ("token\nF1", "span\nF1", "kappa", "first", "second", "same", *changed):
        table.add_column(heading, justify="right", no_wrap=True)
    rows: Mapping[str, LabelAgreement] = {**agreement.labels, ALL: micro}
    for label, scores in rows.items():
        if label == ALL:
            table.add_section()
        changes = agreement.changes[label]
        found = (changes.identical, changes.added, changes.removed, changes.relabelled, changes.re_edged)
        counts = (str(count) for count in (changes.first, changes.second, *found))
        style = "bold" if label == ALL else None
        table.add_row(label, f"{scores.token_f1}", f"{scores.span_f1}", f"{scores.kappa}", *counts, style=style)
    yield table


def _label_table(view: str, card: Scorecard) -> Table:
    table = new_table(f"Labels of the {view} view, {card.documents} documents, {card.tokens} tokens", "label")
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
    table = new_table(title, "measure")
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
        "identifiers hidden whole": card.micro.hiding.identifiers,
        "masks that touch one": card.masks.precision,
        "F1 of these two": card.masks.f1,
        "mean of labels: precision": card.token_averages.precision.value,
        "mean of labels: recall": card.token_averages.recall.value,
        "mean of labels: F1": card.token_averages.f1.value,
        "BLEU-4": card.bleu,
        "BLEU-4, mean of notes": card.note_bleu,
    }
    for name, estimate in measures.items():
        table.add_row(name, f"{estimate}", _interval(estimate, ".3f"))
    over = card.over_redaction
    table.add_row("over-redaction", f"{over.share:.2%}", _interval(over.share, ".2%"))
    for label, masked in sorted(over.by_label.items(), key=lambda item: -item[1]):
        table.add_row(f"  of which {label}", f"{masked / over.tokens:.2%}", f"{masked} tokens")
    return table


def _type_table(types: Mapping[str, Scorecard]) -> Table:
    table = new_table("By document type", "type")
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


def new_table(title: str, first: str) -> Table:
    """Return an empty table with its first column."""
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(first, no_wrap=True)
    return table


def _interval(estimate: Estimate, spec: str) -> str:
    return "" if estimate.low != estimate.low else f"{estimate.low:{spec}} – {estimate.high:{spec}}"
