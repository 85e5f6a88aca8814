"""The simulation draws what the mechanisms draw: chi-square against their exact probabilities, seeds fixed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from palimpseste.privacy.isotonic import increasing
from palimpseste.privacy.laplace import BoundedLaplace, DiscreteLaplace
from palimpseste.risk.dates.releases import (
    DURATION_CLASSES,
    SHIFT_DAYS,
    DateStrategy,
    DateStrategyName,
    bounded_noise,
    class_bounds,
    ordered,
    released,
)
from palimpseste.risk.dates.stays import ABSENT, Stays, simulated_stays
from palimpseste.risk.dates.units import DAY, EPOCH, MONTH, UNITS, YEAR
from palimpseste.surrogates.dates.noise import WEIGHTS, restored
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateValue

DRAWS = 40_000


def worst_z(drawn: NDArray[np.int64], probabilities: dict[int, float]) -> float:
    """Return the chi-square statistic as a normal deviate (Wilson, Hilferty 1931), cells under 10 expected pooled."""
    expected = {output: probability * DRAWS for output, probability in probabilities.items()}
    kept = [output for output, count in expected.items() if count >= 10]
    seen = [int((drawn == output).sum()) for output in kept]
    seen.append(DRAWS - sum(seen))
    hoped = [expected[output] for output in kept]
    hoped.append(max(DRAWS - sum(hoped), 1e-9))
    statistic = sum((s - h) ** 2 / h for s, h in zip(seen, hoped, strict=True) if h >= 1)
    freedom = len(kept)
    return float(((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / np.sqrt(2 / (9 * freedom)))


def one_date(unit: int) -> Stays:
    """Return summaries of one date each, 1 January 1970."""
    ones, zeros = np.ones(DRAWS, dtype=np.int64), np.zeros((DRAWS, 1), dtype=np.int64)
    return Stays(zeros, np.full((DRAWS, 1), unit, dtype=np.int8), ones, zeros, ones, zeros[:, 0])


def number_of(seen: Stays, row: int, place: int) -> int:
    """Return a released number as a document has it."""
    return int(seen.numbers[row, place]) + (EPOCH if seen.units[row, place] == DAY else 0)


@pytest.fixture(scope="module")
def stays() -> Stays:
    return simulated_stays(3_000, np.random.default_rng(5), "days")


@pytest.fixture(scope="module")
def written() -> Stays:
    return simulated_stays(3_000, np.random.default_rng(5))


@pytest.mark.parametrize("epsilon", ["1/8", "1", "4"])
def test_metric_laplace_noise_is_that_of_the_mechanism(epsilon: str) -> None:
    rate = Fraction(epsilon)
    seen = released(DateStrategy("metric-laplace", rate), one_date(DAY), np.random.default_rng(1))
    mechanism = DiscreteLaplace(rate)
    # A false alarm has probability 1e-5 for each of the seeds, which are fixed.
    assert worst_z(seen.numbers[:, 0], {k: np.exp(mechanism.log_probability(0, k)) for k in range(-200, 201)}) < 4.3


@pytest.mark.parametrize(("unit", "number"), [(MONTH, 1970 * 12), (YEAR, 1970)], ids=["month", "year"])
def test_noise_is_in_the_unit_a_date_is_written_in(unit: int, number: int) -> None:
    seen = released(DateStrategy("metric-laplace", Fraction(1, 4)), one_date(unit), np.random.default_rng(1))
    mechanism = DiscreteLaplace(Fraction(1, 4))
    chances = {k: np.exp(mechanism.log_probability(number, k)) for k in range(number - 100, number + 101)}
    assert worst_z(seen.numbers[:, 0], chances) < 4.3


@pytest.mark.parametrize("duration", [1, 7, 60, 61, 400, 730, 731, 5_000])
@pytest.mark.parametrize("epsilon", ["1/16", "1"])
def test_bounded_durations_are_those_of_the_mechanism(duration: int, epsilon: str) -> None:
    rate = Fraction(epsilon)
    drawn = bounded_noise(np.full(DRAWS, duration), np.full(DRAWS, float(rate)), np.random.default_rng(2))
    lowest, highest = next(bounds for bounds in DURATION_CLASSES if bounds[0] <= duration <= bounds[1])
    mechanism = BoundedLaplace(rate, lowest, highest)
    near = range(max(lowest, duration - 400), min(highest, duration + 400) + 1)
    assert lowest <= drawn.min() <= drawn.max() <= highest
    assert worst_z(drawn, {k: np.exp(mechanism.log_probability(duration, k)) for k in near}) < 4.3


def test_a_shift_is_one_for_a_summary_and_within_its_bounds(stays: Stays) -> None:
    seen = released(DateStrategy("shift"), stays, np.random.default_rng(1))
    shifts = seen.event_days - stays.event_days
    assert (shifts == shifts[:, :1]).all()
    assert (np.abs(shifts).min(), np.abs(shifts).max()) == SHIFT_DAYS
    # Either sign: within five standard deviations of a half.
    assert (shifts[:, 0] > 0).mean() == pytest.approx(0.5, abs=5 * 0.5 / np.sqrt(len(stays)))


def test_a_shift_moves_the_middle_of_a_month_or_year_and_is_cut_to_it(written: Stays) -> None:
    seen = released(DateStrategy("shift"), written, np.random.default_rng(1))
    for row in range(200):
        to_the_day = int(np.flatnonzero(written.units[row, : written.dates[row]] == DAY)[0])
        shift = int(seen.days[row, to_the_day] - written.days[row, to_the_day])
        for place in range(written.dates[row]):
            unit = UNITS[written.units[row, place]]
            value = DateValue.holding(unit, int(written.days[row, place]) + EPOCH)
            assert DateValue.holding(unit, value.middle + shift).number == number_of(seen, row, place)


def test_bounded_laplace_keeps_the_class_of_each_duration_and_shifts_the_first_date(stays: Stays) -> None:
    seen = released(DateStrategy("bounded-laplace", Fraction(1)), stays, np.random.default_rng(1))
    first = np.abs(seen.days[:, 0] - stays.days[:, 0])
    assert first.min() >= SHIFT_DAYS[0]
    assert first.max() <= SHIFT_DAYS[1]
    for true, false, dates in zip(stays.days, seen.days, stays.dates, strict=True):
        assert np.array_equal(class_bounds(np.diff(true[:dates])), class_bounds(np.diff(false[:dates])))


def test_the_noise_of_a_document_has_its_budget_over_its_contributions(stays: Stays, written: Stays) -> None:
    shared = DateStrategy("metric-laplace", Fraction(2)).rates(stays)
    assert np.array_equal(shared, 2 / stays.contributions)
    durations = DateStrategy("bounded-laplace", Fraction(2)).rates(stays)
    assert np.array_equal(durations, 2 / (stays.contributions - 1))
    alike = np.flatnonzero(written.durations < written.dates - 1)[0]
    assert DateStrategy("bounded-laplace", Fraction(2)).rates(written)[alike] > 2 / (written.contributions[alike] - 1)
    assert set(DateStrategy("metric-laplace", Fraction(2), "value").rates(stays)) == {2.0}


def test_a_tag_releases_nothing(stays: Stays) -> None:
    assert (released(DateStrategy("tag"), stays, np.random.default_rng(1)).days == ABSENT).all()


def test_order_is_restored_for_every_summary(stays: Stays) -> None:
    some = stays.sample(np.arange(200))
    noisy = released(DateStrategy("metric-laplace", Fraction(1, 4)), some, np.random.default_rng(1))
    restored = ordered(noisy)
    falls = [bool((np.diff(days[:dates]) < 0).any()) for days, dates in zip(noisy.days, noisy.dates, strict=True)]
    assert any(falls)
    for days, dates in zip(restored.days, restored.dates, strict=True):
        assert (np.diff(days[:dates]) >= 1).all()
        assert (days[dates:] == ABSENT).all()


@pytest.mark.parametrize("name", ["metric-laplace", "clock-laplace"])
def test_order_is_restored_as_in_a_document(written: Stays, name: DateStrategyName) -> None:
    noisy = released(DateStrategy(name, Fraction(1, 2)), written, np.random.default_rng(1))
    in_place = ordered(noisy, name)
    coarse = np.flatnonzero((written.units > DAY).any(axis=1))[:200]
    for row in coarse:
        units = [UNITS[unit] for unit in written.units[row, : written.dates[row]]]
        values = [DateValue.holding(unit, int(written.days[row, i]) + EPOCH) for i, unit in enumerate(units)]
        today = max(value.middle for value in values if value.unit == "day")
        timeline = Timeline.of(values, date.fromordinal(today))
        assert timeline.values == tuple(values)
        drawn = [DateValue(unit, number_of(noisy, row, i)).middle for i, unit in enumerate(units)]
        weights = [WEIGHTS[unit] for unit in units]
        by_rule = (
            restored(drawn, units) if name == "clock-laplace" else increasing(drawn, timeline.least_steps, weights)
        )
        moved = timeline.arranged(by_rule)
        assert [moved[value] - EPOCH for value in values] == in_place.days[row, : written.dates[row]].tolist()


def test_months_and_years_on_clocks_are_kept_apart(written: Stays) -> None:
    noisy = released(DateStrategy("clock-laplace", Fraction(1, 4)), written, np.random.default_rng(1))
    assert joined(written) == 0
    # The noise joined some; bringing dates between the days around them alone would join more.
    assert joined(ordered(noisy, "clock-laplace")) < joined(noisy) / 2


def joined(stays: Stays) -> int:
    """Return how many months and years of summaries are those of another date."""
    rows = zip(stays.numbers, stays.units, strict=True)
    of_unit = [numbers[units == unit].tolist() for numbers, units in rows for unit in (MONTH, YEAR)]
    return sum(len(numbers) - len(set(numbers)) for numbers in of_unit)


def test_durations_beyond_a_century_are_refused() -> None:
    with pytest.raises(ValueError, match="36525"):
        class_bounds(np.array([36_526]))


def test_dates_in_order_come_back_as_they_are(stays: Stays) -> None:
    some = replace(stays.sample(np.arange(20)))
    assert np.array_equal(ordered(some).days, some.days)
