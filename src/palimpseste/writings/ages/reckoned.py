"""How old who was born on a day is on another, in the units that ages are written in."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from palimpseste.writings.ages.written import AgeUnit, AgeValue

__all__ = ["age_at", "age_in_halves"]


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
    months = (today.year - birth.year) * 12 + today.month - birth.month - (today.day < birth.day)
    since_month = (today - _anniversary(birth, months)).days
    since_year = (today - _anniversary(birth, months // 12 * 12)).days
    return {
        ("year",): months // 12,
        ("month",): months,
        ("week",): days // 7,
        ("day",): days,
        ("hour",): days * 24,
        ("year", "month"): months,
        ("year", "week"): months // 12 * 52 + min(since_year // 7, 51),
        ("year", "day"): months // 12 * 365 + min(since_year, 364),
        ("month", "week"): months * 4 + min(since_month // 7, 3),
        ("month", "day"): months * 30 + min(since_month, 29),
        ("week", "day"): days,
        ("day", "hour"): days * 24,
    }[units]


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


def _anniversary(birth: date, months: int) -> date:
    """Return the day so many months after a birth, or the last of a month that is too short."""
    years, month = divmod(birth.month - 1 + months, 12)
    longest = monthrange(birth.year + years, month + 1)[1]
    return date(birth.year + years, month + 1, min(birth.day, longest))
