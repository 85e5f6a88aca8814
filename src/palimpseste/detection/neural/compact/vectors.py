"""The vectors of tokens: what each piece of text is known by, summed once and kept, and the evidence added to it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.features import Evidence, piece_rows, pieces_of
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Span

__all__ = ["Vectors"]

Key = TypeVar("Key", bound=Hashable)

# Pieces recur from note to note, and what is found on them; when so many are kept, all are forgotten at once.
_MOST_REMEMBERED = 1 << 15


class _Sums(Generic[Key]):
    """Sums of rows of a table, each under a key, worked out when the key is first met.

    Parameters
    ----------
    table : array of shape (rows, width), int8
        What is summed.
    rows_of : callable
        From a key to its rows.
    """

    def __init__(self, table: NDArray[np.int8], rows_of: Callable[[Key], Sequence[int]]) -> None:
        self._table = table
        self._rows_of = rows_of
        self._forget(256)

    def _forget(self, room: int) -> None:
        self._numbers: dict[Key, int] = {}
        self._sums = np.zeros((room, self._table.shape[1]), dtype=np.int16)

    def of(self, keys: Sequence[Key]) -> NDArray[np.int16]:
        """Return the sum of each key, shape ``(keys, width)``."""
        numbers = self._numbers
        new = [key for key in dict.fromkeys(keys) if key not in numbers]
        if len(numbers) + len(new) > _MOST_REMEMBERED:
            new = list(dict.fromkeys(keys))
            self._forget(max(1, len(new)))
            numbers = self._numbers
        for number, key in enumerate(new, len(numbers)):
            if number == len(self._sums):
                self._sums = np.concatenate([self._sums, np.zeros_like(self._sums)])
            rows = self._table.take(self._rows_of(key), axis=0)
            np.add.reduce(rows, axis=0, dtype=np.int16, out=self._sums[number])
            numbers[key] = number
        return self._sums.take([numbers[key] for key in keys], axis=0)


class Vectors:
    """Sums of rows of a table: of the rows of a piece of text, and of those of what stands beside it.

    Parameters
    ----------
    table : array of shape (rows, width), int8
        One row a feature; the vector of a token is the sum of the rows of its features.
    evidence : Evidence
        Where in the table the rows of what others found are.
    """

    def __init__(self, table: NDArray[np.int8], evidence: Evidence) -> None:
        self._width = table.shape[1]
        self._evidence = evidence
        self._of_pieces = _Sums[str](table, lambda piece: piece_rows(piece, alphabet()))
        self._of_evidence = _Sums[tuple[int, ...]](table, lambda rows: rows)

    def of(self, tokens: Tokens, found: Iterable[Span]) -> NDArray[np.float32]:
        """Return the vectors of the tokens of a note, shape ``(tokens, width)``.

        Parameters
        ----------
        found : iterable of Span
            What other detectors found, in offsets of the view.
        """
        for _, vectors in self.windows(tokens, found, max(1, len(tokens.words)), 0):
            return vectors
        return np.zeros((0, self._width), dtype=np.float32)

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
        beside: dict[int, list[int]] = {}
        for index, row in zip(*self._evidence.of(tokens, found), strict=True):
            beside.setdefault(index, []).append(row)
        places = sorted(beside)
        for start in range(0, len(pieces), size):
            first, last = max(0, start - reach), min(len(pieces), start + size + reach)
            vectors = self._of_pieces.of(pieces[first:last]).astype(np.float32)
            if here := places[bisect_left(places, first) : bisect_left(places, last)]:
                vectors[np.array(here) - first] += self._of_evidence.of([tuple(beside[index]) for index in here])
            yield first, vectors
