"""The store of a site's runs: one SQLite file, a row a run and its counts, and the days of its evaluations."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from palimpseste.engines.run.profile import Profile
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import make_private
from palimpseste.watch.record import RunRecord

__all__ = ["WatchStore"]

# "pali" in ASCII: tells this file from other SQLite files.
_APPLICATION = 0x70616C69
_VERSION = 1
_SECONDS_TO_WAIT = 30.0
_SCHEMA = """
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    run TEXT NOT NULL UNIQUE,
    finished TEXT NOT NULL,
    settings TEXT NOT NULL,
    documents INTEGER NOT NULL,
    quarantined INTEGER NOT NULL,
    without_span INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    seconds REAL NOT NULL
);
CREATE TABLE types (number INTEGER REFERENCES runs, type TEXT, documents INTEGER, tokens INTEGER,
    PRIMARY KEY (number, type)) WITHOUT ROWID;
CREATE TABLE lengths (number INTEGER REFERENCES runs, digits INTEGER, documents INTEGER,
    PRIMARY KEY (number, digits)) WITHOUT ROWID;
CREATE TABLE spans (number INTEGER REFERENCES runs, type TEXT, label TEXT, source TEXT, spans INTEGER,
    PRIMARY KEY (number, type, label, source)) WITHOUT ROWID;
