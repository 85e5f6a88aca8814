"""Notes, what people decided of them and what was settled: the tables of the first versions."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the tables of notes, of decisions and of what was settled."""
    number = op.create_table("palimpseste_reviews", sql.Column("schema", sql.Integer, nullable=False))
    op.bulk_insert(number, [{"schema": 1}])
    op.create_table(
        "note",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("position", sql.Integer, nullable=False),
        sql.Column("doubt", sql.Float, nullable=False),
        sql.Column("document", sql.LargeBinary, nullable=False),
    )
    op.create_table(
        "review",
        sql.Column("note", sql.String, sql.ForeignKey("note.id"), primary_key=True),
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("version", sql.Integer, primary_key=True),
        sql.Column("entities", sql.LargeBinary, nullable=False),
        sql.Column("seconds", sql.Integer, nullable=False),
        sql.Column("at", sql.String, nullable=False),
    )
    op.create_table(
        "verdict",
        sql.Column("note", sql.String, sql.ForeignKey("note.id"), primary_key=True),
        sql.Column("version", sql.Integer, primary_key=True),
        sql.Column("user", sql.String, nullable=False),
        sql.Column("entities", sql.LargeBinary, nullable=False),
        sql.Column("seconds", sql.Integer, nullable=False),
        sql.Column("at", sql.String, nullable=False),
    )
