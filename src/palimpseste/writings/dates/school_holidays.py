"""School holidays that all of France has at once: in summer, around All Saints' Day, around Christmas."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

__all__ = ["autumn_return_in", "is_school_holiday", "winter_return_in"]

# As (month, day), to a few days: school ends in the first week of July and begins again on one of the first of
# September.
_SUMMER = ((7, 8), (8, 31))
# From Saturday to Sunday two weeks later; school begins on the first Monday of all from the second of the month.
_SECOND, _WEEK, _STRETCH = 2, 7, 16


def is_school_holiday(day: date) -> bool:
    """Tell whether schools have holidays all over France on a day: by how these lie since 2013, to a day or two.

    Those of winter and spring, which each zone has at another time, are left out.

    Examples
    --------
    >>> is_school_holiday(date(2023, 10, 31)), is_school_holiday(date(2023, 11, 6))
    (True, False)
    """
    if _SUMMER[0] <= (day.month, day.day) <= _SUMMER[1]:
        return True
    returns = (*autumn_return_in(day.year), *winter_return_in(day.year), *winter_return_in(day.year + 1))
    return any(0 < each - day.toordinal() <= _STRETCH for each in returns)


@cache
def autumn_return_in(year: int) -> tuple[int]:
    """Return the ordinal of the day on which school begins again after All Saints' Day."""
    return (_return_in(year, 11),)


@cache
def winter_return_in(year: int) -> tuple[int]:
    """Return the ordinal of the day on which school begins again after Christmas, in January."""
    return (_return_in(year, 1),)


def _return_in(year: int, month: int) -> int:
    earliest = date(year, month, _SECOND)
    return (earliest + timedelta(days=-earliest.weekday() % _WEEK)).toordinal()
