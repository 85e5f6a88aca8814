"""Word vectors of the training text: positive pointwise mutual information, factorised.

Skip-gram with negative sampling factorises a shifted matrix of mutual information implicitly (Levy and Goldberg 2014);
done explicitly, as here, it needs no further library, no passes over the text, and gives the same vectors every time.
The settings are those Levy, Goldberg and Dagan (2015, section 6) advise: smoothed contexts, the square root of the
singular values.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from palimpseste.coding.ragged import Ragged
from palimpseste.coding.words import PADDING, UNKNOWN

__all__ = ["neighbours", "word_vectors"]

_WINDOW = 5
_SMOOTHING = 0.75
_ROWS_AT_ONCE = 500
_FURTHER_DIRECTIONS, _POWER_ITERATIONS = 10, 2


def word_vectors(rows: Ragged, words: int, size: int) -> Tensor:
    """Return the first vectors of a vocabulary, shape (words, size); of length 1, padding zero.

    Must be called under a seed: the factorisation starts from random directions, and words without neighbours get
    random vectors.

    Parameters
    ----------
    rows : Ragged
        Stays as words.
    words : int
        Numbers of the vocabulary, padding and unknown included.
    size : int
    """
    vectors: Tensor = torch.randn(words, size) / size**0.5
    keys, counts = neighbours(rows, words)
    if len(keys):
        first, second = keys // words, keys % words
        own = np.bincount(first, counts, words)
        context = np.bincount(second, counts, words) ** _SMOOTHING
        information = np.log(counts * context.sum() / (own[first] * context[second]))
        positive = information > 0
        places = torch.from_numpy(np.stack((first[positive], second[positive])))
        values = torch.from_numpy(information[positive]).float()
        matrix = torch.sparse_coo_tensor(places, values, (words, words), check_invariants=False).coalesce()
        rank = min(size, words)
        left, singular, _ = torch.svd_lowrank(matrix, min(rank + _FURTHER_DIRECTIONS, words), _POWER_ITERATIONS)
        learned = left[:, :rank] * singular[:rank].sqrt()
        length = learned.norm(dim=1, keepdim=True)
        known = length[:, 0] > 1e-6
        vectors[known, :rank] = (learned / length.clamp_min(1e-6))[known]
        vectors[known, rank:] = 0
    vectors[PADDING] = 0
    return vectors


def neighbours(rows: Ragged, words: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the pairs of words at most five apart, either way, as ``first * words + second``, sorted; how often each.

    Pairs with an unknown word do not count.
    """
    keys: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
    counts: NDArray[np.float64] = np.zeros(0)
    for chunk in _chunks(rows):
        found = []
        for apart in range(1, _WINDOW + 1):
            first, second = chunk[:-apart], chunk[apart:]
            known = (first > UNKNOWN) & (second > UNKNOWN)
            found += [first[known] * words + second[known], second[known] * words + first[known]]
        new, new_counts = np.unique(np.concatenate(found), return_counts=True)
        keys, merged = np.unique(np.concatenate((keys, new)), return_inverse=True)
        counts = np.bincount(merged, np.concatenate((counts, new_counts)), len(keys)).astype(np.float64)
    return keys, counts


def _chunks(rows: Ragged) -> Iterator[NDArray[np.int64]]:
    """Yield the words of some stays in one array, too far apart to be neighbours."""
    between = np.full(_WINDOW, UNKNOWN, dtype=np.int64)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        parts = [part for row in range(start, min(start + _ROWS_AT_ONCE, len(rows))) for part in (rows[row], between)]
        yield np.concatenate(parts).astype(np.int64)
