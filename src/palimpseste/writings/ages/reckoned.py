"""How old who was born on a day is on another, in the units that ages are written in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Sequence
from datetime import date

from palimpseste.writings.ages.written import AgeUnit, AgeValue
from palimpseste.writings.dates.values import DateValue

__all__ = ["BirthsInOrder", "age_at", "age_in_halves"]

_HOURS: dict[AgeUnit, int] = {"week": 168, "day": 24, "hour": 1}


def age_at(today: date, birth: date, units: tuple[AgeUnit, ...]) -> int | None:
    """Return how old who was born on a day is, in whole units as `AgeValue` counts them; None before birth.

    Parameters
    ----------
    today : date
        When.
    birth : date
        The day of birth.
    units : tuple of AgeUnit
        That the age is told in, coarsest first.
    """
    days = (today - birth).days
    if days < 0:
        return None
    if units[0] in _HOURS:
        return days * 24 // _HOURS[units[-1]]
    months = (today.year - birth.year) * 12 + today.month - birth.month - (today.day < birth.day)
    if units[-1] == "month":
        return months
    if units == ("year",):
        return months // 12
    # Weeks and days are those since the last anniversary, of a year or of a month.
    whole = months // 12 if units[0] == "year" else months
    since = (today - _anniversary(birth, whole * 12 if units[0] == "year" else months)).days
    a_whole = AgeValue(units, 0).finer_in_coarser
    return whole * a_whole + min(since * 24 // _HOURS[units[-1]], a_whole - 1)


def age_in_halves(today: date, birth: date, unit: AgeUnit) -> int | None:
    """Return how old who was born on a day is, in halves of years or months; None before birth.

    To the nearest, but no number that is still to come: who is 7 years and 10 months old is « 7 ans ½ », not « 8 ans ».

    Parameters
    ----------
    today : date
        When.
    birth : date
        The day of birth.
    unit : AgeUnit
        ``year`` or ``month``.

    Examples
    --------
    >>> age_in_halves(date(2024, 7, 21), date(2024, 4, 19), "month")
    6
    >>> age_in_halves(date(2023, 3, 8), date(2015, 4, 28), "year")
    15
    """
    parts: tuple[AgeUnit, ...] = ("year", "month") if unit == "year" else ("month", "day")
    number, whole = age_at(today, birth, parts), AgeValue(parts, 0).finer_in_coarser
    if number is None:
        return None
    # A half is as much as a fourth less, and up to a half more.
    return min((4 * number + whole) // (2 * whole), 2 * (number // whole) + 1)


class BirthsInOrder:
    """Dates of birth, of which those of somebody of an age on a day are found without reckoning all of them.

    Parameters
    ----------
    births : sequence of DateValue
        Each once; the first that fits is the one that is asked for.
    """

    def __init__(self, births: Sequence[DateValue]) -> None:
        by_day = sorted((birth.middle, place) for place, birth in enumerate(births))
        self._births = births
        self._days = [date.fromordinal(day) for day, _ in by_day]
        self._places = [place for _, place in by_day]

    def first_of(self, units: tuple[AgeUnit, ...], ages: tuple[int, int], days: tuple[date, date]) -> DateValue | None:
        """Return the first date of birth of somebody of some age on some day; None where there is none.

        Parameters
        ----------
        units : tuple of AgeUnit
            That ages are told in.
        ages : tuple of (int, int)
            The least and the greatest, 0 or more.
        days : tuple of (datetime.date, datetime.date)
            The first and the last.
        """

        # Whoever is born later is never older: on the days in order, ages fall.
        def oldest(birth: date) -> int:
            age = age_at(days[1], birth, units)
            return 1 if age is None else -age

        def youngest(birth: date) -> int:
            return -(age_at(days[0], birth, units) or 0)

        begin = bisect_left(self._days, -ages[1], key=youngest)
        end = bisect_right(self._days, -ages[0], key=oldest)
        return self._births[min(self._places[begin:end])] if begin < end else None


def _anniversary(birth: date, months: int) -> date:
    """Return the day so many months after a birth, or the last of a month that is too short."""
    years, month = divmod(birth.month - 1 + months, 12)
    longest = monthrange(birth.year + years, month + 1)[1]
    return date(birth.year + years, month + 1, min(birth.day, longest))
