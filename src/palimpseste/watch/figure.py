"""What was found over the runs, as a figure: what moved first, then every label."""

from __future__ import annotations

from palimpseste.rendering.charts import trends
from palimpseste.watch.comparison import Comparison
from palimpseste.watch.rates import Rate, history_of

__all__ = ["figure_of", "named"]

_MOST_MOVED = 12


def figure_of(comparison: Comparison) -> str:
    """Return the rates of the reference and of the run as SVG; empty where nothing was compared."""
    moved = [rate for rate, _ in comparison.moved_rates()[:_MOST_MOVED]]
    others = [each.what for each in comparison.rates if not each.what.source and each.what not in moved]
    rows = {named(rate): history_of(rate, comparison.window) for rate in (*moved, *others)}
    if not rows:
        return ""
    return trends(rows, {named(rate) for rate in moved}, "What was found, run by run")


def named(rate: Rate) -> str:
    """Return what a rate is of, in words."""
    return f"{rate.name} by {rate.source}" if rate.source else rate.name
