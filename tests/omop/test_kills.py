"""A run killed on its way and repeated: no row lost, none twice, and what an uninterrupted run writes."""

from __future__ import annotations

import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import hospital
import pytest
import sqlalchemy as sa

from palimpseste.omop.address import Address
from palimpseste.omop.database import Database
from palimpseste.omop.journal import RunJournal

SCRIPT = Path(__file__).with_name("killed.py")
# `nlp_date` is the day a run began: not the same for two runs around midnight.
SPANS = 'note_nlp_id, note_id, "offset", lexical_variant, nlp_system, term_modifiers'
TABLES = {
    "note": ("*", "note_id"),
    "note_nlp": (SPANS, "note_nlp_id"),
    "person": ("*", "person_id"),
    "visit_occurrence": ("*", "visit_occurrence_id"),
    "palimpseste_quarantine": ("*", "row_key"),
}
NEVER = 10_000


@pytest.fixture
def command(tmp_path, key_file):
    """Run the command line in a process of its own, killed at a commit."""
    (tmp_path / "site.toml").write_text(hospital.MAPPING)

    def run(
        commit: int, when: str, source: str, target: str, *options: str, most_bytes: int = resource.RLIM_INFINITY
    ) -> subprocess.CompletedProcess[str]:
        arguments = ["--policy", "plausible", "--key-file", key_file, "--config", tmp_path / "site.toml"]
        arguments.append("--shift-structured-dates")
        return subprocess.run(
            [sys.executable, SCRIPT, str(commit), when, "deid", source, "-o", target, *arguments, *options],
            capture_output=True,
            text=True,
            check=False,
            # No file may be larger: what a full disk does, without one.
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, resource.RLIM_INFINITY)),
        )

    return run


def results(database) -> dict[str, list[tuple]]:
    return {
        table: database.rows(f"select {columns} from out.{table} order by {key}")
        for table, (columns, key) in TABLES.items()
    }


def test_a_run_killed_twice_and_repeated_writes_what_an_uninterrupted_one_does(new_database, command):
    source, once, often = new_database(), new_database(), new_database()
    source.fill(notes=40)
    source.do("update cdm.note set person_id = 77 where note_id = 121")
    run = (source.at("cdm"), once.at("out"))
    whole = command(NEVER, "BEFORE", *run)
    assert whole.returncode == 3, whole.stderr

    run = (source.at("cdm"), often.at("out"))
    for commit, when in ((2, "BEFORE"), (3, "AFTER"), (4, "BEFORE")):
        assert command(commit, when, *run).returncode == -signal.SIGKILL
    ended = command(NEVER, "BEFORE", *run)
    assert ended.returncode == 3
    assert "resuming after" in ended.stderr
    assert results(often) == results(once)
    assert len(results(once)["note"]) == 39
    assert results(once)["palimpseste_quarantine"] == [("note", 121, "table 'person' has no row of its person")]


def test_wherever_it_is_killed(new_duckdb, command):
    source, once = new_duckdb(), new_duckdb()
    source.fill(notes=12)
    assert command(NEVER, "BEFORE", source.at("cdm"), once.at("out")).returncode == 0
    for commit, when in ((1, "BEFORE"), (3, "BEFORE"), (4, "BEFORE"), (4, "AFTER")):
        often = new_duckdb()
        run = (source.at("cdm"), often.at("out"))
        assert command(commit, when, *run).returncode == -signal.SIGKILL
        assert command(NEVER, "BEFORE", *run).returncode == 0
        assert results(often) == results(once), (commit, when)


def test_a_file_that_could_not_be_filled_is_no_result(new_duckdb, command, tmp_path):
    source, once, often = new_duckdb(), new_duckdb(), new_duckdb()
    source.fill(notes=12)
    assert command(NEVER, "BEFORE", source.at("cdm"), once.at("out")).returncode == 0
    # Less than one of DuckDB's blocks: what is committed is in the file beside it alone.
    run = (source.at("cdm"), often.at("out"))
    ended = command(NEVER, "BEFORE", *run, most_bytes=200_000)
    assert (ended.returncode, "IOException" in ended.stderr) == (1, True), ended.stderr
    assert command(NEVER, "BEFORE", *run).returncode == 0
    assert results(often) == results(once)
    assert not list(tmp_path.glob("*.wal"))


