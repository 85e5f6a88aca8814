"""Tables of OMOP whose values are odd."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from fragments import FRAGMENTS
from hypothesis import strategies as st
from mutations import (
    VALUES,
    harmed_text,
)
from seeds import FAST
from workplace import CANARY, Workplace

_TEXTS = harmed_text(FRAGMENTS) | st.sampled_from([value for value in VALUES if isinstance(value, str)])
_DAYS = st.sampled_from((None, dt.date(2021, 3, 12), dt.date(1, 1, 1), dt.date(9999, 12, 31))) | st.dates()
_NUMBERS = st.sampled_from((None, 0, 1, 2, 3, -1, 13, 99, 1951, 2**31 - 1, -(2**31)))
_IDS = st.sampled_from((None, 0, 1, 2, 3, -1, 2**63 - 1, -(2**63)))


def _written(text: str | None) -> str | None:
    """Return a text as a database takes it."""
    return text if text is None else text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")


NOTES = st.lists(
    st.tuples(_IDS, _DAYS, st.none() | _TEXTS.map(_written), st.none() | _TEXTS.map(_written), _IDS, _IDS),
    min_size=20,
    max_size=30,
)
PERSONS = st.lists(
    st.tuples(_NUMBERS, _NUMBERS, _NUMBERS, st.none() | st.datetimes(), st.none() | _TEXTS.map(_written)), max_size=3
)


@cache
def _duckdb() -> Any:
    """Return an instance of DuckDB for all cases: to start one takes longer than what is asked of it."""
    import duckdb

    return duckdb.connect(config={"threads": 1})


@contextmanager
def _attached(path: Path, name: str, options: str = "") -> Iterator[Any]:
    """Give DuckDB with a file under a name."""
    database = _duckdb()
    database.execute(f"ATTACH '{path}' AS {name} {options}")
    try:
        yield database
    finally:
        database.execute(f"DETACH {name}")


def _write_tables(path: Path, notes: Sequence[tuple[Any, ...]], persons: Sequence[tuple[Any, ...]]) -> None:
    with _attached(path, "source") as database:
        database.execute("CREATE SCHEMA source.cdm")
        database.execute(
            "CREATE TABLE source.cdm.person (person_id BIGINT, year_of_birth INT, month_of_birth INT, "
            "day_of_birth INT, birth_datetime TIMESTAMP, person_source_value TEXT, location_id BIGINT)"
        )
        database.execute(
            "CREATE TABLE source.cdm.note (note_id BIGINT, person_id BIGINT, note_date DATE, note_title TEXT, "
            "note_text TEXT, provider_id BIGINT, visit_occurrence_id BIGINT)"
        )
        database.execute("CREATE TABLE source.cdm.location (location_id BIGINT, city TEXT, zip TEXT)")
        database.execute(f"INSERT INTO source.cdm.location VALUES (1, '{CANARY}', '21000'), (1, 'Dijon', NULL)")
        for table, rows in (
            ("person", [(number, *values, number) for number, values in enumerate(persons, start=1)]),
            ("note", [(number - 3, *values) for number, values in enumerate(notes)]),
        ):
            if rows:
                places = ", ".join("(?, ?, ?, ?, ?, ?, ?)" for _ in rows)
                database.execute(f"INSERT INTO source.cdm.{table} VALUES {places}", list(chain.from_iterable(rows)))


def check_rows(place: Workplace, case: tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], str]) -> str:
    """De-identify tables of OMOP whose values are odd: as many notes come out as went in, or are refused by number."""
    notes, persons, policy = case
    folder = place.emptied()
    path, out = folder / "source.duckdb", folder / "target.duckdb"
    _write_tables(path, notes, persons)
    target = f"omop+duckdb:{out}?schema=out"
    run = place.deid(f"omop+duckdb:{path}?schema=cdm", "--policy", policy, *FAST, out=target, counts=False)
    assert not run.is_refused, run.said
    assert run.done + run.quarantined == len(notes)
    with _attached(out, "target", "(READ_ONLY)") as database:
        written = database.execute("SELECT note_id FROM target.out.note").fetchall()
        refused = database.execute("SELECT count(*) FROM target.out.palimpseste_quarantine").fetchall()
    assert len(written) == len(set(written)) == run.done
    assert refused[0][0] == run.quarantined
    return run.outcome
