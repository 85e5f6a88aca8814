"""Days by their number in the month: the last and the first of it, the nearest of a year unsaid."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from palimpseste.writings.dates.forms import WrittenDate

__all__ = ["day_or_none", "first_day_numbered", "full_year", "last_day_numbered", "nearest_first"]

_LAST_ORDINAL = date.max.toordinal()


def full_year(year: int, latest: int) -> int:
    """Return a year whose century may be unsaid: the last such year that is not after the latest."""
    return year if year >= 100 else latest - (latest - year) % 100


def day_or_none(year: int, month: int, day: int) -> date | None:
    """Return the day of a month of a year; None where there is no such day.

    Parameters
    ----------
    year, month, day : int
        Any whole numbers.
    """
    try:
        return date(year, month, day)
    except ValueError:
        return None


def nearest_first(written: WrittenDate, around: date) -> list[date]:
    """Return the days that a date without its year may be, of two years before another to two behind, by nearness."""
    years = (around.year, around.year - 1, around.year + 1, around.year - 2, around.year + 2)
    days = (day_or_none(year, written.month or 0, written.day or 15) for year in years)
    return sorted(filter(None, days), key=lambda day: abs((day - around).days))


def last_day_numbered(day: int, end: date) -> date | None:
    """Return the last day of that number that is not after the end."""
    return _first_fitting(day, (end.toordinal() - back for back in range(62)))


def first_day_numbered(day: int, start: date) -> date | None:
    """Return the first day of that number that is not before the start."""
    return _first_fitting(day, (start.toordinal() + ahead for ahead in range(62)))


def _first_fitting(day: int, ordinals: Iterable[int]) -> date | None:
    days = (date.fromordinal(ordinal) for ordinal in ordinals if 0 < ordinal <= _LAST_ORDINAL)
    return next((candidate for candidate in days if candidate.day == day), None)
