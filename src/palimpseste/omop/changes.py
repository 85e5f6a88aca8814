"""Keyed digests of the notes that are done and of the records beside them, by which a later run sees what changed."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from palimpseste.omop.cdm import NOTE
from palimpseste.omop.reading import NoteRead
from palimpseste.omop.records import Unknown

__all__ = ["NoteDigests", "Range"]

# Numbers of notes, the first not among them; None is the beginning.
Range = tuple[int | None, int]

_ROWS, _RECORDS = "rows", "records"


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

    def read(self, note: NoteRead) -> None:
        """Take down a note that is read."""
        self._read[_number_of(note)] = self._digests(note)

    def done(self, key: int) -> None:
        """Take down that a note is done, as it was when it was read; they are done in order."""
        _update(self._batch, self._read.pop(key))

    def batch(self) -> Mapping[str, str]:
        """Return the digests of what was done since they were last asked for, by what they are of."""
        digests = _ended(self._batch)
        self._batch = self._begun()
        return digests

    def changed(
        self, notes: Iterable[NoteRead], batches: Sequence[tuple[int, Mapping[str, str]]]
    ) -> tuple[Range | None, Range | None]:
        """Return between which numbers the first note is whose row, and whose record, is not as it was.

        Parameters
        ----------
        notes : iterable of NoteRead
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

    def _digests(self, note: NoteRead) -> Mapping[str, bytes]:
        known = note.patient.reason if isinstance(note.patient, Unknown) else sorted(note.patient.known().items())
        return {
            _ROWS: self._digest([note.row.get(column) for column in self._columns]),
            _RECORDS: self._digest([known, note.care.providers, note.care.care_sites]),
        }

    def _digest(self, values: Sequence[object]) -> bytes:
        return hmac.digest(self._secret, json.dumps(values).encode("ascii"), sha256)

    def _begun(self) -> Mapping[str, hmac.HMAC]:
        return {what: hmac.new(self._secret, digestmod=sha256) for what in (_ROWS, _RECORDS)}


def _number_of(note: NoteRead) -> int:
    return int(note.row[NOTE.key] or 0)


def _update(batch: Mapping[str, hmac.HMAC], digests: Mapping[str, bytes]) -> None:
    for what, digest in digests.items():
        batch[what].update(digest)


def _ended(batch: Mapping[str, hmac.HMAC]) -> Mapping[str, str]:
    return {what: digest.hexdigest() for what, digest in batch.items()}
