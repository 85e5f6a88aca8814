"""The frontier as a table, in CSV and Markdown, and as a figure."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Sequence

from palimpseste.charts import curves, panels
from palimpseste.risk.frontier import DatePoint, PlacePoint
from palimpseste.tables import markdown_table

__all__ = ["date_table", "frontier_csv", "frontier_figure", "place_table"]

_COLUMNS = (
    "kind",
    "strategy",
    "epsilon",
    "per",
    "attack_success",
    "attack_low",
    "attack_high",
    "attack_before_order",
    "interval_error_days",
    "pairs_in_order_before",
    "pairs_in_order",
    "pairs_tied",
    "age_error_years",
    "place_distance_km",
    "place_feature_error",
    "place_right_guess",
)
_X_NAME = "ε of a document or of a value, as named"
_LEAST_DRAWN = 1e-3

Series = dict[str, list[tuple[float, float]]]


def frontier_csv(dates: Iterable[DatePoint], places: Iterable[PlacePoint] = ()) -> str:
    """Return every figure, one line a strategy and ε; cells that mean nothing are empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for point in dates:
        strategy, rates = point.strategy, point.success
        epsilon = "" if strategy.epsilon is None else f"{float(strategy.epsilon):g}"
        figures = (
            rates.rate,
            rates.low,
            rates.high,
            point.before_order.rate,
            point.interval_error_days,
            point.in_order_before,
            point.in_order,
            point.tied,
            point.age_error_years,
        )
        writer.writerow(
            ["dates", strategy.name, epsilon, strategy.per if epsilon else "", *map(_cell, figures)] + [""] * 3
        )
    for place in places:
        error = place.error
        errors = (error.distance_km, error.feature_error, error.right_guess)
        writer.writerow(["places", place.name, f"{float(place.epsilon):g}", place.per, *[""] * 9, *map(_cell, errors)])
    return text.getvalue()


def date_table(points: Iterable[DatePoint]) -> str:
    """Return the strategies for dates and ages in Markdown."""
    heads = (
        "strategy",
        "ε",
        "per",
        "linked (95 % interval)",
        "before order",
        "interval error, days",
        "in order before",
        "pairs in order",
        "pairs tied",
        "age error, years",
    )
    return markdown_table(heads, (_date_row(point) for point in points))


def place_table(points: Iterable[PlacePoint]) -> str:
    """Return the strategies for places in Markdown."""
    heads = ("strategy", "ε", "per", "distance, km", "feature error", "best guess right")
    return markdown_table(
        heads,
        (
            (
                point.name,
                f"{float(point.epsilon):g}",
                point.per,
                _figure(point.error.distance_km),
                _figure(point.error.feature_error),
                _share(point.error.right_guess),
            )
            for point in points
        ),
    )


def frontier_figure(dates: Sequence[DatePoint], places: Sequence[PlacePoint] = ()) -> str:
    """Return all measures over ε, as SVG; those of strategies without ε are level lines, exact ones left out."""
    charts = {
        "Documents linked by three intervals": curves(
            _date_series(dates, lambda p: p.success.rate), _X_NAME, "share linked"
        ),
        "Pairs of dates in order, before it is restored": curves(
            _date_series(dates, lambda p: p.in_order_before), _X_NAME, "share, strictly"
        ),
        "Error of intervals, days": _error_chart(_date_series(dates, lambda p: p.interval_error_days), "days"),
        "Error of ages, years": _error_chart(_date_series(dates, lambda p: p.age_error_years), "years"),
    }
    if places:
        charts["Distance of places, km"] = _error_chart(_place_series(places, lambda p: p.error.distance_km), "km")
        charts["Error of the features of places"] = _error_chart(
            _place_series(places, lambda p: p.error.feature_error), "error"
        )
    return panels(charts)


def _date_series(points: Sequence[DatePoint], measure: Callable[[DatePoint], float]) -> Series:
    """Return every strategy, those that have no figure too: a colour is one strategy in all panels."""
    epsilons = sorted({float(point.strategy.epsilon) for point in points if point.strategy.epsilon is not None})
    series: Series = {}
    for point in points:
        strategy = point.strategy
        if strategy.epsilon is not None:
            line = series.setdefault(f"{strategy.name}, a {strategy.per}", [])
            line.append((float(strategy.epsilon), measure(point)))
        else:
            named = "tag (chance)" if strategy.name == "tag" else strategy.name
            series[named] = [(epsilon, measure(point)) for epsilon in epsilons]
    return series


def _place_series(points: Sequence[PlacePoint], measure: Callable[[PlacePoint], float]) -> Series:
    series: Series = {}
    for point in points:
        series.setdefault(f"{point.name}, a {point.per}", []).append((float(point.epsilon), measure(point)))
    return series


def _error_chart(series: Series, name: str) -> str:
    # Zero has no logarithm, and what is below a thousandth is nothing to anybody.
    drawn = {key: [(x, y if y >= _LEAST_DRAWN else math.nan) for x, y in line] for key, line in series.items()}
    heights = [y for line in drawn.values() for _, y in line if not math.isnan(y)] or [1.0]
    lowest, highest = math.floor(math.log10(min(heights))), math.ceil(math.log10(max(heights)))
    return curves(drawn, _X_NAME, name, decades=(lowest, max(highest, lowest + 1)))


def _date_row(point: DatePoint) -> Sequence[str]:
    strategy, success = point.strategy, point.success
    epsilon = "–" if strategy.epsilon is None else f"{float(strategy.epsilon):g}"
    return (
        strategy.name,
        epsilon,
        strategy.per if strategy.epsilon is not None else "–",
        f"{success.rate:.2%} ({success.low:.2%}–{success.high:.2%})",
        _share(point.before_order.rate),
        _figure(point.interval_error_days),
        _share(point.in_order_before),
        _share(point.in_order),
        _share(point.tied),
        _figure(point.age_error_years),
    )


def _cell(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.6g}"


def _figure(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:,.2f}"


def _share(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.2%}"
