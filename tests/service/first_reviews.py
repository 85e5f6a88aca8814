"""A database as the first version of reviews made it, and what was in it."""

from __future__ import annotations

import re
from pathlib import Path

import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from palimpseste.service.reviewing.reviews import Reviews
from palimpseste.service.reviewing.schema.migration import VERSION_TABLE
from palimpseste.service.reviewing.schema.tables import METADATA

__all__ = ["check", "differences", "fill"]

# What sqlite3 said of a database that version 0.1.0 kept reviews in, under a secret of zeros.
_DUMP = Path(__file__).parent.parent / "data" / "reviews_1.sql"


def fill(engine: sql.Engine) -> None:
    """Make that database in an empty one."""
    statements = _DUMP.read_text().removeprefix("BEGIN TRANSACTION;").removesuffix("COMMIT;\n")
    if engine.dialect.name == "postgresql":
        statements = re.sub(r"X'([0-9A-F]*)'", r"'\\x\1'", statements).replace(" BLOB ", " BYTEA ")
        statements = re.sub(r"\buser\b", '"user"', statements)
    with engine.begin() as connection:
        for statement in filter(str.strip, statements.split(";\n")):
            connection.exec_driver_sql(statement)


def check(reviews: Reviews) -> None:
    """Check that all that was decided is there."""
    sure, doubtful = reviews.name_of("sure"), reviews.name_of("doubtful")
    assert reviews.count() == 3
    assert reviews.users() == ["one", "other"]
    assert [(each.user, each.version, each.seconds) for each in reviews.sides_of(sure)] == [
        ("one", 2, 9),
        ("other", 1, 12),
    ]
    assert [(s.start, s.end, s.label) for s in reviews.latest_of(sure, "one").document.entities] == [
        (4, 10, "LASTNAME")
    ]
    assert [(s.start, s.end, s.label) for s in reviews.latest_of(doubtful, "one").document.entities] == [
        (19, 24, "DATE")
    ]
    verdict = reviews.verdict_of(sure)
    assert (verdict.user, len(verdict.document.entities), verdict.document.text[4:10]) == ("third", 2, "Durand")


def differences(engine: sql.Engine) -> list:
    """Return how the tables of a database differ from those that the program uses."""
    with engine.connect() as connection:
        ours = {*METADATA.tables, VERSION_TABLE}
        options = {
            "version_table": VERSION_TABLE,
            "include_name": lambda name, kind, _: kind != "table" or name in ours,
        }
        return compare_metadata(MigrationContext.configure(connection, opts=options), METADATA)
