"""An evaluation, or an agreement, as one HTML page: figures are inline SVG, nothing is fetched, no script runs."""

from __future__ import annotations

from palimpseste.evaluation.scores import Agreement, Confusion, Evaluation
from palimpseste.rendering.pages import page

__all__ = ["page_of", "page_of_agreement"]


def page_of(evaluation: Evaluation) -> str:
    """Return an evaluation as one HTML page that needs no other file."""
    card = evaluation.overall
    hidings = [*((label, scores.hiding) for label, scores in card.labels.items()), ("all", card.micro.hiding)]
    rows = _row_shares(card.confusion)
    return page("evaluation/evaluation.html.j2", evaluation=evaluation, card=card, rows=rows, hidings=hidings)


def page_of_agreement(agreement: Agreement) -> str:
    """Return an agreement as one HTML page that needs no other file."""
    return page("evaluation/agreement.html.j2", agreement=agreement)


def _row_shares(confusion: Confusion) -> list[tuple[str, list[tuple[int, float]]]]:
    """Return each gold label with its counts and their shares of the label's tokens.

    The row of unlabelled tokens is drawn on the scale of its errors: its own corner would drown them.
    """
    rows = []
    for position, (label, counts) in enumerate(zip(confusion.labels, confusion.counts, strict=True)):
        unlabelled = position == len(confusion.labels) - 1
        total = sum(counts[:-1] if unlabelled else counts) or 1
        rows.append((label, [(count, min(1.0, count / total)) for count in counts]))
    return rows
