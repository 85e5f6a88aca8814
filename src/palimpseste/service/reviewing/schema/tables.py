"""The tables that this version reads and writes."""

from __future__ import annotations

import sqlalchemy as sql

__all__ = ["METADATA", "NOTES", "NUMBER", "REVIEWS", "VERDICTS"]

METADATA = sql.MetaData()

# What versions without migrations look at, to refuse what they do not know: 2 for ever. Alembic has its own table.
NUMBER = sql.Table("palimpseste_reviews", METADATA, sql.Column("schema", sql.Integer, nullable=False))

NOTES = sql.Table(
    "note",
    METADATA,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("position", sql.Integer, nullable=False),
    sql.Column("doubt", sql.Float, nullable=False),
    sql.Column("document", sql.LargeBinary, nullable=False),
)

REVIEWS = sql.Table(
    "review",
    METADATA,
    sql.Column("note", sql.String, sql.ForeignKey("note.id"), primary_key=True),
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("version", sql.Integer, primary_key=True),
    sql.Column("entities", sql.LargeBinary, nullable=False),
    sql.Column("seconds", sql.Integer, nullable=False),
    sql.Column("at", sql.String, nullable=False),
    sql.Index("review_user", "user"),  # a page asks what somebody has done
)

VERDICTS = sql.Table(
    "verdict",
    METADATA,
    sql.Column("note", sql.String, sql.ForeignKey("note.id"), primary_key=True),
    sql.Column("version", sql.Integer, primary_key=True),
    sql.Column("user", sql.String, nullable=False),
    sql.Column("entities", sql.LargeBinary, nullable=False),
    sql.Column("seconds", sql.Integer, nullable=False),
    sql.Column("at", sql.String, nullable=False),
)
