"""What the network reads of tokens: the rows each piece of text is known by, summed once and kept, and the evidence."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.features import Evidence, piece_rows
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Span

__all__ = ["Vectors"]

Key = TypeVar("Key", bound=Hashable)

Activated = Callable[[NDArray[np.integer]], NDArray[Any]]

# Pieces recur from note to note, and what is found on them; when so many are kept, those not met since are forgotten
# that were there when half as many were.
_MOST_REMEMBERED = 1 << 15


class _Sums(Generic[Key]):
    """Sums of rows of a table, each under a key, worked out when the key is first met.

    Parameters
    ----------
    table : array of shape (rows, width), int8
        What is summed.
    rows_of : callable
        From a key to its rows.

    Attributes
    ----------
    sums : array of shape (room, width), int16
        At the numbers of keys, their sums.
    """

    def __init__(self, table: NDArray[np.int8], rows_of: Callable[[Key], Sequence[int]]) -> None:
        self._table = table
        self._rows_of = rows_of
        self._begin()
        self._earlier = self._numbers, self.sums

    def _begin(self) -> None:
        self._numbers: dict[Key, int] = {}
        self.sums = np.zeros((256, self._table.shape[1]), dtype=np.int16)

    def numbers_of(self, keys: Sequence[Key]) -> list[int]:
        """Return the number of each key: until others are asked for."""
        try:
            return list(map(self._numbers.__getitem__, keys))
        except KeyError:
            self._learn(dict.fromkeys(keys))
            return list(map(self._numbers.__getitem__, keys))

    def _learn(self, keys: Collection[Key]) -> slice:
        """Give numbers to the keys that have none; return which."""
        new = [key for key in keys if key not in self._numbers]
        if len(self._numbers) + len(new) > _MOST_REMEMBERED // 2:
            new = list(keys)
            self._earlier = self._numbers, self.sums
            self._begin()
        first, last = len(self._numbers), len(self._numbers) + len(new)
        self.sums = _with_room(self.sums, last)
        numbers, sums = self._earlier
        for number, key in enumerate(new, first):
            if key in numbers:
                self.sums[number] = sums[numbers[key]]
            else:
                rows = self._table.take(self._rows_of(key), axis=0)
                np.add.reduce(rows, axis=0, dtype=np.int16, out=self.sums[number])
            self._numbers[key] = number
        return slice(first, last)


class _Activations(_Sums[str]):
    """Sums of pieces of text, and what the network makes of those that nothing stands beside.

    Parameters
    ----------
    activated : callable
        What the network makes of sums.

    Attributes
    ----------
    made : array of shape (room, width)
        That, at the numbers of pieces.
    """

    def __init__(self, table: NDArray[np.int8], rows_of: Callable[[str], Sequence[int]], activated: Activated) -> None:
        super().__init__(table, rows_of)
        self._activated = activated
        self.made = activated(self.sums)

    def _learn(self, keys: Collection[str]) -> slice:
        learnt = super()._learn(keys)
        self.made = _with_room(self.made[: len(self.sums)], learnt.stop)
        self.made[learnt] = self._activated(self.sums[learnt])
        return learnt


def _with_room(rows: NDArray[Any], count: int) -> NDArray[Any]:
    """Return an array of at least so many rows, those there are kept: grown to twice as many each time."""
    while len(rows) < count:
        rows = np.concatenate([rows, np.zeros_like(rows)])
    return rows


class Vectors:
    """What the network reads: of the sums of the rows of a piece of text, and of those of what stands beside it.

    Parameters
    ----------
    table : array of shape (rows, width), int8
        One row a feature; the vector of a token is the sum of the rows of its features.
    evidence : Evidence
        Where in the table the rows of what others found are.
    activated : callable
        What the network makes of vectors, each of its values by itself (:meth:`.network.Network.activated`).
    """

    def __init__(self, table: NDArray[np.int8], evidence: Evidence, activated: Activated) -> None:
        self._evidence = evidence
        self._activated = activated
        self._of_pieces = _Activations(table, lambda piece: piece_rows(piece, alphabet()), activated)
        self._of_evidence = _Sums[tuple[int, ...]](table, lambda rows: rows)

    def of(self, tokens: Tokens, found: Iterable[Span]) -> NDArray[Any]:
        """Return what the network reads of a note, shape ``(tokens, width)``.

        Parameters
        ----------
        found : iterable of Span
            What other detectors found, in offsets of the view.
        """
        for _, read in self.windows(tokens, found, max(1, len(tokens.words)), 0):
            return read
        return self._of_pieces.made[:0]

    def windows(
        self, tokens: Tokens, found: Iterable[Span], size: int, reach: int
    ) -> Iterator[tuple[int, NDArray[Any]]]:
        """Yield what the network reads of a note in windows, each made when it is asked for.

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
        pieces = tokens.pieces
        beside = self._evidence.of(tokens, found)
        places = sorted(beside)
        for start in range(0, len(pieces), size):
            first, last = max(0, start - reach), min(len(pieces), start + size + reach)
            numbers = self._of_pieces.numbers_of(pieces[first:last])
            read = self._of_pieces.made.take(numbers, axis=0)
            if here := places[bisect_left(places, first) : bisect_left(places, last)]:
                rows = [index - first for index in here]
                sums = self._of_pieces.sums.take([numbers[row] for row in rows], axis=0).astype(np.int32)
                evidence = self._of_evidence.numbers_of([tuple(beside[index]) for index in here])
                sums += self._of_evidence.sums.take(evidence, axis=0)
                read[rows] = self._activated(sums)
            yield first, read
