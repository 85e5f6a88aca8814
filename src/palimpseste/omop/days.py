"""Days and moments as databases write them, and the same days later or earlier.

Values travel as text between databases and this program: a year 0, a year before Christ or an infinity, which Python's
dates cannot hold, is then a writing like another and stops nothing.
"""

from __future__ import annotations

import re
from datetime import date

from palimpseste.surrogates.dates.shift import shifted_day

__all__ = ["at_day", "day_of", "later"]

_MOMENT = re.compile(
    r"(\d{4}-\d{2}-\d{2})((?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2}){0,2})?)?)"
)
_ENDLESS = ("infinity", "-infinity")
# The years surrogates are written in.
_FIRST_YEAR, _LAST_YEAR = 1000, 2999


def day_of(written: str | None) -> date | None:
    """Return the day of a date or moment; None where there is none, or none between the years 1000 and 2999."""
    match = _MOMENT.fullmatch(written.strip()) if written else None
    if match is None:
        return None
    try:
        day = date.fromisoformat(match.group(1))
    except ValueError:
        return None
    return day if _FIRST_YEAR <= day.year <= _LAST_YEAR else None


def at_day(moment: str | None, day: date | None) -> str | None:
    """Return a moment moved to another day, at the same time; None where either is unknown."""
    if day is None or day_of(moment) is None or moment is None:
        return None
    return day.isoformat() + moment.strip()[10:]


def later(written: str | None, days: int) -> str | None:
    """Return a date or moment so many days later.

    An infinity, which says that something goes on, stays; what is no day of the years 1000 to 2999 becomes None.
    """
    if written in _ENDLESS:
        return written
    day = day_of(written)
    return at_day(written, shifted_day(day, days)) if day is not None else None
