"""The vectors of tokens: what each piece of text is known by, summed once and kept, and the evidence added to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.features import Evidence, piece_rows, pieces_of
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
        One row a feature; the vector of a token is the sum of the rows of its features.
    evidence : Evidence
        Where in the table the rows of what others found are.
    """

    def __init__(self, table: NDArray[np.int8], evidence: Evidence) -> None:
        self._table = table
        self._evidence = evidence
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
        for _, vectors in self.windows(tokens, found, max(1, len(tokens.words)), 0):
            return vectors
        return np.zeros((0, self._table.shape[1]), dtype=np.float32)

    def windows(
        self, tokens: Tokens, found: Iterable[Span], size: int, reach: int
    ) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Yield the vectors of a note in windows, each made when it is asked for.

        Parameters
        ----------
        found : iterable of Span
            What other detectors found, in offsets of the view.
        size : int
            Tokens from one window to the next.
        reach : int
            Tokens that a window has beside its own, before and behind, where there are so many.

        Yields
        ------
        int
            The first token of the window, those beside it included.
        array of shape (tokens, width)
        """
        pieces = pieces_of(tokens)
        at, rows = (np.asarray(part, dtype=np.int64) for part in self._evidence.of(tokens, found))
        order = np.argsort(at, kind="stable")
        at, rows = at[order], rows[order]
        for start in range(0, len(pieces), size):
            first, last = max(0, start - reach), min(len(pieces), start + size + reach)
            vectors = self._sums_of(pieces[first:last]).astype(np.float32)
            here = slice(*np.searchsorted(at, (first, last)).tolist())
            if here.start < here.stop:
                where, starts = np.unique(at[here] - first, return_index=True)
                vectors[where] += np.add.reduceat(self._table[rows[here]], starts, axis=0, dtype=np.int16)
            yield first, vectors

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
