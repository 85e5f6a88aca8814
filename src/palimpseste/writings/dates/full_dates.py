"""The dates that a document writes in full, and which of them is its own."""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import date
from functools import cached_property

from palimpseste.labels import DATES
from palimpseste.writings.dates.counts_in_words import bounds_pregnancy
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.numbered_days import day_or_none, full_year
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.passages import Passages

__all__ = ["AHEAD", "FullDates"]

# « en 98 », « depuis 04 », « 1956 à 58 »: two figures are a year. « du 12 », « le 4 », « du 18-19 »: they are a day.
_BEFORE_YEAR = re.compile(
    r"(?:\ben|\bdepuis|\bann[ée]es?|\bdébut|\bfin|\bété|\bhiver|(?:19|20)\d\d(?:\s?[-–/]|\s(?:à|et|ou)))\s?'?$",
    re.IGNORECASE,
)
# « née le 4 », of a newborn, is a day; « née en 56 », « né 56 » a year.
_BEFORE_DAY = re.compile(r"\ble\s{1,3}$", re.IGNORECASE)
# « sortie prévue le 12 », « arrêt de travail jusqu'au 22 », « jusqu'au 31 inclus »: the day is still to come.
AHEAD = re.compile(
    r"\b(?:(?:[àa]\s{1,3}partir|d[èe]s)(?=\s{1,3}(?:du|le)\b)|pr[ée]vue?s?|rendez-vous|rdv|prochaine?s?|arr[êe]t(?:\s{1,3}de\s{1,3}travail)?(?=\s{1,3}jusqu))\b[^.;:!?\n\d]{0,30}$",
    re.IGNORECASE,
)
# So does a full date, which is then not that of the document: « je la reverrai le 18.06.2024 ».
_TO_COME = re.compile(
    r"\b(?:re(?:verr|voir|voyons)\w*|revoir|convoqu[ée]+e?s?|jusqu['’]au|valables?|p[ée]rem\w+|p[ée]rim\w+|expir\w+|[ée]ch[ée]ance"
    r"|avant(?=\s{1,3}le\s{1,3}$))"
    r"\b[^.;:!?\n\d]{0,30}$",
    re.IGNORECASE,
)
# So does a date behind another, before which a clause says nothing but an appointment: « Consultation avec Dr X le ».
_APPOINTMENT = re.compile(
    r"(?:^|[.;:,•)\n–+-])\s{0,9}(?:\d[.)]\s)?(?:radio\s\+\s|scanner\s\+\s)?(?:revue?\s(?:en|à\sla)\s)?"
    r"(?:consultation|contr[ôo]le|cs|visite|hdj|rendez-vous|rdv|ablation)(?!\w)(?![^.;:!?\n\d]{0,60}\b(?:vue?|du)\b)"
    r"[^.;:!?\n\d]{0,60}\ble\s(?:[a-z]{5,8}\s)?$",
    re.IGNORECASE,
)
_LONGEST_APPOINTMENT = 100
# « Validé par Dr Marchand le 11/02/2025 », « Signé à Séné, le 1er avril 2025 » at the head of a line dates a note.
_SIGNED = re.compile(r"\n[^\S\n]{0,8}(?:validé|signé)e?\b[^;!?\n\d]{0,80}$", re.IGNORECASE)
_LONGEST_SIGNED = 100
# « Flers, le 26/06/2025 » and « Le 20/02/25 » on a line of their own, or of a column, date a letter.
_HEADED = re.compile(
    r"(?:^|\n)[^\S\n]{0,99}(?:[^\W\d_][^\n.;:!?\d]{0,40},[^\S\n])?le[^\S\n]?:?[^\S\n]?(?:[a-z]{5,8}[^\S\n])?$",
    re.IGNORECASE,
)
_END_OF_COLUMN = re.compile(r"[^\S\n]*\n|[^\S\n]*$|[^\S\n]{3}")
_LONGEST_HEAD = 160
# Words that count the days of a date stand within so many characters.
_LONGEST_COUNT = 40
_LONGEST = 500
# Century of a two-digit year where nothing in the document dates it: a birth is past, a stay is recent.
_PIVOT_YEAR = 2035
_YEARS_AHEAD = 10


