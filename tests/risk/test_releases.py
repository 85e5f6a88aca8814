"""The simulation draws what the mechanisms draw: chi-square against their exact probabilities, seeds fixed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from palimpseste.privacy.laplace import BoundedLaplace, DiscreteLaplace
from palimpseste.risk.releases import (
    DURATION_CLASSES,
    SHIFT_DAYS,
    DateStrategy,
    bounded_noise,
    class_bounds,
    ordered,
    released,
)
from palimpseste.risk.stays import ABSENT, Stays, simulated_stays

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


@pytest.fixture(scope="module")
def stays() -> Stays:
    return simulated_stays(3_000, np.random.default_rng(5))


@pytest.mark.parametrize("epsilon", ["1/8", "1", "4"])
def test_metric_laplace_noise_is_that_of_the_mechanism(epsilon: str) -> None:
    rate = Fraction(epsilon)
    days = np.zeros((DRAWS, 1), dtype=np.int64)
    ones = np.ones(DRAWS, dtype=np.int64)
    stays = Stays(days, ones, np.zeros((DRAWS, 1), dtype=np.int64), ones)
    noise = released(DateStrategy("metric-laplace", rate), stays, np.random.default_rng(1)).days[:, 0]
    mechanism = DiscreteLaplace(rate)
    # A false alarm has probability 1e-5 for each of the seeds, which are fixed.
    assert worst_z(noise, {k: np.exp(mechanism.log_probability(0, k)) for k in range(-200, 201)}) < 4.3


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


def test_bounded_laplace_keeps_the_class_of_each_duration_and_shifts_the_first_date(stays: Stays) -> None:
    seen = released(DateStrategy("bounded-laplace", Fraction(1)), stays, np.random.default_rng(1))
    first = np.abs(seen.days[:, 0] - stays.days[:, 0])
    assert first.min() >= SHIFT_DAYS[0]
    assert first.max() <= SHIFT_DAYS[1]
    for true, false, dates in zip(stays.days, seen.days, stays.dates, strict=True):
        assert np.array_equal(class_bounds(np.diff(true[:dates])), class_bounds(np.diff(false[:dates])))


def test_the_noise_of_a_document_has_its_budget_over_its_contributions(stays: Stays) -> None:
    shared = DateStrategy("metric-laplace", Fraction(2)).rates(stays)
    assert np.array_equal(shared, 2 / stays.contributions)
    durations = DateStrategy("bounded-laplace", Fraction(2)).rates(stays)
    assert np.array_equal(durations, 2 / (stays.contributions - 1))
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


def test_durations_beyond_a_century_are_refused() -> None:
    with pytest.raises(ValueError, match="36525"):
        class_bounds(np.array([36_526]))


def test_dates_in_order_come_back_as_they_are(stays: Stays) -> None:
    some = replace(stays.sample(np.arange(20)))
    assert np.array_equal(ordered(some).days, some.days)
