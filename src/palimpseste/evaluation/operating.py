"""The operating points of a model, as measured on its development notes: which is in force, table and figure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from palimpseste.detection.neural.compact.settings import OperatingPoint
from palimpseste.rendering.charts import curves
from palimpseste.rendering.tables import markdown_table, share

__all__ = ["measured_at", "operating_curve", "operating_table"]

_STEP = 0.05


def measured_at(points: Sequence[OperatingPoint], threshold: float) -> tuple[OperatingPoint, ...]:
    """Return the point of a threshold or, where it was not measured, the nearest on each side, by falling threshold."""
    exact = [point for point in points if math.isclose(point.threshold, threshold)]
    if exact:
        return (exact[0],)
    above = [point for point in points if point.threshold > threshold]
    below = [point for point in points if point.threshold < threshold]
    nearest = [min(above, key=lambda point: point.threshold)] if above else []
    return (*nearest, max(below, key=lambda point: point.threshold)) if below else tuple(nearest)


def operating_table(points: Sequence[OperatingPoint], threshold: float) -> str:
    """Return a table of the points; those of the threshold in force are bold."""
    chosen = measured_at(points, threshold)
    heads = ("threshold", "redacted", "fully redacted", "precision", "recall", "F1", "over-redaction")
    rows = []
    for point in points:
        shares = (point.redacted, point.fully_redacted, point.precision, point.recall, point.f1)
        cells = [f"{point.threshold:g}", *map(share, shares), f"{point.over_redaction:.2%}"]
        rows.append([f"**{cell}**" for cell in cells] if point in chosen else cells)
    return markdown_table(heads, rows)


def operating_curve(points: Sequence[OperatingPoint], threshold: float) -> str:
    """Return what is redacted, and F1, over the share of the other tokens that is masked, as SVG.

    The empty string if no point masked any other token: there is no curve.
    """
    kept = sorted((point for point in points if point.over_redaction > 0), key=lambda point: point.over_redaction)
    if not kept:
        return ""
    series = {
        "redacted": [(_percent(point), point.redacted) for point in kept],
        "F1": [(_percent(point), point.f1) for point in kept],
    }
    lowest = min(y for curve in series.values() for _, y in curve)
    # The next step below, but never so near to 1 that nothing of the axis is left.
    floor = round(min(math.floor(lowest / _STEP) * _STEP, 1 - _STEP), 2)
    near = [math.log(_percent(point)) for point in measured_at(kept, threshold)]
    return curves(
        series,
        "over-redaction: % of the tokens that identify nobody",
        "Redacted and F1",
        floor=floor,
        ticks=_ticks(_percent(kept[0]), _percent(kept[-1])),
        mark=(math.exp(sum(near) / len(near)), f"threshold {threshold:g}"),
    )


def _percent(point: OperatingPoint) -> float:
    return 100 * point.over_redaction


def _ticks(low: float, high: float) -> list[float]:
    """Return 1, 2 and 5 times the powers of ten between two numbers, or the numbers where there is none."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    # As the decimals they are: 2 * 10**-1 is not 0.2.
    ticks = [float(f"{digit}e{power}") for power in powers for digit in (1, 2, 5)]
    return [tick for tick in ticks if low <= tick <= high] or sorted({round(low, 3), round(high, 3)})
