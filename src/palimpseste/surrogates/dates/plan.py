"""The dates of patients over all their documents, read before the first of these is written anew."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import blake2b

from palimpseste.document import Document
from palimpseste.errors import DocumentError
from palimpseste.surrogates.setting import is_of_patient, scope_of
from palimpseste.writings.dates.chronicle import Chronicle

__all__ = ["DatesPlan", "patient_digest"]

# A document is written anew in time proportional to the dates it is put in order with.
_MOST_DATES = 1_000


@dataclass(slots=True, repr=False)
class DatesPlan:
    """The dates of each patient, over all documents.

    A document that was joined with those of its patient is put in order with all of them: every date then has one
    surrogate in all documents of the patient. Documents may be added in any order; one without a patient is never
    looked at. A patient of more than 1,000 dates is left without a plan.

    Notes
    -----
    What is planned is public to neighbours: which dates are equal, how they follow one another, which completes which,
    over all documents of the patient. It is held in memory alone, a dozen bytes a date, under digests of patients.
    """

    _packed: dict[bytes, list[bytes]] = field(default_factory=dict)
    _refused: set[tuple[bytes, str]] = field(default_factory=set)

    def add(self, document: Document, dates: bytes) -> None:
        """Take the dates of a document, packed, for its patient's."""
        patient = patient_digest(document)
        if patient is not None:
            self._packed.setdefault(patient, []).append(dates)

    def refuse(self, document: Document) -> None:
        """Note that the dates of a document could not be read: it will not be written anew."""
        patient = patient_digest(document)
        if patient is not None:
            self._refused.add((patient, document.id))

    def joined(self, document: Document) -> Document:
        """Return a document with the dates of its patient.

        Raises
        ------
        DocumentError
            If its own could not be read.
        """
        patient = patient_digest(document)
        if patient is None:
            return document
        if (patient, document.id) in self._refused:
            raise DocumentError(document.id, "its dates could not be read")
        packed = self._packed.get(patient, [])
        if len(packed) > 1:
            whole = Chronicle.of_all(map(Chronicle.unpack, packed))
            self._packed[patient] = packed = [whole.pack() if len(whole) <= _MOST_DATES else b""]
        return replace(document, patient_dates=packed[0]) if packed else document

    def __repr__(self) -> str:
        return f"DatesPlan(<{len(self._packed)} patients>)"


def patient_digest(document: Document) -> bytes | None:
    """Return what tells the patient of a document from others, in this process; None where none is known."""
    if not is_of_patient(document):
        return None
    return blake2b(scope_of(document).encode("utf-8", "surrogatepass"), digest_size=16).digest()
