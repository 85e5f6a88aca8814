"""Dates without their year, completed by the dates in full around them, by weekdays, by the head of their line."""

from __future__ import annotations

from bisect import bisect_left
from datetime import date
from functools import cached_property

from palimpseste.writings.dates.dated import Anchor
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.full_dates import FullDates
from palimpseste.writings.dates.headings import headed
from palimpseste.writings.dates.numbered_days import day_or_none, nearest_first
from palimpseste.writings.dates.reach import Reach, reach_of_year
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.written_dates import WrittenDates

__all__ = ["YearlessDates"]

# A date without its year belongs to a full one beside it, else to one of the year around the note's own.
_BESIDE = 60
_YEAR = 366
# A year that is nowhere said, and how many around it weekdays may tell.
_ANY_YEAR, _YEARS_TOLD = 2020, 6


class YearlessDates:
    """The dates of one document that say a month or a year, each completed.

    Parameters
    ----------
    written : WrittenDates
        All dates of the document, as they are written.
    full : FullDates
        Those that need no completing.
    """

    def __init__(self, written: WrittenDates, full: FullDates) -> None:
        self._written = written
        self._passages = written.passages
        self._full = full

    @cached_property
    def completed(self) -> dict[int, tuple[date, Reach | None]]:
        """The days that all writings but those of a day alone mean, and what completed them."""
        found = {}
        for index, written in self._written.by_span.items():
            if written is None or (written.unit != "year" and written.month is None):
                continue
            year, reach = self._full.year(index, written), None
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
    def heads(self) -> dict[int, int]:
        """The spans of dates whose line begins with their year, each with the span of that."""
        return headed(self._passages, self._written.by_span)

    def _headed(self, index: int, written: WrittenDate) -> tuple[date, Reach] | None:
        """Return the day of a date in the year at the head of its line, and that year; None without one."""
        head = self._written.by_span.get(self.heads.get(index, -1))
        year = self._full.year(self.heads[index], head) if head is not None else None
        day = day_or_none(year, written.month or 0, written.day or 15) if year is not None else None
        return (day, reach_of_year(DateValue.of(written, day).unit, DateValue("year", day.year))) if day else None

    def _yearless(self, index: int, written: WrittenDate) -> tuple[date | None, Reach | None]:
        headed_day = self._headed(index, written)
        if headed_day is not None:
            return headed_day
        near = self._near_year(index)
        around = near.day if near is not None else date(self.unsaid_year, 7, 1)
        candidates = nearest_first(written, around)
        nearest = candidates[0] if candidates else None
        told = self._written.on_its_weekday(index, [d for d in candidates if abs((d - around).days) <= _YEAR])
        if told is not None and told != nearest:
            return told, None
        if nearest is None or near is None:
            return nearest, None
        # « le 22/09 » of a note of the 22/09/2023 that looks ahead: « droits jusqu'au 31/12/2024 ».
        said = (day for day in candidates if day <= nearest and day in self._full.distinct_days)
        same = next(said, nearest) if told is None and written.unit == "day" else nearest
        if same != nearest:
            return same, None
        return nearest, reach_of_year(DateValue.of(written, nearest).unit, near.value)

    @cached_property
    def unsaid_year(self) -> int:
        """A year for dates of a text that says none: that on whose days most of their weekdays fall."""
        read = [(index, written) for index, written in self._written.by_span.items() if written is not None]
        says_month = any(written.month is not None for _, written in read)
        told = [
            # Days alone of a text that says no month are of January.
            (number, written.month or 1, written.day)
            for index, written in read
            if written.day is not None and says_month == (written.month is not None)
            if (number := self._written.weekday(index)) is not None
        ]

        def fitting(year: int) -> int:
            days = ((day_or_none(year, month, day), number) for number, month, day in told)
            return sum(day is not None and day.weekday() == number for day, number in days)

        years = sorted(range(_ANY_YEAR - _YEARS_TOLD, _ANY_YEAR + _YEARS_TOLD), key=lambda year: abs(year - _ANY_YEAR))
        return max(years, key=fitting)

    def _near_year(self, index: int) -> Anchor | None:
        """Return the date that completes one whose year is unsaid; None where the text holds none that could.

        That of the document; else the full date beside it on its line; else the one before it where it lies between
        that and the next; else the latest full date; else the first that says its year; else a birth of these years;
        else the first date of the text.
        """
        if self._passages.document.date is None and self._full.days:
            nearest = self._full.nearest(index)
            first, second = sorted((index, nearest))
            is_apart = self._written.gap(first, second) > _BESIDE or "\n" in self._passages.between(first, second)
            around = self._between_of_a_year(index) if is_apart else nearest
            return Anchor.on(self._full.days[self._full.latest if around is None else around])
        return self.near(index)

    def _between_of_a_year(self, index: int) -> int | None:
        """Return the full date before a span, where its date lies between that and the next, of one year; None else.

        None too where that day of the year around the latest full date is past.
        """
        place, written = bisect_left(self._full.indices, index), self._written.by_span[index]
        around = self._full.indices[max(place - 1, 0) : place + 1]
        if not 0 < place < len(self._full.indices) or written is None:
            return None
        first, second, latest = (self._full.days[each] for each in (*around, self._full.latest))
        own = day_or_none(first.year, written.month or 0, written.day or 15)
        is_between = first.year == second.year and own is not None and first <= own <= second
        nearest = nearest_first(written, latest)
        return around[0] if is_between and nearest and nearest[0] > latest else None

    def near(self, index: int) -> Anchor | None:
        """Return the date that completes a day alone; None where the text holds none that could.

        As for a year, but other lines may be beside it too.
        """
        own = self._passages.document.date
        if own is not None:
            return Anchor.on(own)
        if self._full.days:
            nearest = self._full.nearest(index)
            is_beside = self._written.gap(*sorted((index, nearest))) <= _BESIDE
            return Anchor.on(self._full.days[nearest if is_beside else self._full.latest])
        return self._first_of_year if self._first_of_year is not None else self._first_of_text(index)

    @cached_property
    def _first_of_year(self) -> Anchor | None:
        """The first date of the text that says its year, births left out; a birth later than what is taken else."""
        for index, written in self._written.by_span.items():
            if written is None or written.year is None or written.feast:
                continue
            year = self._full.year(index, written) or 0
            day = day_or_none(year, written.month or 7, written.day or (15 if written.month else 2))
            if day is not None and (year >= _ANY_YEAR or not self._written.is_birth(index)):
                return Anchor(day, DateValue.of(written, day))
        return None

    @cached_property
    def _first_with_month(self) -> tuple[int, Anchor] | None:
        """The first date of the text that says its month, in the year that is nowhere said."""
        for index, written in self._written.by_span.items():
            if written is None or written.month is None or self._written.is_birth(index):
                continue
            day = day_or_none(self.unsaid_year, written.month, written.day or 15)
            if day is not None:
                return index, Anchor(day, DateValue.of(written, day))
        return None

    def _first_of_text(self, index: int) -> Anchor | None:
        """Return the first date of the text that says its month; None for that date itself."""
        if self._first_with_month is None or self._first_with_month[0] == index:
            return None
        return self._first_with_month[1]
