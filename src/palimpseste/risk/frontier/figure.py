"""The frontier as a figure: a panel a measure, a colour a strategy, dashed where ε is that of a value."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from palimpseste.rendering.charts import curves, panels
from palimpseste.risk.frontier.measures import DatePoint, PlacePoint

__all__ = ["frontier_figure"]

_X_NAME = "ε, of a document or, dashed, of each value"
_LEAST_DRAWN = 1e-3

Series = dict[str, list[tuple[float, float]]]


def frontier_figure(dates: Sequence[DatePoint], places: Sequence[PlacePoint] = ()) -> str:
    """Return all measures over ε, as SVG; those of strategies without ε are level lines, exact ones left out."""
    charts = {
        "Documents linked by three intervals": _share_chart(_date_series(dates, lambda p: p.success.rate)),
        "The same, were all dates written to the day": _share_chart(
            _date_series(dates, lambda p: p.success_to_the_day.rate)
        ),
        "Documents linked by four known dates": _share_chart(_date_series(dates, lambda p: p.success_by_dates.rate)),
        "Patients linked by birth, stay and twenty letters": _share_chart(
            _date_series(dates, lambda p: p.success_by_lives)
        ),
        "Pairs of dates in order before it is restored": _share_chart(_date_series(dates, lambda p: p.in_order_before)),
        "Error of intervals, days": _error_chart(_date_series(dates, lambda p: p.interval_error_days), "days"),
        "Error of ages, years": _error_chart(_date_series(dates, lambda p: p.age_error_years), "years"),
        "Best guess of an age right": _share_chart(_date_series(dates, lambda p: p.age_right_guess)),
    }
    if places:
        charts |= {
            "Distance of towns, km": _error_chart(_place_series(places, lambda p: p.error.distance_km), "km"),
            "Best guess of a town right": _share_chart(_place_series(places, lambda p: p.error.right_guess)),
            "Ratio of the populations of towns": _error_chart(
                _place_series(places, lambda p: p.error.size_ratio), "ratio"
            ),
        }
    return panels(charts)


def _date_series(points: Sequence[DatePoint], measure: Callable[[DatePoint], float]) -> Series:
    """Return every strategy, those that have no figure too: a colour is one strategy in all panels."""
    epsilons = sorted({float(point.strategy.epsilon) for point in points if point.strategy.epsilon is not None})
    series: Series = {}
    for point in points:
        strategy = point.strategy
        if strategy.epsilon is not None:
            series.setdefault(_named(strategy.name, strategy.per), []).append((float(strategy.epsilon), measure(point)))
        else:
            series[strategy.name] = [(epsilon, measure(point)) for epsilon in epsilons]
    return series


def _place_series(points: Sequence[PlacePoint], measure: Callable[[PlacePoint], float]) -> Series:
    series: Series = {}
    for point in points:
        name = point.name if point.name == "uniform" else _named(point.name, point.per)
        if point.name != "uniform" or point.per == "document":
            series.setdefault(name, []).append((float(point.epsilon), measure(point)))
    return series


def _named(strategy: str, per: str) -> str:
    # On the clock ε is always that of a value.
    return strategy if per == "document" or strategy == "clock-laplace" else f"{strategy}, of a value"


def _dashed(series: Series) -> dict[str, str]:
    return {name: name.removesuffix(", of a value") for name in series if name.endswith(", of a value")}


def _share_chart(series: Series) -> str:
    return curves(series, _X_NAME, "share", dashed=_dashed(series))


def _error_chart(series: Series, name: str) -> str:
    # Zero has no logarithm, and what is below a thousandth is nothing to anybody.
    drawn = {key: [(x, y if y >= _LEAST_DRAWN else math.nan) for x, y in line] for key, line in series.items()}
    heights = [y for line in drawn.values() for _, y in line if not math.isnan(y)] or [1.0]
    lowest, highest = math.floor(math.log10(min(heights))), math.ceil(math.log10(max(heights)))
    decades = (lowest, max(highest, lowest + 1))
    return curves(drawn, _X_NAME, name, decades=decades, dashed=_dashed(series))
