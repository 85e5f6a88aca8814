"""Many rows into a table at once, by a way that leaves no value in a log.

A server may log every statement with its parameters, and an error with the row it is about. Rows therefore go by COPY
in binary, which is logged as the statement alone, into a temporary table where every column is text: there, nothing can
be wrong with them. One statement without parameters then moves them to the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from palimpseste.omop.database import Database

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

__all__ = ["insert_rows"]


def insert_rows(
    database: Database, connection: Connection, table: sa.Table, rows: Sequence[Sequence[str | None]]
) -> None:
    """Insert rows whose values are written as text, within a transaction.

    Parameters
    ----------
    database : Database
        Where.
    connection : sqlalchemy.engine.Connection
        In the transaction.
    table : sqlalchemy.Table
        Its columns are in the order of the values.
    rows : sequence of sequence of str or None
        The values.
    """
    if not rows:
        return
    if database.backend == "postgresql":
        _copy(connection, database.raw, table, rows)
    else:
        _scan(connection, database.raw, table, rows)


def _copy(connection: Connection, raw: Any, table: sa.Table, rows: Sequence[Sequence[str | None]]) -> None:
    stage = sa.Table(
        f"palimpseste_stage_{len(table.columns)}",
        sa.MetaData(),
        *(sa.Column(f"value_{position}", sa.Text) for position in range(len(table.columns))),
        prefixes=["TEMPORARY"],
        postgresql_on_commit="DELETE ROWS",
    )
    connection.execute(CreateTable(stage, if_not_exists=True))
    with raw.cursor() as cursor, cursor.copy(f"COPY pg_temp.{stage.name} FROM STDIN (FORMAT BINARY)") as copy:
        copy.set_types(["text"] * len(table.columns))
        for row in rows:
            copy.write_row(row)
    _move(connection, stage, table)
    # Another table of as many columns may be next in this transaction.
    connection.execute(sa.delete(stage))


def _scan(connection: Connection, raw: Any, table: sa.Table, rows: Sequence[Sequence[str | None]]) -> None:
    import pyarrow

    names = [f"value_{position}" for position in range(len(table.columns))]
    columns = [pyarrow.array(values, pyarrow.large_string()) for values in zip(*rows, strict=True)]
    stage = sa.table("palimpseste_stage", *(sa.column(name, sa.Text) for name in names))
    raw.register(stage.name, pyarrow.table(columns, names=names))
    try:
        _move(connection, stage, table)
    finally:
        raw.unregister(stage.name)


def _move(connection: Connection, stage: sa.FromClause, table: sa.Table) -> None:
    values = [
        source if isinstance(column.type, sa.Text) else sa.cast(source, column.type)
        for source, column in zip(stage.c, table.columns, strict=True)
    ]
    connection.execute(sa.insert(table).from_select(list(table.columns), sa.select(*values)))
