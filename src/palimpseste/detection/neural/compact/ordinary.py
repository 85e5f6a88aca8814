"""Ordinary words are masked only where the model is surer of them than of others.

A model operates so that it rather masks a word too many than one too few. A word of the dictionary that no list of
names holds and that is written small (or begins the note) in a note that has capitals is hardly a name: the odds that
it is of a person or town, or begins the name of a body or another place, have to be several times those asked
elsewhere. An article or a preposition goes with the word behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import log

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.neural.tags import OUTSIDE
from palimpseste.detection.tokens import OF_NAMES, OF_NAMES_OF_BODIES, Shape, Tokens, Trait

__all__ = ["OrdinaryWords"]

# So many times the usual odds: where names are found from 0.15 on, these are 0.5 and 0.3.
_TIMES = {
    **dict.fromkeys(("FIRSTNAME", "LASTNAME", "CITY"), 17 / 3),
    **dict.fromkeys(("HOSPITAL", "ORGANIZATION", "LOCATION"), 17 / 7),
}
_OF_BODIES = ("HOSPITAL", "ORGANIZATION", "LOCATION")
# What is asked of a token: no more than usual, more to be a person or town, more to be any name, as of the next one.
_USUAL, _OF_PERSONS, _OF_ALL, _FUNCTION = range(4)
# Function words in a row that go with the word behind them.
_LONGEST = 4
_SHORTEST = 4
_MOST_REMEMBERED = 1 << 16


class OrdinaryWords:
    """What the scores of ordinary words lose.

    Parameters
    ----------
    tags : sequence of str
        Of the model, in order: ``B-CITY``.
    unit : float
        Of scores, in one logarithm of odds.
    """

    def __init__(self, tags: Sequence[str], unit: float) -> None:
        # Whole units: the scores are whole numbers and stay so.
        loss = np.array([round(log(_times(tag)) * unit) for tag in tags], dtype=np.float32)
        of_bodies = [tag.partition("-")[2] in _OF_BODIES for tag in tags]
        self._losses = np.zeros((3, len(tags)), dtype=np.float32)
        self._losses[_OF_ALL] = loss
        self._losses[_OF_PERSONS] = np.where(of_bodies, 0.0, loss)

    def weighed(self, tokens: Tokens, first: int, scores: NDArray[np.floating]) -> NDArray[np.floating]:
        """Return scores with those of ordinary words lowered; they themselves stay as they are.

        Parameters
        ----------
        tokens : Tokens
            The note.
        first : int
            The token of the first row.
        scores : array of shape (tokens, tags)
            At the operating point.
        """
        named = np.flatnonzero(scores.argmax(axis=1) != OUTSIDE).tolist()
        small, words, symbols = _small(), tokens.words, tokens.symbols
        asked = [row for row in named if symbols[first + row] in small or _begins(words, first + row)]
        kinds = {row: kind for row in asked if (kind := _kind_at(tokens, first + row)) != _USUAL}
        if not kinds:
            return scores
        weighed: NDArray[np.floating] = scores.copy()
        weighed[list(kinds)] -= self._losses[list(kinds.values())]
        return weighed


def _times(tag: str) -> float:
    position, _, label = tag.partition("-")
    # Behind its first word the name of a body is made of ordinary words.
    return 1.0 if label in _OF_BODIES and position in "IE" else _TIMES.get(label, 1.0)


@cache
def _small() -> frozenset[str]:
    """Return the symbols of words that are written small."""
    return alphabet().symbols_of(Shape.LOWER)


def _begins(words: Sequence[str], index: int) -> bool:
    """Tell whether a capital tells nothing of a token, since it begins the note or what stands behind a question."""
    return index == 0 or words[index - 1] in ("?", "!")


def _kind_at(tokens: Tokens, index: int) -> int:
    """Return what is asked of a token."""
    begins = _begins(tokens.words, index)
    kind = _kind(tokens.words[index], tokens.symbols[index], begins)
    if kind != _FUNCTION:
        return kind
    last = min(index + _LONGEST, len(tokens.words) - 1)
    while kind == _FUNCTION and index < last:
        index += 1
        kind = _kind(tokens.words[index], tokens.symbols[index], False)
    return _USUAL if kind == _FUNCTION else kind


@lru_cache(_MOST_REMEMBERED)
def _kind(word: str, symbol: str, begins: bool) -> int:
    if not "a" <= word[0] <= "z":
        return _USUAL
    traits, shape = alphabet().describe(symbol)
    if shape is not Shape.LOWER and not (begins and shape is Shape.TITLE):
        return _USUAL
    if traits & Trait.FUNCTION:
        return _FUNCTION
    if len(word) < _SHORTEST or traits & OF_NAMES or not in_dictionary(word):
        return _USUAL
    if not traits & OF_NAMES_OF_BODIES:
        return _OF_ALL
    return _USUAL if begins else _OF_PERSONS
