"""Dates of a document on one calendar: what each writing means, and its surrogate under one shift per scope.

Partial dates are completed before they are shifted: a day from the month beside it, a year from the date of the
document or the nearest full date. A month is shifted by its fifteenth and a year by its second of July, then truncated.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, lru_cache

from palimpseste.surrogates.date_forms import DateUnit, WrittenDate
from palimpseste.surrogates.date_reading import read_date
from palimpseste.surrogates.date_words import month_named, write_month
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.identifiers import changed_shape
from palimpseste.surrogates.options import Options
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.writing import broken_like

__all__ = ["Calendar", "DatedSpan", "shift_days_of", "shifted_day"]

# « en 98 », « depuis 04 », « née en 36 »: two figures are a year. « du 12 », « le 4 »: they are a day.
_BEFORE_YEAR = re.compile(r"(?:\ben|\bdepuis|\bann[ée]es?|\bdébut|\bfin|\bété|\bhiver|-)\s*'?$", re.IGNORECASE)
_RANGE_GAP = 24
_LABELS = ("DATE", "BIRTHDATE")
_LONGEST = 500
# Century of a two-digit year where nothing in the document dates it: a birth is past, a stay is recent.
_PIVOT_YEAR = 2035
_LETTERS = re.compile(r"[^\W\d_]+\.?")

_cached_read = lru_cache(maxsize=8192)(read_date)


@dataclass(frozen=True, slots=True)
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
    """

    index: int
    written: WrittenDate
    day: date
    unit: DateUnit


