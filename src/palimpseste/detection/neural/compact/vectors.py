"""The vectors of tokens: what each piece of text is known by, summed once and kept, and the evidence added to it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.features import evidence_rows, piece_rows, pieces_of
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Span

__all__ = ["Vectors"]

# Pieces recur from note to note; when so many are kept, all are forgotten at once.
_MOST_REMEMBERED = 1 << 15


class Vectors:
    """Sums of rows of a table, by piece of text.

    Parameters
    ----------
    table : array of shape (rows, width), int8
    """

    def __init__(self, table: NDArray[np.int8]) -> None:
        self._table = table
        self._forget(256)

    def _forget(self, room: int) -> None:
        self._numbers: dict[str, int] = {}
        self._sums = np.zeros((room, self._table.shape[1]), dtype=np.int16)

    def of(self, tokens: Tokens, found: Iterable[Span]) -> NDArray[np.float32]:
        """Return the vectors of the tokens of a note, shape ``(tokens, width)``.

        Parameters
        ----------
        found : iterable of Span
            What other detectors found, in offsets of the view.
        """
        vectors = self._sums_of(pieces_of(tokens)).astype(np.float32)
        at, rows = evidence_rows(tokens, found)
        if at:
            order = np.argsort(at, kind="stable")
            where, starts = np.unique(np.asarray(at)[order], return_index=True)
            vectors[where] += np.add.reduceat(self._table[np.asarray(rows)[order]], starts, axis=0, dtype=np.int16)
        return vectors

    def _sums_of(self, pieces: list[str]) -> NDArray[np.int16]:
        numbers = self._numbers
        new = {piece for piece in pieces if piece not in numbers}
        if len(numbers) + len(new) > _MOST_REMEMBERED:
            new = set(pieces)
            self._forget(max(1, len(new)))
            numbers = self._numbers
        for piece in sorted(new):
            number = len(numbers)
            if number == len(self._sums):
                self._sums = np.concatenate([self._sums, np.zeros_like(self._sums)])
            self._sums[number] = self._table[piece_rows(piece, alphabet())].sum(axis=0, dtype=np.int16)
            numbers[piece] = number
        return self._sums[[numbers[piece] for piece in pieces]]
