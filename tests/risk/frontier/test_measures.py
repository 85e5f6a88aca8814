from __future__ import annotations

import csv
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import numpy as np
import pytest

from palimpseste.risk.dates.intervals import IntervalAttack
from palimpseste.risk.dates.stays import Written, simulated_stays
from palimpseste.risk.frontier.figure import frontier_figure
from palimpseste.risk.frontier.measures import DatePoint, PlacePoint, frontier, place_frontier
from palimpseste.risk.frontier.page import FrontierMade, date_table, frontier_csv, frontier_page, place_table
from palimpseste.risk.places.errors import PlaceError

EPSILONS = (Fraction(1, 2), Fraction(8))


def attack(written: Written) -> IntervalAttack:
    return IntervalAttack(simulated_stays(200, np.random.default_rng(1), written), 20, seed=1, knowledge="hospital")


@pytest.fixture(scope="module")
def points() -> list[DatePoint]:
    return list(frontier(attack("corpus"), attack("days"), EPSILONS))


@pytest.fixture(scope="module")
def points_to_the_day() -> list[DatePoint]:
    return list(frontier(attack("days"), attack("days"), EPSILONS))


@pytest.fixture(scope="module")
def places() -> list[PlacePoint]:
    stays = simulated_stays(50, np.random.default_rng(1))
    measures = {"exponential": lambda epsilons: [PlaceError(10 / float(epsilon), 1.0, 0.1) for epsilon in epsilons]}
    return list(place_frontier(measures, stays, EPSILONS))


def point(points: list[DatePoint], name: str, epsilon: Fraction | None = None, per: str = "document") -> DatePoint:
    return next(
        p for p in points if p.strategy.name == name and p.strategy.epsilon == epsilon and p.strategy.per == per
    )


def test_to_the_day_a_shift_keeps_everything(points_to_the_day: list[DatePoint]) -> None:
    shift = point(points_to_the_day, "shift")
    assert (shift.interval_error_days, shift.in_order, shift.tied, shift.age_error_years) == (0.0, 1.0, 0.0, 0.0)
    assert shift.success == shift.success_to_the_day


def test_a_shift_cut_to_months_and_years_moves_their_middles(points: list[DatePoint]) -> None:
    shift = point(points, "shift")
    assert 0 < shift.interval_error_days < 60
    assert shift.in_order + shift.tied == pytest.approx(1)
    assert shift.age_right_guess == pytest.approx(1)


def test_a_tag_keeps_nothing(points: list[DatePoint]) -> None:
    tag = point(points, "tag")
    assert np.isnan(tag.interval_error_days)
    assert tag.success.rate == pytest.approx(1 / 200)
    assert tag.age_right_guess < 0.02


def test_no_pair_is_out_of_order_once_it_is_restored(
    points: list[DatePoint], points_to_the_day: list[DatePoint]
) -> None:
    for epsilon in EPSILONS:
        to_the_day = point(points_to_the_day, "metric-laplace", epsilon)
        assert (to_the_day.in_order, to_the_day.tied) == (1, 0)
        laplace = point(points, "metric-laplace", epsilon)
        assert laplace.in_order + laplace.tied == pytest.approx(1)
        assert laplace.in_order_before < laplace.in_order
    bounded = point(points, "bounded-laplace", EPSILONS[0])
    assert bounded.in_order + bounded.tied == pytest.approx(1)


@pytest.mark.parametrize("name", ["metric-laplace", "bounded-laplace"])
def test_errors_fall_as_epsilon_grows_and_are_less_where_a_value_has_it_whole(
    points: list[DatePoint], name: str
) -> None:
    small, large = (point(points, name, epsilon) for epsilon in EPSILONS)
    whole = point(points, name, EPSILONS[0], "value")
    for better in (large, whole):
        assert better.interval_error_days < small.interval_error_days
        assert better.age_error_years < small.age_error_years
        assert better.age_right_guess > small.age_right_guess


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


def test_the_page_says_how_it_was_made(points: list[DatePoint], places: list[PlacePoint]) -> None:
    made = FrontierMade("palimpseste privacy frontier", "1.2.3", "", 200, 20, 7, "hospital", 30, 14, "the country")
    page = frontier_page(points, places, made, "figures/frontier.svg")
    assert "- Version 1.2.3\n" in page
    assert "20 summaries whose patient is found among 200" in page
    assert "30 towns of the country" in page
    assert date_table(points) in page
    assert place_table(places) in page
    assert "{" not in page


def test_the_figure_is_one_drawing_with_a_panel_a_measure(points: list[DatePoint], places: list[PlacePoint]) -> None:
    space = "{http://www.w3.org/2000/svg}"
    for given, panels in (((), 8), (places, 11)):
        figure = ElementTree.fromstring(frontier_figure(points, given))
        assert len(figure.findall(f"{space}svg")) == panels
    text = "".join(figure.itertext())
    assert "metric-laplace, of a value" in text
    assert "nan" not in text


def test_the_same_seed_gives_the_same_bytes(points: list[DatePoint]) -> None:
    again = list(frontier(attack("corpus"), attack("days"), EPSILONS))
    assert frontier_csv(again) == frontier_csv(points)
    assert frontier_figure(again) == frontier_figure(points)
