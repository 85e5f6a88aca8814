"""Whole-word masking: what a language model is asked to guess.

Words are drawn until some share of the sub-words is covered, all sub-words of a word together; of these, 80 % become
the mask, 10 % another sub-word, 10 % stay (Devlin et al. 2019, section 3.1; whole words as in CamemBERT, Martin et al.
2020).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["UNASKED", "mask_words"]

# What a loss leaves out, by convention of torch.
UNASKED = -100
_MASKED, _REPLACED = 0.8, 0.1


def mask_words(
    ids: Sequence[int],
    heads: Sequence[int],
    end: int,
    share: float,
    mask: int,
    others: NDArray[np.int64],
    key: Sequence[int],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the sub-words a model is shown, and those it must guess (`UNASKED` elsewhere), each of shape ``(ids,)``.

    Parameters
    ----------
    ids : sequence of int
        Sub-words, those around the sequence included.
    heads : sequence of int
        Place of the first sub-word of each word.
    end : int
        Where the last word ends.
    share : float
        Of the sub-words of words, in (0, 1); at least one word is drawn.
    mask : int
        Number of the mask.
    others : array of int
        The sub-words that may stand for another.
    key : sequence of int
        What the draw depends on: the same key, the same words.
    """
    generator = np.random.default_rng(list(key))
    shown = np.asarray(ids, dtype=np.int64)
    asked = np.full(len(ids), UNASKED, dtype=np.int64)
    bounds = [*heads, end]
    wanted = share * (end - heads[0])
    covered = 0
    for word in generator.permutation(len(heads)):
        first, last = bounds[word], bounds[word + 1]
        asked[first:last] = shown[first:last]
        covered += last - first
        if covered >= wanted:
            break
    places = np.flatnonzero(asked != UNASKED)
    fate = generator.random(len(places))
    drawn = generator.choice(others, len(places))
    becomes = np.where(fate < _MASKED, mask, np.where(fate < _MASKED + _REPLACED, drawn, shown[places]))
    shown = shown.copy()
    shown[places] = becomes
    return shown, asked
