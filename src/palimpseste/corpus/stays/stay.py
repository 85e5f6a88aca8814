"""A coded stay, and the forms it is written in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from palimpseste.document import Document, Patient

__all__ = ["Stay"]


@dataclass(frozen=True, slots=True, repr=False)
class Stay:
    """A hospital stay: what was written of it, and its codes.

    Attributes
    ----------
    id : str
        Identifier; what stands before its hyphen is the patient's.
    documents : tuple of Document
        In the order of their days, with gold spans.
    codes : tuple of str
        ICD-10 codes with their dot, main one first.
    patient : Patient
        The record.
    depends_on : mapping of str to str
        For each code what alone tells it: ``dates``, ``age``, ``season``, ``place``, ``provider``, or ``none`` where
        the words do.
    split : str
        ``train``, ``dev`` or ``test``, by patient.
    case : str
        The case the stay was drawn from; empty for most.
    """

    id: str
    documents: tuple[Document, ...]
    codes: tuple[str, ...]
    patient: Patient
    depends_on: Mapping[str, str]
    split: str
    case: str = ""

    def to_mapping(self) -> dict[str, object]:
        """Return the stay as one JSON object."""
        documents = []
        for document in self.documents:
            values = document.to_mapping()
            values.pop("patient", None)
            documents.append(values)
        return {
            "id": self.id,
            "documents": documents,
            "codes": list(self.codes),
            "patient": self.patient.known(),
            "depends_on": dict(self.depends_on),
            "split": self.split,
            "case": self.case,
        }

    def flat(self) -> tuple[str, str, str]:
        """Return identifier, all the text, and the codes parted by semicolons."""
        return self.id, "\n\n".join(document.text for document in self.documents), ";".join(self.codes)

    def __repr__(self) -> str:
        return f"Stay(id={self.id!r}, <{len(self.documents)} documents>, <{len(self.codes)} codes>)"
