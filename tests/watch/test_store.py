"""The store on disk: a run is there once and whole, or not at all."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace

import pytest

from palimpseste.document import Document, Prediction, Span
from palimpseste.engines.run.profile import OTHER_TYPES, Profile
from palimpseste.engines.run.tally import Tally
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.watch import WatchStore, record_of, store

CANARY = "Zorglubine"


def tally_of(documents: int = 12, type: str = "CRH") -> Tally:
    tally = Tally()
    for number in range(documents):
        spans = (Span(0, 3, "LASTNAME", "rules.name.title"),) * (number % 3)
        tally.count(Prediction(Document(f"{CANARY}-{number}", f"{CANARY} va mieux " * number, type), spans))
    return tally


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.sqlite"


def appended(path, tally, settings=None):
    WatchStore(path, create=True).append(record_of(tally, settings or {"policy": "mask"}, "2024-03-05T08:00:00+00:00"))


def test_a_run_comes_back_as_it_was_counted(path):
    tally = tally_of()
    appended(path, tally)
    (record,) = WatchStore(path).runs()
    assert replace(record, number=0) == record_of(tally, {"policy": "mask"}, "2024-03-05T08:00:00+00:00")
    assert (record.number, record.documents, record.without_span, record.tokens) == (1, 12, 4, 3 * sum(range(12)))


def test_a_run_resumed_after_it_was_added_is_added_once(path):
    tally = tally_of()
    appended(path, tally)
    appended(path, Tally.from_mapping(tally.to_mapping()))
    appended(path, tally_of())
    assert [record.number for record in WatchStore(path).runs()] == [1, 2]


def test_a_tally_keeps_its_profile_through_a_journal():
    tally = tally_of()
    assert Tally.from_mapping(tally.to_mapping()) == replace(tally, seconds=0.0)


@pytest.mark.parametrize("statement", ["types", "lengths", "spans"])
def test_a_run_cut_short_while_it_is_added_leaves_nothing(path, statement, monkeypatch):
    appended(path, tally_of())
    opened = WatchStore(path)
    connect = sqlite3.connect

    class Cut(sqlite3.Connection):
        def executemany(self, sql, rows):
            if f"INTO {statement}" in sql:
                super().executemany(sql, list(rows)[:1])
                raise sqlite3.OperationalError("disk I/O error")
            return super().executemany(sql, rows)

    monkeypatch.setattr(store.sqlite3, "connect", lambda *a, **k: connect(*a, factory=Cut, **k))
    with pytest.raises(PalimpsesteError, match="repeating its command adds it"):
        opened.append(record_of(tally_of(), {}, ""))
    monkeypatch.undo()
    assert len(WatchStore(path).runs()) == 1
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT DISTINCT number FROM types UNION SELECT number FROM spans").fetchall()
    connection.close()
    assert rows == [(1,)]


APPENDING = """
import sys, pathlib
from palimpseste.document import Document, Prediction
from palimpseste.engines.run.tally import Tally
from palimpseste.watch import WatchStore, record_of
opened = WatchStore(pathlib.Path(sys.argv[1]), create=True)
for _ in range(20):
    tally = Tally()
    tally.count(Prediction(Document("n", "un deux"), ()))
    opened.append(record_of(tally, {}, ""))
"""


def test_several_processes_add_their_runs_to_one_store(path):
    processes = [subprocess.Popen([sys.executable, "-c", APPENDING, path]) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert [record.number for record in WatchStore(path).runs()] == list(range(1, 61))


def test_a_killed_process_leaves_a_store_of_whole_runs(path):
    program = APPENDING.replace("range(20)", "iter(int, 1)")
    process = subprocess.Popen([sys.executable, "-c", program, path])
    while not path.exists() or path.stat().st_size < 30_000:
        assert process.poll() is None
    time.sleep(0.3)
    process.kill()
    process.wait()
    records = WatchStore(path).runs()
    assert records
    assert {record.tokens for record in records} == {2}


def test_only_its_owner_may_read_a_store(path):
    WatchStore(path, create=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_no_store_is_refused(path, tmp_path):
    with pytest.raises(UsageError, match="no such watch store"):
        WatchStore(path)
    path.touch()
    with pytest.raises(UsageError, match="no watch store"):
        WatchStore(path)
    assert path.stat().st_size == 0
    path.write_text("notes " * 1000)
    with pytest.raises(UsageError, match="cannot be opened"):
        WatchStore(path)
    other = tmp_path / "other.sqlite"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE patients (name TEXT)")
    connection.close()
    with pytest.raises(UsageError, match="no watch store"):
        WatchStore(other, create=True)
    with pytest.raises(UsageError, match="cannot be opened"):
        WatchStore(tmp_path / "absent" / "runs.sqlite", create=True)


def test_a_store_of_a_later_version_is_refused(path):
    WatchStore(path, create=True)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    with pytest.raises(UsageError, match="version 2"):
        WatchStore(path)


def test_a_store_that_cannot_be_written_says_that_results_are_in_place(path, monkeypatch):
    opened = WatchStore(path, create=True)
    monkeypatch.setattr(store, "_SECONDS_TO_WAIT", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(PalimpsesteError, match="results are in place"):
        opened.append(record_of(tally_of(), {}, ""))
    other.close()


def test_no_text_and_no_identifier_is_kept(path):
    tally = tally_of()
    appended(path, tally)
    for content in (path.read_bytes(), repr(WatchStore(path).runs()).encode(), str(tally.to_mapping()).encode()):
        assert CANARY.lower().encode() not in content.lower()


def test_a_type_that_few_documents_bear_is_not_told(path):
    tally = tally_of()
    for number in range(4):
        tally.count(Prediction(Document("d", "texte", f"{CANARY} {number}"), (Span(0, 2, "DATE", "model"),)))
    appended(path, tally)
    assert CANARY.encode() not in path.read_bytes()
    (record,) = WatchStore(path).runs()
    assert record.profile.documents == {"CRH": 12, OTHER_TYPES: 4}
    assert record.profile.tokens[OTHER_TYPES] == 4
    assert record.profile.spans[OTHER_TYPES, "DATE", "model"] == 4


def test_a_column_that_is_no_type_does_not_grow_the_counts():
    profile = Profile()
    for number in range(500):
        profile.count(Prediction(Document("d", "texte", f"type {number}"), ()))
    profile.count(Prediction(Document("d", "texte", "x" * 100), ()))
    assert len(profile.documents) == 65
    assert profile.documents[OTHER_TYPES] == 437
    assert profile.documents.total() == 501


def test_lengths_are_counted_by_powers_of_two():
    profile = Profile()
    for length in (0, 1, 255, 256, 300):
        profile.count(Prediction(Document("d", "x" * length), ()))
    assert profile.lengths == Counter({0: 1, 1: 1, 8: 1, 9: 2})


def test_a_store_that_another_holds_is_refused_with_the_reason(path, monkeypatch):
    monkeypatch.setattr(store, "_SECONDS_TO_WAIT", 0.01)
    WatchStore(path, create=True)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(UsageError, match="cannot be opened: database is locked"):
        WatchStore(path, create=True)
    other.close()
