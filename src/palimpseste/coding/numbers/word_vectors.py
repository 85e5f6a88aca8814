"""Word vectors of the training text: positive pointwise mutual information, factorised.

Skip-gram with negative sampling factorises a shifted matrix of mutual information implicitly (Levy and Goldberg 2014);
done explicitly, as here, it needs no further library, no passes over the text, and gives the same vectors every time.
The settings are those Levy, Goldberg and Dagan (2015, section 6) advise: smoothed contexts, the square root of the
singular values.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from palimpseste.coding.numbers.ragged import Ragged
from palimpseste.coding.numbers.word_pairs import neighbours
from palimpseste.coding.numbers.words import PADDING

__all__ = ["word_vectors"]

_SMOOTHING = 0.75
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
        Numbers in each vector.
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
