"""From tables to tables, by the command line: what is written, and what is not."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hospital import CANARIES

from palimpseste.engines.local import LocalEngine


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def held(database, schema: str) -> str:
    """Return every value of every table of a schema."""
    named = f"select table_name from information_schema.tables where table_schema = '{schema}' order by 1"
    catalogue = " and table_catalog = current_database()"
    tables = [name for (name,) in database.rows(named.replace(" order", catalogue + " order"))]
    return "\n".join(str(database.rows(f'select * from "{schema}".{quoted(table)}')) for table in tables)


def notes_of(database, schema: str = "out") -> dict[int, tuple]:
    rows = database.rows(f"select note_id, note_text, note_title, note_date, note_datetime from {schema}.note")
    return {row[0]: row[1:] for row in rows}


def test_notes_become_notes_in_which_nothing_identifies(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    status, printed = deid(source.at("cdm"), target.at("out"))
    assert (status, "6 done, 0 quarantined" in printed) == (0, True), printed
    notes = notes_of(target)
    assert sorted(notes) == [100, 107, 114, 121, 128, 135]
    assert all("Elle va mieux, hémoglobine 9,1 g/dL." in text for text, *_ in notes.values())
    assert [title is None for _, title, *_ in (notes[key] for key in sorted(notes))] == [True, False] * 3
    everything = held(target, "out").lower()
    assert [word for word in CANARIES if word in everything] == []


def test_spans_of_the_new_text_are_rows_of_note_nlp(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    deid(source.at("cdm"), target.at("out"))
    texts = {key: text for key, (text, *_) in notes_of(target).items()}
    rows = target.rows(
        'select note_nlp_id, note_id, "offset", lexical_variant, term_modifiers, nlp_system from out.note_nlp '
        "order by note_nlp_id"
    )
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    assert {row[1] for row in rows} == set(texts)
    for _, note, offset, surrogate, modifiers, system in rows:
        assert texts[note][int(offset) :].startswith(surrogate)
        assert modifiers.startswith("label=")
        assert system.startswith("palimpseste ")
    labels = {row[4].removeprefix("label=") for row in rows if row[1] == 100}
    assert {"LASTNAME", "FIRSTNAME", "BIRTHDATE", "PATIENT_ID", "VISIT_ID", "CITY", "DATE", "HOSPITAL"} <= labels


def days_of_notes(database) -> dict[int, set]:
    """Return what is written, for each person, for the one day that all notes bear."""
    found: dict[int, set] = {}
    for key, (_, _, day, _) in notes_of(database).items():
        found.setdefault((key - 100) // 7 % 3, set()).add(day)
    return found


def test_the_notes_of_a_person_tell_a_day_alike(new_duckdb, deid):
    source, planned, alone = new_duckdb(), new_duckdb(), new_duckdb()
    source.fill(notes=30)
    status, printed = deid(source.at("cdm"), planned.at("out"), policy="dp")
    assert (status, "reading the dates of 30 documents" in printed) == (0, True), printed
    deid(source.at("cdm"), alone.at("out"), "--no-plan-dates", policy="dp")
    assert [len(days) for days in days_of_notes(planned).values()] == [1, 1, 1]
    assert max(len(days) for days in days_of_notes(alone).values()) > 1


def test_columns_of_text_are_empty_and_columns_of_the_site_are_not_copied(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    _, printed = deid(source.at("cdm"), target.at("out"))
    assert "columns not written: note_source_value, scanned by" in printed
    assert set(target.rows("select note_source_value, note_type_concept_id, provider_id from out.note")) == {
        (None, 32817, 3)
    }
    with pytest.raises(Exception, match="scanned by"):
        target.rows('select "scanned by" from out.note')


def test_columns_are_kept_when_named(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    deid(source.at("cdm"), target.at("out"), "--keep-column", "scanned by", "--keep-column", "note_source_value")
    kept = target.rows('select "scanned by", note_source_value from out.note')
    assert set(kept) == {("Krapulek", "ZORGLUBINE.pdf")}


def test_dates_of_a_patient_move_together_in_notes_and_tables(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    assert deid(source.at("cdm"), target.at("out"), "--shift-structured-dates")[0] == 0
    visits = "select person_id, visit_start_date, visit_end_date, visit_start_datetime from out.visit_occurrence"
    shifts = {person: (start - dt.date(2024, 2, 17)).days for person, start, *_ in target.rows(visits)}
    assert len(set(shifts.values())) == 3
    assert all(281 <= abs(days) <= 449 for days in shifts.values())
    for _, start, end, moment in target.rows(visits):
        assert (end - start).days == 9
        assert moment == dt.datetime.combine(start, dt.time(14, 5))
    notes = target.rows("select note_id, person_id, note_date, note_datetime, note_text from out.note")
    for note, person, day, moment, text in notes:
        assert (day - dt.date(2024, 2, 20)).days == shifts[person]
        assert moment == dt.datetime.combine(day, dt.time(10, 15, 30))
        seen = dt.date(2024, 2, 1 + (note - 100) // 7) + dt.timedelta(shifts[person])
        assert f"vue le {seen:%d/%m/%Y}" in text
        assert f"née le {dt.date(1951, 9, 4) + dt.timedelta(shifts[person]):%d/%m/%Y}" in text
    born = {person: dt.date(1951, 9, 4) + dt.timedelta(days) for person, days in shifts.items()}
    persons = "select person_id, year_of_birth, month_of_birth, day_of_birth, birth_datetime from out.person"
    rows = {row[0]: row[1:] for row in target.rows(persons)}
    assert rows[1] == (born[1].year, born[1].month, born[1].day, dt.datetime.combine(born[1], dt.time(8, 30)))
    assert rows[2] == (born[2].year, born[2].month, born[2].day, None)
    assert rows[3][2:] == (None, None)
    everything = held(target, "out").lower()
    assert [word for word in CANARIES if word in everything] == []


@pytest.mark.parametrize("policy", ["tag", "dp", "by-document.toml"])
def test_tables_are_not_shifted_where_notes_are_not(new_duckdb, deid, tmp_path, policy):
    (tmp_path / "by-document.toml").write_text('default = "plausible"\n[options]\nshift_scope = "document"\n')
    source, target = new_duckdb(), new_duckdb()
    source.fill()
    status, printed = deid(source.at("cdm"), target.at("out"), "--shift-structured-dates", policy=policy)
    assert status == 2
    assert "structured dates can only follow one shift a patient" in printed
    assert not Path(target.url.database).exists()


def test_dates_that_a_policy_withholds_are_empty(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    assert deid(source.at("cdm"), target.at("out"), policy="tag")[0] == 0
    assert set(target.rows("select note_date, note_datetime from out.note")) == {(None, None)}
    assert target.rows("select lexical_variant from out.note_nlp where term_modifiers = 'label=CITY' limit 1") == [
        ("[CITY]",)
    ]


def test_results_may_be_another_schema_of_the_same_database(new_database, deid):
    database = new_database()
    database.fill()
    before = held(database, "cdm")
    assert deid(database.at("cdm"), database.at("out"))[0] == 0
    assert len(notes_of(database)) == 6
    assert held(database, "cdm") == before


def test_results_are_the_same_in_either_database(new_duckdb, new_postgresql, deid):
    written = []
    for make_source, make_target in ((new_duckdb, new_postgresql), (new_postgresql, new_duckdb)):
        source, target = make_source(), make_target()
        source.fill()
        assert deid(source.at("cdm"), target.at("out"), "--shift-structured-dates")[0] == 0
        tables = {"note": "note_id", "note_nlp": "note_nlp_id", "person": "person_id"}
        written.append([target.rows(f"select * from out.{table} order by {key}") for table, key in tables.items()])
    assert written[0] == written[1]


def test_worker_processes_write_what_one_process_does(new_duckdb, deid, monkeypatch, light_processes):
    source, inline, spread = new_duckdb(), new_duckdb(), new_duckdb()
    source.fill()
    deid(source.at("cdm"), inline.at("out"))
    monkeypatch.setattr("palimpseste.omop.run.LocalEngine", LocalEngine)
    assert deid(source.at("cdm"), spread.at("out"), "--workers", "2")[0] == 0
    rows = "select * from out.note order by note_id"
    assert spread.rows(rows) == inline.rows(rows)


def test_a_dry_run_writes_nothing(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    status, printed = deid(source.at("cdm"), target.at("out"), "--dry-run", "--shift-structured-dates")
    assert (status, "would read 6 notes" in printed) == (0, True)
    assert "visit_occurrence" in printed
    assert held(target, "out") == ""


def test_the_source_stays_as_it_was(new_database, deid):
    source, target = new_database(), new_database()
    source.fill()
    before = held(source, "cdm")
    deid(source.at("cdm"), target.at("out"), "--shift-structured-dates")
    assert held(source, "cdm") == before
