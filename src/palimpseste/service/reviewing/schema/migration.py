"""A database brought to the tables of this version, all of it or nothing, by one process at a time."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from palimpseste.errors import UsageError
from palimpseste.service.reviewing.schema.tables import NUMBER

__all__ = ["VERSION_TABLE", "bring_forward"]

VERSION_TABLE = "palimpseste_reviews_version"
_FIRST = "1"  # what databases are that no script made
_LOCK_NUMBER = 0x70616C69  # of PostgreSQL's, in this database
_one_thread = threading.Lock()  # scripts speak through a module of Alembic that all threads share


def bring_forward(engine: sql.Engine) -> None:
    """Bring a database to the tables of this version; an empty one gets them.

    Parameters
    ----------
    engine : sqlalchemy.Engine
        Of the database; what cannot be done there is an error of SQLAlchemy, and the database what it was.

    Raises
    ------
    UsageError
        If a later version made it.
    """
    script = ScriptDirectory(Path(__file__).parent)
    with engine.connect() as connection:
        if _revision(connection) == script.get_current_head():
            return
    with _one_thread, engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # sqlite3 begins none for changes of tables
        elif engine.dialect.name == "postgresql":
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(_LOCK_NUMBER)))
        found = _revision(connection)
        if found is None and _number(connection) is not None:
            if str(_number(connection)) != _FIRST:
                raise UsageError(_LATER)
            _context(connection).stamp(script, _FIRST)
        elif found is not None and found not in {each.revision for each in script.walk_revisions()}:
            raise UsageError(_LATER)
        _upgrade(connection, script)


_LATER = "a later version of palimpseste made the reviews: this one must not change them"


def _context(connection: sql.Connection) -> MigrationContext:
    return MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})


def _revision(connection: sql.Connection) -> str | None:
    return _context(connection).get_current_revision()


def _number(connection: sql.Connection) -> int | None:
    if not sql.inspect(connection).has_table(NUMBER.name):
        return None
    return connection.execute(sql.select(NUMBER.c.schema)).scalar()


def _upgrade(connection: sql.Connection, script: ScriptDirectory) -> None:
    def steps(revision: Any, context: object) -> object:
        return script._upgrade_revs("head", revision)  # as alembic.command.upgrade does

    with EnvironmentContext(Config(), script, fn=steps, destination_rev="head") as environment:
        environment.configure(connection=connection, version_table=VERSION_TABLE)
        environment.run_migrations()
