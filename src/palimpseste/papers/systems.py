"""The three systems that tables compare, and the notes they are measured on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import view_named
from palimpseste.papers.experiment import Material

__all__ = ["HYBRID", "MODEL", "RULES", "SYSTEMS", "annotated", "found_by", "with_records"]

RULES, MODEL, HYBRID = "rules", "model", "hybrid"
# As AP-HP's: static and dynamic rules, the model alone, all of them.
SYSTEMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {RULES: ("record", "rules"), MODEL: ("model",), HYBRID: ("model", "record", "rules")}
)


def annotated(notes: Sequence[Document], view: str) -> Sequence[Document]:
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


def found_by(system: str, notes: Sequence[Document], material: Material) -> list[Document]:
    """Return the notes with what a system finds in them for entities.

    Parameters
    ----------
    system : str
        One of `SYSTEMS`.
    notes : sequence of Document
        Their own entities are not looked at.
    material : Material
        Whose model is used.

    Raises
    ------
    DocumentError
        If detection fails in a note.
    UsageError
        If there is no such model.
    """
    names = SYSTEMS[system]
    choice = DetectorChoice(names, model=material.model if "model" in names else None)
    deidentifier = Deidentifier.detecting(choice)
    return [replace(note, entities=deidentifier.detect(note)) for note in material.counted(notes, system)]


def with_records(notes: Sequence[Document]) -> str:
    """Return how many notes there are, and how many of them come with the patient's record, as a sentence."""
    known = sum(bool(note.patient.known()) for note in notes)
    return f"{len(notes):,} notes, {known:,} of them with a record of the patient, which dynamic rules need.\n"
