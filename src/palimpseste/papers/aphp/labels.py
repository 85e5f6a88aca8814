"""The labels of the paper's tables, and what its tables of results call them."""

from __future__ import annotations

from palimpseste.labels import view_named

__all__ = ["LABELS", "SCORED", "SCORED_VIEW", "VIEW", "printed_name"]

# Thirteen labels are annotated, and twelve scored: hospitals are found, not replaced.
VIEW, SCORED_VIEW = "aphp", "aphp-table-4"
LABELS = tuple(dict.fromkeys(view_named(VIEW).values()))
SCORED = tuple(dict.fromkeys(view_named(SCORED_VIEW).values()))
_PRINTED = {"SSN": "NSS", "ZIP CODE": "ZIP"}


def printed_name(label: str) -> str:
    """Return what the tables of results call a label of Table 1."""
    return _PRINTED.get(label, label)
