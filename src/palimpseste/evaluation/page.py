"""An evaluation, or an agreement, as one HTML page: figures are inline SVG, nothing is fetched, no script runs."""

from __future__ import annotations

import math

from jinja2 import Environment, PackageLoader, StrictUndefined

from palimpseste import __version__
from palimpseste.evaluation.scores import Agreement, Confusion, Estimate, Evaluation

__all__ = ["page_of", "page_of_agreement"]


def page_of(evaluation: Evaluation) -> str:
    """Return an evaluation as one HTML page that needs no other file."""
    card = evaluation.overall
    return _rendered("evaluation.html.j2", evaluation=evaluation, card=card, rows=_row_shares(card.confusion))


def page_of_agreement(agreement: Agreement) -> str:
    """Return an agreement as one HTML page that needs no other file."""
    return _rendered("agreement.html.j2", agreement=agreement)


def _rendered(template: str, **values: object) -> str:
    environment = Environment(
        loader=PackageLoader("palimpseste.evaluation"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(share=_share, percent=_percent, interval=_interval)
    environment.tests["defined_share"] = lambda estimate: not math.isnan(estimate.value)
    environment.tests["with_interval"] = lambda estimate: not math.isnan(estimate.low)
    return environment.get_template(template).render(version=__version__, **values)


def _share(estimate: Estimate) -> str:
    return format(estimate, ".3f")


def _percent(estimate: Estimate) -> str:
    return format(estimate, ".2%")


def _interval(estimate: Estimate, spec: str = ".3f") -> str:
    return "" if math.isnan(estimate.low) else f"{estimate.low:{spec}} – {estimate.high:{spec}}"


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
