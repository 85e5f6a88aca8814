from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

import hospital
import pytest
import sqlalchemy as sa
from inline_engine import InlineEngine

from palimpseste.surrogates import MasterKey

# What a careful administrator would never set, and others do: everything is logged, with its values.
SETTINGS = {
    "log_statement": "all",
    "log_parameter_max_length": "-1",
    "log_parameter_max_length_on_error": "-1",
    "log_min_error_statement": "debug5",
    "log_error_verbosity": "verbose",
    "log_min_duration_statement": "0",
    "log_replication_commands": "on",
    "listen_addresses": "",
    "fsync": "off",
}


class RememberingEngine(InlineEngine):
    """Makes what equal tasks do once for all tests."""

    made: ClassVar[dict[bytes, object]] = {}

    def process_of(self, task):
        pickled = pickle.dumps(task)
        if pickled not in self.made:
            self.made[pickled] = task.make()
        return self.made[pickled]


@dataclass(frozen=True)
class Place:
    """A database of a test."""

    address: str
    url: sa.URL

    def at(self, schema: str) -> str:
        """Return the address of a schema."""
        return f"{self.address}{'&' if '?' in self.address else '?'}schema={quote(schema)}"

    def connect(self, *, is_logged: bool = True):
        """Return a connection of the test's own; a context manager."""
        engine = sa.create_engine(self.url, poolclass=sa.pool.NullPool)
        connection = engine.connect()
        if engine.dialect.name == "postgresql" and not is_logged:
            for name in ("log_statement", "log_min_duration_statement", "log_min_error_statement"):
                value = {"log_statement": "none", "log_min_duration_statement": "-1"}.get(name, "panic")
                connection.execute(sa.text(f"SET {name} = '{value}'"))
            connection.commit()
        return connection

    def rows(self, statement: str) -> list[tuple]:
        """Return the rows of a query."""
        with self.connect() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(statement)]

    def do(self, *statements: str) -> None:
        """Execute statements, unlogged."""
        with self.connect(is_logged=False) as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)
            connection.commit()

    def fill(self, schema: str = "cdm", notes: int = 6) -> None:
        """Make the hospital of the tests."""
        with self.connect(is_logged=False) as connection:
            hospital.fill(connection, schema, notes)
            connection.commit()


@dataclass(frozen=True)
class Server:
    """A PostgreSQL server in a folder."""

    folder: Path
    user: str

    @property
    def log(self) -> str:
        """All that it logged."""
        return (self.folder / "log").read_text(errors="replace")

    def database(self, name: str, **options: str) -> Place:
        """Make a database."""
        place = Place(
            f"omop+postgresql://{self.user}@/{quote(name)}?host={quote(str(self.folder))}",
            sa.URL.create(
                "postgresql+psycopg",
                self.user,
                database=name,
                query={"host": str(self.folder), "client_encoding": "utf8"},
            ),
        )
        extra = " ".join(f"{option} '{value}'" for option, value in options.items())
        root = sa.create_engine(place.url.set(database="postgres"), isolation_level="AUTOCOMMIT")
        with root.connect() as connection:
            known = connection.execute(sa.text("SELECT datname FROM pg_database")).scalars().all()
            if name not in known:
                connection.exec_driver_sql(f'CREATE DATABASE "{name}" TEMPLATE template0 {extra}')
        root.dispose()
        # A database costs a thousand files: emptied, it serves the next test.
        schemas = "select quote_ident(nspname) from pg_namespace where nspname !~ '^pg_|^information_schema$|^public$'"
        place.do(*(f"drop schema {schema} cascade".replace("%", "%%") for (schema,) in place.rows(schemas)))
        return place


def _binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    binaries = _binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL server on this machine (Debian package postgresql)")
    user = "postgres" if os.getuid() == 0 else None
    # Not pytest's own folder: the server runs as another user than root, and must get in.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    if user:
        try:
            shutil.chown(folder, user)
        except LookupError:
            pytest.skip("the server refuses to run as root, and there is no user 'postgres'")
    settings = [f"-c{name}={value}" for name, value in {**SETTINGS, "unix_socket_directories": str(folder)}.items()]
    try:
        subprocess.run(
            [
                binaries / "initdb",
                "-D",
                folder / "data",
                "-U",
                "site",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "-N",
            ],
            user=user,
            cwd=folder,
            check=True,
            capture_output=True,
        )
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [binaries / "postgres", "-D", folder / "data", *settings], user=user, cwd=folder, stderr=log, stdout=log
            )
        try:
            ready = [binaries / "pg_isready", "-h", folder]
            for _ in range(200):
                if subprocess.run(ready, capture_output=True, check=False).returncode == 0:
                    break
                time.sleep(0.05)
            yield Server(folder, "site")
        finally:
            process.send_signal(signal.SIGQUIT)  # its files go next: no checkpoint
            process.wait(timeout=20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_postgresql(server):
    """Give empty databases of the server, made with options of CREATE DATABASE."""
    numbers = count()
    return lambda **options: server.database(" ".join(["base", str(next(numbers)), *options.values()]), **options)


@pytest.fixture
def new_duckdb(tmp_path):
    """Make DuckDB files."""

    numbers = count()

    def make(**options: str) -> Place:
        path = tmp_path / f"base {next(numbers)}.duckdb"
        return Place(f"omop+duckdb://{quote(str(path))}", sa.URL.create("duckdb", database=str(path)))

    return make


@pytest.fixture(params=["duckdb", "postgresql"])
def new_database(request):
    """Make databases of each kind."""
    return request.getfixturevalue(f"new_{request.param}")


@pytest.fixture
def key_file(tmp_path):
    MasterKey(hospital.KEY).to_file(tmp_path / "key")
    return tmp_path / "key"


@pytest.fixture
def palimpseste(palimpseste, monkeypatch, no_key_in_the_environment):
    """Run the command line in a fresh folder without worker processes; returns its status and what it printed."""
    monkeypatch.setattr("palimpseste.omop.run.LocalEngine", RememberingEngine)

    def run(*arguments: object) -> tuple[int, str]:
        status, printed, said = palimpseste(*arguments)
        return status, printed + said

    return run


@pytest.fixture
def deid(palimpseste, key_file, tmp_path):
    """De-identify the tables of one address into another."""
    (tmp_path / "site.toml").write_text(hospital.MAPPING)

    def run(source: str, target: str, *options: object, policy: str = "plausible") -> tuple[int, str]:
        arguments = ("--key-file", key_file, "--config", tmp_path / "site.toml", "--detectors", "record,rules")
        return palimpseste("deid", source, "-o", target, "--policy", policy, *arguments, *options)

    return run
