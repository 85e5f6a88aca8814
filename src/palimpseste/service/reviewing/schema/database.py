"""The database of the reviews: opened in the state of this version, in transactions whose errors quote nothing."""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.service.reviewing.schema.migration import bring_forward

__all__ = ["Transaction", "engine_of"]


def engine_of(address: str) -> sql.Engine:
    """Return the engine of a database, brought to the state of this version.

    Raises
    ------
    UsageError
        If it cannot be opened, or a later version made it.
    """
    try:
        # A connection for each transaction: a database that was away is there again at the next.
        engine = sql.create_engine(address, hide_parameters=True, poolclass=sql.NullPool)
        if engine.dialect.name == "sqlite":
            sql.event.listen(engine, "connect", _durable)
        bring_forward(engine)
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise UsageError(f"the reviews cannot be opened ({error.__class__.__name__})") from None
    return engine


class Transaction:
    """A transaction whose errors quote nothing of what was written."""

    def __init__(self, engine: sql.Engine) -> None:
        self._transaction = engine.begin()

    def __enter__(self) -> sql.Connection:
        try:
            return self._transaction.__enter__()
        except SQLAlchemyError as error:
            raise PalimpsesteError(f"the reviews cannot be reached ({error.__class__.__name__})") from None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            self._transaction.__exit__(kind, error, trace)  # type: ignore[arg-type] # a trace, where there is one
        except SQLAlchemyError as failed:
            raise PalimpsesteError(f"the reviews cannot be kept ({failed.__class__.__name__})") from None
        if isinstance(error, SQLAlchemyError):
            raise PalimpsesteError(f"the reviews cannot be kept ({error.__class__.__name__})") from None


def _durable(connection: object, record: object) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined] # of sqlite3
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=10000",
        "secure_delete=ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
