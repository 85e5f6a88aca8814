"""Secret clocks of many patients at once, drawn with NumPy, and how likely patients make dates read on them.

The simulation is that of :class:`palimpseste.surrogates.dates.clock.Clock`, drawn from a public generator: fit to
measure an attack, never to release a document.

The attacker knows the mechanism and all its numbers. What the clock adds to the dates of a life, the stretches, the
shift of the whole and the noise of each date, he takes for jointly normal, with the very variances and covariances that
they have: those of a layer of marks at distance w, each moved by up to A days, uniform, are A(A + 1)/3 times

    2/3 - t² + t³/2 for t < 1,  (2 - t)³/6 for t < 2,  0 beyond,

t being the distance of two days over w: the mean, over a first mark that is anywhere, of the products of the weights
that the two days give to each mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.dates.units import DAY, EPOCH, YEAR, Days, Units, lasts_of, middles_of, numbers_of, years_before
from palimpseste.surrogates.dates.clock import SEASON_DAYS, STRETCHES
from palimpseste.surrogates.dates.latest import MOST_YEARS

__all__ = [
    "LATEST",
    "SHIFT_DAYS_ON_AVERAGE",
    "UNIT_WEIGHTS",
    "clock_scores",
    "displacements",
    "may_be_moved_back",
    "moved_back",
    "on_clocks",
]

Scores = NDArray[np.float64]

# By how many days a life moves on average, the day after which nothing of it is released, counted from 1970, and ε of a
# day, a month and a year as multiples of ε: those of ``dp``.
SHIFT_DAYS_ON_AVERAGE = 900
LATEST = int(np.datetime64("2025-12-31").astype(np.int64))
UNIT_WEIGHTS = np.array([1, 1, 2])
_DAYS_OF_UNIT = np.array([1.0, 365.25 / 12, 365.25])
# Of the start of a life whose dates are not known.
_ANY_START = 1e9
# How many years a life may have moved, either way, that the attacker tries.
_MOST_YEARS = 15


def on_clocks(
    days: Days, units: Units, epsilon: float, random: np.random.Generator, *, keep_season: bool = False
) -> Days:
    """Return the numbers that are released of dates, each in its unit.

    Parameters
    ----------
    days : array of int, shape (patients, width)
        Of what is written, those that stand for it.
    units : array of int, shape (patients, width)
        What each is written in.
    epsilon : float
        ε that the weights of units multiply.
    random : numpy.random.Generator
        Draws clocks and noise.
    keep_season : bool
        Whether lives move by whole years and at most six weeks, and are not stretched.
    """
    moved = displacements(days, random, keep_season=keep_season)
    numbers = numbers_of(days, units) + np.floor(moved / _DAYS_OF_UNIT[units]).astype(np.int64)
    success = -np.expm1(-epsilon * UNIT_WEIGHTS / 2)[units]
    return moved_back(numbers + random.geometric(success) - random.geometric(success), units)


def moved_back(numbers: Days, units: Units) -> Days:
    """Return released numbers, each life moved back by as few whole years as bring all of it to `LATEST` or before.

    As :func:`~palimpseste.surrogates.dates.latest.years_back` does, but by what is released before it is in order.
    """
    after = _years_after(lasts_of(numbers, units))
    years = np.where(after > MOST_YEARS, 0, after).max(axis=1, keepdims=True)
    return years_before(numbers, units, years)


def may_be_moved_back(numbers: Days, units: Units) -> NDArray[np.bool_]:
    """Tell which released lives may have been moved back: those that a year later would end after `LATEST`."""
    return np.asarray(lasts_of(years_before(numbers, units, -1), units).max(axis=1) > LATEST)


def _years_after(days: Days) -> Days:
    """Return the fewest whole years by which days are moved back to `LATEST` or before."""
    to_the_day, to_the_year = (np.full(days.shape, unit, dtype=np.int8) for unit in (DAY, YEAR))
    years = np.maximum(numbers_of(days, to_the_year) - date.fromordinal(LATEST + EPOCH).year, 0)
    return np.asarray(years + (years_before(days, to_the_day, years) > LATEST), dtype=np.int64)


def displacements(days: Days, random: np.random.Generator, *, keep_season: bool = False) -> Scores:
    """Return by how many days the clock of each patient moves each day, shape (patients, width).

    Parameters
    ----------
    days : array of int, shape (patients, width)
        Days as whole numbers, from any day on.
    random : numpy.random.Generator
        Where chance comes from.
    keep_season : bool
        Whether clocks move by whole years and some days, so that seasons stay.
    """
    patients = len(days)
    rate = -np.expm1(-(_DAYS_OF_UNIT[YEAR] if keep_season else 1) / SHIFT_DAYS_ON_AVERAGE)
    moved = (random.geometric(rate, (patients, 1)) - random.geometric(rate, (patients, 1))).astype(np.float64)
    if keep_season:
        moved = np.floor(moved * _DAYS_OF_UNIT[YEAR]) + random.integers(-SEASON_DAYS, SEASON_DAYS + 1, (patients, 1))
    moved = np.broadcast_to(moved, days.shape).copy()
    if keep_season:
        return np.asarray(moved, dtype=np.float64)
    for distance, largest in STRETCHES:
        marks, since = np.divmod(days - days.min() + random.integers(distance, size=(patients, 1)), distance)
        moves = random.integers(-largest, largest + 1, size=(patients, int(marks.max()) + 2))
        before, after = (np.take_along_axis(moves, marks + step, axis=1) for step in (0, 1))
        moved += before + (after - before) * since / distance
    return np.asarray(moved, dtype=np.float64)


def clock_scores(
    released: Days,
    units: Units,
    patients: Days,
    epsilon: float,
    *,
    knows_dates: bool,
    keep_season: bool = False,
    back: NDArray[np.bool_] | None = None,
) -> Scores:
    """Return the log-likelihood of every patient for some summaries, up to a constant of each.

    Parameters
    ----------
    released : array of int, shape (summaries, events)
        The days that stand for what was released of the known events.
    units : array of int, shape (summaries, events)
        What each is written in.
    patients : array of int, shape (patients, events)
        The true days of the events.
    epsilon : float
        ε that the weights of units multiply.
    knows_dates : bool
        Whether the attacker knows the dates, or only the intervals between them.
    keep_season : bool
        Whether lives moved by whole years and at most six weeks: he tries every number of years.
    back : array of bool, shape (summaries,), optional
        Which may have been moved back (:func:`may_be_moved_back`): of them, too, he who knows dates tries every number
        of years. By default none.

    Returns
    -------
    array of float, shape (summaries, patients)
    """
    start = _start_variance(knows_dates=knows_dates, keep_season=keep_season)
    covariances = _covariances(patients, start, () if keep_season else STRETCHES)
    years = np.arange(-_MOST_YEARS, _MOST_YEARS + 1) if keep_season and knows_dates else np.zeros(1)
    weights = -np.abs(years) * _DAYS_OF_UNIT[YEAR] / SHIFT_DAYS_ON_AVERAGE
    scores = np.empty((len(released), len(patients)))
    patterns, which = np.unique(units, axis=0, return_inverse=True)
    for number, pattern in enumerate(patterns):
        rows = np.flatnonzero(which.ravel() == number)
        inverses, logs = _inverted(covariances + np.diag(_noise_variances(epsilon)[pattern]))
        written = np.broadcast_to(pattern, patients.shape)
        middles = middles_of(numbers_of(patients, written), written)
        for row in rows:
            numbers = numbers_of(released[row], pattern)
            tried = range(_MOST_YEARS + 1 if knows_dates and back is not None and back[row] else 1)
            later = [middles_of(years_before(numbers, pattern, -each), pattern) for each in tried]
            moved = [each - middles - year * _DAYS_OF_UNIT[YEAR] for each in later for year in years]
            quadratics = [np.einsum("pi,pij,pj->p", each, inverses, each, optimize=True) for each in moved]
            likely = np.tile(weights, len(later))[:, np.newaxis] - np.array(quadratics) / 2
            scores[row] = np.logaddexp.reduce(likely, axis=0) - logs / 2
    return scores


def _start_variance(*, knows_dates: bool, keep_season: bool) -> float:
    """Return the variance of what moves the whole life, but for whole years where seasons are kept."""
    if not knows_dates:
        return _ANY_START
    return SEASON_DAYS * (SEASON_DAYS + 1) / 3 if keep_season else 2.0 * SHIFT_DAYS_ON_AVERAGE**2


def _covariances(patients: Days, start: float, stretches: Sequence[tuple[int, int]] = STRETCHES) -> Scores:
    apart = np.abs(patients[:, :, np.newaxis] - patients[:, np.newaxis, :])
    covariances = np.full(apart.shape, start)
    for distance, largest in stretches:
        covariances += largest * (largest + 1) / 3 * _shared(apart / distance)
    return covariances


def _shared(t: Scores) -> Scores:
    return np.where(t < 1, 2 / 3 - t**2 + t**3 / 2, np.maximum(2 - t, 0) ** 3 / 6)


def _noise_variances(epsilon: float) -> Scores:
    """Return the variance of what is released beside the clock in each unit, in days: noise, and the rounding."""
    q = np.exp(-epsilon * UNIT_WEIGHTS / 2)
    return np.asarray((2 * q / (1 - q) ** 2 + 1 / 12) * _DAYS_OF_UNIT**2, dtype=np.float64)


def _inverted(matrices: Scores) -> tuple[Scores, Scores]:
    """Return the inverses of positive matrices and the logarithms of their determinants."""
    inverses = np.asarray(np.linalg.inv(matrices), dtype=np.float64)
    return inverses, np.asarray(np.linalg.slogdet(matrices)[1], dtype=np.float64)
