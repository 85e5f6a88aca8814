"""What the notes hold: Table 2, and the lengths given under it."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from palimpseste.corpus.counting import EntityCounts, counted
from palimpseste.corpus.splits import SPLITS
from palimpseste.document import Document
from palimpseste.evaluation.published import published
from palimpseste.papers.bordeaux.labels import KINDS, VIEW
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import annotated

__all__ = ["table_2"]

_THEIRS = ("train", "test")


def table_2(material: Material) -> Finding:
    """Return the identifiers of each kind and the lengths of notes in each set, beside both sets of the paper."""
    annotated(material.notes, VIEW)
    sets: list[str] = [name for name in SPLITS if name in material.splits.values()] or ["all"]
    ours = {name: _measured(material.of_split(name)) for name in sets}
    rows = [
        [row["row"], *(f"{each[row['row']]:,}" for each in ours.values()), *(f"{int(row[name]):,}" for name in _THEIRS)]
        for row in published("bordeaux_table_2")
    ]
    heads = ("", *(f"ours, {name}" for name in sets), *(f"printed, {name}" for name in _THEIRS))
    return Finding(
        [Table(heads, rows)],
        "The six kinds of identifiers of Table 1, counted in entities; notes with one of them; characters of a note.",
        "Their training notes are half drawn at random and half chosen for what they hold, their test notes all drawn "
        "at random; ours are as they were given. A given and a family name are two identifiers in ours.",
    )


def _measured(notes: Sequence[Document]) -> dict[str, int]:
    counts = counted(notes, VIEW, lambda document: "").get("", EntityCounts())
    lengths = [len(note.text) for note in notes]
    return {
        "notes": counts.documents,
        "notes with an identifier": counts.with_entities,
        **{kind: counts.entities[kind] for kind in KINDS},
        "all": counts.entities.total(),
        "fewest characters": min(lengths),
        "most characters": max(lengths),
        "mean characters": round(statistics.mean(lengths)),
    }
