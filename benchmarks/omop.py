"""A day of a data warehouse in OMOP tables: 50,000 notes, two workers, killed twice with -9, against a run left alone.

    python benchmarks/omop.py [--notes N] [--workers N] [--kinds postgresql,duckdb,parquet]

Notes are those of corpus/notes, repeated, each with the record of its patient. For each kind of store the command runs
once alone, and once killed at a third and at two thirds of that time and repeated; both results are compared row by
row. PostgreSQL is a server of its own in a temporary folder, with every statement logged; its log is searched for the
names of the notes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import quote

import pyarrow
import pyarrow.parquet
import sqlalchemy as sa

from palimpseste.corpus import read_documents
from palimpseste.document import Document
from palimpseste.surrogates import MasterKey

NOTES = Path(__file__).parent.parent / "corpus" / "notes"
COMMAND = (sys.executable, "-m", "palimpseste", "deid", "--no-progress")
IDENTITY = ("lastname", "birth_lastname", "firstname", "birthdate", "phone", "email", "ssn", "patient_id")
MAPPING = '[omop.identity]\ntable = "identity"\n' + "".join(f'{name} = "{name}"\n' for name in IDENTITY)
LOGGED = {"log_statement": "all", "log_parameter_max_length": "-1", "log_min_error_statement": "debug5"}
SPANS = 'note_nlp_id, note_id, "offset", lexical_variant, nlp_system, term_modifiers'


@dataclass(frozen=True)
class Store:
    """Where notes are and results go: addresses of the command, and URLs to read them by; None for files."""

    source: str
    target: str
    target_url: sa.URL | None


def documents(count: int) -> Iterator[tuple[int, Document]]:
    """Yield so many notes, numbered; a note repeated is that of another person of the same name."""
    return enumerate(islice(cycle(list(read_documents(NOTES))), count), start=1)


def write_tables(url: sa.URL, count: int) -> None:
    """Write the notes as OMOP tables into schema cdm, by Arrow or COPY."""
    import duckdb

    rows = [
        {"note_id": number, "person_id": number, "note_text": note.text, "note_date": note.date}
        | {name: getattr(note.patient, name) or None for name in IDENTITY}
        | {
            "city": note.patient.city or None,
            "zip": note.patient.zip or None,
            "address_1": note.patient.address or None,
        }
        for number, note in documents(count)
    ]
    tables = {
        "note": ("note_id bigint", "person_id bigint", "note_date date", "note_text text"),
        "person": ("person_id bigint", "location_id bigint"),
        "location": ("location_id bigint", "address_1 text", "zip text", "city text"),
        "identity": ("person_id bigint", *(f"{name} text" for name in IDENTITY)),
    }
    columns = {
        "note": {name: [row[name] for row in rows] for name in ("note_id", "person_id", "note_date", "note_text")},
        "person": {name: [row["person_id"] for row in rows] for name in ("person_id", "location_id")},
        "location": {"location_id": [row["person_id"] for row in rows]}
        | {name: [row[name] for row in rows] for name in ("address_1", "zip", "city")},
        "identity": {name: [row[name] for row in rows] for name in ("person_id", *IDENTITY)},
    }
    columns["note"]["note_date"] = pyarrow.array(columns["note"]["note_date"], pyarrow.date32())
    if url.drivername == "duckdb":
        with duckdb.connect(url.database) as connection:
            connection.execute("create schema cdm")
            for name, definition in tables.items():
                connection.execute(f"create table cdm.{name} ({', '.join(definition)})")
                connection.register("stage", pyarrow.table(columns[name]))
                connection.execute(f"insert into cdm.{name} select * from stage")
        return
    with sa.create_engine(url).connect() as connection:
        connection.execute(sa.text("set log_statement = 'none'"))
        connection.execute(sa.text("create schema cdm"))
        raw = connection.connection.driver_connection
        for name, definition in tables.items():
            connection.execute(sa.text(f"create table cdm.{name} ({', '.join(definition)})"))
            with raw.cursor() as cursor, cursor.copy(f"COPY cdm.{name} FROM STDIN") as copy:
                for row in pyarrow.table(columns[name]).to_pylist():
                    copy.write_row(list(row.values()))
        connection.execute(sa.text("create index on cdm.note (note_id)"))
        connection.execute(sa.text("create index on cdm.person (person_id)"))
        connection.execute(sa.text("create index on cdm.location (location_id)"))
        connection.execute(sa.text("create index on cdm.identity (person_id)"))
        connection.commit()


def write_parquet(path: Path, count: int) -> None:
    """Write the notes as one table with their records."""
    rows = [
        {"id": str(number), "text": note.text, **{f"patient.{name}": getattr(note.patient, name) for name in IDENTITY}}
        for number, note in documents(count)
    ]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path, row_group_size=1000)


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """Give the URL of a server's socket folder; the server ends with the block."""
    binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    user = "postgres" if os.getuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    run = {"user": user, "cwd": folder}
    data = folder / "data"
    initdb = [binaries / "initdb", "-D", data, "-U", "site", "--auth=trust", "--encoding=UTF8", "--locale=C"]
    subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, **run)
    settings = {**LOGGED, "unix_socket_directories": str(folder), "listen_addresses": ""}
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, *(f"-c{name}={value}" for name, value in settings.items())],
            stdout=log,
            stderr=log,
            **run,
        )
    try:
        while subprocess.run([binaries / "pg_isready", "-q", "-h", folder], check=False).returncode:
            time.sleep(0.1)
        yield str(folder)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