class Calendar:
    """The dates of one document.

    Parameters
    ----------
    setting : Setting
        The document.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._written: dict[int, WrittenDate | None] = {
            index: self._read(index)
            for index, span in enumerate(setting.spans)
            if span.label in _LABELS and len(span) <= _LONGEST
        }

    @cached_property
    def shift_days(self) -> int:
        """The shift of the scope, in days, never zero."""
        return shift_days_of(self._setting.draws, self._setting.options)

    @cached_property
    def dated(self) -> dict[int, DatedSpan]:
        """The dates that could be read, by span."""
        found: dict[int, DatedSpan] = {}
        for index in sorted(self._written, reverse=True):
            # From the last to the first: the first end of a range leans on the second.
            written = self._written[index]
            if written is not None:
                completed = self._completed(index, written, found)
                if completed is not None:
                    found[index] = DatedSpan(index, written, completed, written.unit)
        return found

    @property
    def unreadable(self) -> int:
        """How many dates could not be read and get drawn figures of the same shape."""
        return len(self._written) - len(self.dated)

    @cached_property
    def knows_birth(self) -> bool:
        """Whether a birth date and a date of the document are both known, so that ages stay right under the shift."""
        patient = self._setting.document.patient
        birth = bool(patient.birthdate and _cached_read(patient.birthdate)) or any(
            self._setting.spans[index].label == "BIRTHDATE" for index in self.dated
        )
        dated = self._setting.document.date is not None or any(
            self._setting.spans[i].label == "DATE" and w is not None and w.is_full for i, w in self._written.items()
        )
        return birth and dated

    def shifted(self, day: date) -> date:
        """Return a day after the shift, kept within the years a form can write."""
        return shifted_day(day, self.shift_days)

    def surrogate(self, index: int) -> str:
        """Return the surrogate of a date span, in the form of the span."""
        source = self._setting.source(index)
        dated = self.dated.get(index)
        if dated is None:
            return self._drawn(source)
        new = self.shifted(dated.day)
        written = dated.written.write(new.day, new.month, new.year)
        return broken_like(source, written) if "\n" in source else written

    def _read(self, index: int) -> WrittenDate | None:
        span = self._setting.spans[index]
        source = self._setting.source(index)
        year_alone = span.label == "BIRTHDATE" or (
            len(span) == 2 and bool(_BEFORE_YEAR.search(self._setting.before(index, 10)))
        )
        return _cached_read(source, year_alone=year_alone)

    def _completed(self, index: int, written: WrittenDate, later: dict[int, DatedSpan]) -> date | None:
        year = self._year(index, written)
        if written.unit == "year":
            return date(year, 7, 2) if year is not None else None
        if written.month is None:
            return self._day_alone(index, written.day or 1, later)
        day = written.day or 15
        if year is not None:
            return _day_or_none(year, written.month, day)
        reference = self._near(index, later)
        if reference is None:
            reference = date(2020, 7, 1)
        years = (reference.year, reference.year - 1, reference.year + 1, reference.year - 2, reference.year + 2)
        candidates = [d for d in (_day_or_none(y, written.month, day) for y in years) if d is not None]
        return min(candidates, key=lambda candidate: abs((candidate - reference).days), default=None)

    def _year(self, index: int, written: WrittenDate) -> int | None:
        if written.year is None or written.year >= 100:
            return written.year
        latest = self._reference.year if self._reference else _PIVOT_YEAR
        if self._setting.spans[index].label == "DATE":
            latest += 10
        return latest - (latest - written.year) % 100

    def _day_alone(self, index: int, day: int, later: dict[int, DatedSpan]) -> date | None:
        """Complete a day by the month of the date after it in a range, else of the one before, else of the document."""
        following = next((later[i] for i in sorted(later) if i > index), None)
        if following is not None and following.unit == "day" and self._gap(index, following.index) <= _RANGE_GAP:
            return _last_day_numbered(day, following.day)
        before = self._before(index)
        if before is not None:
            return _first_day_numbered(day, before)
        reference = self._near(index, later) or date(2020, 1, 31)
        return _last_day_numbered(day, reference)

    def _before(self, index: int) -> date | None:
        """Return the day written shortly before a day alone, if it says its month: « le 12/03 et le 15 »."""
        previous = max((i for i in self._written if i < index), default=None)
        if previous is None or self._gap(previous, index) > _RANGE_GAP:
            return None
        written = self._written[previous]
        if written is None or written.day is None or written.month is None:
            return None
        return self._completed(previous, written, {})

    def _gap(self, index: int, following: int) -> int:
        return self._setting.spans[following].start - self._setting.spans[index].end

    @cached_property
    def _full_days(self) -> dict[int, date]:
        """Dates of the text, births left out, that need no completing."""
        found = {}
        for index, written in self._written.items():
            if written is not None and written.is_full and self._setting.spans[index].label == "DATE":
                day = _day_or_none(written.year or 0, written.month or 0, written.day or 0)
                if day is not None:
                    found[index] = day
        return found

    @cached_property
    def _full_indices(self) -> list[int]:
        return sorted(self._full_days)

    @cached_property
    def _reference(self) -> date | None:
        return self._setting.document.date or max(self._full_days.values(), default=None)

    def _near(self, index: int, later: dict[int, DatedSpan]) -> date | None:
        """Return the date of the document, else the full date nearest in the text, else any date already completed."""
        if self._setting.document.date is not None:
            return self._setting.document.date
        if self._full_days:
            place = bisect_left(self._full_indices, index)
            around = self._full_indices[max(0, place - 1) : place + 1]
            return self._full_days[min(around, key=lambda other: (abs(other - index), other))]
        said = [dated.day for dated in later.values() if dated.written.year is not None]
        return said[0] if said else None

    def _drawn(self, source: str) -> str:
        """Return drawn figures, and drawn months for months, in the shape of a date that cannot be read."""
        stream = self._setting.draws.stream("DATE", source, "unreadable")
        written = changed_shape(source, stream, figures_only=True)

        def month(match: re.Match[str]) -> str:
            word = match.group()
            return write_month(stream.between(1, 12), "full", word) if month_named(word.lower()) else word

        written = _LETTERS.sub(month, written)
        return written if written != source else write_month(stream.between(1, 12), "full", source)


def shift_days_of(draws: Draws, options: Options) -> int:
    """Return the shift of all dates of a scope, in days, never zero: of its notes as of its tables."""
    lowest, highest = options.date_shift_days
    stream = draws.stream("DATE", "", "shift")
    size = stream.between(lowest, highest)
    return size if stream.bits(1) else -size


def shifted_day(day: date, days: int) -> date:
    """Return a day so many days later, kept within the years a form can write: 1000 to 2999."""
    ordinal = min(max(day.toordinal() + days, date(1000, 1, 1).toordinal()), date(2999, 12, 31).toordinal())
    return date.fromordinal(ordinal)


def _day_or_none(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _last_day_numbered(day: int, end: date) -> date | None:
    """Return the last day of that number that is not after the end."""
    return _first_fitting(day, (end - timedelta(days=back) for back in range(62)))


def _first_day_numbered(day: int, start: date) -> date | None:
    """Return the first day of that number that is not before the start."""
    return _first_fitting(day, (start + timedelta(days=ahead) for ahead in range(62)))


def _first_fitting(day: int, candidates: Iterable[date]) -> date | None:
    return next((candidate for candidate in candidates if candidate.day == day), None)