class FullDates:
    """The dates of one document as they are written, and those of them that need no completing.

    Parameters
    ----------
    passages : Passages
        Of the document.
    """

    def __init__(self, passages: Passages) -> None:
        self._passages = passages
        self._written: dict[int, WrittenDate | None] = {
            index: self._read(index)
            for index, span in enumerate(passages.spans)
            if span.label in DATES and len(span) <= _LONGEST
        }

    def _text_before(self, index: int) -> str:
        """Return what stands between a span and the one before it, no more than words that count need."""
        start = self._passages.spans[index].start
        since = self._passages.spans[index - 1].end if index else 0
        return self._passages.document.text[max(since, start - _LONGEST_COUNT) : start]

    def _text_behind(self, index: int) -> str:
        """Return what stands between a span and the next, no more than words that count need."""
        spans, end = self._passages.spans, self._passages.spans[index].end
        until = spans[index + 1].start if index + 1 < len(spans) else None
        return self._passages.document.text[end : min(until or end + _LONGEST_COUNT, end + _LONGEST_COUNT)]

    def _read(self, index: int) -> WrittenDate | None:
        span = self._passages.spans[index]
        source = self._passages.source(index)
        if span.label == "BIRTHDATE":
            year_alone = len(span) > 2 or not _BEFORE_DAY.search(self._passages.before(index, 10))
        else:
            year_alone = len(span) == 2 and bool(_BEFORE_YEAR.search(self._passages.before(index, 10)))
        return read_date(source, year_alone=year_alone)

    def _year(self, index: int, written: WrittenDate) -> int | None:
        if written.year is None:
            return None
        if self._passages.spans[index].label == "DATE":
            return full_year(written.year, self._latest_planned)
        return full_year(written.year, self._latest_year)

    @property
    def _latest_planned(self) -> int:
        """The latest year that a date of two figures may be of: a stay may be planned."""
        own = self._passages.document.date
        return own.year + _YEARS_AHEAD if own is not None else _PIVOT_YEAR

    @cached_property
    def _latest_year(self) -> int:
        """The latest year that a birth may be of: it is past."""
        return self.reference.year if self.reference else _PIVOT_YEAR

    def _today_before(self, index: int) -> tuple[date, DateValue] | None:
        """Return the date of the document, else the latest full date before a span; None where there is none."""
        own = self._passages.document.date
        place = bisect_left(self._full_indices, index)
        if own is not None or not place:
            return None if own is None else (own, DateValue("day", own.toordinal()))
        return self._full(self._latest_so_far[place - 1])

    @cached_property
    def _latest_so_far(self) -> list[int]:
        """The span of the latest full date up to each of them."""
        latest: list[int] = []
        for index in self._full_indices:
            is_later = not latest or self._full_days[index] > self._full_days[latest[-1]]
            latest.append(index if is_later else latest[-1])
        return latest

    @cached_property
    def _written_indices(self) -> list[int]:
        return sorted(self._written)

    def _gap(self, index: int, following: int) -> int:
        return self._passages.spans[following].start - self._passages.spans[index].end

    @cached_property
    def _full_days(self) -> dict[int, date]:
        """Dates of the text, births left out, that need no completing but of a century."""
        found = {}
        for index, written in self._written.items():
            if written is None or self._passages.spans[index].label != "DATE" or written.unit != "day":
                continue
            year = self._year(index, written)
            if year is not None and written.month is not None and not written.feast:
                day = day_or_none(year, written.month, written.day or 0)
                if day is not None:
                    found[index] = day
        return found

    @cached_property
    def _days_in_full(self) -> frozenset[date]:
        return frozenset(self._full_days.values())

    @cached_property
    def _full_indices(self) -> list[int]:
        return sorted(self._full_days)

    @cached_property
    def reference(self) -> date | None:
        """The date of the document, else the latest full date of its text that words do not say is ahead."""
        return self._passages.document.date or (self._full_days[self._latest_full] if self._full_days else None)

    @cached_property
    def reference_value(self) -> DateValue | None:
        """The date of the document, as `reference`, in the unit it is written in."""
        if self._passages.document.date is not None:
            return DateValue("day", self._passages.document.date.toordinal())
        if not self._full_days:
            return None
        return self._full_value(self._latest_full)

    def _nearest_full(self, index: int) -> int:
        place = bisect_left(self._full_indices, index)
        around = self._full_indices[max(0, place - 1) : place + 1]
        return min(around, key=lambda other: (abs(other - index), other))

    @cached_property
    def _latest_full(self) -> int:
        """The first span of the latest full date that words do not say is ahead; of all, where they say so of each.

        A date on which the document was signed, or that stands at the head of a letter, comes before any other.
        """

        def rank(index: int) -> tuple[bool, bool, date, int]:
            is_own = self._is_signed(index) or self._is_head(index)
            return not self._is_to_come(index), is_own, self._full_days[index], -index

        return max(self._full_indices, key=rank)

    def _is_signed(self, index: int) -> bool:
        """Tell whether the line of a full date says that the document was signed then."""
        return bool(_SIGNED.search(self._passages.before(index, _LONGEST_SIGNED)))

    def _is_head(self, index: int) -> bool:
        """Tell whether a full date and the place before it are all that stands on their line, or in a column of it."""
        end = self._passages.spans[index].end
        behind = self._passages.document.text[end : end + _LONGEST_COUNT]
        is_ended = _END_OF_COLUMN.match(behind)
        return bool(is_ended and _HEADED.search(self._passages.before(index, _LONGEST_HEAD)))

    def _is_to_come(self, index: int) -> bool:
        """Tell whether the words before a full date say that it is still to come when the document is written.

        Or that it is the beginning of a pregnancy, which is not the day of the document either.
        """
        before = self._text_before(index)
        if AHEAD.search(before) or _TO_COME.search(before) or bounds_pregnancy(before):
            return True
        is_first = index == self._full_indices[0]
        return not is_first and bool(_APPOINTMENT.search(self._passages.before(index, _LONGEST_APPOINTMENT)))

    def _full(self, index: int) -> tuple[date, DateValue]:
        return self._full_days[index], self._full_value(index)

    def _full_value(self, index: int) -> DateValue:
        written = self._written[index]
        day = self._full_days[index]
        return DateValue.of(written, day) if written is not None else DateValue("day", day.toordinal())
