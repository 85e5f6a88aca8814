"""Short sequences of tokens that a decoder copies before it reads rows.

Text seldom teaches a small decoder to copy: the next word is told nearly as well by the words before it. Of tokens
drawn without any order the source alone tells the next one, and where sequences are short it is soon found. They grow
longer, and half of them are then cut from rows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.generative.instruction import Example

__all__ = ["Drills"]

_SHORTEST, _SHORT, _LONG = 4, 16, 100  # tokens
_AT_ONCE = 512  # tokens of the longest sequences of a batch
_LEAST_AT_ONCE = 6  # sequences of a batch
_SHORT_UNTIL, _LONG_FROM = 0.25, 0.6  # shares of all drills


@dataclass(frozen=True)
class Drills:
    """The sequences of each step, a pure function of it.

    Parameters
    ----------
    rows : array of int, shape (rows, tokens)
        That half of the later sequences are cut from.
    words : int
        Size of the vocabulary.
    first, end : int
        The signs before a sequence and behind its copy; all signs are the first tokens of the vocabulary.
    signs : int
        How many signs there are, which are not drawn.
    steps : int
        Of all drills.
    seed : int
        Of what is drawn.
    """

    rows: NDArray[np.int32]
    words: int
    first: int
    end: int
    signs: int
    steps: int
    seed: int

    def batch(self, step: int) -> list[Example]:
        """Return the sequences of a step, counted from 0, each with its copy as the response."""
        chance = random.Random(f"drills {self.seed} {step}")  # noqa: S311 # drills that a seed repeats
        done = step / self.steps
        growth = min(1.0, max(0.0, done - _SHORT_UNTIL) / (_LONG_FROM - _SHORT_UNTIL))
        longest = min(round(_SHORT + growth * (_LONG - _SHORT)), self.rows.shape[1])
        are_cut = done >= _SHORT_UNTIL and chance.random() < 0.5
        lengths = [
            chance.randint(min(_SHORTEST, longest), longest) for _ in range(max(_LEAST_AT_ONCE, _AT_ONCE // longest))
        ]
        return [
            self._example(self._cut(length, chance) if are_cut else self._drawn(length, chance)) for length in lengths
        ]

    def _example(self, tokens: list[int]) -> Example:
        return Example([self.first, *tokens, self.first, *tokens, self.end], len(tokens) + 2)

    def _drawn(self, length: int, chance: random.Random) -> list[int]:
        return [chance.randrange(self.signs, self.words) for _ in range(length)]

    def _cut(self, length: int, chance: random.Random) -> list[int]:
        row = self.rows[chance.randrange(len(self.rows))]
        start = chance.randint(0, len(row) - length)
        tokens: list[int] = row[start : start + length].tolist()
        return tokens
