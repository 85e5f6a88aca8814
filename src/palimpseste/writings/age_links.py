"""Ages that follow from a date of birth: which they are, and what they become with the dates."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from palimpseste.writings.ages import AgeUnit, AgeValue
from palimpseste.writings.date_values import DateValue

__all__ = ["age_at", "birth_of"]

# The coarsest date of birth that an age in each unit can be told from.
_TELLING: dict[AgeUnit, tuple[str, ...]] = {
    "year": ("year", "season", "month", "feast", "day"),
    "month": ("month", "feast", "day"),
    "week": ("feast", "day"),
    "day": ("feast", "day"),
    "hour": (),
}
_TOLERANCE = 1


def birth_of(age: AgeValue, births: tuple[DateValue, ...], today: date | None) -> DateValue | None:
    """Return the first date of birth that an age agrees with on a day, to one unit of the age; None where none does."""
    if today is None:
        return None
    for birth in births:
        if birth.unit in _TELLING[age.units[-1]]:
            told = age_at(today, date.fromordinal(birth.middle), age.units)
            if told is not None and abs(told - age.number) <= _TOLERANCE:
                return birth
    return None


def age_at(today: date, birth: date, units: tuple[AgeUnit, ...]) -> int | None:
    """Return how old who was born on a day is, in whole units as `AgeValue` counts them; None before birth."""
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


def _anniversary(birth: date, months: int) -> date:
    """Return the day so many months after a birth, or the last of a month that is too short."""
    years, month = divmod(birth.month - 1 + months, 12)
    longest = monthrange(birth.year + years, month + 1)[1]
    return date(birth.year + years, month + 1, min(birth.day, longest))
