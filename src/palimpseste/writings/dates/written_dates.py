"""The dates of a document as they are written, and the text around them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from palimpseste.labels import DATES
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.words import weekday_before, weekday_number
from palimpseste.writings.passages import Passages

__all__ = ["WrittenDates"]

# « en 98 », « depuis 04 », « 1956 à 58 »: two figures are a year. « du 12 », « le 4 », « du 18-19 »: they are a day.
_BEFORE_YEAR = re.compile(
    r"(?:\ben|\bdepuis|\bann[ée]es?|\bdébut|\bfin|\bété|\bhiver|(?:19|20)\d\d(?:\s?[-–/]|\s(?:à|et|ou)))\s?'?$",
    re.IGNORECASE,
)
# « née le 4 », of a newborn, is a day; « née en 56 », « né 56 » a year.
_BEFORE_DAY = re.compile(r"\ble\s{1,3}$", re.IGNORECASE)
# Words that count the days of a date stand within so many characters.
_LONGEST_COUNT = 40
_LONGEST_WEEKDAY = 30
_LONGEST = 500


class WrittenDates:
    """The dates of one document as they are written, and the text around them.

    Parameters
    ----------
    passages : Passages
        Of the document.

    Attributes
    ----------
    passages : Passages
        The same.
    by_span : dict of int to WrittenDate or None
        What is written at each span of a date, in the order of the text; None where it cannot be read.
    """

    def __init__(self, passages: Passages) -> None:
        self.passages = passages
        self.by_span: dict[int, WrittenDate | None] = {
            index: self._read(index)
            for index, span in enumerate(passages.spans)
            if span.label in DATES and len(span) <= _LONGEST
        }

    def is_birth(self, index: int) -> bool:
        """Tell whether a span is a date of birth."""
        return self.passages.spans[index].label == "BIRTHDATE"

    def text_before(self, index: int) -> str:
        """Return what stands between a span and the one before it, no more than words that count need."""
        start = self.passages.spans[index].start
        since = self.passages.spans[index - 1].end if index else 0
        return self.passages.document.text[max(since, start - _LONGEST_COUNT) : start]

    def text_behind(self, index: int) -> str:
        """Return what stands between a span and the next, no more than words that count need."""
        spans, end = self.passages.spans, self.passages.spans[index].end
        until = spans[index + 1].start if index + 1 < len(spans) else None
        return self.passages.document.text[end : min(until or end + _LONGEST_COUNT, end + _LONGEST_COUNT)]

    def gap(self, index: int, following: int) -> int:
        """Return how many characters stand between two spans, the first of which comes first."""
        return self.passages.spans[following].start - self.passages.spans[index].end

    def weekday(self, index: int) -> int | None:
        """Return the number of the weekday written before a date; None where there is none."""
        before = weekday_before(self.passages.before(index, _LONGEST_WEEKDAY))
        return None if before is None else weekday_number(before.group("weekday"))

    def on_its_weekday(self, index: int, days: Iterable[date]) -> date | None:
        """Return the first of some days that falls on the weekday written before a date, if any does."""
        number = self.weekday(index)
        return None if number is None else next((day for day in days if day.weekday() == number), None)

    def _read(self, index: int) -> WrittenDate | None:
        span = self.passages.spans[index]
        source = self.passages.source(index)
        if self.is_birth(index):
            year_alone = len(span) > 2 or not _BEFORE_DAY.search(self.passages.before(index, 10))
        else:
            year_alone = len(span) == 2 and bool(_BEFORE_YEAR.search(self.passages.before(index, 10)))
        return read_date(source, year_alone=year_alone)
