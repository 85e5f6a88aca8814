"""The probability from which a code is given, chosen on the dev stays alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["OperatingPoint", "ThresholdSearch"]

_STEPS = 1000


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """A threshold of probability, and what it gives on the stays that it was chosen on.

    Parameters
    ----------
    threshold : float in [0, 1]
        The least probability of a code that is given to a stay.
    precision, recall, f1 : float in [0, 1]
        Over all pairs of a stay and a code (micro average).
    """

    threshold: float
    precision: float
    recall: float
    f1: float


class ThresholdSearch:
    """Counts scores as they come, in bins of a thousandth: memory does not grow with stays or labels."""

    def __init__(self) -> None:
        self._right = np.zeros(_STEPS + 1, dtype=np.int64)
        self._all = np.zeros(_STEPS + 1, dtype=np.int64)
        self._gold = 0

    def take(self, scores: NDArray[np.float32], gold: Sequence[int], unlearned: int) -> None:
        """Count a stay.

        Parameters
        ----------
        scores : array of shape (labels,)
            Probabilities.
        gold : sequence of int
            Outputs of its codes.
        unlearned : int
            How many more codes it has that have no output: no threshold finds them.
        """
        bins = np.floor(scores.astype(np.float64) * _STEPS).astype(np.int64)
        self._all += np.bincount(bins, minlength=_STEPS + 1)
        self._right += np.bincount(bins[np.asarray(gold, dtype=np.int64)], minlength=_STEPS + 1)
        self._gold += len(gold) + unlearned

    def best(self) -> OperatingPoint:
        """Return the threshold of the highest micro F1, the highest threshold of equals."""
        given = self._all[::-1].cumsum()[::-1]
        right = self._right[::-1].cumsum()[::-1]
        f1 = 2 * right / np.maximum(given + self._gold, 1)
        # A threshold of 0 gives everything: it is never meant.
        best = _STEPS - int(np.argmax(f1[:0:-1]))
        precision = right[best] / max(given[best], 1)
        return OperatingPoint(best / _STEPS, float(precision), float(right[best] / max(self._gold, 1)), float(f1[best]))
