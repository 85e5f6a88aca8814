"""Words that stand near each other, counted in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from palimpseste.coding.numbers.ragged import Ragged
from palimpseste.coding.numbers.words import UNKNOWN

__all__ = ["MOST_PAIRS", "neighbours"]

Pairs = tuple[NDArray[np.int64], NDArray[np.float64]]
MOST_PAIRS = 10_000_000
_WINDOW = 5
_ROWS_AT_ONCE = 500


def neighbours(rows: Ragged, words: int, most_pairs: int = MOST_PAIRS) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the pairs of words at most five apart, either way, as ``first * words + second``, sorted; how often each.

    Pairs with an unknown word do not count. Memory is bounded: where there are more different pairs than `most_pairs`,
    the rarest so far are forgotten, as in lossy counting (Manku and Motwani 2002).

    Parameters
    ----------
    rows : Ragged
        Texts as numbers of words.
    words : int
        How many numbers there are.
    most_pairs : int
        How many different pairs are counted at once.
    """
    counted: Pairs = (np.zeros(0, dtype=np.int64), np.zeros(0))
    waiting: list[Pairs] = []
    for chunk in _chunks(rows):
        found = []
        for apart in range(1, _WINDOW + 1):
            first, second = chunk[:-apart], chunk[apart:]
            known = (first > UNKNOWN) & (second > UNKNOWN)
            found += [first[known] * words + second[known], second[known] * words + first[known]]
        new, times = np.unique(np.concatenate(found), return_counts=True)
        waiting.append((new, times.astype(np.float64)))
        # Merged only when as many wait as are counted: each pair is then sorted a few times, not once a chunk.
        if sum(len(keys) for keys, _ in waiting) > min(max(len(counted[0]), most_pairs // 10), most_pairs):
            counted, waiting = _pruned(_merged([counted, *waiting]), most_pairs), []
    return _pruned(_merged([counted, *waiting]), most_pairs)


def _merged(parts: list[Pairs]) -> Pairs:
    keys, place = np.unique(np.concatenate([keys for keys, _ in parts]), return_inverse=True)
    counts = np.bincount(place, np.concatenate([counts for _, counts in parts]), len(keys))
    return keys, counts.astype(np.float64)


def _pruned(pairs: Pairs, most: int) -> Pairs:
    keys, counts = pairs
    least = 1
    while len(keys) > most:
        least += 1
        kept = counts >= least
        keys, counts = keys[kept], counts[kept]
    return keys, counts


def _chunks(rows: Ragged) -> Iterator[NDArray[np.int64]]:
    """Yield the words of some stays in one array, too far apart to be neighbours."""
    between = np.full(_WINDOW, UNKNOWN, dtype=np.int64)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        parts = [part for row in range(start, min(start + _ROWS_AT_ONCE, len(rows))) for part in (rows[row], between)]
        yield np.concatenate(parts).astype(np.int64)
