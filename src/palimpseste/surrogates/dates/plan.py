"""The dates of patients over all their documents, read before the first of these is written anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from palimpseste.document import Document
from palimpseste.errors import DocumentError
from palimpseste.surrogates.setting import is_of_patient, scope_of
from palimpseste.writings.dates.chronicle import NO_OTHERS, Chronicle

__all__ = ["DatesPlan", "alone", "patient_digest"]

# A document is written anew in time proportional to the dates it is put in order with: some thousand.
_MOST_BYTES = 10_000
# So many documents of a patient are kept apart.
_MOST_APART = 16


@dataclass(slots=True, repr=False)
class DatesPlan:
    """The dates of each patient, over all documents.

    A document that was joined with those of its patient is put in order with all of them: every date then has one
    surrogate in all documents of the patient. Documents may be added in any order, all before the first is joined; one
    without a patient is never looked at. A patient of more than about 1,000 dates is left without a plan. The only
    document of a patient bears the mark of one (:func:`alone`).

    Notes
    -----
    What is planned is public to neighbours: which dates are equal, how they follow one another, which completes which,
    over all documents of the patient, and what words that stay tell of seasons and of where they are said. It is held
    in memory alone, a dozen bytes a date, under digests of patients.
    """

    _packed: dict[bytes, list[bytes]] = field(default_factory=dict)
    _whole: dict[bytes, bytes] = field(default_factory=dict)
    _refused: set[tuple[bytes, str]] = field(default_factory=set)

    def add(self, document: Document, dates: bytes) -> None:
        """Take the dates of a document, packed, for its patient's."""
        patient = patient_digest(document)
        if patient is not None:
            packed = self._packed.setdefault(patient, [])
            packed.append(dates)
            if len(packed) > _MOST_APART:
                packed[1:] = [_whole(packed[1:])]

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
        if patient not in self._whole:
            self._whole[patient] = _planned(self._packed.pop(patient, []))
        dates = self._whole[patient]
        return replace(document, patient_dates=dates) if dates else document

    def joined_or_error(self, document: Document) -> Document | DocumentError:
        """Return a document with the dates of its patient, or the error that stands for it."""
        try:
            return self.joined(document)
        except DocumentError as error:
            return error

    def __repr__(self) -> str:
        return f"DatesPlan(<{len(self._packed) + len(self._whole)} patients>)"


def alone(document: Document) -> Document:
    """Return a document that is the only one of its patient, said to be so: its own dates are all there are."""
    return replace(document, patient_dates=NO_OTHERS)


def _planned(packed: Sequence[bytes]) -> bytes:
    """Return the dates that go with each of a patient's documents; none where they are too many, or none is known."""
    if len(packed) == 1:
        return NO_OTHERS
    dates = _whole(packed)
    return dates if len(NO_OTHERS) < len(dates) <= _MOST_BYTES else b""


def _whole(packed: Sequence[bytes]) -> bytes:
    return Chronicle.of_all(map(Chronicle.unpack, packed)).pack()


def patient_digest(document: Document) -> bytes | None:
    """Return what tells the patient of a document from others, in this process; None where none is known."""
    if not is_of_patient(document):
        return None
    return blake2b(scope_of(document).encode("utf-8", "surrogatepass"), digest_size=16).digest()
