"""What a database may hold that nobody foresaw: each a right result or a reason, and the other notes done."""

from __future__ import annotations

import os
import stat

import pytest
import sqlalchemy as sa

from palimpseste.omop.note import ReleasedNote
from palimpseste.result import OffsetMap

INSERT = "insert into cdm.note (note_id, person_id, note_date, note_text) values "


def refusals(database) -> list[tuple]:
    return database.rows("select row_key, reason from out.palimpseste_quarantine order by 1")


@pytest.mark.parametrize(
    "day",
    ["infinity", "-infinity", "0044-03-15 BC", "0001-01-01 BC", "99999-01-01", "0001-01-01", None],
)
def test_a_date_that_no_calendar_has_is_left_out(new_database, deid, day):
    source, target = new_database(), new_database()
    source.fill(notes=1)
    era = " (BC)" if source.url.drivername == "duckdb" else " BC"
    written = "null" if day is None else f"date '{day.replace(' BC', era)}'"
    source.do(INSERT + f"(900, 1, {written}, 'Mme ZORGLUBINE va bien.')")
    source.do(f"update cdm.visit_occurrence set visit_start_date = {written}")
    assert deid(source.at("cdm"), target.at("out"), "--shift-structured-dates")[0] == 0
    assert target.rows(
        "select cast(note_date as text), position('va bien' in note_text) > 0 from out.note where note_id = 900"
    ) == [(None, True)]
    expected = day if day in ("infinity", "-infinity") else None
    assert target.rows("select cast(visit_start_date as text) from out.visit_occurrence") == [(expected,)]


def test_a_year_0_is_left_out(new_duckdb, deid):
    source, target = new_duckdb(), new_duckdb()
    source.fill(notes=1)
    source.do(
        INSERT + "(900, 1, date '0000-01-01', 'Elle va bien.')",
        "update cdm.person set year_of_birth = 0, birth_datetime = null",
    )
    assert deid(source.at("cdm"), target.at("out"), "--shift-structured-dates")[0] == 0
    assert target.rows("select note_date from out.note where note_id = 900") == [(None,)]
    assert target.rows("select year_of_birth from out.person") == [(None,)]


@pytest.mark.parametrize("schema", ['c"dm', "c'dm", "c;dm", "--", "select", "C Dm", "é%s:x"])
def test_names_with_sql_in_them_are_names(new_database, deid, schema):
    source, target = new_database(), new_database()
    source.fill(schema)
    assert deid(source.at(schema), target.at(schema + "out"))[0] == 0
    with target.connect() as connection:
        table = sa.table("note", schema=sa.sql.quoted_name(schema + "out", quote=True))
        assert connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() == 6


