"""Which notes are of one patient."""

from __future__ import annotations

from collections.abc import Iterable

from palimpseste.document import Document
from palimpseste.folding import fold

__all__ = ["by_patient", "patient_of"]


def patient_of(document: Document) -> str:
    """Return what tells a document's patient from others; a document without record is a patient of its own."""
    patient = document.patient
    if patient.patient_id or patient.ssn:
        return "number " + fold(patient.patient_id or patient.ssn)
    if patient.lastname and (patient.firstname or patient.birthdate):
        return "name " + fold(f"{patient.lastname} {patient.firstname} {patient.birthdate}")
    return f"document {document.id}"


def by_patient(documents: Iterable[Document]) -> dict[str, list[int]]:
    """Return the positions of the documents of each patient."""
    patients: dict[str, list[int]] = {}
    for position, document in enumerate(documents):
        patients.setdefault(patient_of(document), []).append(position)
    return patients
