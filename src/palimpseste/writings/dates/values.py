"""A date as a whole number in the unit it is written in, and the days that number stands for."""

from __future__ import annotations

from datetime import date
from typing import Literal, NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.words import FEASTS, feast_date, nearest_feast

__all__ = ["FIRST_DAY", "LAST_DAY", "DateGrain", "DateValue"]

DateGrain = Literal["year", "season", "month", "feast", "day"]

# The years a form can write.
_FIRST_YEAR, _LAST_YEAR = 1000, 2999
FIRST_DAY, LAST_DAY = date(_FIRST_YEAR, 1, 1).toordinal(), date(_LAST_YEAR, 12, 31).toordinal()
# How many of each there are in a year; of the days it is told otherwise.
_A_YEAR: dict[DateGrain, int] = {"year": 1, "season": 4, "month": 12, "feast": len(FEASTS)}


@shown_without_values
class DateValue(NamedTuple):
    """A date and its unit.

    Parameters
    ----------
    unit : {"year", "season", "month", "feast", "day"}
        The finest part that is written.
    number : int
        Years, seasons (winter first), months or feasts (:data:`FEASTS`) since the year 0, or the proleptic Gregorian
        ordinal of the day.

    Examples
    --------
    >>> march = DateValue("month", 2021 * 12 + 2)
    >>> date.fromordinal(march.middle), march.first == date(2021, 3, 1).toordinal()
    (datetime.date(2021, 3, 15), True)
    """

    unit: DateGrain
    number: int

    @classmethod
    def of(cls, written: WrittenDate, day: date) -> DateValue:
        """Return the value of a writing that means a day; of a longer stretch, any day of it will do."""
        if written.feast:
            return cls("feast", day.year * len(FEASTS) + FEASTS.index(written.feast))
        if written.is_season:
            return cls.holding("season", day.toordinal())
        return cls.holding(written.unit, day.toordinal())

    @classmethod
    def holding(cls, unit: DateGrain, ordinal: int) -> DateValue:
        """Return the value of a unit that holds a day; of feasts, the nearest of the same year."""
        if unit == "day":
            return cls("day", ordinal)
        day = date.fromordinal(ordinal)
        if unit == "year":
            return cls("year", day.year)
        if unit == "month":
            return cls("month", day.year * 12 + day.month - 1)
        if unit == "season":
            # December belongs to the winter of the next year.
            return cls("season", (day.year * 12 + day.month) // 3)
        return cls("feast", day.year * len(FEASTS) + FEASTS.index(nearest_feast(day)))

    def at(self, number: int) -> DateValue:
        """Return another value of the unit, at the nearest number whose days can be written."""
        if self.unit == "day":
            return DateValue("day", min(max(number, FIRST_DAY), LAST_DAY))
        a_year = _A_YEAR[self.unit]
        return DateValue(self.unit, min(max(number, _FIRST_YEAR * a_year), _LAST_YEAR * a_year + a_year - 1))

    def years_before(self, years: int) -> DateValue:
        """Return the date moved back by so many years, or the first that can be written; 29 February as the 28th."""
        if self.unit != "day":
            return self.at(self.number - years * _A_YEAR[self.unit])
        month = DateValue.holding("month", self.number).years_before(years)
        return DateValue("day", min(month.first + date.fromordinal(self.number).day - 1, month.last))

    @property
    def first(self) -> int:
        """The ordinal of the first day."""
        return self.number if self.unit == "day" else _days_of(self)[0]

    @property
    def middle(self) -> int:
        """The ordinal of the day that stands for it: the 15th of a month, the 2nd of July of a year."""
        return self.number if self.unit == "day" else _days_of(self)[1]

    @property
    def last(self) -> int:
        """The ordinal of the last day."""
        return self.number if self.unit == "day" else _days_of(self)[2]


def _days_of(value: DateValue) -> tuple[int, int, int]:
    """Return the first, the middle and the last day of a date that is no day."""
    unit, number = value
    year, part = divmod(number, _A_YEAR[unit])
    if unit == "feast":
        day = feast_date(FEASTS[part], year).toordinal()
        return day, day, day
    if unit == "year":
        return date(year, 1, 1).toordinal(), date(year, 7, 2).toordinal(), date(year, 12, 31).toordinal()
    first = number if unit == "month" else number * 3 - 1
    middle, after = (number, number + 1) if unit == "month" else (number * 3, number * 3 + 2)
    return _of_month(first, 1), _of_month(middle, 15), _of_month(after, 1) - 1


def _of_month(number: int, day: int) -> int:
    return date(number // 12, number % 12 + 1, day).toordinal()
