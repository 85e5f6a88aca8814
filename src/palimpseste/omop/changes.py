"""Keyed digests of the notes that are done, by which a later run sees that one of them changed since."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Sequence
from hashlib import sha256

from palimpseste.omop.cdm import NOTE
from palimpseste.omop.database import Row

__all__ = ["NoteDigests"]

# Numbers of notes, the first not among them; None is the beginning.
Range = tuple[int | None, int]


class NoteDigests:
    """Digests of notes as they were read, batch by batch.

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
        self._read: dict[int, bytes] = {}
        self._batch = self._begun()

    def meet(self, row: Row) -> None:
        """Take note of a row that is read."""
        self._read[int(row[NOTE.key] or 0)] = self._digest(row)

    def done(self, key: int) -> None:
        """Take note of a row that is done, as it was when it was read; they are done in order."""
        self._batch.update(self._read.pop(key))

    def batch(self) -> str:
        """Return the digest of what was done since it was last asked for."""
        digest = self._batch.hexdigest()
        self._batch = self._begun()
        return digest

    def changed(self, rows: Iterable[Row], batches: Sequence[tuple[int, str | None]]) -> Range | None:
        """Return between which numbers the first note is that is not as it was; None where all are.

        Parameters
        ----------
        rows : iterable of Row
            As they are now, in order.
        batches : sequence of (int, str)
            The last number of each batch that is done, in order, and its digest; None where it has none.
        """
        now = iter(rows)
        held = next(now, None)
        before: int | None = None
        for last, digest in batches:
            batch = self._begun()
            while held is not None and int(held[NOTE.key] or 0) <= last:
                batch.update(self._digest(held))
                held = next(now, None)
            if digest is not None and not hmac.compare_digest(batch.hexdigest(), digest):
                return before, last
            before = last
        return None

    def _digest(self, row: Row) -> bytes:
        values = json.dumps([row.get(column) for column in self._columns])
        return hmac.digest(self._secret, values.encode("ascii"), sha256)

    def _begun(self) -> hmac.HMAC:
        return hmac.new(self._secret, digestmod=sha256)
