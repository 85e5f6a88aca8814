"""Many dates at once as whole numbers in the unit they are written in: a day, a month, a year.

The arithmetic of :class:`~palimpseste.writings.dates.values.DateValue` on arrays; days are counted from 1970.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "DAY",
    "EPOCH",
    "MONTH",
    "UNITS",
    "YEAR",
    "Units",
    "firsts_of",
    "lasts_of",
    "middles_of",
    "numbers_of",
    "writable",
    "years_before",
]

Days = NDArray[np.int64]
Units = NDArray[np.int8]

DAY, MONTH, YEAR = 0, 1, 2
UNITS: tuple[Literal["day", "month", "year"], ...] = ("day", "month", "year")
# The ordinal of the day that days are counted from.
EPOCH = date(1970, 1, 1).toordinal()

_EPOCH_MONTH = 1970 * 12
# The years that a form can write, both included.
_FIRST_YEAR, _LAST_YEAR = 1000, 2999


def numbers_of(days: Days, units: Units) -> Days:
    """Return the numbers of the units that hold some days: the days themselves, months (year·12 + month - 1), years."""
    months = days[units != DAY].astype("M8[D]").astype("M8[M]").astype(np.int64) + _EPOCH_MONTH
    numbers = np.array(days, dtype=np.int64)
    numbers[units != DAY] = np.where(units[units != DAY] == YEAR, months // 12, months)
    return numbers


def middles_of(numbers: Days, units: Units) -> Days:
    """Return the middle days of dates in their units: the 15th of a month, the 2nd of July of a year."""
    return _days_of(numbers, units, (0, 14), (6, 1))


def firsts_of(numbers: Days, units: Units) -> Days:
    """Return the first days of dates in their units: the 1st of a month, the 1st of January of a year."""
    return _days_of(numbers, units, (0, 0), (0, 0))


def lasts_of(numbers: Days, units: Units) -> Days:
    """Return the last days of dates in their units: the last of a month, the 31st of December of a year."""
    return _days_of(numbers, units, (1, -1), (12, -1))


def years_before(numbers: Days, units: Units, years: Days | int) -> Days:
    """Return dates moved back by so many years, each within its unit; 29 February becomes the 28th.

    Parameters
    ----------
    numbers : array of int
        Dates as whole numbers in their units.
    units : array of int, of the same shape
        The units.
    years : int or array of int that broadcasts to that shape
        How many, at least 0.
    """
    months = np.broadcast_to(np.asarray(years, dtype=np.int64) * 12, numbers.shape)
    earlier = numbers - np.where(units == YEAR, months // 12, months)
    days = numbers[units == DAY]
    month = days.astype("M8[D]").astype("M8[M]").astype(np.int64) + _EPOCH_MONTH
    new = month - months[units == DAY]
    earlier[units == DAY] = np.minimum(_of_month(new) + days - _of_month(month), _of_month(new + 1) - 1)
    return np.asarray(earlier, dtype=np.int64)


def writable(numbers: Days, units: Units) -> Days:
    """Return the nearest numbers whose years can be written."""
    lowest = np.array([int(_of_month(_FIRST_YEAR * 12)), _FIRST_YEAR * 12, _FIRST_YEAR])
    highest = np.array([int(_of_month(_LAST_YEAR * 12 + 12)) - 1, _LAST_YEAR * 12 + 11, _LAST_YEAR])
    return np.asarray(np.clip(numbers, lowest[units], highest[units]), dtype=np.int64)


def _days_of(numbers: Days, units: Units, in_month: tuple[int, int], in_year: tuple[int, int]) -> Days:
    """Return days so many months and days after the first of each month or year; days as they are."""
    days = np.array(numbers, dtype=np.int64)
    for unit, a_year, (months, further) in ((MONTH, 1, in_month), (YEAR, 12, in_year)):
        days[units == unit] = _of_month(numbers[units == unit] * a_year + months) + further
    return days


def _of_month(month: Days | int) -> Days:
    since = np.asarray(month, dtype=np.int64) - _EPOCH_MONTH
    return np.asarray(since.astype("M8[M]").astype("M8[D]"), dtype=np.int64)
