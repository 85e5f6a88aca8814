"""The three systems that the paper compares, on a user's notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.document import Document
from palimpseste.papers.experiment import Material

__all__ = ["HYBRID", "MODEL", "RULES", "SYSTEMS", "found_by", "with_records"]

RULES, MODEL, HYBRID = "rules", "model", "hybrid"
# As the paper's: static and dynamic rules, the model alone, all of them.
SYSTEMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {RULES: ("record", "rules"), MODEL: ("model",), HYBRID: ("model", "record", "rules")}
)


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
    deidentifier = Deidentifier(choice.make())
    return [replace(note, entities=deidentifier.detect(note)) for note in material.counted(notes, system)]


def with_records(notes: Sequence[Document]) -> str:
    """Return how many notes there are, and how many of them come with the patient's record, as a sentence."""
    known = sum(bool(note.patient.known()) for note in notes)
    return f"{len(notes):,} notes, {known:,} of them with a record of the patient, which dynamic rules need.\n"
