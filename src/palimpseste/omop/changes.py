"""Keyed digests of the notes that are done and of the records beside them, by which a later run sees what changed."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from palimpseste.document import Patient
from palimpseste.omop.cdm import NOTE
from palimpseste.omop.database import Row
from palimpseste.omop.records import Care, Unknown

__all__ = ["Met", "NoteDigests", "Range"]

# Numbers of notes, the first not among them; None is the beginning.
Range = tuple[int | None, int]

_ROWS, _RECORDS = "rows", "records"


class Met(NamedTuple):
    """A note as it is read.

    Parameters
    ----------
    row : Row
        Of the note.
    patient : Patient or Unknown
        The record of its patient.
    care : Care
        Who cared, and where.
    """

    row: Row
    patient: Patient | Unknown
    care: Care


class NoteDigests:
    """Digests of notes as they were read, batch by batch: of their rows, and of the records beside them.

    A change of the digest tells that a note of the batch changed, and nothing tells without the key what is in one.

    Parameters
    ----------
    secret : bytes
        The key of the cohort.
    columns : iterable of str
        Those that a result depends on or is copied from; what stands in others may change.
    """

    def __init__(self, secret: bytes, columns: Iterable[str]) -> None:
        self._secret = hmac.digest(secret, b"palimpseste omop notes", sha256)
        self._columns = tuple(sorted(columns))
        self._read: dict[int, Mapping[str, bytes]] = {}
        self._batch = self._begun()

    def meet(self, met: Met) -> None:
        """Take note of a note that is read."""
        self._read[_number_of(met)] = self._digests(met)

    def done(self, key: int) -> None:
        """Take note of a note that is done, as it was when it was read; they are done in order."""
        _update(self._batch, self._read.pop(key))

    def batch(self) -> Mapping[str, str]:
        """Return the digests of what was done since they were last asked for, by what they are of."""
        digests = _ended(self._batch)
        self._batch = self._begun()
        return digests

    def changed(
        self, notes: Iterable[Met], batches: Sequence[tuple[int, Mapping[str, str]]]
    ) -> tuple[Range | None, Range | None]:
        """Return between which numbers the first note is whose row, and whose record, is not as it was.

        Parameters
        ----------
        notes : iterable of Met
            As they are now, in order.
        batches : sequence of (int, mapping of str to str)
            The last number of each batch that is done, in order, and its digests; none where a run kept none.

        Returns
        -------
        tuple of (Range, Range)
            Of the rows, which are looked at no further, and of the records; None where all are as they were.
        """
        now = iter(notes)
        held = next(now, None)
        before: int | None = None
        records: Range | None = None
        for last, written in batches:
            batch = self._begun()
            while held is not None and _number_of(held) <= last:
                _update(batch, self._digests(held))
                held = next(now, None)
            differ = {
                what
                for what, digest in _ended(batch).items()
                if what in written and not hmac.compare_digest(digest, written[what])
            }
            if _ROWS in differ:
                return (before, last), records
            if _RECORDS in differ and records is None:
                records = before, last
            before = last
        return None, records

    def _digests(self, met: Met) -> Mapping[str, bytes]:
        known = met.patient.reason if isinstance(met.patient, Unknown) else sorted(met.patient.known().items())
        return {
            _ROWS: self._digest([met.row.get(column) for column in self._columns]),
            _RECORDS: self._digest([known, met.care.providers, met.care.care_sites]),
        }

    def _digest(self, values: Sequence[object]) -> bytes:
        return hmac.digest(self._secret, json.dumps(values).encode("ascii"), sha256)

    def _begun(self) -> Mapping[str, hmac.HMAC]:
        return {what: hmac.new(self._secret, digestmod=sha256) for what in (_ROWS, _RECORDS)}


def _number_of(met: Met) -> int:
    return int(met.row[NOTE.key] or 0)


def _update(batch: Mapping[str, hmac.HMAC], digests: Mapping[str, bytes]) -> None:
    for what, digest in digests.items():
        batch[what].update(digest)


def _ended(batch: Mapping[str, hmac.HMAC]) -> Mapping[str, str]:
    return {what: digest.hexdigest() for what, digest in batch.items()}
