"""Days on which hospitals plan: neither weekends nor public holidays of France."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache, lru_cache

from palimpseste.writings.dates.words import feast_date

__all__ = ["is_holiday_of_week", "is_working_day", "working_day_among", "working_day_near"]

_SATURDAY = 5
# The bits of Monday to Friday, and within how many days there is a working day of each.
_WORKING, _FARTHEST = 0b0011111, 29
# Public holidays as (month, day), and as days after Easter. Those of Alsace and Moselle alone are left out.
_FIXED = ((1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25))
_AFTER_EASTER = (1, 39, 50)


def is_working_day(day: date) -> bool:
    """Tell whether a day is neither a Saturday or Sunday nor a public holiday.

    Examples
    --------
    >>> is_working_day(date(2024, 5, 10)), is_working_day(date(2024, 5, 9))
    (True, False)
    """
    return day.weekday() < _SATURDAY and day not in _holidays(day.year)


@lru_cache(maxsize=65_536)
def is_holiday_of_week(ordinal: int) -> bool:
    """Tell whether a day, given by its ordinal, is a public holiday from Monday to Friday; no day of before year 1 is.

    Examples
    --------
    >>> is_holiday_of_week(date(2024, 4, 1).toordinal()), is_holiday_of_week(date(2024, 3, 31).toordinal())
    (True, False)
    """
    if not date.min.toordinal() <= ordinal <= date.max.toordinal():
        return False
    day = date.fromordinal(ordinal)
    return day.weekday() < _SATURDAY and day in _holidays(day.year)


def working_day_near(day: date, *, weekends_stay: bool = False) -> date:
    """Return the nearest working day of the month, the later of two.

    Parameters
    ----------
    day : datetime.date
        Any day.
    weekends_stay : bool
        Whether only a holiday from Monday to Friday moves, to the nearest working day of its week.

    Notes
    -----
    Never a later day for an earlier one: within a month, or a week, it is the nearest of fixed days, and neither is
    left; Saturdays and Sundays that stay lie between the weeks.

    Examples
    --------
    >>> working_day_near(date(2021, 5, 1)).isoformat(), working_day_near(date(2021, 5, 30)).isoformat()
    ('2021-05-03', '2021-05-31')
    >>> working_day_near(date(2020, 5, 1), weekends_stay=True).isoformat()
    '2020-04-30'
    """
    if is_working_day(day) or (weekends_stay and day.weekday() >= _SATURDAY):
        return day
    around = (day + timedelta(days=days) for step in range(1, 7) for days in (step, -step))
    stretch = _week if weekends_stay else _month
    return next(each for each in around if is_working_day(each) and stretch(each) == stretch(day))


def working_day_among(day: date, weekdays: int) -> date:
    """Return the nearest day of some weekdays, a working day unless they are all of a week-end, the later of two.

    Parameters
    ----------
    day : datetime.date
        Any day.
    weekdays : int
        One bit for each, Monday the lowest.

    Examples
    --------
    >>> working_day_among(date(2021, 5, 13), 0b1111111).isoformat()
    '2021-05-14'
    >>> working_day_among(date(2021, 5, 12), 0b1000000).isoformat()
    '2021-05-09'
    """
    around = (day + timedelta(days=days) for step in range(_FARTHEST) for days in ((step, -step) if step else (0,)))
    allowed = (each for each in around if weekdays >> each.weekday() & 1)
    is_weekend = not weekdays & _WORKING
    return next(each for each in allowed if is_weekend or is_working_day(each))


@cache
def _holidays(year: int) -> frozenset[date]:
    easter = feast_date("Pâques", year)
    fixed = (date(year, month, day) for month, day in _FIXED)
    return frozenset((*fixed, *(easter + timedelta(days=days) for days in _AFTER_EASTER)))


def _week(day: date) -> tuple[int, int]:
    return day.isocalendar()[:2]


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month
