"""The eight labels of both papers, and what is under each: Table 2 of the journal paper, Table 1 of HEALTHINF."""

from __future__ import annotations

from palimpseste.corpus.counting import EntityCounts, counted
from palimpseste.labels import view_named
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import annotated

__all__ = ["LABELS", "NOT_COMPARABLE", "VIEW", "table_2"]

VIEW = "hnfc"
LABELS = tuple(dict.fromkeys(view_named(VIEW).values()))
# What the table says of each, in few words.
_PRINTED = {
    "PER": "names",
    "DATE": "all dates",
    "LOC": "places and postal codes",
    "ORG": "organisations",
    "AGE": "ages",
    "TEL": "telephones",
    "REF": "references to individuals",
    "QID": "any other identifying sequence",
}

NOT_COMPARABLE = (
    "Their 375 notes of deceased patients are private, and were annotated by an earlier system of theirs before they "
    "were corrected. Whether a token or an entity is the unit is not said, so both of ours stand here. E-mail "
    "addresses count as REF in ours, and numbers that identify as QID."
)


def table_2(material: Material) -> Finding:
    """Return which of our labels are under each of theirs, and how many entities of it the notes hold."""
    found = counted(annotated(material.notes, VIEW), VIEW, lambda document: "").get("", EntityCounts())
    names = view_named(VIEW)
    rows = [
        [
            label,
            _PRINTED[label],
            ", ".join(ours for ours, theirs in names.items() if theirs == label),
            f"{found.entities[label]:,}",
        ]
        for label in LABELS
    ]
    rows.append(["**all**", "", "", f"{found.entities.total():,}"])
    return Finding(
        [Table(("label", "printed", "our labels", "our entities"), rows)],
        "The eight labels of the table.",
        "The paper prints what its labels are and no count of them. No class of theirs is named for web addresses, "
        "which are left out here.",
    )