"""


# Made when it is first written: a store without it is one whose site noted no evaluation.
_EVALUATIONS = "CREATE TABLE IF NOT EXISTS evaluations (day TEXT PRIMARY KEY) WITHOUT ROWID"


class WatchStore:
    """A store on disk.

    Parameters
    ----------
    path : Path
        The file; only its owner may read it, unless the site says otherwise.
    create : bool
        Make it where there is none.

    Raises
    ------
    UsageError
        If it cannot be opened, or is something else.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self._path = path
        if not create and not path.is_file():
            raise UsageError(f"{path}: no such watch store; runs write one with --watch-store {path}")
        try:
            if create:
                make_private(path)
            with self._opened() as connection:
                # Who only reads needs no right to write.
                connection.execute("BEGIN IMMEDIATE" if create else "BEGIN")
                self._check(connection, create=create)
        except OSError as error:
            raise UsageError(f"{path}: the watch store cannot be opened: {error.strerror}") from None
        except sqlite3.Error as error:
            raise UsageError(f"{path}: the watch store cannot be opened: {_said(error)}") from None

    def append(self, record: RunRecord) -> None:
        """Add a run in one transaction; one that is there already, since it was interrupted after this, is left alone.

        Raises
        ------
        PalimpsesteError
            If the store cannot be written.
        """
        try:
            with self._opened() as connection:
                connection.execute("BEGIN IMMEDIATE")
                _insert(connection, record)
        except sqlite3.Error as error:
            raise PalimpsesteError(
                f"{self._path}: this run could not be added to the watch store ({type(error).__name__}); "
                "its results are in place, and repeating its command adds it"
            ) from None

    def runs(self) -> list[RunRecord]:
        """Return all runs, in the order they came.

        Raises
        ------
        UsageError
            If the store cannot be read.
        """
        try:
            with self._opened() as connection:
                return [_record_of(connection, row) for row in connection.execute("SELECT * FROM runs ORDER BY number")]
        except (sqlite3.Error, ValueError, KeyError) as error:
            raise UsageError(f"{self._path}: the watch store cannot be read ({type(error).__name__})") from None

    def note_evaluation(self, day: date) -> None:
        """Note that the site evaluated on a day; noted twice, it is there once.

        Raises
        ------
        PalimpsesteError
            If the store cannot be written.
        """
        try:
            with self._opened() as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(_EVALUATIONS)
                connection.execute("INSERT OR IGNORE INTO evaluations VALUES (?)", (day.isoformat(),))
        except sqlite3.Error as error:
            raise PalimpsesteError(
                f"{self._path}: the evaluation could not be noted in the watch store ({type(error).__name__})"
            ) from None

    def last_evaluation(self) -> date | None:
        """Return the day of the last evaluation noted; None where there is none.

        Raises
        ------
        UsageError
            If the store cannot be read.
        """
        try:
            with self._opened() as connection:
                known = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'evaluations'").fetchone()[
                    0
                ]
                day = connection.execute("SELECT max(day) FROM evaluations").fetchone()[0] if known else None
                return date.fromisoformat(day) if day else None
        except (sqlite3.Error, ValueError) as error:
            raise UsageError(f"{self._path}: the watch store cannot be read ({type(error).__name__})") from None

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection whose transaction is committed at the end, or undone."""
        # No isolation level: this module says itself where transactions begin.
        connection = sqlite3.connect(self._path, timeout=_SECONDS_TO_WAIT, isolation_level=None)
        try:
            yield connection
            if connection.in_transaction:
                connection.execute("COMMIT")
        finally:
            connection.close()

    def _check(self, connection: sqlite3.Connection, *, create: bool) -> None:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        is_empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if create and is_empty and application == 0:
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        elif application != _APPLICATION:
            raise UsageError(f"{self._path}: an SQLite file, but no watch store")
        elif version != _VERSION:
            raise UsageError(f"{self._path}: a watch store of version {version}; this program reads {_VERSION}")


def _insert(connection: sqlite3.Connection, record: RunRecord) -> None:
    profile = record.profile
    values = (
        record.run,
        record.finished,
        json.dumps(dict(record.settings), sort_keys=True),
        record.documents,
        record.quarantined,
        record.without_span,
        record.characters,
        round(record.seconds, 3),
    )
    added = connection.execute(
        "INSERT OR IGNORE INTO runs (run, finished, settings, documents, quarantined, without_span, characters, "
        "seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        values,
    )
    if added.rowcount == 0:
        return
    number = added.lastrowid
    types = [(number, type, count, profile.tokens[type]) for type, count in profile.documents.items()]
    connection.executemany("INSERT INTO types VALUES (?, ?, ?, ?)", types)
    lengths = [(number, digits, count) for digits, count in profile.lengths.items()]
    connection.executemany("INSERT INTO lengths VALUES (?, ?, ?)", lengths)
    spans = [(number, *key, count) for key, count in profile.spans.items()]
    connection.executemany("INSERT INTO spans VALUES (?, ?, ?, ?, ?)", spans)


def _record_of(connection: sqlite3.Connection, row: Sequence[object]) -> RunRecord:
    number, run, finished, settings, documents, quarantined, without_span, characters, seconds = row
    types = connection.execute("SELECT type, documents, tokens FROM types WHERE number = ?", (number,)).fetchall()
    lengths = connection.execute("SELECT digits, documents FROM lengths WHERE number = ?", (number,))
    spans = connection.execute("SELECT type, label, source, spans FROM spans WHERE number = ?", (number,))
    return RunRecord(
        run=str(run),
        finished=str(finished),
        settings=json.loads(str(settings)),
        documents=int(str(documents)),
        quarantined=int(str(quarantined)),
        without_span=int(str(without_span)),
        characters=int(str(characters)),
        seconds=float(str(seconds)),
        profile=Profile(
            Counter({type: count for type, count, _ in types}),
            Counter({type: tokens for type, _, tokens in types}),
            Counter(dict(lengths)),
            Counter({(type, label, source): count for type, label, source, count in spans}),
        ),
        number=int(str(number)),
    )


def _said(error: sqlite3.Error) -> str:
    """Return what is wrong; the words of SQLite where they are of the disk, a lock or a right, and name no value."""
    # What is no database, and what is damaged, are of this class itself.
    if type(error) is sqlite3.DatabaseError:
        return "it is none, or damaged"
    return str(error) if isinstance(error, sqlite3.OperationalError) else type(error).__name__
