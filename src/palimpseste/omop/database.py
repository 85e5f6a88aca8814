"""A database by SQLAlchemy Core: names quoted by its dialect, values as text, errors that quote no row."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files.descriptors import PRIVATE, foreign_reason
from palimpseste.omop.address import Address

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection
    from sqlalchemy.sql import Executable

__all__ = ["Database", "Row", "as_text", "is_number", "told"]

# The values of a row by column, each as the database writes it.
Row = Mapping[str, str | None]

_NUMBERS = ("smallint", "integer", "bigint", "int2", "int4", "int8", "tinyint", "hugeint", "uinteger", "ubigint")

_CATALOGUE = "palimpseste_cdm"

# A server that is gone without a word is noticed within two minutes, not hours. It notices as soon that this machine
# is, and lets go of the lock of its run. While notes are read nothing is asked for as long as that takes.
_KEPT_ALIVE = {"keepalives_idle": 60, "keepalives_interval": 10, "keepalives_count": 6, "tcp_user_timeout": 120_000}
_OF_SESSION = {
    "idle_session_timeout": "0",
    "tcp_keepalives_idle": "60",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "6",
}

# Classes of SQLSTATE whose messages speak of connections, rights, names and resources, never of a value in a row.
_HARMLESS_STATES = ("08", "28", "3D", "3F", "42", "53", "54", "55", "57", "58")
_HARMLESS_KINDS = ("IOException", "CatalogException", "BinderException", "PermissionException")


class Database:
    """An open connection to a database.

    Parameters
    ----------
    address : Address
        Which.
    connection : sqlalchemy.engine.Connection
        Open; no transaction begun.
    """

    def __init__(self, address: Address, connection: Connection) -> None:
        self.address = address
        self._connection = connection

    @classmethod
    def open(cls, address: Address, *, read_only: bool) -> Database:
        """Return a connection that can only read if asked; a DuckDB file to write is made where there is none.

        Raises
        ------
        UsageError
            If a library is missing or the file to read does not exist.
        PalimpsesteError
            If the connection fails.
        """
        with told(address):
            if address.backend == "duckdb":
                return cls(address, _opened_duckdb(address, read_only))
            return cls(address, _opened_postgresql(address, read_only))

    def at(self, address: Address) -> Database:
        """Return this connection for the tables of another schema; no other is opened."""
        return Database(address, self._connection)

    @property
    def backend(self) -> str:
        """``duckdb`` or ``postgresql``."""
        return self.address.backend

    @property
    def raw(self) -> Any:
        """The connection of the database's own library."""
        return self._connection.connection.driver_connection

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Open a transaction: all that is done in it stands, or nothing."""
        with told(self.address), self._connection.begin():
            yield self._connection

    def rows(self, statement: Executable) -> Sequence[tuple[Any, ...]]:
        """Return all rows of a query, in a transaction of its own."""
        with self.transaction() as connection:
            return [tuple(row) for row in connection.execute(statement)]

    def columns_of(self, table: str, schema: str = "") -> dict[str, str]:
        """Return the columns of a table in order, and their types as the database calls them; none without the table.

        Read from ``information_schema``, the only catalogue both databases share.
        """
        catalogue = sa.table(
            "columns",
            *map(sa.column, ("table_catalog", "table_schema", "table_name", "column_name", "data_type")),
            sa.column("ordinal_position"),
            schema="information_schema",
        )
        found = self.rows(
            sa.select(catalogue.c.column_name, catalogue.c.data_type)
            .where(
                catalogue.c.table_catalog == sa.func.current_database(),
                catalogue.c.table_schema == (schema or self.address.schema),
                catalogue.c.table_name == table,
            )
            .order_by(catalogue.c.ordinal_position)
        )
        return {str(name): str(kind).lower() for name, kind in found}

    def has_schema(self) -> bool:
        """Tell whether the schema of the address is there."""
        catalogue = sa.table("schemata", *map(sa.column, ("catalog_name", "schema_name")), schema="information_schema")
        here = catalogue.c.catalog_name == sa.func.current_database()
        found = sa.select(sa.func.count()).where(here, catalogue.c.schema_name == self.address.schema)
        return bool(self.rows(found)[0][0])

    def identity(self) -> object:
        """Return what tells this database from others, whatever its address looks like."""
        if self.backend == "duckdb":
            return self.address.path.resolve()
        started = sa.func.pg_postmaster_start_time()
        return tuple(map(str, self.rows(sa.select(started, sa.func.current_database()))[0]))

    def bytes_of(self, column: sa.ColumnElement[Any]) -> sa.ColumnElement[int]:
        """Return the length of a text in bytes, which neither database reads the whole text for."""
        return sa.func.octet_length(column) if self.backend == "postgresql" else sa.func.strlen(column)

    def settle(self) -> None:
        """Bring what is committed into the file itself, where the database is one.

        DuckDB keeps it in a second file beside it until then, and says nothing where that fails as it is closed:
        whoever takes the file alone has none of it.

        Raises
        ------
        PalimpsesteError
            If it cannot be.
        """
        if self.backend == "duckdb":
            with told(self.address):
                self.raw.execute(f"CHECKPOINT {_CATALOGUE}")

    def close(self) -> None:
        """Close the connection; what was not committed never was."""
        self._connection.close()
        self._connection.engine.dispose()


def is_number(kind: str) -> bool:
    """Tell whether a type, as the database calls it, holds whole numbers."""
    return kind in _NUMBERS


def as_text(column: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """Return a column as the text the database writes for it."""
    return sa.cast(column, sa.Text)


def _opened_duckdb(address: Address, read_only: bool) -> Connection:
    _require("duckdb", "duckdb_engine")
    if read_only and not address.path.is_file():
        raise UsageError(f"{address.path}: no such file")
    is_new = not os.path.lexists(address.path)
    if not read_only and not is_new:
        reason = foreign_reason(address.path.lstat())
        if reason:
            raise UsageError(f"{address.path} {reason}")
    # Without extensions fetched from elsewhere: a machine that holds notes has no business there.
    settings = {"config": {"autoinstall_known_extensions": "false"}}
    engine = sa.create_engine("duckdb:///:memory:", connect_args=settings, hide_parameters=True, poolclass=NullPool)
    connection = engine.connect()
    quoted = str(address.path).replace("'", "''")
    with connection.begin():
        # Attached under a name of ours: a schema named like the file would be ambiguous.
        connection.exec_driver_sql(f"ATTACH '{quoted}' AS {_CATALOGUE}" + (" (READ_ONLY)" if read_only else ""))
        connection.exec_driver_sql(f"USE {_CATALOGUE}")
        connection.exec_driver_sql("SET TimeZone = 'UTC'")
        # A view in the file may read any other file of whoever runs this, and write one: from here on nothing does.
        connection.exec_driver_sql("SET enable_external_access = false")
        connection.exec_driver_sql("SET lock_configuration = true")
    if is_new:
        address.path.chmod(PRIVATE)
    return connection


def _opened_postgresql(address: Address, read_only: bool) -> Connection:
    _require("psycopg")
    settings: dict[str, Any] = dict(address.settings)
    settings |= {"client_encoding": "utf8", "application_name": "palimpseste", "prepare_threshold": None}
    settings |= _KEPT_ALIVE
    given = {"host": address.host, "port": address.port, "user": address.user, "dbname": address.database}
    settings |= {name: value for name, value in given.items() if value}
    url = sa.URL.create("postgresql+psycopg")
    engine = sa.create_engine(url, connect_args=settings, hide_parameters=True, poolclass=NullPool)
    connection = engine.connect().execution_options(
        postgresql_readonly=read_only, isolation_level="REPEATABLE READ" if read_only else "READ COMMITTED"
    )
    with connection.begin():
        # The writings of dates that `palimpseste.omop.days` reads, whatever the server is set to.
        connection.execute(sa.text("SET datestyle TO 'ISO'"))
        connection.execute(sa.text("SET timezone TO 'UTC'"))
        for name, value in _OF_SESSION.items():
            # Servers before 14 have no timeout of idle sessions.
            known = sa.text("SELECT set_config(name, :value, false) FROM pg_settings WHERE name = :name")
            connection.execute(known, {"name": name, "value": value})
        encoding = connection.execute(sa.text("SHOW server_encoding")).scalar_one()
    if not read_only and encoding != "UTF8":
        connection.close()
        raise UsageError(f"{address}: its encoding is {encoding}; surrogates need all letters, those of UTF8")
    if encoding == "SQL_ASCII":
        _read_any_encoding(connection)
    return connection


def _read_any_encoding(connection: Connection) -> None:
    """Make a connection tell the encoding of each text by its bytes: this server never asked what it was given."""
    from psycopg.adapt import Buffer, Loader

    from palimpseste.sources.encodings import decode

    class TextLoader(Loader):
        def load(self, data: Buffer) -> str:
            content = bytes(data)
            try:
                return decode(content)[0]
            except UsageError:
                # Half surrogates stand for the bytes that no encoding has; the note is refused where it is read.
                return content.decode("utf-8", "surrogateescape")

    raw: Any = connection.connection.driver_connection
    for kind in ("text", "varchar", "bpchar", "name"):
        raw.adapters.register_loader(kind, TextLoader)
    with connection.begin():
        # Any other client encoding makes the server refuse the rows it holds.
        connection.execute(sa.text("SET client_encoding TO 'SQL_ASCII'"))


def _require(*modules: str) -> None:
    from importlib.util import find_spec

    missing = next((name for name in modules if find_spec(name) is None), None)
    if missing:
        raise UsageError(f"{missing} is not installed: pip install 'palimpseste[omop]'")


@contextmanager
def told(address: Address) -> Iterator[None]:
    """Turn every error of a database into one of this program's that quotes no statement, parameter or row.

    Raises
    ------
    PalimpsesteError
        In place of each error of the database or of its driver; others pass.
    """
    try:
        yield
    except UnicodeError:
        raise PalimpsesteError(f"{address}: a text in no encoding this program knows") from None
    except sa.exc.SQLAlchemyError as error:
        raise PalimpsesteError(f"{address}: {_reason_of(getattr(error, 'orig', None) or error)}") from None
    except Exception as error:
        if type(error).__module__.split(".")[0] not in ("psycopg", "_duckdb", "duckdb", "pyarrow"):
            raise
        raise PalimpsesteError(f"{address}: {_reason_of(error)}") from None


def _reason_of(error: BaseException) -> str:
    kind = type(error).__name__
    state = getattr(error, "sqlstate", None)
    if state is None and type(error).__module__.startswith("psycopg"):
        # Before there is a session, the client's library speaks: of hosts, ports and users.
        return _first_line(error) if kind in ("OperationalError", "ConnectionTimeout") else kind
    if state is not None:
        message = getattr(getattr(error, "diag", None), "message_primary", None)
        if message and state[:2] in _HARMLESS_STATES:
            return f"{message} ({state})"
        return f"{kind} ({state})"
    return f"{kind}: {_first_line(error)}" if kind in _HARMLESS_KINDS else kind


def _first_line(error: BaseException) -> str:
    return str(error).strip().split("\n", 1)[0]
