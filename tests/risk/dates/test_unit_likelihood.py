"""Sums over a grid of starts against sums over every start, the calendar looked up day by day."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.risk.dates.likelihood import laplace_from_intervals, shift_from_intervals
from palimpseste.risk.dates.releases import SHIFT_DAYS, DateStrategy, released
from palimpseste.risk.dates.stays import Stays, simulated_stays
from palimpseste.risk.dates.unit_likelihood import (
    written_laplace_from_dates,
    written_laplace_from_intervals,
    written_shift_from_dates,
    written_shift_from_intervals,
)
from palimpseste.risk.dates.units import DAY, MONTH, YEAR, middles_of, numbers_of
from palimpseste.risk.success import expected_successes

PATIENTS = 60


@pytest.fixture(scope="module")
def stays() -> Stays:
    return simulated_stays(PATIENTS, np.random.default_rng(1))


def over_every_start(numbers: np.ndarray, units: np.ndarray, known: np.ndarray, rate: float) -> np.ndarray:
    """Return the log-likelihoods summed day by day, as far as anything of exp(-25) of the whole may lie."""
    reach = int((1 + 25 / rate) * (1, 31, 366)[units.min()])
    totals = []
    for days in known:
        pointed = (middles_of(numbers, units) - days)[units == units.min()]
        starts = np.arange(pointed.min() - reach, pointed.max() + reach)
        exponents = np.zeros(len(starts))
        for number, unit, day in zip(numbers, units, days, strict=True):
            exponents -= rate * np.abs(numbers_of(starts + day, np.full(len(starts), unit)) - number)
        totals.append(np.logaddexp.reduce(exponents))
    return np.array(totals)


@pytest.mark.parametrize("known", [(0, 1), (2, 4), (0, 1, 2, 4), (0, 1, 2, 3, 4, 5)], ids=str)
@pytest.mark.parametrize(("epsilon", "per"), [("1", "document"), ("8", "document"), ("1", "value")])
def test_the_grid_weighs_likely_patients_as_every_start_does(
    stays: Stays, known: tuple[int, ...], epsilon: str, per: str
) -> None:
    strategy = DateStrategy("metric-laplace", Fraction(epsilon), "value" if per == "value" else "document")
    seen = released(strategy, stays, np.random.default_rng(1))
    rates = strategy.rates(stays)
    numbers, units, days = seen.event_numbers[:, known], seen.event_units[:, known], stays.event_days[:, known]
    summaries = [row for row in range(PATIENTS) if units[row].any()][:8]
    assert summaries
    for row in summaries:
        grid = written_laplace_from_intervals(numbers[row], units[row], days, float(rates[row]))
        every = over_every_start(numbers[row], units[row], days, float(rates[row]))
        best = every.argmax()
        likely = every > every[best] - 3
        # Relative to the best: what all patients have in common plays no part.
        off = np.abs((grid - grid[best]) - (every - every[best]))[likely]
        assert off.max() < 0.1


def test_to_the_day_the_grid_is_the_closed_form(stays: Stays) -> None:
    days = stays.event_days[:, (1, 2, 4)]
    released_days, units = days[0] + np.array([3, -5, 11]), np.array([DAY, DAY, DAY])
    grid = written_laplace_from_intervals(released_days, units, days, 0.1)
    residuals = [released_days[[event]][np.newaxis] - days[np.newaxis, :, event] for event in range(3)]
    closed = laplace_from_intervals(residuals, np.array([[0.1]]))[0]
    likely = closed > closed.max() - 3
    assert likely[0]
    assert (grid - grid[0])[likely] == pytest.approx((closed - closed[0])[likely], abs=0.05)


def test_the_success_in_a_tiny_world_is_that_of_every_noise_there_is() -> None:
    """Three patients, a day and a month, a day known; every noise enumerated for the most likely patient by hand."""
    rate = Fraction(3, 2)
    mechanism = DiscreteLaplace(rate)
    noise = {k: np.exp(mechanism.log_probability(0, k)) for k in range(-8, 9)}
    units = np.array([DAY, MONTH])
    known = np.array([[0, 40], [0, 62], [0, 95]]) + int(np.datetime64("2021-03-10").astype(int))
    by_hand = attacked = 0.0
    for true in range(3):
        numbers = numbers_of(known[true], units)
        for first, second in product(noise, repeat=2):
            seen = numbers + np.array([first, second])
            chance = noise[first] * noise[second] / 3
            every = over_every_start(seen, units, known, float(rate))
            by_hand += chance * float(expected_successes(every[np.newaxis], np.array([true]))[0])
            scores = written_laplace_from_intervals(seen, units, known, float(rate))
            attacked += chance * float(expected_successes(scores[np.newaxis], np.array([true]))[0])
    assert attacked == pytest.approx(by_hand, abs=0.01)
    assert 0.4 < attacked < 0.99


def test_known_dates_are_weighed_in_their_units() -> None:
    known = np.array([[int(np.datetime64("2021-03-10").astype(int)), int(np.datetime64("2015-08-01").astype(int))]])
    numbers = np.array([int(known[0, 0]) + 3, 2013])
    assert written_laplace_from_dates(numbers, np.array([DAY, YEAR]), known, 0.5)[0] == -0.5 * (3 + 2)


def explaining_shifts(numbers: np.ndarray, units: np.ndarray, days: np.ndarray) -> int:
    """Return how many of all shifts give the numbers."""
    sizes = np.arange(SHIFT_DAYS[0], SHIFT_DAYS[1] + 1)
    moved = middles_of(numbers_of(days, units), units) + np.concatenate([sizes, -sizes])[:, np.newaxis]
    return int((numbers_of(moved, np.broadcast_to(units, moved.shape)) == numbers).all(axis=1).sum())


def test_all_starts_and_shifts_that_explain_a_summary_are_counted(stays: Stays) -> None:
    seen = released(DateStrategy("shift"), stays, np.random.default_rng(1))
    known = [0, 1, 2]
    rows = [row for row in range(PATIENTS) if sorted(set(seen.event_units[row, known])) == [DAY, YEAR]][:3]
    assert rows
    for row in rows:
        numbers, units = seen.event_numbers[row, known], seen.event_units[row, known]
        scores = np.exp(written_shift_from_intervals(numbers, units, stays.event_days[:, known]))
        days = stays.event_days[row, known]
        # All starts that a day and a shift leave open.
        counted = sum(explaining_shifts(numbers, units, days + start) for start in range(-700, 701))
        assert scores[row] == pytest.approx(counted)
        from_dates = np.exp(written_shift_from_dates(numbers, units, stays.event_days[:, known]))
        assert from_dates[row] == explaining_shifts(numbers, units, days) == 1


def test_a_patient_whose_days_do_not_agree_is_not_explained(stays: Stays) -> None:
    seen = released(DateStrategy("shift"), stays, np.random.default_rng(1))
    known = [0, 2, 4]
    row = next(row for row in range(PATIENTS) if seen.event_units[row, known].tolist() == [YEAR, DAY, DAY])
    days = stays.event_days[:, known]
    scores = written_shift_from_intervals(seen.event_numbers[row, known], seen.event_units[row, known], days)
    residuals = [seen.event_numbers[row, [event]][np.newaxis] - stays.event_days[:, [event]].T for event in (2, 4)]
    disagree = np.isneginf(shift_from_intervals(residuals)[0])
    assert np.isneginf(scores[disagree]).all()
    assert np.isfinite(scores[row])


def test_months_alone_leave_the_right_patient_in_the_race(stays: Stays) -> None:
    units, known = np.array([MONTH, MONTH]), [0, 1]
    days = stays.event_days[:, known]
    for row in range(10):
        middles = middles_of(numbers_of(days[row], units), units)
        numbers = numbers_of(middles + 250, units)
        assert np.isfinite(written_shift_from_intervals(numbers, units, days)[row])
        assert np.isfinite(written_shift_from_dates(numbers, units, days)[row])
