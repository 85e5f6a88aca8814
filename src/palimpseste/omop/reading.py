"""Notes read from their table in the order of their numbers, a few at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import sqlalchemy as sa

from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.omop.cdm import CARE_SITE, NOTE, PROVIDER
from palimpseste.omop.database import Database, Row, as_text, is_number
from palimpseste.omop.days import day_of
from palimpseste.omop.note import Note
from palimpseste.omop.records import Care, Records, Unknown
from palimpseste.sources import Entry, Place
from palimpseste.sources.entry import make_entry

__all__ = ["Extent", "NoteRead", "NoteTable"]

# Numbers and lengths are read far ahead, rows only so many bytes at once: a note may be of 20 MB.
_NUMBERS_AT_ONCE = 1_000
_BYTES_AT_ONCE = 1 << 21
# Of the name of a provider or a place of care, which is looked for in the note: the standard allows 255.
_MOST_CHARACTERS = 255


@dataclass(frozen=True, slots=True)
class Extent:
    """How many notes a table holds.

    Parameters
    ----------
    notes : int
        All of them.
    notes_done : int
        Those whose number is not beyond the last one that an earlier run finished.
    bytes : int
        Of all texts.
    """

    notes: int
    notes_done: int
    bytes: int


class NoteRead(NamedTuple):
    """A row of the table of notes, with what other tables tell of it.

    Parameters
    ----------
    row : Row
        Of the note.
    patient : Patient or Unknown
        The record of its patient.
    care : Care
        Who cared, and where.
    """

    row: Row
    patient: Patient | Unknown
    care: Care


class NoteTable:
    """The table of notes of a database.

    Parameters
    ----------
    source : Database
        Where.

    Raises
    ------
    UsageError
        If it is not there, or lacks a column without which no note can be told.
    """

    def __init__(self, source: Database) -> None:
        self._source = source
        self.kinds = source.columns_of(NOTE.name)
        needed = (NOTE.key, NOTE.person, NOTE.date, NOTE.text)
        missing = next((name for name in needed if name not in self.kinds), None)
        if missing:
            raise UsageError(f"{source.address}: no table {NOTE.name!r} with a column {missing!r}")
        if not is_number(self.kinds[NOTE.key]):
            raise UsageError(f"{source.address}: column {NOTE.key!r} must hold whole numbers")
        self.columns = tuple(self.kinds)
        self._table = sa.table(NOTE.name, *map(sa.column, self.columns), schema=source.address.schema)
        self._key = self._table.c[NOTE.key]
        self._place = f"{source.address.schema}.{NOTE.name}"

    def extent(self, after: int | None) -> Extent:
        """Return how many notes there are, and how many up to a number.

        Raises
        ------
        UsageError
            If two notes have one number, or one has none: nothing could then tell which is done.
        """
        table, key = self._table, self._key
        done = sa.func.count(sa.case((key <= after, 1))) if after is not None else sa.literal(0)
        length = sa.func.coalesce(sa.func.sum(self._source.bytes_of(table.c[NOTE.text])), 0)
        query = sa.select(
            sa.func.count(), sa.func.count(key), sa.func.count(sa.distinct(key)), done, length
        ).select_from(table)
        rows, numbered, distinct, before, size = self._source.rows(query)[0]
        if rows != distinct:
            wrong = f"{rows - numbered} without a number" if rows != numbered else f"{rows - distinct} twice"
            raise UsageError(f"{self._place}: column {NOTE.key!r} does not tell notes apart: {wrong}")
        return Extent(int(rows), int(before), int(size))

    def read(self, records: Records, last: int) -> Iterator[NoteRead]:
        """Yield the notes up to a number, as they are now.

        Parameters
        ----------
        records : Records
            What tells who patients are.
        last : int
            The number.
        """
        for first, reached in self._ranges(None):
            rows = [row for row in self._rows(first, reached) if int(row[NOTE.key] or 0) <= last]
            yield from self._joined(rows, records)
            if reached >= last:
                return

    def entries(
        self, records: Records, after: int | None, tell: Callable[[NoteRead], None] = lambda note: None
    ) -> Iterator[Entry]:
        """Yield the notes behind a number; each carries its row, and the record of its patient.

        Parameters
        ----------
        records : Records
            What tells who patients are.
        after : int, optional
            The number; all are yielded without it.
        tell : callable
            Told of each note before it is yielded.
        """
        number = 0
        for first, last in self._ranges(after):
            for note in self._joined(self._rows(first, last), records):
                tell(note)
                yield self._entry(number, *note)
                number += 1

    def _ranges(self, after: int | None) -> Iterator[tuple[int | None, int]]:
        """Yield intervals of numbers, open below and closed above, with few bytes each or one note."""
        length = self._source.bytes_of(self._table.c[NOTE.text])
        query = sa.select(self._key, sa.func.coalesce(length, 0)).order_by(self._key).limit(_NUMBERS_AT_ONCE)
        while page := self._source.rows(query if after is None else query.where(self._key > after)):
            size, last = 0, None
            for number, length_of_text in page:
                if last is not None and size + length_of_text > _BYTES_AT_ONCE:
                    yield after, last
                    after, size = last, 0
                last = int(number)
                size += length_of_text
            if last is not None:
                yield after, last
                after = last

    def _rows(self, after: int | None, last: int) -> list[Row]:
        query = sa.select(*map(as_text, self._table.c)).where(self._key <= last).order_by(self._key)
        rows = self._source.rows(query if after is None else query.where(self._key > after))
        return [dict(zip(self.columns, row, strict=True)) for row in rows]

    def _joined(self, rows: Sequence[Row], records: Records) -> Iterator[NoteRead]:
        patients = records.patients_of({person for row in rows if (person := row[NOTE.person])})
        stays = records.stays_of({visit for row in rows if (visit := row.get(NOTE.visit))})
        care = records.care_of({_links_of(row) for row in rows})
        for row in rows:
            patient = patients.get(row[NOTE.person] or "", Unknown(f"column {NOTE.person!r} names no person"))
            stay = stays.get(row.get(NOTE.visit) or "", {})
            if isinstance(patient, Patient):
                patient = stay if isinstance(stay, Unknown) else _with_stay(patient, stay)
            yield NoteRead(row, patient, care[_links_of(row)])

    def _entry(self, position: int, row: Row, patient: Patient | Unknown, care: Care) -> Entry:
        place = Place(self._place, int(row[NOTE.key] or 0))
        if isinstance(patient, Unknown):
            return Entry(0, position, place, None, patient.reason)

        def make() -> Note:
            texts = [row[NOTE.text] or "", row.get(NOTE.title) or "", *(patient.known().values())]
            if not all(map(_is_written, texts)):
                raise UsageError("unknown encoding: neither UTF-8, UTF-16 nor CP1252")
            for table, names in ((PROVIDER.name, care.providers), (CARE_SITE.name, care.care_sites)):
                if any(len(name) > _MOST_CHARACTERS for name in names):
                    raise UsageError(f"a name in table {table!r} has more than {_MOST_CHARACTERS} characters")
            return Note(
                row[NOTE.key] or "",
                texts[0],
                row.get(NOTE.kind) or "",
                day_of(row[NOTE.date]),
                patient,
                title=texts[1],
                care=care,
            )

        return make_entry(0, position, place, make, row)


def _links_of(row: Row) -> tuple[str, str | None, str | None]:
    return row[NOTE.person] or "", row.get(NOTE.visit), row.get(NOTE.provider)


def _with_stay(patient: Patient, stay: Mapping[str, str | None]) -> Patient | Unknown:
    known = {field: value for field, value in stay.items() if value}
    try:
        return Patient.from_mapping({**patient.known(), **known}) if known else patient
    except UsageError as error:
        return Unknown(f"{error} in the row of its visit")


def _is_written(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
