"""The dates that a document writes in full, and which of them is its own."""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import date
from functools import cached_property
from itertools import accumulate

from palimpseste.writings.dates.counts_in_words import bounds_pregnancy
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.numbered_days import day_or_none, full_year
from palimpseste.writings.dates.written_dates import WrittenDates

__all__ = ["AHEAD", "FullDates"]

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
_LONGEST_HEAD, _LONGEST_COLUMN_END = 160, 40
# The latest year that two digits mean of a stay, and of a birth, which is past, where nothing dates the document.
_LATEST_STAY, _LATEST_BIRTH = 2035, 2026
_YEARS_AHEAD = 10


class FullDates:
    """The dates of one document that need no completing.

    Parameters
    ----------
    written : WrittenDates
        All dates of the document, as they are written.
    """

    def __init__(self, written: WrittenDates) -> None:
        self._written = written
        self._passages = written.passages

    def year(self, index: int, written: WrittenDate) -> int | None:
        """Return the year that a date says, its century with it; None where it says none."""
        if written.year is None:
            return None
        return full_year(written.year, self.latest_birth if self._written.is_birth(index) else self._latest_planned)

    @property
    def _latest_planned(self) -> int:
        """The latest year that a date of two figures may be of: a stay may be planned."""
        own = self._passages.document.date
        return own.year + _YEARS_AHEAD if own is not None else _LATEST_STAY

    @cached_property
    def latest_birth(self) -> int:
        """The latest year that a birth may be of: it is past."""
        return self.reference.year if self.reference else _LATEST_BIRTH

    def today_before(self, index: int) -> date | None:
        """Return the date of the document, else the latest full date before a span; None where there is none."""
        own = self._passages.document.date
        place = bisect_left(self.indices, index)
        return own or (self._latest_so_far[place - 1] if place else None)

    @cached_property
    def _latest_so_far(self) -> list[date]:
        """The latest full date up to each of them."""
        return list(accumulate(self.days.values(), max))

    @cached_property
    def days(self) -> dict[int, date]:
        """Dates of the text, births left out, that need no completing but of a century."""
        found = {}
        for index, written in self._written.by_span.items():
            if written is None or self._written.is_birth(index) or written.unit != "day":
                continue
            year = self.year(index, written)
            if year is not None and written.month is not None and not written.feast:
                day = day_or_none(year, written.month, written.day or 0)
                if day is not None:
                    found[index] = day
        return found

    @cached_property
    def distinct_days(self) -> frozenset[date]:
        """The days that these dates mean."""
        return frozenset(self.days.values())

    @cached_property
    def indices(self) -> list[int]:
        """The spans of these dates, in order."""
        return list(self.days)

    @cached_property
    def reference(self) -> date | None:
        """The date of the document, else the latest full date of its text that words do not say is ahead."""
        return self._passages.document.date or (self.days[self.latest] if self.days else None)

    def nearest(self, index: int) -> int:
        """Return the span of these dates that fewest spans part from another, the first of two."""
        place = bisect_left(self.indices, index)
        around = self.indices[max(0, place - 1) : place + 1]
        return min(around, key=lambda other: (abs(other - index), other))

    @cached_property
    def latest(self) -> int:
        """The first span of the latest full date that words do not say is ahead; of all, where they say so of each.

        A date on which the document was signed, or that stands at the head of a letter, comes before any other.
        """

        def rank(index: int) -> tuple[bool, bool, date, int]:
            is_own = self._is_signed(index) or self._is_head(index)
            return not self._is_to_come(index), is_own, self.days[index], -index

        return max(self.indices, key=rank)

    def _is_signed(self, index: int) -> bool:
        """Tell whether the line of a full date says that the document was signed then."""
        return bool(_SIGNED.search(self._passages.before(index, _LONGEST_SIGNED)))

    def _is_head(self, index: int) -> bool:
        """Tell whether a full date and the place before it are all that stands on their line, or in a column of it."""
        end = self._passages.spans[index].end
        is_ended = _END_OF_COLUMN.match(self._passages.document.text[end : end + _LONGEST_COLUMN_END])
        return bool(is_ended and _HEADED.search(self._passages.before(index, _LONGEST_HEAD)))

    def _is_to_come(self, index: int) -> bool:
        """Tell whether the words before a full date say that it is still to come when the document is written.

        Or that it is the beginning of a pregnancy, which is not the day of the document either.
        """
        before = self._written.text_before(index)
        if AHEAD.search(before) or _TO_COME.search(before) or bounds_pregnancy(before):
            return True
        is_first = index == self.indices[0]
        return not is_first and bool(_APPOINTMENT.search(self._passages.before(index, _LONGEST_APPOINTMENT)))
