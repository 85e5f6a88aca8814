"""Dates of one document, moved together: stays by one shift of days, births by another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.document import Document, Patient, Span
from palimpseste.folding import fold
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.writings.case import broken_like, without_accents
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.forms import Field, WrittenDate
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.words import month_named, write_month
from palimpseste.writings.passages import Passages

__all__ = ["Dates", "DatesRead", "day_in_form"]

_LETTERS = re.compile(r"[^\W\d_]+\.?")
_KEPT = 0.1
_EARLIEST, _LATEST = date(1890, 1, 1), date(2035, 12, 31)
_MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
    "décembre",
)  # fmt: skip
_SHORT_MONTHS = ("janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.")


@dataclass(frozen=True)
class DatesRead:
    """The dates of a document, read once for all copies.

    Parameters
    ----------
    days : mapping of int to tuple
        By index of the span: what is written there, and the day it means.
    """

    days: Mapping[int, tuple[WrittenDate, date]]

    @classmethod
    def of(cls, document: Document, spans: Sequence[Span]) -> DatesRead:
        """Return what is read in a document."""
        calendar = Calendar(Passages.at(document, spans))
        return cls({index: (dated.written, dated.day) for index, dated in calendar.dated.items()})


class Dates:
    """The new dates of one copy of a document."""

    def __init__(self, read: DatesRead, patient: Patient, chance: Chance) -> None:
        self._read = read
        self._chance = chance
        self.shift_days = 0 if chance.odds(_KEPT) else chance.between(-5500, 900)
        birth = read_date(patient.birthdate) if patient.birthdate else None
        young = birth is not None and birth.year is not None and birth.year > 1999
        self.birth_shift_days = self.shift_days + (chance.between(-200, 200) if young else chance.between(-5500, 4500))
        # One other form for all full dates of the copy, or none.
        self._form = chance.between(0, 15) if chance.odds(0.3) else -1
        self._unreadable: dict[str, str] = {}

    @property
    def has_other_form(self) -> bool:
        """Whether all full dates of the copy are written in one other form than their own."""
        return self._form >= 0

    def redrawn(self, index: int, source: str, *, is_birth: bool) -> str:
        """Return the new date of a span, in the form of the source or in the copy's other form.

        Parameters
        ----------
        index : int
            Of the span.
        source : str
            How the old one is written.
        is_birth : bool
            Whether it is a date of birth.
        """
        read = self._read.days.get(index)
        if read is None:
            if source not in self._unreadable:
                self._unreadable[source] = self._drawn(source)
            return self._unreadable[source]
        written, day = read
        new = self._moved(day, self.birth_shift_days if is_birth else self.shift_days)
        if self._form >= 0 and _is_plain(written) and "\n" not in source:
            return day_in_form(new, self._form)
        text = written.write(new.day, new.month, new.year)
        return broken_like(source, text) if "\n" in source else text

    def birth(self, value: str) -> str:
        """Return the new birth date of the record, in its own form."""
        read = read_date(value, year_alone=True)
        if read is None or read.year is None:
            return changed_shape(value, self._chance.stream(), figures_only=True)
        year = read.year if read.year >= 100 else 1900 + read.year
        try:
            day = date(year, read.month or 7, read.day or (15 if read.month else 2))
        except ValueError:
            return value
        new = self._moved(day, self.birth_shift_days)
        return read.write(new.day, new.month, new.year)

    def moved(self, day: date | None) -> date | None:
        """Return the date of the document after the shift."""
        return self._moved(day, self.shift_days) if day else None

    def _moved(self, day: date, shift_days: int) -> date:
        ordinal = day.toordinal() + shift_days
        if not _EARLIEST.toordinal() <= ordinal <= _LATEST.toordinal():
            ordinal = day.toordinal() + shift_days % 365
        return date.fromordinal(min(ordinal, date(2999, 1, 1).toordinal()))

    def _drawn(self, source: str) -> str:
        """Return drawn figures, and drawn months for months, in the shape of a date that cannot be read."""

        def month(match: re.Match[str]) -> str:
            word = match.group()
            return write_month(self._chance.between(1, 12), "full", word) if month_named(fold(word)) else word

        return _LETTERS.sub(month, changed_shape(source, self._chance.stream(), figures_only=True))


def _is_plain(written: WrittenDate) -> bool:
    """Tell whether a date says day, month and year in figures and months: dictated ones keep their words."""
    words = any(isinstance(piece, Field) and piece.writing == "words" for piece in written.pieces)
    return written.is_full and not written.cells and not written.feast and not words


def day_in_form(day: date, form: int) -> str:
    """Return a day in one of 16 forms."""
    month, short = _MONTHS[day.month - 1], _SHORT_MONTHS[day.month - 1]
    first = "1er" if day.day == 1 else str(day.day)
    forms = (
        f"{day:%d/%m/%Y}", f"{day:%d/%m/%y}", f"{day:%d.%m.%Y}", f"{day:%d.%m.%y}", f"{day:%d-%m-%Y}",
        f"{first} {month} {day.year}", f"{day:%d} {month} {day.year}", f"{first} {short} {day.year}",
        f"{first} {month.upper()} {day.year}", f"{day:%Y-%m-%d}", f"{day:%d%m%Y}", f"{day.day}/{day.month}/{day:%y}",
        f"{first} {without_accents(month)} {day.year}", f"{day:%d}{without_accents(short[:3])}{day:%y}",
        f"{day:%d / %m / %Y}", f"{day.day}/{day.month}/{day.year}",
    )  # fmt: skip
    return forms[form]
