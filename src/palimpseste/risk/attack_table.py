"""Attacks by intervals as a table."""

from __future__ import annotations

from collections.abc import Sequence

from palimpseste.risk.intervals import Attack
from palimpseste.risk.linkage import SuccessRate
from palimpseste.tables import markdown_table

__all__ = ["attack_table"]


def attack_table(attacks: Sequence[Attack], patients: int) -> str:
    """Return the share of documents linked, one line a strategy, one column a number of known intervals."""
    counts = sorted({attack.intervals for attack in attacks})
    lines: dict[tuple[str, str, str, str], dict[int, SuccessRate]] = {}
    for attack in attacks:
        strategy = attack.strategy
        stage = "after" if attack.after_order else "before"
        head = (
            (strategy.name, f"{float(strategy.epsilon):g}", strategy.per)
            if strategy.epsilon is not None
            else (strategy.name, "–", "–")
        )
        order = stage if strategy.name == "metric-laplace" else "–"
        lines.setdefault((*head, order), {})[attack.intervals] = attack.success
    known = "dates" if any(attack.knows_dates for attack in attacks) else "intervals"
    heads = ("strategy", "ε", "per", "order restored", *(f"k = {count}" for count in counts))
    rows = [(*line, *(_cell(rates[count]) for count in counts)) for line, rates in lines.items()]
    documents = attacks[0].success.documents
    caption = (
        f"Share of {documents:,} documents linked to the right one of {patients:,} patients by k known {known}; "
        f"95 % intervals (Wilson); chance is {1 / patients:.4%}.\n"
    )
    return markdown_table(heads, rows) + "\n" + caption


def _cell(rate: SuccessRate) -> str:
    return f"{rate.rate:.1%} ({rate.low:.1%}–{rate.high:.1%})"
