"""How far a run is, in a table beside its results: each batch is one transaction, and its last row says so.

The table holds counts, numbers of rows and keyed digests of settings and of notes; no text, no key.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Literal

import sqlalchemy as sa
from sqlalchemy.schema import CreateSchema, CreateTable, DropTable

from palimpseste.engines.run.tally import Tally
from palimpseste.errors import UsageError
from palimpseste.omop.cdm import NOTE
from palimpseste.omop.database import Database

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

__all__ = ["RunJournal", "Step"]

# A killed run's session ends once the server notices; until then it holds the lock.
_SECONDS_FOR_THE_LOCK = 15.0
_LOCK = 0x70616C696D707365  # "palimpse"


@dataclass(frozen=True, slots=True)
class Step:
    """A state of a run that can be gone on from.

    Parameters
    ----------
    number : int
        Position in the journal.
    state : {"running", "finished"}
        Whether all is done.
    table : str
        The table being read.
    last_key : int, optional
        The number of its last row that is done.
    spans : int
        How many stretches are numbered.
    begun : datetime.date
        The day the run began: that of all its spans.
    tally : Tally
        What was counted.
    """

    number: int = 0
    state: Literal["running", "finished"] = "running"
    table: str = NOTE.name
    last_key: int | None = None
    spans: int = 0
    begun: date = field(default_factory=date.today)
    tally: Tally = field(default_factory=Tally)


class RunJournal:
    """The journal of the runs into one schema.

    Parameters
    ----------
    target : Database
        Where the results go.
    """

    def __init__(self, target: Database) -> None:
        self._target = target
        self._table = sa.Table(
            "palimpseste_run",
            sa.MetaData(),
            sa.Column("step", sa.BigInteger, primary_key=True, autoincrement=False),
            sa.Column("state", sa.Text),
            sa.Column("table_name", sa.Text),
            sa.Column("last_key", sa.BigInteger),
            sa.Column("spans", sa.BigInteger),
            sa.Column("begun", sa.Text),
            sa.Column("tally", sa.Text),
            sa.Column("settings", sa.Text),
            schema=target.address.schema,
        )

    def lock(self) -> None:
        """Keep other runs out of this schema as long as the connection lasts; a DuckDB file does so by itself.

        Raises
        ------
        UsageError
            If another run is writing there.
        """
        if self._target.backend != "postgresql":
            return
        name = sa.func.hashtext(self._target.address.schema)
        taken = sa.select(sa.func.pg_try_advisory_lock(sa.literal(_LOCK, sa.BigInteger) + name))
        deadline = time.monotonic() + _SECONDS_FOR_THE_LOCK
        while not self._target.rows(taken)[0][0]:
            if time.monotonic() > deadline:
                raise UsageError(
                    f"another run is writing to {self._target.address}; that its machine is lost, the server knows "
                    "within two minutes"
                )
            time.sleep(0.2)

    @property
    def settings(self) -> Mapping[str, object] | None:
        """The settings the journal was begun with, and the tables made; None where there is no journal."""
        if not self._target.columns_of(self._table.name):
            return None
        written = self._target.rows(sa.select(self._table.c.settings).where(self._table.c.step == 0))
        settings = json.loads(written[0][0]) if written else {}
        return settings if isinstance(settings, dict) else {}

    def last(self, table: str = "") -> Step:
        """Return the last state, or the last about a table."""
        columns = self._table.c
        about = columns.table_name == table if table else sa.true()
        query = (
            sa.select(
                columns.step,
                columns.state,
                columns.table_name,
                columns.last_key,
                columns.spans,
                columns.begun,
                columns.tally,
            )
            .where(about)
            .order_by(columns.step.desc())
            .limit(1)
        )
        number, state, table, last_key, spans, begun, tally = self._target.rows(query)[0]
        return Step(
            number, state, table, last_key, spans, date.fromisoformat(begun), Tally.from_mapping(json.loads(tally))
        )

    def begin(self, fingerprint: Mapping[str, str], tables: Sequence[sa.Table]) -> Step:
        """Make the schema and the tables of a run, all or none, and return its first state."""
        schema = self._target.address.schema
        settings = {"fingerprint": dict(fingerprint), "tables": [table.name for table in tables]}
        first = Step()
        has_schema = self._target.has_schema()
        with self._target.transaction() as connection:
            if not has_schema:
                connection.execute(CreateSchema(schema))
            for table in (*tables, self._table):
                connection.execute(CreateTable(table))
            self._insert(connection, first, json.dumps(settings))
        return first

    def forget(self, tables: Sequence[str]) -> None:
        """Drop the tables that earlier runs made, which the journal names, and the journal."""
        schema = self._target.address.schema
        with self._target.transaction() as connection:
            for name in (*tables, self._table.name):
                connection.execute(DropTable(sa.Table(name, sa.MetaData(), schema=schema), if_exists=True))

    def batches(self, table: str) -> list[tuple[int, Mapping[str, str]]]:
        """Return the last number of each batch of a table, in order, and the digests of what it was made of, if any."""
        columns = self._table.c
        query = (
            sa.select(columns.last_key, columns.settings)
            .where(columns.table_name == table, columns.last_key.is_not(None), columns.step > 0)
            .order_by(columns.step)
        )
        digests: dict[int, Mapping[str, str]] = {}
        for last, settings in self._target.rows(query):
            # A state that says that all is done speaks of the last batch again.
            digests.setdefault(last, json.loads(settings) if settings else {})
        return list(digests.items())

    def add(self, connection: Connection, step: Step, digests: Mapping[str, str] | None = None) -> Step:
        """Add a state, in the transaction of what it speaks of, and return it with its number.

        Parameters
        ----------
        connection : sqlalchemy.engine.Connection
            In the transaction.
        step : Step
            The state; its number is that of the one before.
        digests : mapping of str to str, optional
            Of what the results were made of, as it was read.
        """
        step = replace(step, number=step.number + 1)
        self._insert(connection, step, json.dumps(digests) if digests else None)
        return step

    def _insert(self, connection: Connection, step: Step, settings: str | None) -> None:
        connection.execute(
            sa.insert(self._table),
            {
                "step": step.number,
                "state": step.state,
                "table_name": step.table,
                "last_key": step.last_key,
                "spans": step.spans,
                "begun": step.begun.isoformat(),
                "tally": json.dumps(step.tally.to_mapping()),
                "settings": settings,
            },
        )
