"""Who else it could have been: the values of a class, what a masked value is told apart from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from palimpseste.leakage.holes import HiddenValue

__all__ = ["Candidates"]


class Candidates:
    """Values by label and number of sub-words, and how often each occurs.

    A value and its decoys have as many sub-words, so that the number of masks tells nothing and sums of
    log-probabilities compare.

    Parameters
    ----------
    most : int
        Different values kept for each label and length: the first that are met.
    """

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._counts: defaultdict[tuple[str, int], Counter[tuple[int, ...]]] = defaultdict(Counter)
        self._orders: defaultdict[tuple[str, int], list[tuple[int, ...]]] = defaultdict(list)

    def add(self, values: Iterable[HiddenValue]) -> None:
        """Count the values of a note."""
        for value in values:
            pieces = value.pieces
            kind = value.label, len(pieces)
            known = self._counts[kind]
            if pieces not in known:
                if len(known) >= self._most:
                    continue
                self._orders[kind].append(pieces)
            known[pieces] += 1

    def with_decoys(
        self, value: HiddenValue, here: Counter[tuple[str, tuple[int, ...]]], most: int, key: Sequence[int]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return a value and others of its class, and how often each occurs outside its own note.

        Parameters
        ----------
        value : HiddenValue
            The first of those returned.
        here : Counter
            How often label and sub-words occur in its own note.
        most : int
            Decoys; fewer where the class has fewer.
        key : sequence of int
            What the draw depends on.

        Returns
        -------
        pieces : array of shape (candidates, sub-words)
            No two alike.
        counts : array of shape (candidates,)
            What somebody knows who has seen the other notes and not this one.
        """
        own = value.pieces
        kind = value.label, len(own)
        known, order = self._counts[kind], self._orders[kind]
        # One more than wanted: the value itself may be among them.
        drawn = np.random.default_rng(list(key)).choice(len(order), min(len(order), most + 1), replace=False)
        others = [pieces for pieces in map(order.__getitem__, drawn) if pieces != own][:most]
        chosen = [own, *others]
        counts = [max(known[pieces] - here[value.label, pieces], 0) for pieces in chosen]
        return np.array(chosen, dtype=np.int64), np.array(counts, dtype=np.int64)
