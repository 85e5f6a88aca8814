"""Evaluations and agreements as tables of Markdown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from palimpseste.evaluation.changes import ALL
from palimpseste.evaluation.scores import Agreement, Confusion, Estimate, LabelAgreement, LabelScores, Scorecard
from palimpseste.rendering.tables import markdown_table

__all__ = [
    "agreement_page",
    "confusion_table",
    "label_table",
    "over_redaction_table",
    "systems_table",
    "type_table",
    "with_interval",
]

_TOTAL = "**all**"
_SCORES = ("precision", "recall", "F1", "redacted", "fully redacted")


def with_interval(estimate: Estimate, spec: str = ".3f") -> str:
    """Return an estimate with its interval in brackets, where it has one."""
    value = format(estimate, spec)
    return value if math.isnan(estimate.low) else f"{value} [{estimate.low:{spec}}, {estimate.high:{spec}}]"


def label_table(card: Scorecard) -> str:
    """Return the scores of each label and of all, as table 4 of Tannier et al. 2023 has them, with intervals."""
    rows: Mapping[str, LabelScores] = {**card.labels, _TOTAL: card.micro}
    heads = ("label", "tokens", *_SCORES, "where present", "exact span F1")
    return markdown_table(
        heads,
        [
            [
                label,
                str(scores.tokens.gold),
                *map(with_interval, _of_label(scores)),
                with_interval(scores.redaction.fully_redacted_where_present),
                with_interval(scores.spans.f1),
            ]
            for label, scores in rows.items()
        ],
    )


def systems_table(cards: Mapping[str, Scorecard], rows_are: str = "system") -> str:
    """Return what several systems did on the same notes, or one on several sets of them, with intervals."""
    heads = (rows_are, *_SCORES, "where present", "note-level recall", "over-redaction", "BLEU-4")
    rows = []
    for name, card in cards.items():
        estimates = (*_of_label(card.micro), card.micro.redaction.fully_redacted_where_present, card.note_recall)
        over = with_interval(card.over_redaction.share, ".2%")
        rows.append([name, *map(with_interval, estimates), over, with_interval(card.bleu)])
    return markdown_table(heads, rows)


def type_table(types: Mapping[str, Scorecard]) -> str:
    """Return the scores of each document type, all labels together, with intervals."""
    heads = ("type", "notes", *_SCORES, "note-level recall", "over-redaction")
    rows = []
    for name, card in types.items():
        estimates = (*_of_label(card.micro), card.note_recall)
        over = with_interval(card.over_redaction.share, ".2%")
        rows.append([name, str(card.documents), *map(with_interval, estimates), over])
    return markdown_table(heads, rows)


def confusion_table(confusion: Confusion) -> str:
    """Return the tokens by gold label (rows) and predicted label (columns)."""
    rows = [
        [f"**{label}**", *(str(count) if count else "·" for count in counts)]
        for label, counts in zip(confusion.labels, confusion.counts, strict=True)
    ]
    return markdown_table(("gold \\ predicted", *confusion.labels), rows)


def over_redaction_table(cards: Mapping[str, Scorecard]) -> str:
    """Return how many tokens several systems hid without need, by canonical label."""
    labels: dict[str, None] = {}
    for card in cards.values():
        labels |= dict.fromkeys(card.over_redaction.by_label)
    counts = {label: [card.over_redaction.by_label.get(label, 0) for card in cards.values()] for label in labels}
    rows = [
        [label, *map(str, of_label)]
        for label, of_label in sorted(counts.items(), key=lambda row: (-row[1][-1], row[0]))
    ]
    totals = [f"{card.over_redaction.masked} of {card.over_redaction.tokens}" for card in cards.values()]
    return markdown_table(("label", *cards), [*rows, [_TOTAL, *totals]])


def agreement_page(agreement: Agreement) -> str:
    """Return a page on two annotations of the same notes."""
    intervals = f" Intervals hold 95 % of {agreement.bootstrap} bootstrap samples of documents."
    scores: Mapping[str, LabelAgreement] = {**agreement.labels, ALL: agreement.micro}
    heads = (
        "label",
        "token F1",
        "exact span F1",
        "kappa",
        "first",
        "second",
        "identical",
        "added",
        "removed",
        "relabelled",
    )
    rows = []
    for label, score in scores.items():
        changes = agreement.changes[label]
        found = (changes.identical, changes.added, changes.removed, changes.relabelled, changes.re_edged)
        counts = [str(count) for count in (changes.first, changes.second, *found)]
        name = _TOTAL if label == ALL else label
        shares = map(with_interval, (score.token_f1, score.span_f1, score.kappa))
        rows.append([name, *shares, *counts])
    return (
        "# Agreement of two annotations\n\n"
        f"{agreement.documents} documents of {agreement.tokens} tokens, {agreement.view} view of the labels."
        f"{intervals if agreement.bootstrap else ''}\n\n"
        f"Cohen's kappa over tokens, no label being one more category: {with_interval(agreement.kappa)}.\n\n"
        f"{markdown_table((*heads, 're-edged'), rows)}\n"
        "Added and removed spans meet none on the other side. Relabelled ones, counted under the first label, meet\n"
        "one of another label; re-edged ones one of the same label with other edges.\n"
    )


def _of_label(scores: LabelScores) -> Sequence[Estimate]:
    tokens, redaction = scores.tokens, scores.redaction
    return (tokens.precision, tokens.recall, tokens.f1, redaction.redacted, redaction.fully_redacted)
