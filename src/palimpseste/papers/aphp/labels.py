"""The labels of the paper's tables, and what its tables of results call them."""

from __future__ import annotations

from collections.abc import Sequence

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import view_named

__all__ = ["LABELS", "SCORED", "SCORED_VIEW", "VIEW", "annotated", "printed_name"]

# Thirteen labels are annotated, and twelve scored: hospitals are found, not replaced.
VIEW, SCORED_VIEW = "aphp", "aphp-table-4"
LABELS = tuple(dict.fromkeys(view_named(VIEW).values()))
SCORED = tuple(dict.fromkeys(view_named(SCORED_VIEW).values()))
_PRINTED = {"SSN": "NSS", "ZIP CODE": "ZIP"}


def printed_name(label: str) -> str:
    """Return what the tables of results call a label of Table 1."""
    return _PRINTED.get(label, label)


def annotated(notes: Sequence[Document], view: str = VIEW) -> Sequence[Document]:
    """Return the notes, where something can be measured on them.

    Raises
    ------
    UsageError
        If no note holds an entity of the view.
    """
    names = view_named(view)
    if not any(span.label in names for note in notes for span in note.entities):
        raise UsageError(f"no note holds an entity of the labels of the view {view!r}: nothing can be measured")
    return notes
