"""The exponential mechanism over a fixed finite set, with a public base measure and a metric in whole numbers.

Neighbours are any two inputs of the metric's space, at their distance. The candidates and their base measure are
public and the same for all inputs; nothing about them may depend on the input.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from palimpseste.privacy.bernoulli import Bits
from palimpseste.privacy.powers import powers

__all__ = ["ExponentialMechanism", "Rings"]

# Bits of the first comparison: the chance that more are needed is below 2^-60.
_PRECISION = 128
# A table of that many exponentials is still made in a second.
_MOST_STEPS = 1 << 20


class Rings:
    """The candidates around one input, by their distance from it.

    Parameters
    ----------
    distances : array of int, shape (candidates,)
        Of each candidate from the input, at least 0.
    measure : array of int, shape (candidates,)
        Base measure, positive.
    """

    def __init__(self, distances: NDArray[np.int64], measure: NDArray[np.int64]) -> None:
        if distances.shape != measure.shape or distances.ndim != 1 or not len(distances):
            raise ValueError("distances and measure must be of one length, at least 1")
        nearest, farthest = int(distances.min()), int(distances.max())
        if nearest < 0 or measure.min() < 1:
            raise ValueError("distances must be at least 0 and measures at least 1")
        if int(measure.max()) * len(measure) >= 1 << 63:
            raise ValueError("measures are too large for their sum to be counted")
        if farthest - nearest >= _MOST_STEPS:
            raise ValueError(f"distances must lie within {_MOST_STEPS} steps of each other")
        # In two bytes each where they fit: whoever draws for many inputs keeps many.
        farther = distances - nearest
        self._distances = farther.astype(np.min_scalar_type(farthest - nearest))
        self._nearest = nearest
        self._measure = measure
        masses = np.zeros(farthest - nearest + 1, dtype=np.int64)
        np.add.at(masses, farther, measure)
        (rings,) = masses.nonzero()
        self.steps: list[int] = (rings + nearest).tolist()
        self.masses: list[int] = masses[rings].tolist()

    def chosen(self, ring: int, bits: Bits) -> int:
        """Return a candidate of a ring, with the probabilities of its base measure."""
        (members,) = (self._distances == self.steps[ring] - self._nearest).nonzero()
        upto = self._measure[members].cumsum()
        return int(members[upto.searchsorted(bits.below(int(upto[-1])), side="right")])


@dataclass(frozen=True)
class ExponentialMechanism:
    """P[x → y] ∝ μ(y)·exp(-ε·d(x, y) / 2) (McSherry and Talwar 2007, with a metric for the score).

    Parameters
    ----------
    epsilon : Fraction
        A unit of the metric; positive.

    Notes
    -----
    ε·d-private. Proof: let w(x, y) = μ(y)·exp(-ε·d(x, y) / 2) and W(x) the sum of w(x, y) over the candidates. By the
    triangle inequality w(x, y) <= exp(ε·d(x, x') / 2)·w(x', y) for every y, hence also, summed over y,
    W(x') <= exp(ε·d(x, x') / 2)·W(x). So P[x → y] / P[x' → y] = w(x, y) / w(x', y) · W(x') / W(x) <= exp(ε·d(x, x')).
    The sum has the same terms for x and x' because the candidates and μ are fixed.
    """

    epsilon: Fraction

    def __post_init__(self) -> None:
        if self.epsilon <= 0:
            raise ValueError(f"epsilon must be positive, got {self.epsilon}")

    def release(self, rings: Rings, bits: Bits) -> int:
        """Return the number of the candidate drawn.

        Proof: a ring is drawn by inversion, a real u uniform in [0, 1) being compared with the cumulative
        probabilities. Of u only the first bits are drawn, and of the exponentials only bounds are computed; where they
        leave open between which two it falls, both are refined with further bits of the same u. The ring found is
        the one that the real numbers give: no probability is rounded. Within a ring only μ decides.
        """
        precision, u = _PRECISION, bits.bits(_PRECISION)
        while True:
            ring = self._ring_of(rings, u, precision)
            if ring is not None:
                return rings.chosen(ring, bits)
            u = u << precision | bits.bits(precision)
            precision *= 2

    def log_probabilities(self, distances: NDArray[np.int64], measure: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ln P[x → y] of each candidate, shape (..., candidates), from distances of that shape."""
        logs = np.log(measure) - self._half_rate * distances
        highest = logs.max(axis=-1, keepdims=True)
        normaliser: NDArray[np.float64] = highest + np.log(np.exp(logs - highest).sum(axis=-1, keepdims=True))
        return np.asarray(logs - normaliser, dtype=np.float64)

    @cached_property
    def _half_rate(self) -> float:
        return float(self.epsilon) / 2

    def _ring_of(self, rings: Rings, u: int, precision: int) -> int | None:
        """Return the ring that every real number beginning with the bits of u falls in; None where they part."""
        lower, upper, total_high = _cumulated(self.epsilon / 2, rings.steps, rings.masses, precision)
        total_low = lower[-1]
        # u / 2^precision is below the j-th cumulative probability c_j / total.
        ring = bisect_right(lower, u * total_high >> precision)
        if ring == len(lower):
            return None
        surely_below = (u + 1) * total_high <= lower[ring] << precision
        surely_above = ring == 0 or u * total_low >= upper[ring - 1] << precision
        return ring if surely_below and surely_above else None


def _cumulated(
    half: Fraction, steps: Sequence[int], masses: Sequence[int], precision: int
) -> tuple[list[int], list[int], int]:
    """Return bounds of the cumulative weights of the nearest rings, and an upper bound of the weight of all.

    A factor common to all weights is left out. Rings whose weight this precision cannot tell from 0 are in the last
    bound only: where u may fall among them, the ring stays open until the precision is such that they are kept.
    """
    nearest = steps[0]
    table = powers(half, steps[-1] - nearest + 1, precision)
    kept = bisect_left(steps, nearest + len(table))
    lower, upper, low, high = [], [], 0, 0
    for step, mass in zip(steps[:kept], masses[:kept], strict=True):
        below, above = table[step - nearest]
        low += mass * below
        high += mass * above
        lower.append(low)
        upper.append(high)
    return lower, upper, high + sum(masses[kept:]) * table[-1][1]
