from __future__ import annotations

import csv
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import numpy as np
import pytest

from palimpseste.risk.frontier import DatePoint, PlaceError, PlacePoint, frontier, place_frontier
from palimpseste.risk.frontier_page import date_table, frontier_csv, frontier_figure, place_table
from palimpseste.risk.intervals import IntervalAttack
from palimpseste.risk.stays import simulated_stays

EPSILONS = (Fraction(1, 2), Fraction(8))


@pytest.fixture(scope="module")
def points() -> list[DatePoint]:
    attack = IntervalAttack(simulated_stays(200, np.random.default_rng(1)), 20, seed=1, knowledge="hospital")
    return list(frontier(attack, EPSILONS))


@pytest.fixture(scope="module")
def places() -> list[PlacePoint]:
    stays = simulated_stays(50, np.random.default_rng(1))
    measures = {"exponential": lambda epsilon: PlaceError(10 / float(epsilon), 1.0, 0.1)}
    return list(place_frontier(measures, stays, EPSILONS))


def point(points: list[DatePoint], name: str, epsilon: Fraction | None = None, per: str = "document") -> DatePoint:
    return next(
        p for p in points if p.strategy.name == name and p.strategy.epsilon == epsilon and p.strategy.per == per
    )


def test_a_shift_keeps_everything_and_a_tag_nothing(points: list[DatePoint]) -> None:
    shift, tag = point(points, "shift"), point(points, "tag")
    assert (shift.interval_error_days, shift.in_order, shift.tied, shift.age_error_years) == (0.0, 1.0, 0.0, 0.0)
    assert np.isnan(tag.interval_error_days)
    assert tag.success.rate == pytest.approx(1 / 200)


def test_no_pair_is_out_of_order_once_it_is_restored(points: list[DatePoint]) -> None:
    for epsilon in EPSILONS:
        laplace = point(points, "metric-laplace", epsilon)
        assert (laplace.in_order, laplace.tied) == (1, 0)
        assert laplace.in_order_before < 1
    assert point(points, "bounded-laplace", EPSILONS[0]).in_order == 1


@pytest.mark.parametrize("name", ["metric-laplace", "bounded-laplace"])
def test_errors_fall_as_epsilon_grows_and_are_less_where_a_value_has_it_whole(
    points: list[DatePoint], name: str
) -> None:
    small, large = (point(points, name, epsilon) for epsilon in EPSILONS)
    whole = point(points, name, EPSILONS[0], "value")
    for better in (large, whole):
        assert better.interval_error_days < small.interval_error_days
        assert better.age_error_years < small.age_error_years


def test_an_epsilon_of_a_document_is_shared_by_its_values(places: list[PlacePoint]) -> None:
    of = {(place.per, place.epsilon): place.error.distance_km for place in places}
    assert of["value", Fraction(8)] == pytest.approx(1.25)
    assert of["document", Fraction(8)] > 10 * of["value", Fraction(8)]


def test_csv_holds_every_point_and_leaves_empty_what_means_nothing(
    points: list[DatePoint], places: list[PlacePoint]
) -> None:
    rows = list(csv.DictReader(frontier_csv(points, places).splitlines()))
    assert len(rows) == len(points) + len(places)
    assert {row["kind"] for row in rows} == {"dates", "places"}
    tag = next(row for row in rows if row["strategy"] == "tag")
    assert (tag["epsilon"], tag["interval_error_days"]) == ("", "")
    assert next(row for row in rows if row["strategy"] == "exponential")["attack_success"] == ""
    assert all(None not in row and None not in row.values() for row in rows)


def test_the_tables_have_a_line_a_point(points: list[DatePoint], places: list[PlacePoint]) -> None:
    assert len(date_table(points).splitlines()) == len(points) + 2
    assert len(place_table(places).splitlines()) == len(places) + 2


def test_the_figure_is_one_drawing_with_a_panel_a_measure(points: list[DatePoint], places: list[PlacePoint]) -> None:
    space = "{http://www.w3.org/2000/svg}"
    for given, panels in (((), 4), (places, 6)):
        figure = ElementTree.fromstring(frontier_figure(points, given))
        assert len(figure.findall(f"{space}svg")) == panels
    text = "".join(figure.itertext())
    assert "metric-laplace, a document" in text
    assert "nan" not in text


def test_the_same_seed_gives_the_same_bytes(points: list[DatePoint]) -> None:
    attack = IntervalAttack(simulated_stays(200, np.random.default_rng(1)), 20, seed=1, knowledge="hospital")
    again = list(frontier(attack, EPSILONS))
    assert frontier_csv(again) == frontier_csv(points)
    assert frontier_figure(again) == frontier_figure(points)
