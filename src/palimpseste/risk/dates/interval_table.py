"""Attacks by intervals as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from palimpseste.rendering.tables import markdown_table
from palimpseste.risk.dates.intervals import Attack
from palimpseste.risk.dates.stays import Written
from palimpseste.risk.success import SuccessRate

__all__ = ["interval_table"]

_WRITTEN: Mapping[Written, str] = {"corpus": "as in the corpus", "days": "all to the day"}


def interval_table(attacks: Mapping[Written, Sequence[Attack]], patients: int) -> str:
    """Return the share of documents linked, one line a strategy, one column a number of known intervals.

    Parameters
    ----------
    attacks : mapping
        The attacks by how the dates of the summaries are written; the same for each.
    patients : int
        Whom to link to.
    """
    lines: dict[tuple[str, ...], dict[int, SuccessRate]] = {}
    for written, some in attacks.items():
        for attack in some:
            lines.setdefault(_head(attack, written), {})[attack.intervals] = attack.success
    every = [attack for some in attacks.values() for attack in some]
    counts = sorted({attack.intervals for attack in every})
    known = "dates" if any(attack.knows_dates for attack in every) else "intervals"
    heads = ("strategy", "ε", "per", "order restored", "dates written", *(f"k = {count}" for count in counts))
    rows = [(*line, *(rates[count].written("–") for count in counts)) for line, rates in lines.items()]
    caption = (
        f"Share of {every[0].success.documents:,} documents linked to the right one of {patients:,} patients by k "
        f"known {known}; 95 % intervals (Wilson); chance is {1 / patients:.4%}.\n"
    )
    return markdown_table(heads, rows) + "\n" + caption


def _head(attack: Attack, written: Written) -> tuple[str, ...]:
    strategy = attack.strategy
    budget = ("–", "–") if strategy.epsilon is None else (f"{float(strategy.epsilon):g}", strategy.per)
    order = "–" if not strategy.restores_order else "after" if attack.after_order else "before"
    return strategy.name, *budget, order, _WRITTEN[written]
