"""The frontier as tables, in CSV and Markdown."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from palimpseste.rendering.tables import markdown_table
from palimpseste.risk.dates.intervals import Knowledge
from palimpseste.risk.frontier.measures import DatePoint, PlacePoint

__all__ = ["FrontierMade", "date_table", "frontier_csv", "frontier_page", "place_table"]

_COLUMNS = (
    "kind",
    "strategy",
    "epsilon",
    "per",
    "attack_success",
    "attack_low",
    "attack_high",
    "attack_before_order",
    "attack_all_to_the_day",
    "attack_known_dates",
    "attack_lives",
    "interval_error_days",
    "short_error_days",
    "pairs_in_order_before",
    "pairs_in_order",
    "pairs_tied",
    "age_error_years",
    "age_right_guess",
    "place_distance_km",
    "place_size_ratio",
    "place_right_guess",
)
_KNOWN: Mapping[Knowledge, str] = {"worst": "the attacker's best choice of", "hospital": "a hospital's"}
_READING = """
Dates. *Linked*: share of {documents:,} summaries whose patient is found among {patients:,} by three intervals of his
({known} events; seed {seed}), on what is released; in brackets 95 % intervals (Wilson). *Before order*: the same
attack on the noise alone. *All to the day*: the larger of the two, were every date written to the day; elsewhere they
are in days, months and years as in the corpus. *Known dates*: the four dates of the events themselves are known.
*Birth and stay*: sex, birth, admission and discharge are known, all to the day, and twenty letters tell them. *Interval
error*: mean absolute error of the days between two dates of a summary; *up to 60 days*, the median over intervals no
longer. *In order*: of the pairs of which one was over before the other began, those that are told so; *before*, as
noise left them; *tied*, those that overlap as released. *Age error*, *age guessed*: of an age that follows from no
birth date; the attacker knows the age pyramid.

Neither figure of the attack bounds what a better one gets: it is optimal neither before nor after the order is
restored.

Places. Over {towns} towns of {zone} drawn by their inhabitants. *Distance*: mean, to what is written. *Ratio of
sizes*: geometric mean of the larger population over the smaller. *Best guess right*: how sure an attacker is who knows
the inhabitants of all towns; of a town drawn without looking (`uniform`) he knows no more. So it is of a patient's
home; his other towns lie around what stands for it (`around_km`). An ε of a document is shared by {share} values, the
median.
"""


@dataclass(frozen=True)
class FrontierMade:
    """How a frontier was made.

    Parameters
    ----------
    command, version, commit : str
        What was run; the commit empty where it is unknown.
    patients, documents, seed : int
        Of the attack.
    known : str
        The events that the attacker has.
    towns, share : int
        How many towns were drawn, and how many values share the ε of a document there.
    zone : str
        Where the towns lie.
    """

    command: str
    version: str
    commit: str
    patients: int
    documents: int
    seed: int
    known: Knowledge
    towns: int
    share: int
    zone: str


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
            point.success_to_the_day.rate,
            point.success_by_dates.rate,
            point.success_by_lives,
            point.interval_error_days,
            point.short_error_days,
            point.in_order_before,
            point.in_order,
            point.tied,
            point.age_error_years,
            point.age_right_guess,
        )
        writer.writerow(
            ["dates", strategy.name, epsilon, strategy.per if epsilon else "", *map(_cell, figures)] + [""] * 3
        )
    for place in places:
        error = place.error
        errors = (error.distance_km, error.size_ratio, error.right_guess)
        writer.writerow(["places", place.name, f"{float(place.epsilon):g}", place.per, *[""] * 14, *map(_cell, errors)])
    return text.getvalue()


def frontier_page(
    dates: Sequence[DatePoint], places: Sequence[PlacePoint], made: FrontierMade, figure: str | None
) -> str:
    """Return the page of a frontier in Markdown: where it comes from, the figure, what the columns are, the tables.

    Parameters
    ----------
    dates, places : sequence
        The points.
    made : FrontierMade
        How they were made.
    figure : str, optional
        Path of the figure from the page.
    """
    lines = [
        f"- Command: `{made.command}`",
        f"- Version {made.version}" + (f", commit {made.commit}" * bool(made.commit)),
    ]
    head = "# The frontier\n\nWritten by the command below; do not edit.\n\n" + "\n".join(lines) + "\n"
    shown = f"\n![What every strategy gives an attacker and leaves a reader, by ε]({figure})\n" if figure else ""
    reading = _READING.format(
        documents=made.documents, patients=made.patients, known=_KNOWN[made.known], seed=made.seed, towns=made.towns,
        share=made.share, zone=made.zone,
    )  # fmt: skip
    tables = f"\n## Dates and ages\n\n{date_table(dates)}\n## Places\n\n{place_table(places)}"
    return head + shown + reading + tables


def date_table(points: Iterable[DatePoint]) -> str:
    """Return the strategies for dates and ages in Markdown."""
    heads = (
        "strategy",
        "ε",
        "per",
        "linked (95 % interval)",
        "before order",
        "all to the day",
        "known dates",
        "birth and stay",
        "interval error, days",
        "up to 60 days",
        "in order before",
        "pairs in order",
        "pairs tied",
        "age error, years",
        "age guessed",
    )
    return markdown_table(heads, (_date_row(point) for point in points))


def place_table(points: Iterable[PlacePoint]) -> str:
    """Return the strategies for places in Markdown."""
    heads = ("strategy", "ε", "per", "distance, km", "ratio of sizes", "best guess right")
    return markdown_table(
        heads,
        (
            (
                point.name,
                f"{float(point.epsilon):g}",
                point.per,
                _figure(point.error.distance_km),
                _figure(point.error.size_ratio),
                _share(point.error.right_guess),
            )
            for point in points
        ),
    )


def _date_row(point: DatePoint) -> Sequence[str]:
    strategy, success = point.strategy, point.success
    epsilon = "–" if strategy.epsilon is None else f"{float(strategy.epsilon):g}"
    return (
        strategy.name,
        epsilon,
        strategy.per if strategy.epsilon is not None else "–",
        f"{success.rate:.2%} ({success.low:.2%}–{success.high:.2%})",
        _share(point.before_order.rate),
        _share(point.success_to_the_day.rate),
        _share(point.success_by_dates.rate),
        _share(point.success_by_lives),
        _figure(point.interval_error_days),
        _figure(point.short_error_days),
        _share(point.in_order_before),
        _share(point.in_order),
        _share(point.tied),
        _figure(point.age_error_years),
        _share(point.age_right_guess),
    )


def _cell(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.6g}"


def _figure(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:,.2f}"


def _share(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.2%}"
