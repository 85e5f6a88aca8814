"""A date of a document, completed, and the date that completes it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from palimpseste.writings.dates.forms import DateUnit, WrittenDate
from palimpseste.writings.dates.reach import Reach
from palimpseste.writings.dates.values import DateValue

__all__ = ["Anchor", "DatedSpan"]


@dataclass(frozen=True, slots=True, repr=False)
class Anchor:
    """A date that completes another.

    Parameters
    ----------
    day : datetime.date
        The day it means.
    value : DateValue
        The same as a whole number in the unit that is written.
    """

    day: date
    value: DateValue

    @classmethod
    def on(cls, day: date) -> Anchor:
        """Return a date that is written, or known, to the day."""
        return cls(day, DateValue("day", day.toordinal()))


@dataclass(frozen=True, slots=True, repr=False)
class DatedSpan:
    """A date of a document, completed.

    Parameters
    ----------
    index : int
        The span.
    written : WrittenDate
        What is written there.
    day : datetime.date
        The day it means; the middle of the month or year where it says no more.
    unit : {"day", "month", "year"}
        The finest part that is written.
    value : DateValue
        The same as a whole number in that unit.
    reach : Reach, optional
        What completed it, and how far that reaches.
    with_month : WrittenDate, optional
        The form of a day alone that says its month as well, like the date behind it which completes it.
    with_year : WrittenDate, optional
        The form that says its year as well, of a date whose year stands at the head of its line.
    """

    index: int
    written: WrittenDate
    day: date
    unit: DateUnit
    value: DateValue
    reach: Reach | None
    with_month: WrittenDate | None = None
    with_year: WrittenDate | None = None
