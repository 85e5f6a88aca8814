"""Reviews are found by who made them; versions without migrations refuse what comes after them."""

from __future__ import annotations

from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Make decisions found by who made them."""
    op.create_index("review_user", "review", ["user"])
    op.execute("UPDATE palimpseste_reviews SET schema = 2")