def timed(arguments: list[str], kill_after: float | None = None) -> float:
    """Run the command and return its seconds; where told, kill it and all its processes after so many."""
    start = time.perf_counter()
    process = subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        status = process.wait(timeout=kill_after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        status = process.wait()
    if status not in (0, 3, -signal.SIGKILL):
        sys.exit(f"the run ended with status {status}")
    return time.perf_counter() - start


def digest_of(url: sa.URL) -> tuple[int, int, str]:
    """Return the notes, the spans and a digest of all rows of a result."""
    digest, counts = hashlib.sha256(), []
    with sa.create_engine(url).connect() as connection:
        for columns, table in (("*", "note"), (SPANS, "note_nlp")):
            rows = connection.execution_options(stream_results=True).execute(
                sa.text(f"select {columns} from out.{table} order by 1")
            )
            counts.append(0)
            for row in rows:
                digest.update(repr(tuple(row)).encode())
                counts[-1] += 1
    return counts[0], counts[1], digest.hexdigest()


def done_of(url: sa.URL | None) -> int | None:
    """Return how many notes stand in a result; None for files, and where there is no table yet."""
    if url is None:
        return None
    # A pooled connection would keep the DuckDB file from the run that goes on with it.
    with sa.create_engine(url, poolclass=sa.NullPool).connect() as connection:
        try:
            return connection.execute(sa.text("select count(*) from out.note")).scalar_one()
        except sa.exc.DBAPIError:
            return None


def at_kills(done: list[int | None]) -> str:
    """Return how many notes stood in the results at each kill, in words."""
    stood = [str(each or 0) for each in done[:-1]] if any(done) else []
    return f" at {' and '.join(stood)} notes" if stood else ""


def measure(kind: str, alone: Store, killed: Store, options: list[str], count: int) -> None:
    """Run alone, then killed twice; compare and print."""
    seconds = timed([alone.source, "-o", alone.target, *options])
    resumed, done = [], []
    for limit in (seconds / 3, seconds / 3, None):
        resumed.append(timed([killed.source, "-o", killed.target, *options], limit))
        done.append(done_of(killed.target_url))
    if alone.target_url is not None and killed.target_url is not None:
        first, second = digest_of(alone.target_url), digest_of(killed.target_url)
        told = f"{first[0]:,} notes, {first[1]:,} spans"
    else:
        first, second = Path(alone.target).read_bytes(), Path(killed.target).read_bytes()
        told = f"{pyarrow.parquet.read_metadata(alone.target).num_rows:,} notes"
    print(
        f"{kind}: {count:,} notes in {seconds:,.1f} s alone ({count / seconds:,.0f} a second), "
        f"{' + '.join(f'{each:,.1f}' for each in resumed)} s killed twice{at_kills(done)}; {told}; "
        f"results {'equal' if first == second else 'DIFFER'}",
        flush=True,
    )


def names_in(log: Path) -> int:
    """Return how many long family names of the notes stand in a log."""
    held = log.read_text(errors="replace").lower()
    names = {note.patient.lastname.lower() for note in read_documents(NOTES) if len(note.patient.lastname) > 6}
    return sum(name in held for name in names)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=50_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kinds", default="postgresql,duckdb,parquet")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="palimpseste-omop-"))
    try:
        MasterKey.generate().to_file(folder / "key")
        (folder / "site.toml").write_text(MAPPING)
        common = ["--key-file", str(folder / "key"), "--workers", str(options.workers)]
        tables = [*common, "--config", str(folder / "site.toml")]
        kinds = options.kinds.split(",")
        if "postgresql" in kinds:
            server = folder / "server"
            server.mkdir()
            folder.chmod(0o755)
            with postgresql(server) as host:
                urls = {
                    name: sa.URL.create("postgresql+psycopg", "site", database=name, query={"host": host})
                    for name in ("postgres", "src", "alone", "killed")
                }
                with sa.create_engine(urls["postgres"], isolation_level="AUTOCOMMIT").connect() as connection:
                    for name in ("src", "alone", "killed"):
                        connection.execute(sa.text(f"create database {name}"))
                write_tables(urls["src"], options.notes)
                where = {name: f"omop+postgresql://site@/{name}?host={quote(host)}&schema=" for name in urls}
                alone, killed = (
                    Store(where["src"] + "cdm", where[name] + "out", urls[name]) for name in ("alone", "killed")
                )
                measure("PostgreSQL", alone, killed, tables, options.notes)
            print(f"PostgreSQL: {names_in(server / 'log')} family names of the notes in its log")
        if "duckdb" in kinds:
            urls = {
                name: sa.URL.create("duckdb", database=str(folder / f"{name}.duckdb"))
                for name in ("src", "alone", "killed")
            }
            write_tables(urls["src"], options.notes)
            where = {name: f"omop+duckdb://{quote(str(folder))}/{name}.duckdb?schema=" for name in urls}
            alone, killed = (
                Store(where["src"] + "cdm", where[name] + "out", urls[name]) for name in ("alone", "killed")
            )
            measure("DuckDB", alone, killed, tables, options.notes)
        if "parquet" in kinds:
            write_parquet(folder / "src.parquet", options.notes)
            alone, killed = (
                Store(str(folder / "src.parquet"), str(folder / f"{name}.parquet"), None)
                for name in ("alone", "killed")
            )
            measure("Parquet", alone, killed, common, options.notes)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
