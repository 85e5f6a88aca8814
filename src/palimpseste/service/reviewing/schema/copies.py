"""Databases of reviews copied whole, as they are at one moment, while others go on writing to them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy as sql

from palimpseste.files import make_private
from palimpseste.service.reviewing.schema.migration import bring_forward
from palimpseste.service.reviewing.schema.tables import METADATA, NUMBER

__all__ = ["copy_rows", "copy_to_file"]

_ROWS_AT_ONCE = 200


def copy_to_file(engine: sql.Engine, path: Path) -> None:
    """Copy a database into a new file of SQLite, for its owner alone.

    SQLite does so by its own backup; of others every row is read in one transaction that sees one state.

    Parameters
    ----------
    engine : sqlalchemy.Engine
        Of the database.
    path : Path
        The file.
    """
    make_private(path)
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection, closing(sqlite3.connect(path)) as copy:
            connection.connection.driver_connection.backup(copy)  # type: ignore[union-attr] # it is connected
            copy.execute("PRAGMA journal_mode=DELETE")  # all in one file
        return
    copied = sql.create_engine(f"sqlite:///{path.absolute()}", poolclass=sql.NullPool, hide_parameters=True)
    bring_forward(copied)
    copy_rows(engine, copied)


def copy_rows(source: sql.Engine, target: sql.Engine) -> None:
    """Copy all rows of a database into another that has the tables and no row.

    Parameters
    ----------
    source, target : sqlalchemy.Engine
        Of the databases.
    """
    level = "SERIALIZABLE" if source.dialect.name == "sqlite" else "REPEATABLE READ"
    with source.connect() as connection, target.begin() as other:
        connection = connection.execution_options(isolation_level=level)
        for table in METADATA.sorted_tables:
            if table is NUMBER:  # a matter of the database itself
                continue
            found = connection.execution_options(yield_per=_ROWS_AT_ONCE).execute(sql.select(table))
            for rows in found.mappings().partitions():
                other.execute(table.insert(), [dict(row) for row in rows])
