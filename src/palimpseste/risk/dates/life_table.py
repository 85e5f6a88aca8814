"""Attacks by lives as a table."""

from __future__ import annotations

from collections.abc import Sequence

from palimpseste.rendering.tables import markdown_table
from palimpseste.risk.dates.lives import LifeLinked
from palimpseste.risk.success import SuccessRate

__all__ = ["life_table"]


def life_table(attacks: Sequence[LifeLinked], patients: int, stays: int) -> str:
    """Return the share of patients linked, one line a strategy and number of cohorts, one column a number of letters.

    Parameters
    ----------
    attacks : sequence of LifeLinked
        At least one.
    patients : int
        Whom to link to.
    stays : int
        How many stays of each patient are known.
    """
    lines: dict[tuple[str, ...], dict[int, SuccessRate]] = {}
    for attack in attacks:
        strategy = attack.strategy
        budget = ("–", "–") if strategy.epsilon is None else (f"{float(strategy.epsilon):.3g}", strategy.per)
        lines.setdefault((strategy.name, *budget, str(attack.cohorts)), {})[attack.letters] = attack.success
    counts = sorted({attack.letters for attack in attacks})
    heads = ("strategy", "ε", "per", "cohorts", *(f"{count} letters" if count > 1 else "1 letter" for count in counts))
    rows = [(*line, *(rates[count].written("–") for count in counts)) for line, rates in lines.items()]
    known = "one stay" if stays == 1 else f"{stays} stays"
    caption = (
        f"Share of {attacks[0].success.documents:,} patients linked to the right one of {patients:,} by sex, birth and "
        f"{known}, all to the day; 95 % intervals (Wilson).\n"
    )
    return markdown_table(heads, rows) + "\n" + caption
