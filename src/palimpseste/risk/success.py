"""How often an attacker's most likely patient is the right one, with intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["SuccessRate", "expected_successes", "success_rate"]

# Scores that differ by less are equal: sums of the same terms in another order.
_TOLERANCE = 1e-7
_TWO_SIDED_95 = 1.959963984540054


@dataclass(frozen=True)
class SuccessRate:
    """A share of attacked documents, with its Wilson interval.

    Parameters
    ----------
    rate : float
        In [0, 1].
    low, high : float
        95 % interval (Wilson 1927) over the drawing of the documents and of the noise.
    documents : int
        How many were attacked.
    """

    rate: float
    low: float
    high: float
    documents: int

    def written(self, between: str = " – ") -> str:
        """Return the rate and its interval, for a table."""
        return f"{self.rate:.1%} ({self.low:.1%}{between}{self.high:.1%})"


def expected_successes(scores: NDArray[np.float64], right: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the chance that the attacker names the right patient of each document, shape (documents,).

    Parameters
    ----------
    scores : array of float, shape (documents, patients)
        Log-likelihoods; minus infinity for the impossible.
    right : array of int, shape (documents,)
        The patient of each document.

    Notes
    -----
    Where several patients are the most likely, he takes any of them: the chance is one over their number.
    """
    best = scores.max(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        likeliest = (scores >= best - _TOLERANCE) | (scores == best)
    hit = np.take_along_axis(likeliest, right[:, np.newaxis], axis=1)[:, 0]
    return np.asarray(hit / likeliest.sum(axis=1), dtype=np.float64)


def success_rate(successes: NDArray[np.float64]) -> SuccessRate:
    """Return the mean chance over the documents, with its interval."""
    documents = len(successes)
    rate = float(successes.mean())
    square = _TWO_SIDED_95**2
    centre = (rate + square / (2 * documents)) / (1 + square / documents)
    # Rounding may leave a variance just below zero where every attack succeeds.
    spread = max(0.0, rate * (1 - rate) / documents + square / (4 * documents**2))
    half = _TWO_SIDED_95 / (1 + square / documents) * math.sqrt(spread)
    return SuccessRate(rate, max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half)), documents)
