"""Simulated clocks are those of the replacer, and the attack on them is nearly as good as the best there is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial

import numpy as np
import pytest

from palimpseste.privacy.accountant import Contribution
from palimpseste.risk.dates.clocks import (
    LATEST,
    SHIFT_DAYS_ON_AVERAGE,
    _covariances,
    clock_scores,
    displacements,
    may_be_moved_back,
    moved_back,
    on_clocks,
)
from palimpseste.risk.dates.units import DAY, MONTH, UNITS, YEAR, lasts_of, numbers_of, years_before
from palimpseste.surrogates import MasterKey, Policy
from palimpseste.surrogates.dates.clock import Clock
from palimpseste.surrogates.dates.latest import MOST_YEARS, years_back
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.policy.options import ClockOptions
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateValue

EPOCH = date(1970, 1, 1).toordinal()


def test_the_simulation_moves_days_as_the_clocks_of_the_replacer_do() -> None:
    key = MasterKey(bytes(32)).cohort("tests")
    days = np.array([0, 300, 2000, 9000])
    clocks = [Clock(Draws(key, str(patient)), ClockOptions()) for patient in range(1500)]
    real = np.array(
        [[clock.read(DateValue("day", EPOCH + int(day))) - EPOCH - day for day in days] for clock in clocks]
    )
    simulated = displacements(np.broadcast_to(days, (30_000, 4)), np.random.default_rng(1))
    for moved in (real, simulated):
        intervals = np.diff(moved, axis=1)
        wanted = _covariances(days[np.newaxis], 2.0 * SHIFT_DAYS_ON_AVERAGE**2)[0]
        spread = [np.sqrt(wanted[i, i] + wanted[i + 1, i + 1] - 2 * wanted[i, i + 1]) for i in range(3)]
        # Of 1,500 draws a deviation is known to some 3 %.
        assert intervals.std(axis=0) == pytest.approx(spread, rel=0.08)
        assert moved[:, 0].std() == pytest.approx(np.sqrt(wanted[0, 0]), rel=0.12)
        assert wanted[0, 0] > 2 * SHIFT_DAYS_ON_AVERAGE**2


def test_the_policy_is_the_one_that_is_attacked() -> None:
    policy = Policy.named("dp")
    assert policy.strategy_of("DATE") == "clock-laplace"
    assert policy.clock.shift_days == SHIFT_DAYS_ON_AVERAGE
    assert policy.clock.latest == date.fromordinal(LATEST + EPOCH)
    assert (policy.privacy.per, dict(policy.privacy.weights)) == ("value", {"YEAR": 2})


@pytest.mark.parametrize("unit", [DAY, MONTH, YEAR])
def test_dates_are_released_in_their_unit(unit: int) -> None:
    days = np.full((4000, 1), 15_000)
    units = np.full(days.shape, unit, dtype=np.int8)
    numbers = on_clocks(days, units, 2 / 3, np.random.default_rng(2))
    assert abs(np.median(numbers) - numbers_of(days, units)[0, 0]) < {DAY: 60, MONTH: 3, YEAR: 1}[unit]


def test_the_attack_is_nearly_as_good_as_the_likelihood_itself() -> None:
    # In a small world the likelihood of a patient is the mean over drawn clocks of the probability of the noise left.
    random = np.random.default_rng(3)
    patients, trials, epsilon = 25, 200, 2 / 3
    births = random.integers(-25_000, -5_000, patients)
    admissions = random.integers(14_000, 16_000, patients)
    days = np.column_stack([births, admissions, admissions + random.integers(2, 30, patients)])
    right = random.integers(patients, size=trials)
    units = np.zeros((trials, 3), dtype=np.int8)
    seen = on_clocks(days[right], units, epsilon, random)
    ours = clock_scores(seen, units, days, epsilon, knows_dates=False)
    exact = np.empty_like(ours)
    for patient in range(patients):
        shown = days[patient] + np.floor(displacements(np.broadcast_to(days[patient], (15_000, 3)), random))
        gaps = np.diff(shown, axis=1)
        for trial in range(trials):
            left = np.diff(seen[trial]) - gaps
            exact[trial, patient] = np.exp(-epsilon / 2 * np.abs(left).sum(axis=1)).mean()
    found = (ours.argmax(axis=1) == right).mean(), (exact.argmax(axis=1) == right).mean()
    assert found[0] > 0.1
    # It takes all that is drawn for normal.
    assert found[0] > 0.8 * found[1]


class _Back:
    """A date as it was released, so many years earlier."""

    def __init__(self, release: DateValue, years: int) -> None:
        self._release = release.years_before(years)

    def contributions(self) -> Iterator[Contribution]:
        return iter(())

    def moved(self, value: DateValue) -> int:
        return self._release.middle


@pytest.mark.parametrize("unit", [DAY, MONTH, YEAR], ids=UNITS)
def test_lives_are_moved_back_as_the_replacer_moves_them(unit: int) -> None:
    days = np.arange(LATEST - 700, LATEST + 365 * (MOST_YEARS + 3), 29)[:, np.newaxis]
    units = np.full(days.shape, unit, dtype=np.int8)
    offset = EPOCH if unit == DAY else 0
    for number, found in zip(
        numbers_of(days, units)[:, 0], moved_back(numbers_of(days, units), units)[:, 0], strict=True
    ):
        value = DateValue(UNITS[unit], int(number) + offset)
        timeline = Timeline.of([value], None)
        years = years_back(partial(_Back, value), timeline, date.fromordinal(LATEST + EPOCH))
        assert value.years_before(years).number == found + offset


def test_all_dates_of_a_life_move_by_the_years_of_the_latest_and_tell_that_they_may_have() -> None:
    random = np.random.default_rng(5)
    units = random.integers(3, size=(500, 4)).astype(np.int8)
    numbers = numbers_of(random.integers(LATEST - 3000, LATEST + 1500, (500, 4)), units)
    found = moved_back(numbers, units)
    assert lasts_of(found, units).max() <= LATEST
    years = np.zeros(500, dtype=np.int64)
    for back in range(1, 6):
        years[(years_before(numbers, units, back) == found).all(axis=1) & (years == 0)] = back
    moved = (found != numbers).any(axis=1)
    assert (moved == (years > 0)).all()
    assert (may_be_moved_back(found, units) >= moved).all()
    assert not may_be_moved_back(years_before(found, units, 1), units).any()


def test_an_attacker_who_tries_years_finds_more_of_those_moved_back() -> None:
    random = np.random.default_rng(6)
    births, admissions = random.integers(-25_000, -5_000, 400), random.integers(LATEST - 200, LATEST, 400)
    days = np.column_stack([births, admissions, admissions + random.integers(2, 30, 400)])
    units = np.zeros(days.shape, dtype=np.int8)
    seen = on_clocks(days, units, 2 / 3, random)
    back = may_be_moved_back(seen, units)
    knows, knows_not = (
        clock_scores(seen, units, days, 2 / 3, knows_dates=True, back=each).argmax(axis=1) == np.arange(400)
        for each in (back, None)
    )
    assert back.mean() > 0.4
    assert knows[back].mean() > knows_not[back].mean()
    assert (knows == knows_not)[~back].all()
