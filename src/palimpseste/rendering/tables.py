"""Tables in Markdown, and numbers in them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence

__all__ = ["markdown_table", "mean_and_deviation", "mean_known", "share"]


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; all columns but the first are set right."""
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def share(value: float | None) -> str:
    """Return a share with three decimals, or a dash where it is undefined."""
    return "–" if value is None or math.isnan(value) else f"{value:.3f}"


def mean_known(values: Iterable[float | None]) -> float:
    """Return the mean of the values that are known, nan where none is."""
    known = [value for value in values if value is not None]
    return statistics.mean(known) if known else math.nan


def mean_and_deviation(values: Iterable[float | None]) -> str:
    """Return ``mean ± sample standard deviation`` over the values that are defined; a dash where none is."""
    known = [value for value in values if value is not None and not math.isnan(value)]
    if not known:
        return "–"
    deviation = f" ± {statistics.stdev(known):.3f}" if len(known) > 1 else ""
    return f"{statistics.mean(known):.3f}{deviation}"