def test_a_session_is_not_ended_for_being_idle_while_notes_are_read(new_postgresql):
    place = new_postgresql()
    place.do(f"""alter database "{place.url.database}" set idle_session_timeout = '1500ms'""")
    for read_only in (True, False):
        database = Database.open(Address.parsed(place.at("public")), read_only=read_only)
        time.sleep(2)
        assert database.rows(sa.text("select 1")) == [(1,)]
        database.close()


def test_a_run_does_not_write_beside_another(new_postgresql, deid, monkeypatch):
    monkeypatch.setattr("palimpseste.omop.journal._SECONDS_FOR_THE_LOCK", 0.5)
    source, target = new_postgresql(), new_postgresql()
    source.fill(notes=2)
    other = Database.open(Address.parsed(target.at("out")), read_only=False)
    RunJournal(other).lock()
    status, printed = deid(source.at("cdm"), target.at("out"))
    assert (status, "another run is writing to" in printed) == (2, True)
    assert target.rows("select nspname from pg_namespace where nspname = 'out'") == []
    other.close()
    assert deid(source.at("cdm"), target.at("out"))[0] == 0


def test_a_finished_run_repeated_has_nothing_to_do(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    run = (source.at("cdm"), target.at("out"), "--shift-structured-dates")
    assert deid(*run)[0] == 0
    before, steps = results(target), target.rows("select * from out.palimpseste_run order by step")
    assert deid(*run)[0] == 0
    assert results(target) == before
    assert target.rows("select * from out.palimpseste_run order by step") == steps


def test_notes_that_came_since_are_added(new_database, deid):
    source, target = new_database(), new_database()
    source.fill(notes=6)
    run = (source.at("cdm"), target.at("out"))
    deid(*run)
    before = target.rows("select * from out.note order by note_id")
    source.do("insert into cdm.note (note_id, person_id, note_text) values (900, 1, 'Mme ZORGLUBINE va bien.')")
    status, printed = deid(*run)
    assert (status, "resuming after 6" in printed) == (0, True)
    after = target.rows("select * from out.note order by note_id")
    assert after[:6] == before
    assert after[6][0] == 900
    numbers = target.rows("select note_nlp_id from out.note_nlp order by 1")
    assert [number for (number,) in numbers] == list(range(1, len(numbers) + 1))


def test_a_note_that_came_among_those_done_is_no_reason_to_lose_it(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    run = (source.at("cdm"), target.at("out"))
    deid(*run)
    source.do("insert into cdm.note (note_id, person_id, note_text) values (101, 1, 'Elle va bien.')")
    status, printed = deid(*run)
    assert (status, "notes came or went since" in printed) == (2, True)
    assert deid(*run, "--force")[0] == 0
    assert len(target.rows("select note_id from out.note")) == 7


def test_a_note_that_changed_since_it_was_written_is_told(new_database, deid):
    source, target = new_database(), new_database()
    source.fill(notes=6)
    run = (source.at("cdm"), target.at("out"))
    assert deid(*run)[0] == 0
    last = source.rows("select max(note_id) from cdm.note")[0][0]
    source.do(f"update cdm.note set note_text = note_text || ' Revue hier.' where note_id = {last}")
    before = target.rows("select * from out.note order by note_id")
    status, printed = deid(*run)
    # A machine that is slow to begin ends a batch early.
    told = rf"a note of the numbers (up|from \d+) to {last} changed since it was written; --force"
    assert (status, bool(re.search(told, printed))) == (2, True)
    assert "Revue" not in printed
    assert target.rows("select * from out.note order by note_id") == before
    assert deid(*run, "--force")[0] == 0
    assert deid(*run)[0] == 0


@pytest.mark.parametrize(
    "change", ["note_date = date '2019-05-06'", "person_id = (select min(person_id) from cdm.person)"]
)
def test_whatever_a_result_depends_on_may_not_change(new_duckdb, deid, change):
    source, target = new_duckdb(), new_duckdb()
    source.fill(notes=6)
    run = (source.at("cdm"), target.at("out"))
    assert deid(*run)[0] == 0
    source.do(f"update cdm.note set {change} where note_id = (select max(note_id) from cdm.note)")
    status, printed = deid(*run)
    assert (status, "changed since it was written" in printed) == (2, True)


def test_of_several_batches_the_one_with_a_changed_note_is_told(new_duckdb, deid):
    source, target = new_duckdb(), new_duckdb()
    source.fill(notes=6)
    run = (source.at("cdm"), target.at("out"))
    assert deid(*run)[0] == 0
    first = source.rows("select max(note_id) from cdm.note")[0][0]
    source.do("insert into cdm.note (note_id, person_id, note_text) values (900, 1, 'Mme ZORGLUBINE va bien.')")
    assert deid(*run)[0] == 0
    source.do("update cdm.note set note_text = 'Elle va mieux.' where note_id = 900")
    status, printed = deid(*run)
    assert (status, f"of the numbers from {first + 1} to 900 changed" in printed) == (2, True)
    written = str(target.rows("select settings from out.palimpseste_run where step > 0"))
    assert "ZORGLUBINE" not in written


def test_a_record_that_changed_since_notes_were_written_is_warned_of(new_database, deid):
    source, target = new_database(), new_database()
    source.fill(notes=6)
    run = (source.at("cdm"), target.at("out"))
    assert deid(*run)[0] == 0
    before = target.rows("select * from out.note order by note_id")
    source.do("update cdm.person set year_of_birth = year_of_birth - 1, birth_datetime = null")
    status, printed = deid(*run)
    assert (status, "changed since notes of the numbers up to " in printed) == (0, True)
    assert "--force writes all notes anew" in printed
    assert target.rows("select * from out.note order by note_id") == before
    for options in (["--force"], []):
        status, printed = deid(*run, *options)
        assert (status, "changed since" in printed) == (0, False)


def test_who_cared_is_part_of_what_may_have_changed(new_duckdb, deid):
    source, target = new_duckdb(), new_duckdb()
    source.fill(notes=6)
    run = (source.at("cdm"), target.at("out"))
    assert deid(*run)[0] == 0
    source.do("update cdm.provider set provider_name = 'Dr KERZUBERT'")
    status, printed = deid(*run)
    assert (status, "changed since notes of the numbers" in printed, "KERZUBERT" in printed) == (0, True, False)
    written = str(target.rows("select settings from out.palimpseste_run where step > 0"))
    assert "KERZUBERT" not in written


def test_what_no_result_depends_on_may_change(new_database, deid):
    source, target = new_database(), new_database()
    source.fill(notes=6)
    source.do("alter table cdm.note add column loaded varchar", "update cdm.note set loaded = 'lundi'")
    run = (source.at("cdm"), target.at("out"))
    assert deid(*run)[0] == 0
    source.do("update cdm.note set loaded = 'mardi', note_source_value = 'x'")
    assert deid(*run)[0] == 0


def test_a_run_begun_before_digests_were_kept_goes_on(new_duckdb, deid):
    source, target = new_duckdb(), new_duckdb()
    source.fill(notes=6)
    run = (source.at("cdm"), target.at("out"))
    assert deid(*run)[0] == 0
    target.do("update out.palimpseste_run set settings = null where step > 0")
    assert deid(*run)[0] == 0


def test_a_note_that_changed_before_an_interrupted_run_goes_on_is_told(new_duckdb, command, deid):
    source, target = new_duckdb(), new_duckdb()
    source.fill(notes=12)
    run = (source.at("cdm"), target.at("out"))
    assert command(4, "BEFORE", *run).returncode == -signal.SIGKILL
    source.do("update cdm.note set note_text = 'Elle va mieux.'")
    ended = command(NEVER, "BEFORE", *run)
    assert ended.returncode == 2, ended.stderr
    assert "changed since it was written; --restart begins anew" in ended.stderr
    assert command(NEVER, "BEFORE", *run, "--restart").returncode == 0


def test_a_finished_run_is_replaced_only_by_force(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    assert deid(source.at("cdm"), target.at("out"))[0] == 0
    status, printed = deid(source.at("cdm"), target.at("out"), policy="tag")
    assert (status, "--force replaces them" in printed) == (2, True)
    assert deid(source.at("cdm"), target.at("out"), "--force", policy="tag")[0] == 0
    assert target.rows("select count(*) from out.note where position('[LASTNAME]' in note_text) > 0") == [(6,)]


def test_an_interrupted_run_is_thrown_away_only_when_asked(new_duckdb, command, deid):
    source, target = new_duckdb(), new_duckdb()
    source.fill(notes=12)
    assert command(2, "BEFORE", source.at("cdm"), target.at("out")).returncode == -signal.SIGKILL
    status, printed = deid(source.at("cdm"), target.at("out"), policy="tag")
    assert (status, "--restart throws it away" in printed) == (2, True)
    assert deid(source.at("cdm"), target.at("out"), "--restart", policy="tag")[0] == 0
    assert target.rows("select count(*) from out.note where position('[LASTNAME]' in note_text) > 0") == [(12,)]
