"""Dates without their year, completed by the dates in full around them, by weekdays, by the head of their line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from datetime import date
from functools import cached_property

from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.full_dates import FullDates
from palimpseste.writings.dates.headings import headed
from palimpseste.writings.dates.numbered_days import day_or_none, nearest_first
from palimpseste.writings.dates.reach import Reach, reach_of_year
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.words import weekday_before, weekday_number

__all__ = ["YearlessDates"]

_LONGEST_WEEKDAY = 30
# A date without its year belongs to a full one beside it, else to one of the year around the note's own.
_BESIDE = 60
_YEAR = 366
# A year that is nowhere said, and how many around it weekdays may tell.
_ANY_YEAR, _YEARS_TOLD = 2020, 6


class YearlessDates(FullDates):
    """The dates of one document that say a month or a year, each completed.

    Parameters
    ----------
    passages : Passages
        Of the document.
    """

    @cached_property
    def _without_days_alone(self) -> dict[int, tuple[date, Reach | None]]:
        """The days that all writings but those of a day alone mean, and what completed them."""
        found = {}
        for index, written in self._written.items():
            if written is None or (written.unit != "year" and written.month is None):
                continue
            year, reach = self._year(index, written), None
            if written.month is None:
                day = day_or_none(year, 7, 2) if year is not None else None
            elif year is not None:
                day = day_or_none(year, written.month, written.day or 15)
            else:
                day, reach = self._yearless(index, written)
            if day is not None:
                found[index] = day, reach
        return found

    @cached_property
    def _heads(self) -> dict[int, int]:
        return headed(self._passages, self._written)

    def _headed(self, index: int, written: WrittenDate) -> tuple[date, Reach] | None:
        """Return the day of a date in the year at the head of its line, and that year; None without one."""
        head = self._written.get(self._heads.get(index, -1))
        year = self._year(self._heads[index], head) if head is not None else None
        day = day_or_none(year, written.month or 0, written.day or 15) if year is not None else None
        return (day, reach_of_year(DateValue.of(written, day).unit, DateValue("year", day.year))) if day else None

    def _yearless(self, index: int, written: WrittenDate) -> tuple[date | None, Reach | None]:
        headed_day = self._headed(index, written)
        if headed_day is not None:
            return headed_day
        near = self._near_year(index)
        around, value = near if near is not None else (date(self._unsaid_year, 7, 1), None)
        candidates = nearest_first(written, around)
        nearest = candidates[0] if candidates else None
        told = self._on_its_weekday(index, [d for d in candidates if abs((d - around).days) <= _YEAR])
        if told is not None and told != nearest:
            return told, None
        if nearest is None or value is None:
            return nearest, None
        # « le 22/09 » of a note of the 22/09/2023 that looks ahead: « droits jusqu'au 31/12/2024 ».
        said = (day for day in candidates if day <= nearest and day in self._days_in_full)
        same = next(said, nearest) if told is None and written.unit == "day" else nearest
        if same != nearest:
            return same, None
        return nearest, reach_of_year(DateValue.of(written, nearest).unit, value)

    @cached_property
    def _unsaid_year(self) -> int:
        """A year for dates of a text that says none: that on whose days most of their weekdays fall."""
        read = [(index, written) for index, written in self._written.items() if written is not None]
        says_month = any(written.month is not None for _, written in read)
        told = [
            # Days alone of a text that says no month are of January.
            (weekday_number(weekday.group("weekday")), written.month or 1, written.day)
            for index, written in read
            if written.day is not None and says_month == (written.month is not None)
            for weekday in [weekday_before(self._passages.before(index, _LONGEST_WEEKDAY))]
            if weekday is not None
        ]

        def fitting(year: int) -> int:
            days = ((day_or_none(year, month, day), number) for number, month, day in told)
            return sum(day is not None and day.weekday() == number for day, number in days)

        years = sorted(range(_ANY_YEAR - _YEARS_TOLD, _ANY_YEAR + _YEARS_TOLD), key=lambda year: abs(year - _ANY_YEAR))
        return max(years, key=fitting)

    def _on_its_weekday(self, index: int, days: Iterable[date]) -> date | None:
        """Return the first of some days that falls on the weekday written before a date, if any does."""
        weekday = weekday_before(self._passages.before(index, _LONGEST_WEEKDAY))
        if weekday is None:
            return None
        number = weekday_number(weekday.group("weekday"))
        return next((day for day in days if day.weekday() == number), None)

    def _near_year(self, index: int) -> tuple[date, DateValue] | None:
        """Return the date that completes one whose year is unsaid; None where the text holds none that could.

        That of the document; else the full date beside it on its line; else the one before it where it lies between
        that and the next; else the latest full date; else the first that says its year; else a birth of these years;
        else the first date of the text.
        """
        if self._passages.document.date is None and self._full_days:
            nearest = self._nearest_full(index)
            first, second = sorted((index, nearest))
            is_apart = self._gap(first, second) > _BESIDE or "\n" in self._passages.between(first, second)
            around = self._between_of_a_year(index) if is_apart else nearest
            return self._full(self._latest_full if around is None else around)
        return self._near(index)

    def _between_of_a_year(self, index: int) -> int | None:
        """Return the full date before a span, where its date lies between that and the next, of one year; None else.

        None too where that day of the year around the latest full date is past.
        """
        place, written = bisect_left(self._full_indices, index), self._written[index]
        around = self._full_indices[max(place - 1, 0) : place + 1]
        if not 0 < place < len(self._full_indices) or written is None:
            return None
        first, second, latest = (self._full_days[each] for each in (*around, self._latest_full))
        own = day_or_none(first.year, written.month or 0, written.day or 15)
        is_between = first.year == second.year and own is not None and first <= own <= second
        nearest = nearest_first(written, latest)
        return around[0] if is_between and nearest and nearest[0] > latest else None

    def _near(self, index: int) -> tuple[date, DateValue] | None:
        """Return the date that completes a day alone; None where the text holds none that could.

        As for a year, but other lines may be beside it too.
        """
        own = self._passages.document.date
        if own is not None:
            return own, DateValue("day", own.toordinal())
        if self._full_days:
            nearest = self._nearest_full(index)
            is_beside = self._gap(*sorted((index, nearest))) <= _BESIDE
            return self._full(nearest if is_beside else self._latest_full)
        return self._first_of_year if self._first_of_year is not None else self._first_of_text(index)

    @cached_property
    def _first_of_year(self) -> tuple[date, DateValue] | None:
        """The first date of the text that says its year, births left out; a birth later than what is taken else."""
        for index, written in sorted(self._written.items()):
            if written is None or written.year is None or written.feast:
                continue
            year = self._year(index, written) or 0
            day = day_or_none(year, written.month or 7, written.day or (15 if written.month else 2))
            is_birth = self._passages.spans[index].label == "BIRTHDATE"
            if day is not None and (year >= _ANY_YEAR or not is_birth):
                return day, DateValue.of(written, day)
        return None

    @cached_property
    def _first_with_month(self) -> tuple[int, date, DateValue] | None:
        """The first date of the text that says its month, in the year that is nowhere said."""
        for index, written in sorted(self._written.items()):
            if written is None or written.month is None or self._passages.spans[index].label != "DATE":
                continue
            day = day_or_none(self._unsaid_year, written.month, written.day or 15)
            if day is not None:
                return index, day, DateValue.of(written, day)
        return None

    def _first_of_text(self, index: int) -> tuple[date, DateValue] | None:
        """Return the first date of the text that says its month; None for that date itself."""
        if self._first_with_month is None or self._first_with_month[0] == index:
            return None
        return self._first_with_month[1:]