def test_values_with_sql_in_them_are_values(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    text = "Mme ZORGLUBINE'); drop table cdm.note; -- \\N \\. \t {x} $1 ? :y"
    with source.connect(is_logged=False) as connection:
        note = sa.table("note", sa.column("note_id"), sa.column("note_text"), schema="cdm")
        connection.execute(sa.update(note).where(note.c.note_id == 100), {"note_text": text})
        connection.commit()
    assert deid(source.at("cdm"), target.at("out"))[0] == 0
    written = target.rows("select note_text from out.note where note_id = 100")[0][0]
    assert written.endswith("'); drop table cdm.note; -- \\N \\. \t {x} $1 ? :y")
    assert "ZORGLUBINE" not in written


def test_a_note_of_20_megabytes_is_done(new_database, deid, monkeypatch):
    source, target = new_database(), new_database()
    source.fill(notes=2)
    source.do(
        INSERT + "(50, 1, null, repeat('a', 20000000) || ' Mme ZORGLUBINE va bien.')",
        INSERT + "(51, 1, null, repeat('b ', 1000))",
    )

    class Wordless:
        """Finds one name at the end: how fast detection is, is measured elsewhere."""

        def __init__(self, task, workers, deadline):
            pass

        def __call__(self, entries):
            for entry in entries:
                text = entry.document.text.replace("ZORGLUBINE", "DURAND")
                yield entry, ReleasedNote(entry.id, text, (), (), OffsetMap(()), date=entry.document.date)

    monkeypatch.setattr("palimpseste.omop.run.LocalEngine", Wordless)
    assert deid(source.at("cdm"), target.at("out"))[0] == 0
    assert target.rows("select length(note_text), right(note_text, 20) from out.note where note_id = 50") == [
        (20_000_000 + 20, " Mme DURAND va bien.")
    ]


def test_bytes_that_a_server_never_checked_are_read_as_what_they_are(new_postgresql, deid):
    source, target = new_postgresql(encoding="SQL_ASCII"), new_postgresql()
    source.fill(notes=1)
    for key, content in (
        (900, "Mme ZORGLUBINE, hémoglobine".encode("cp1252")),
        (901, "élargi €".encode()),
        (902, b"\x81\xff"),
    ):
        source.do(INSERT + f"({key}, 1, null, convert_from('\\x{content.hex()}', 'SQL_ASCII'))")
    assert deid(source.at("cdm"), target.at("out"))[0] == 3
    texts = dict(target.rows("select note_id, note_text from out.note"))
    assert texts[900].endswith(", hémoglobine")
    assert texts[901] == "élargi €"
    assert refusals(target) == [(902, "unknown encoding: neither UTF-8, UTF-16 nor CP1252")]


def test_results_go_to_a_database_that_has_all_letters(new_postgresql, deid):
    source, target = new_postgresql(encoding="LATIN1"), new_postgresql(encoding="LATIN1")
    source.fill(notes=1)
    status, printed = deid(source.at("cdm"), target.at("out"))
    assert (status, "its encoding is LATIN1" in printed) == (2, True)
    target = new_postgresql()
    assert deid(source.at("cdm"), target.at("out"))[0] == 0
    assert "hémoglobine" in target.rows("select note_text from out.note")[0][0]


def test_nul_characters_are_refused(new_duckdb, deid):
    source, target = new_duckdb(), new_duckdb()
    source.fill(notes=1)
    source.do(INSERT + "(900, 1, null, 'Elle' || chr(0) || 'va bien.')")
    assert deid(source.at("cdm"), target.at("out"))[0] == 3
    assert refusals(target) == [(900, "not text: it holds NUL characters")]


def test_a_note_without_text_is_an_empty_note(new_database, deid):
    source, target = new_database(), new_database()
    source.fill(notes=1)
    source.do(INSERT + "(900, 1, null, null), (901, 1, null, '')")
    assert deid(source.at("cdm"), target.at("out"))[0] == 0
    assert target.rows("select note_text from out.note where note_id > 800") == [("",), ("",)]


def test_two_records_of_one_person_are_no_record(new_database, deid):
    source, target = new_database(), new_database()
    source.fill(notes=6)
    source.do("""insert into cdm."ident""ities; --" values (2, 'DUPUIS', 'Zoé', null)""")
    assert deid(source.at("cdm"), target.at("out"))[0] == 3
    reason = "several rows of table 'ident\"ities; --' speak of it"
    assert refusals(target) == [(107, reason), (128, reason)]


def test_a_note_of_nobody_is_refused(new_database, deid):
    source, target = new_database(), new_database()
    source.fill(notes=1)
    source.do(INSERT + "(900, null, null, 'Elle va bien.'), (901, 77, null, 'Elle va bien.')")
    assert deid(source.at("cdm"), target.at("out"))[0] == 3
    assert [key for key, _ in refusals(target)] == [900, 901]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (INSERT + "(100, 1, null, 'encore')", "does not tell notes apart: 1 twice"),
        (INSERT + "(null, 1, null, 'encore')", "does not tell notes apart: 1 without a number"),
        ("drop table cdm.person", "no table 'person' with a column 'person_id'"),
        ("alter table cdm.note rename column note_text to t", "no table 'note' with a column 'note_text'"),
        ("drop table cdm.stays", "no table 'stays' with a column 'visit_occurrence_id'"),
    ],
    ids=["a number twice", "no number", "no person", "no text", "no mapped table"],
)
def test_tables_that_cannot_be_told_stop_the_run_before_it_begins(new_database, deid, change, reason):
    source, target = new_database(), new_database()
    source.fill()
    source.do(change)
    status, printed = deid(source.at("cdm"), target.at("out"))
    assert (status, reason in printed) == (2, True), printed


def test_tables_of_somebody_else_are_never_replaced(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    target.do("create schema out", "create table out.note (mine integer)")
    for options in ((), ("--force",), ("--restart",)):
        status, printed = deid(source.at("cdm"), target.at("out"), *options)
        assert (status, "has a table 'note' that no run of this program made" in printed) == (2, True)
    status, printed = deid(source.at("cdm"), source.at("cdm"), "--force")
    assert (status, "cannot be written over their source" in printed) == (2, True)


def test_a_view_in_a_file_reads_no_file_of_the_operator(new_duckdb, deid, tmp_path):
    secret = tmp_path / "operator.txt"
    secret.write_text("un mot de passe")
    source, target = new_duckdb(), new_duckdb()
    source.fill(notes=1)
    source.do(
        "create table cdm.held as select * from cdm.note",
        "drop table cdm.note",
        f"create view cdm.note as select held.* exclude (note_text), content as note_text from cdm.held, "
        f"read_text('{secret}')",
    )
    status, said = deid(source.at("cdm"), target.at("out"))
    assert status == 1
    assert "PermissionException" in said
    assert "mot de passe" not in said
    made = target.rows("select count(*) from information_schema.tables where table_schema = 'out'")
    assert made == [(0,)] or target.rows("select * from out.note") == []


def test_a_new_file_is_for_its_user_alone_and_a_link_is_not_followed(new_duckdb, deid, tmp_path):
    source = new_duckdb()
    source.fill(notes=1)
    before = os.umask(0o022)
    try:
        assert deid(source.at("cdm"), f"omop+duckdb:///{tmp_path}/new.duckdb?schema=out")[0] == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.duckdb").stat().st_mode) == 0o600
    (tmp_path / "link.duckdb").symlink_to(tmp_path / "elsewhere.duckdb")
    assert deid(source.at("cdm"), f"omop+duckdb:///{tmp_path}/link.duckdb?schema=out")[0] == 2
    assert not (tmp_path / "elsewhere.duckdb").exists()
