"""A run killed on its way and repeated: no row lost, none twice, and what an uninterrupted run writes."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import hospital
import pytest

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

    def run(commit: int, when: str, source: str, target: str, *options: str) -> subprocess.CompletedProcess[str]:
        arguments = ["--policy", "plausible", "--key-file", key_file, "--config", tmp_path / "site.toml"]
        arguments.append("--shift-structured-dates")
        return subprocess.run(
            [sys.executable, SCRIPT, str(commit), when, "deid", source, "-o", target, *arguments, *options],
            capture_output=True,
            text=True,
            check=False,
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
