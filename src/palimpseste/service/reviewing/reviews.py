"""What people decided of notes: each person's spans of a note, in versions, so that nobody overwrites anybody.

A decision is in the database, SQLite in the service's folder or PostgreSQL by address, before it is answered for.
Texts, identifiers and spans are encrypted there (AES-256-GCM, by a key drawn from the service's secret): neither the
database's administrator, nor its logs, nor a copy of it have them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from palimpseste.document import Document, Span
from palimpseste.document.span import overlap_told
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.service.reviewing.schema.copies import copy_rows, copy_to_file
from palimpseste.service.reviewing.schema.database import Transaction, engine_of
from palimpseste.service.reviewing.schema.sealing import Seal
from palimpseste.service.reviewing.schema.tables import NOTES, REVIEWS, VERDICTS
from palimpseste.service.reviewing.turns.next_notes import NextNotes

__all__ = ["Review", "Reviews", "note_of"]

_ROWS_AT_ONCE = 200
_CHANGED_MEANWHILE = "another window kept this note meanwhile: load it again"


@dataclass(frozen=True, slots=True, repr=False)
class Review:
    """What somebody decided of a note.

    Parameters
    ----------
    document : Document
        The note, with the spans decided on.
    user : str
        Who.
    version : int
        From 1; a later one stands for those before.
    seconds : int
        How long it took.
    at : str
        When, in UTC.
    found : tuple of Span
        What was found in the note before.
    """

    document: Document
    user: str
    version: int
    seconds: int
    at: str
    found: tuple[Span, ...] = ()

    @property
    def history(self) -> dict[str, object]:
        """Who decided on what, when, as which version, in how many seconds."""
        return {
            "id": self.document.id,
            "annotator": self.user,
            "version": self.version,
            "at": self.at,
            "seconds": self.seconds,
        }


class Reviews:
    """The notes to review and what was decided of them.

    Parameters
    ----------
    address : str
        Of the database, as SQLAlchemy writes it: ``sqlite:///FILE``, ``postgresql+psycopg://HOST/DATABASE``.
    secret : bytes
        The service's, which keys are drawn from.

    Attributes
    ----------
    turns : NextNotes
        Which note somebody reviews next.

    Raises
    ------
    UsageError
        If it cannot be opened, or a later version made it.
    """

    def __init__(self, address: str, secret: bytes) -> None:
        self._seal = Seal(secret)
        self._engine = engine_of(address)
        self.turns = NextNotes(self._engine, self._seal)

    def add(self, predictions: Iterable[Mapping[str, Any]]) -> int:
        """Add notes with what was found in them; those that are there stay as they are. Return how many are new.

        Parameters
        ----------
        predictions : iterable of mapping
            Lines of ``palimpseste detect``.

        Raises
        ------
        UsageError
            If one is no document, or its spans overlap.
        PalimpsesteError
            If they cannot be kept.
        """
        new = {}
        for values in predictions:
            document = note_of(values)
            new[self.name_of(document.id)] = (_doubt_of(document), values)
        with Transaction(self._engine) as connection:
            there = set(connection.execute(sql.select(NOTES.c.id)).scalars())
            rows = [
                {"id": name, "position": len(there) + n, "doubt": doubt, "document": self._seal.sealed(values, name)}
                for n, (name, (doubt, values)) in enumerate(new.items())
                if name not in there
            ]
            if rows:
                connection.execute(NOTES.insert(), rows)
        return len(rows)

    def other_texts(self, predictions: Iterable[Mapping[str, Any]]) -> int:
        """Return how many notes are here under the identifier of another text: `add` would leave that one out.

        Parameters
        ----------
        predictions : iterable of mapping
            Lines of ``palimpseste detect``.

        Raises
        ------
        PalimpsesteError
            If they cannot be read.
        """
        here = ((self.note(self.name_of(str(values["id"]))), values) for values in predictions)
        return sum(note is not None and note["text"] != values["text"] for note, values in here)

    def name_of(self, document: str) -> str:
        """Return the name of a note in the database and in addresses of pages, which tells nothing of its identifier.

        Parameters
        ----------
        document : str
            The identifier of the document.
        """
        return self._seal.name_of(document)

    def note(self, note: str) -> dict[str, Any] | None:
        """Return a note with what was found in it, as its line was, or None.

        Parameters
        ----------
        note : str
            Its name.
        """
        with Transaction(self._engine) as connection:
            found = connection.execute(sql.select(NOTES.c.document).where(NOTES.c.id == note)).scalar()
        return None if found is None else self._seal.opened(found, note)

    def progress_of(self, user: str) -> tuple[int, int]:
        """Return how many notes somebody has reviewed, and how many there are."""
        with Transaction(self._engine) as connection:
            done = connection.execute(
                sql.select(sql.func.count(sql.distinct(REVIEWS.c.note))).where(REVIEWS.c.user == user)
            ).scalar_one()
        return done, self.count()

    def count(self) -> int:
        """Return how many notes there are."""
        with Transaction(self._engine) as connection:
            return connection.execute(sql.select(sql.func.count()).select_from(NOTES)).scalar_one()

    def seconds(self) -> int:
        """Return how long people took for all that they decided and settled, in all versions."""
        with Transaction(self._engine) as connection:
            return sum(
                connection.execute(sql.select(sql.func.sum(table.c.seconds))).scalar() or 0
                for table in (REVIEWS, VERDICTS)
            )

    def latest_of(self, note: str, user: str) -> Review | None:
        """Return what somebody decided last of a note, or None."""
        return next(self._latest(REVIEWS, REVIEWS.c.note == note, REVIEWS.c.user == user), None)

    def all_of(self, user: str) -> Iterator[Review]:
        """Yield what somebody decided last of each note, in the order of the notes."""
        return self._latest(REVIEWS, REVIEWS.c.user == user)

    def sides_of(self, note: str) -> list[Review]:
        """Return what each person decided last of a note, by name."""
        return sorted(self._latest(REVIEWS, REVIEWS.c.note == note), key=lambda each: each.user)

    def verdict_of(self, note: str) -> Review | None:
        """Return what was settled last of a note, or None."""
        return next(self._latest(VERDICTS, VERDICTS.c.note == note), None)

    def disputed(self, third: str = "") -> list[str]:
        """Return the names of the notes that two people or more decided on differently, and nobody settled.

        Parameters
        ----------
        third : str
            Who is to settle them: those that this one decided on are left out.
        """
        settled = {self.name_of(each.document.id) for each in self._latest(VERDICTS)}
        return [
            name
            for name, sides in self._sides()
            if name not in settled and not _agree(sides) and all(each.user != third for each in sides)
        ]

    def gold(self) -> Iterator[Review]:
        """Yield what holds of each note: what was settled, or what all of two people or more decided alike."""
        settled = {self.name_of(each.document.id): each for each in self._latest(VERDICTS)}
        for name, sides in self._sides():
            if name in settled:
                yield settled[name]
            elif len(sides) > 1 and _agree(sides):
                yield sides[0]

    def decided(self) -> Iterator[list[Review]]:
        """Yield what was decided of each note: what was settled alone, else what each person decided."""
        settled = {self.name_of(each.document.id): each for each in self._latest(VERDICTS)}
        for name, sides in self._sides():
            yield [settled[name]] if name in settled else sides

    def _sides(self) -> Iterator[tuple[str, list[Review]]]:
        sides: dict[str, list[Review]] = {}
        for each in self._latest(REVIEWS):
            sides.setdefault(self.name_of(each.document.id), []).append(each)
        yield from sides.items()

    def users(self) -> list[str]:
        """Return who has reviewed anything."""
        with Transaction(self._engine) as connection:
            return list(connection.execute(sql.select(REVIEWS.c.user).distinct().order_by(REVIEWS.c.user)).scalars())

    def keep(self, note: str, user: str, entities: Sequence[Span], version: int, seconds: int) -> int:
        """Keep what somebody decided of a note; return its version.

        Parameters
        ----------
        note : str
            The name of the note.
        user : str
            Who.
        entities : sequence of Span
            What identifies people in it.
        version : int
            The version this one follows, 0 for the first: where another window kept one meanwhile, nothing is kept.
        seconds : int
            How long it took.

        Raises
        ------
        UsageError
            If there is no such note, or another version was kept meanwhile.
        PalimpsesteError
            If it cannot be kept.
        """
        of_person = (REVIEWS.c.note == note) & (REVIEWS.c.user == user)
        return self._keep(REVIEWS, of_person, note, user, entities, version, seconds)

    def settle(self, note: str, user: str, entities: Sequence[Span], version: int, seconds: int) -> int:
        """Keep what a third person settled of a note; parameters and what is returned are those of `keep`.

        Raises
        ------
        UsageError
            As of `keep`; if that person is one of those who decided on the note.
        PalimpsesteError
            If it cannot be kept.
        """
        if any(each.user == user for each in self.sides_of(note)):
            raise UsageError("whoever reviewed a note does not settle it: a third person does")
        return self._keep(VERDICTS, VERDICTS.c.note == note, note, user, entities, version, seconds)

    def copy_to(self, path: Path) -> None:
        """Copy the database, as it is at one moment, into a new file of SQLite; what is encrypted stays so.

        Parameters
        ----------
        path : Path
            The file.

        Raises
        ------
        PalimpsesteError
            If it cannot be read or written.
        """
        self._copied(lambda: copy_to_file(self._engine, path))

    def fill_from(self, other: Reviews) -> None:
        """Copy what another database has into this one.

        Parameters
        ----------
        other : Reviews
            Of the same service.

        Raises
        ------
        UsageError
            If there are notes here.
        PalimpsesteError
            If it cannot be read or written.
        """
        if self.count():
            raise UsageError("the database has notes to review: name an empty one")
        self._copied(lambda: copy_rows(other._engine, self._engine))

    def checked(self) -> tuple[int, int]:
        """Return how many notes there are and how many decisions, versions that others followed included.

        Raises
        ------
        UsageError
            If one cannot be decrypted.
        PalimpsesteError
            If the database cannot be read.
        """
        notes = decisions = 0
        with Transaction(self._engine) as connection:
            connection = connection.execution_options(yield_per=_ROWS_AT_ONCE)
            for row in connection.execute(sql.select(NOTES)):
                self._seal.opened(row.document, row.id)
                notes += 1
            for table in (REVIEWS, VERDICTS):
                for row in connection.execute(sql.select(table)):
                    self._seal.opened(row.entities, table.name, row.note, row.user, str(row.version))
                    decisions += 1
        return notes, decisions

    def _copied(self, copy: Callable[[], None]) -> None:
        try:
            copy()
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise PalimpsesteError(f"the reviews cannot be copied ({error.__class__.__name__})") from None

    def _keep(
        self,
        table: sql.Table,
        before: sql.ColumnElement[bool],
        note: str,
        user: str,
        entities: Sequence[Span],
        version: int,
        seconds: int,
    ) -> int:
        spans = [{"start": s.start, "end": s.end, "label": s.label} for s in sorted(entities)]
        with Transaction(self._engine) as connection:
            if connection.execute(sql.select(NOTES.c.id).where(NOTES.c.id == note)).scalar() is None:
                raise UsageError("there is no such note")
            found = connection.execute(sql.select(sql.func.max(table.c.version)).where(before)).scalar() or 0
            if found != version:
                raise UsageError(_CHANGED_MEANWHILE)
            try:
                connection.execute(
                    table.insert().values(
                        note=note,
                        user=user,
                        version=version + 1,
                        entities=self._seal.sealed(spans, table.name, note, user, str(version + 1)),
                        seconds=seconds,
                        at=datetime.now(timezone.utc).isoformat(timespec="seconds"),
                    )
                )
            except IntegrityError:
                raise UsageError(_CHANGED_MEANWHILE) from None
        return version + 1

    def _latest(self, table: sql.Table, *conditions: sql.ColumnElement[bool]) -> Iterator[Review]:
        """Yield the last version of each row of decisions or verdicts, in the order of the notes."""
        alone = [column for column in table.primary_key.columns if column.name != "version"]
        latest = sql.select(*alone, sql.func.max(table.c.version).label("version")).group_by(*alone).subquery()
        is_latest = sql.and_(*(latest.c[column.name] == column for column in table.primary_key.columns))
        query = (
            sql.select(NOTES.c.document, table)
            .join(table, table.c.note == NOTES.c.id)
            .join(latest, is_latest)
            .where(*conditions)
            .order_by(NOTES.c.position)
        )
        with Transaction(self._engine) as connection:
            for row in connection.execute(query):
                entities = self._seal.opened(row.entities, table.name, row.note, row.user, str(row.version))
                values = self._seal.opened(row.document, row.note)
                document = Document.from_mapping({**values, "entities": entities})
                found = Document.from_mapping(values).entities
                yield Review(document, row.user, row.version, row.seconds, row.at, found)


def note_of(values: Mapping[str, Any]) -> Document:
    """Return a note with the spans that people are shown, or decided on.

    Parameters
    ----------
    values : mapping
        A line of ``palimpseste detect``, or a note with what somebody decided.

    Raises
    ------
    UsageError
        If it is no document, or two spans overlap: a page shows each word once.
    """
    document = Document.from_mapping(values)
    if overlap := overlap_told(document.entities):
        raise UsageError(overlap)
    return document


def _agree(sides: Sequence[Review]) -> bool:
    spans = [{(s.start, s.end, s.label) for s in each.document.entities} for each in sides]
    return all(each == spans[0] for each in spans)


def _doubt_of(document: Document) -> float:
    """Return how little sure the least sure span of a note is: 1 minus its probability, 0 where none has one."""
    return max((1 - each.probability for each in document.entities if each.probability is not None), default=0.0)
