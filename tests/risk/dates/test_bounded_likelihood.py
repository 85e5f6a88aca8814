"""Convolutions against direct sums over every division of an interval, and every day that an event may have been."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from palimpseste.privacy.laplace import BoundedLaplace
from palimpseste.risk.dates.bounded_likelihood import BoundedDurations
from palimpseste.risk.dates.units import DAY, MONTH


def to_the_day(released: np.ndarray, rate: float) -> BoundedDurations:
    return BoundedDurations(released, np.full(len(released), DAY), rate)


@pytest.mark.parametrize("interval", [2, 31, 65, 118])
def test_an_interval_of_two_durations_is_the_sum_over_its_divisions(interval: int) -> None:
    rate = Fraction(1, 5)
    mechanism = BoundedLaplace(rate, 1, 60)
    released = np.array([100, 112, 140])
    direct = sum(
        np.exp(mechanism.log_probability(first, 12) + mechanism.log_probability(second, 28))
        for first, second in product(range(1, 61), repeat=2)
        if first + second == interval
    )
    summary = to_the_day(released, float(rate))
    found = summary.from_intervals(np.array([0, 2]), np.array([[0, interval], [0, 1], [0, 121]]))
    assert found[0] == pytest.approx(np.log(direct))
    assert found[1] == found[2] == -np.inf


def test_the_transform_gives_the_same_sums_as_the_products() -> None:
    rate = Fraction(1, 200)
    few, years = BoundedLaplace(rate, 61, 730), BoundedLaplace(rate, 731, 36_525)
    summary = to_the_day(np.array([0, 300, 2_300]), float(rate))
    interval = 2_500
    direct = sum(
        np.exp(few.log_probability(first, 300) + years.log_probability(interval - first, 2_000))
        for first in range(61, 731)
    )
    found = summary.from_intervals(np.array([0, 2]), np.array([[0, interval]]))[0]
    assert found == pytest.approx(np.log(direct), rel=1e-9)


def test_known_dates_are_explained_by_a_shift_that_could_be_drawn() -> None:
    summary = to_the_day(np.array([1_000, 1_010]), 1.0)
    places = np.array([0, 1])
    known = np.array([[1_200, 1_210], [1_100, 1_110], [651, 661]])
    found = summary.from_dates(places, known)
    assert found[0] == pytest.approx(found[2])
    assert found[1] == -np.inf


def test_an_event_written_in_months_may_be_any_day_around_its_middle() -> None:
    rate = Fraction(1, 5)
    mechanism = BoundedLaplace(rate, 1, 60)
    summary = BoundedDurations(np.array([100, 140]), np.array([MONTH, DAY]), float(rate))
    # From the first of the month to the 31st, the 15th stands for it.
    true = 30
    direct = np.mean([
        np.exp(mechanism.log_probability(true - to_middle, 40)) if 1 <= true - to_middle <= 60 else 0.0
        for to_middle in range(-16, 15)
    ])  # fmt: skip
    assert summary.from_intervals(np.array([0, 1]), np.array([[7, 7 + true]]))[0] == pytest.approx(np.log(direct))


def test_dates_that_stand_for_one_day_have_nothing_between_them() -> None:
    summary = BoundedDurations(np.array([100, 100, 130]), np.array([DAY, DAY, DAY]), 1.0)
    found = summary.from_intervals(np.array([0, 1]), np.array([[5, 5], [5, 6]]))
    assert found.tolist() == [0.0, -np.inf]
