"""How likely each patient's events make dates of which some are written in months or years.

The attacker knows the days of the events up to one unknown start, every start being equally likely. Which month or year
holds an event hangs on the start, and with it what noise must have been; no closed form is known for the sum over all
starts. It is taken over a grid, the true calendar being looked up at each of its points.

All functions are about one summary, and return logarithms up to a constant of it, one a patient.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.dates.releases import SHIFT_DAYS
from palimpseste.risk.dates.stays import Days
from palimpseste.risk.dates.units import DAY, MONTH, YEAR, Units, middles_of, numbers_of

__all__ = [
    "written_laplace_from_dates",
    "written_laplace_from_intervals",
    "written_shift_from_dates",
    "written_shift_from_intervals",
]

Scores = NDArray[np.float64]

# The years looked up: those of any patient and any noise that is likely.
_FIRST, _LAST = (int(np.datetime64(year, "D").astype(np.int64)) for year in ("1700-01-01", "2300-01-01"))
# No day is farther from the middle of its unit.
_CUT = np.array([0, 16, 183])
_DAYS_OF_UNIT = np.array([1.0, 365.2425 / 12, 365.2425])
# Points of the grid by the finest unit, more where steps of the calendar fall between them; and what is left out at its
# ends: less than exp(-5) of the sum, of every patient alike.
_STARTS = {DAY: 33, MONTH: 65, YEAR: 193}
_LEFT_OUT = 5.0
# Without an event to the day: the starts and shifts that are tried, in days from one to the next.
_START_STEPS = np.array([1, 4, 26])
_SHIFT_STEP = 8


def written_laplace_from_intervals(numbers: Days, units: Units, known: Days, rate: float) -> Scores:
    """Return the log-likelihood of discrete Laplace noise in the unit of each date, summed over the starts.

    The grid goes from before the earliest to after the latest of the starts that the finest dates point to, each
    patient's own, in steps of whole days: every day where noise is small, some tenth of its mean where it is large.

    Parameters
    ----------
    numbers : array of int, shape (events,)
        As released.
    units : array of int, shape (events,)
        Of each.
    known : array of int, shape (patients, events)
        Days of the events, right but for one number of days for each patient.
    rate : float
        Of the noise, a unit.
    """
    since = (known - known[:, :1]).astype(np.int32)
    finest = units == units.min()
    pointed = middles_of(numbers, units)[finest] - since[:, finest]
    reach = np.ceil(_DAYS_OF_UNIT[units.min()] * (0.5 + _LEFT_OUT / (rate * finest.sum())))
    lowest, span = pointed.min(axis=1) - reach, np.ptp(pointed, axis=1) + 2 * reach
    count = _STARTS[int(units.min())]
    step = np.ceil(span / (count - 1))
    starts = (lowest[:, np.newaxis] + step[:, np.newaxis] * np.arange(count)).astype(np.int32) - _FIRST
    exponents = np.zeros(starts.shape, dtype=np.float32)
    for number, unit, days in zip(numbers, units, since.T, strict=True):
        costs = (-rate * np.abs(_numbers(unit) - number)).astype(np.float32)
        exponents += np.take(costs, starts + days[:, np.newaxis], mode="clip")
    highest = exponents.max(axis=1)
    total = np.exp(exponents - highest[:, np.newaxis]).sum(axis=1)
    return np.asarray(highest + np.log(total) + np.log(step), dtype=np.float64)


def written_laplace_from_dates(numbers: Days, units: Units, known: Days, rate: float) -> Scores:
    """Return the log-likelihood of discrete Laplace noise in the unit of each date to whoever knows the dates.

    Parameters
    ----------
    numbers : array of int, shape (events,)
        As released.
    units : array of int, shape (events,)
        Of each.
    known : array of int, shape (patients, events)
        Days of the events.
    rate : float
        Of the noise, a unit.
    """
    return np.asarray(-rate * np.abs(numbers_of(known, np.broadcast_to(units, known.shape)) - numbers).sum(axis=1))


def written_shift_from_intervals(numbers: Days, units: Units, known: Days) -> Scores:
    """Return how many pairs of a start and a shift explain all dates, as a logarithm.

    Dates to the day tell the sum of the two; every shift there is is tried. Without one some of both are, evenly apart:
    a patient whom few pairs explain may be missed.

    Parameters
    ----------
    numbers : array of int, shape (events,)
        As released.
    units : array of int, shape (events,)
        Of each.
    known : array of int, shape (patients, events)
        Days of the events, right but for one number of days for each patient.
    """
    since = known - known[:, :1]
    shifts = _shifts() if units.min() == DAY else _shifts()[::_SHIFT_STEP]
    found = np.zeros(len(known))
    for ends in _ends(numbers, units, since).T:
        rows = _possible(numbers, units, since, ends)
        pairs = _explained(numbers, units, since[rows], ends[rows, np.newaxis] - shifts, shifts)
        found[rows] += pairs.sum(axis=1)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(found))


def written_shift_from_dates(numbers: Days, units: Units, known: Days) -> Scores:
    """Return how many shifts explain all dates, as a logarithm, for an attacker who knows the days.

    Parameters
    ----------
    numbers : array of int, shape (events,)
        As released.
    units : array of int, shape (events,)
        Of each.
    known : array of int, shape (patients, events)
        Days of the events.
    """
    since, starts = known - known[:, :1], known[:, :1]
    found = np.zeros(len(known))
    if units.min() == DAY:
        (ends,) = _ends(numbers, units, since).T
        rows = _possible(numbers, units, since, ends)
        shifts = ends[rows, np.newaxis] - starts[rows]
        found[rows] = (_explained(numbers, units, since[rows], starts[rows], shifts) & np.isin(shifts, _shifts()))[:, 0]
    else:
        found = _explained(numbers, units, since, starts, _shifts()).sum(axis=1)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(found))


def _ends(numbers: Days, units: Units, since: Days) -> Days:
    """Return what start and shift may sum to by the first of the finest dates, shape (patients, sums)."""
    finest = int(units.argmin())
    pointed = middles_of(numbers, units)[finest] - since[:, [finest]]
    if units[finest] == DAY:
        return np.asarray(pointed)
    return np.asarray(pointed + np.arange(-_CUT[units[finest]], _CUT[units[finest]] + 1, _START_STEPS[units[finest]]))


def _possible(numbers: Days, units: Units, since: Days, ends: Days) -> NDArray[np.intp]:
    """Return the patients whose every date lies where start and shift put it, give or take its unit, cut twice."""
    off = np.abs(middles_of(numbers, units) - since - ends[:, np.newaxis])
    return np.flatnonzero((off <= 2 * _CUT[units]).all(axis=1))


def _explained(numbers: Days, units: Units, since: Days, starts: Days, shifts: Days) -> NDArray[np.bool_]:
    """Tell which starts and shifts, shapes (patients, pairs), give the released numbers."""
    explained = np.ones(np.broadcast_shapes(starts.shape, shifts.shape), dtype=bool)
    for number, unit, days in zip(numbers, units, since.T, strict=True):
        middles = np.take(_middles(unit), starts + days[:, np.newaxis] - _FIRST, mode="clip")
        explained &= np.take(_numbers(unit), middles + shifts - _FIRST, mode="clip") == number
    return explained


def _shifts() -> Days:
    sizes = np.arange(SHIFT_DAYS[0], SHIFT_DAYS[1] + 1)
    return np.concatenate([-sizes[::-1], sizes])


@lru_cache(maxsize=3)
def _numbers(unit: int) -> Days:
    """Return the number of the unit that holds each day looked up."""
    days = np.arange(_FIRST, _LAST)
    return numbers_of(days, np.full(len(days), unit, dtype=np.int8))


@lru_cache(maxsize=3)
def _middles(unit: int) -> Days:
    """Return the middle of the unit that holds each day looked up."""
    return middles_of(_numbers(unit), np.full(_LAST - _FIRST, unit, dtype=np.int8))
