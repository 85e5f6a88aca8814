"""Dates of a document on one calendar: what each writing means there.

Partial dates are completed by the others: a day from the month beside it, a year from the date of the document or the
nearest full date.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property

from palimpseste.writings.dates.counted import (
    apart,
    day_numbered,
    days_from_last,
    days_from_today,
    days_of_life,
    days_stayed,
)
from palimpseste.writings.dates.dated import Anchor, DatedSpan
from palimpseste.writings.dates.days_alone import TO, DaysAlone
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.full_dates import FullDates
from palimpseste.writings.dates.numbered_days import day_or_none, full_year
from palimpseste.writings.dates.reach import Reach
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.written_dates import WrittenDates
from palimpseste.writings.dates.yearless import YearlessDates
from palimpseste.writings.passages import Passages

__all__ = ["Calendar"]

# « nuit du 8 au 9 », « week-end (8-9 mars) »: the second day is the next one, whatever they are.
_NIGHT = re.compile(
    r"(?<!\w)(?:nuits?|week-?ends?|we)(?!\w)(?:\s{1,3}du\s{1,3}(?:[a-z]{5,8}\s{1,3})?|[^.;:\n()]{0,40}\(\s?)$",
    re.IGNORECASE,
)
_LONGEST_NIGHT = 60


class Calendar:
    """The dates of one document.

    Parameters
    ----------
    passages : Passages
        Of the document.
    """

    def __init__(self, passages: Passages) -> None:
        self._passages = passages
        self._written = WrittenDates(passages)
        self._full = FullDates(self._written)
        self._yearless = YearlessDates(self._written, self._full)
        self._days_alone = DaysAlone(self._written, self._full, self._yearless)

    @cached_property
    def reference(self) -> date | None:
        """The date of the document, else the latest full date of its text that words do not say is ahead."""
        return self._full.reference

    @cached_property
    def reference_value(self) -> DateValue | None:
        """The reference, as a date to the day."""
        return None if self.reference is None else Anchor.on(self.reference).value

    @cached_property
    def dated(self) -> dict[int, DatedSpan]:
        """The dates that could be read, by span."""
        found: dict[int, DatedSpan] = {}
        # From the last to the first: the first end of a range leans on the second.
        for index, written in reversed(self._written.by_span.items()):
            dated = None if written is None else self._dated(index, written, found)
            if dated is not None:
                found[index] = dated
        return found | self._counted(found)

    def _dated(self, index: int, written: WrittenDate, later: dict[int, DatedSpan]) -> DatedSpan | None:
        """Return a date completed by those behind it, among others; None where there is no such day."""
        if written.unit == "year" or written.month is not None:
            day, reach = self._yearless.completed.get(index, (None, None))
        else:
            day, reach = self._days_alone.completed(index, written, later)
        if day is None:
            return None
        following = later.get(index + 1)
        if following is not None and following.unit == "day" == written.unit and self._is_night(index):
            reach = Reach(following.value, -1, -1)
        with_month = self._days_alone.with_month(index, written, later)
        with_year = written.with_year() if index in self._yearless.heads else None
        return DatedSpan(index, written, day, written.unit, DateValue.of(written, day), reach, with_month, with_year)

    def _counted(self, found: Mapping[int, DatedSpan]) -> dict[int, DatedSpan]:
        """Return the days whose distance from another the words beside them tell, each as far from it as they say."""
        days = {index: dated for index, dated in found.items() if dated.unit == "day" and dated.with_month is None}
        today = self.reference_value or (days[min(days)].value if days else None)
        ordered = sorted({each.middle for each in (today, *(dated.value for dated in days.values())) if each})
        numbers: dict[int, int] = {}
        counted: dict[int, DatedSpan] = {}
        for index, dated in days.items():
            before = self._written.text_before(index)
            number = day_numbered(before, self._written.text_behind(index))
            if number is not None:
                numbers[index] = number
            steps = days_from_today(before)
            # Where another day stands between, today is not the day that is taken for it.
            if steps and today is not None and _follows(ordered, dated.value.middle, today.middle, steps):
                counted[index] = replace(dated, reach=Reach(today, steps, steps))
        for index, (first, steps) in apart(numbers).items():
            counted[index] = replace(days[index], reach=Reach(days[first].value, steps, steps))
        return self._counted_from_others(found, days) | counted

    def _counted_from_others(
        self, found: Mapping[int, DatedSpan], days: Mapping[int, DatedSpan]
    ) -> dict[int, DatedSpan]:
        """Return the days that words count from the date before them, from the first day of a stay, from a birth."""
        births = [each.value for each in days.values() if self._written.is_birth(each.index)]
        youngest = max((birth for birth in (*self._record_birth, *births) if birth.unit == "day"), default=None)
        counted: dict[int, DatedSpan] = {}
        last: int | None = None
        for index in sorted(days):
            before, first = self._written.text_before(index), found.get(index - 1)
            steps = days_from_last(before) if last is not None else None
            stayed = (
                days_stayed(self._written.text_before(index - 1)) if first is not None and first.unit == "day" else None
            )
            lived = days_of_life(self._written.text_behind(index))
            if steps is not None and last is not None:
                # A birth stays: it is the same in all documents.
                moved, other, by = (last, index, -steps) if self._written.is_birth(index) else (index, last, steps)
                if (days[moved].value.middle - days[other].value.middle) * by > 0:
                    counted[moved] = replace(days[moved], reach=Reach(days[other].value, by, by))
            elif stayed is not None and first is not None and TO.fullmatch(self._passages.between(index - 1, index)):
                counted[index] = replace(days[index], reach=Reach(first.value, *stayed))
            elif lived is not None and youngest is not None:
                counted[index] = replace(days[index], reach=Reach(youngest, lived, lived))
            last = index
        return counted

    @cached_property
    def ranges(self) -> list[tuple[DateValue, DateValue]]:
        """The first and last days of ranges: « du 2 au 27 mars », « 5-6/01 »."""
        return [
            (dated.value, following.value)
            for index, dated in self.dated.items()
            if (following := self.dated.get(index + 1)) is not None
            and dated.unit == following.unit == "day"
            and dated.value != following.value
            and TO.fullmatch(self._passages.between(index, index + 1))
        ]

    @property
    def unreadable(self) -> int:
        """How many dates could not be read and get drawn figures of the same shape."""
        return len(self._written.by_span) - len(self.dated)

    @cached_property
    def knows_birth(self) -> bool:
        """Whether a birth date is known, so that ages stay right under the shift, here or in another document."""
        patient = self._passages.document.patient
        return bool(patient.birthdate and read_date(patient.birthdate)) or any(map(self._written.is_birth, self.dated))

    @cached_property
    def births(self) -> tuple[DateValue, ...]:
        """The dates of birth that are known, that of the record first."""
        return tuple(dict.fromkeys((*self._record_birth, *self._written_births)))

    def all_births(self, *, recorded_only: bool) -> tuple[DateValue, ...]:
        """Return the dates of birth that are known, that of the record first; that one alone if only it counts."""
        return self._record_birth if recorded_only else self.births

    @cached_property
    def _record_birth(self) -> tuple[DateValue, ...]:
        recorded = self._passages.document.patient.birthdate
        written = read_date(recorded, year_alone=True) if recorded else None
        if written is None or written.year is None:
            return ()
        year = full_year(written.year, self._full.latest_birth)
        day = day_or_none(year, written.month or 7, written.day or (15 if written.month else 2))
        return () if day is None else (DateValue.of(written, day),)

    @cached_property
    def _written_births(self) -> tuple[DateValue, ...]:
        return tuple(self.dated[index].value for index in sorted(self.dated) if self._written.is_birth(index))

    def _is_night(self, index: int) -> bool:
        """Tell whether a day and the next span are the two days of one night or of one week-end."""
        return bool(
            _NIGHT.search(self._passages.before(index, _LONGEST_NIGHT))
            and TO.fullmatch(self._passages.between(index, index + 1))
        )


def _follows(ordered: Sequence[int], day: int, today: int, steps: int) -> bool:
    """Tell whether a day stands right before today among days in order, or right behind it where its steps are up."""
    place = bisect_left(ordered, day) + (1 if steps < 0 else -1)
    return 0 <= place < len(ordered) and ordered[place] == today
