"""Planar Laplace on a grid: a place released with noise in two dimensions, geo-indistinguishability on integers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import numpy as np

from palimpseste.privacy.bernoulli import Bits, bernoulli_exp
from palimpseste.privacy.laplace import DiscreteLaplace

__all__ = ["PlanarLaplace", "whole_distance"]

# Of the two sides of a right angle to its longest: |i| + |j| <= √2·√(i² + j²), and 7/10 < 1/√2.
_SIDES = Fraction(7, 10)


def whole_distance(squared: int) -> int:
    """Return the square root of a whole number rounded up: a whole number of steps.

    Rounding up keeps a metric a metric: ⌈d(x, z)⌉ <= ⌈d(x, y) + d(y, z)⌉ <= ⌈d(x, y)⌉ + ⌈d(y, z)⌉.
    """
    return isqrt(squared - 1) + 1 if squared > 0 else 0


@dataclass(frozen=True, slots=True)
class PlanarLaplace:
    """Noise (i, j) on the whole plane of grid points: P[(i, j)] ∝ exp(-ε·⌈√(i² + j²)⌉).

    The discrete form of Andrés, Bordenabe, Chatzikokolakis and Palamidessi (2013), "Geo-indistinguishability".

    Parameters
    ----------
    epsilon : Fraction
        Rate, a step of the grid; positive.

    Notes
    -----
    ε·⌈d⌉-private, d being the Euclidean distance of two grid points in steps. Proof: the normaliser is one and the
    same for all points, since the grid is the same seen from each; the ratio of the numerators is
    exp(ε·(⌈d(x', y)⌉ - ⌈d(x, y)⌉)), at most exp(ε·⌈d(x, x')⌉) because ⌈d⌉ is a metric. A true place lies within half a
    diagonal, 0.71 steps, of its grid point, so the bound for two places is at most ε·(d + 1.42) rounded up.
    """

    epsilon: Fraction

    def __post_init__(self) -> None:
        if self.epsilon <= 0:
            raise ValueError(f"epsilon must be positive, got {self.epsilon}")

    def release(self, x: int, y: int, bits: Bits) -> tuple[int, int]:
        """Return the point with noise.

        Parameters
        ----------
        x, y : int
            Of the true point, in steps of the grid.
        bits : Bits
            Where chance comes from.
        """
        i, j = self.noise(bits)
        return x + i, y + j

    def noise(self, bits: Bits) -> tuple[int, int]:
        """Return the noise.

        Proof: i and j are drawn from discrete Laplace of rate 7ε/10 each, and accepted with probability
        exp(-(ε·⌈√(i² + j²)⌉ - 7ε/10·(|i| + |j|))), whose exponent is never positive; the product is the weight above.
        """
        axis = DiscreteLaplace(self.epsilon * _SIDES)
        while True:
            i, j = axis.noise(bits), axis.noise(bits)
            gamma = self.epsilon * (whole_distance(i * i + j * j) - _SIDES * (abs(i) + abs(j)))
            if bernoulli_exp(gamma, bits):
                return i, j

    def log_weight(self, i: int, j: int) -> float:
        """Return the logarithm of the weight of a noise, before normalisation."""
        return -float(self.epsilon) * whole_distance(i * i + j * j)

    def log_normaliser(self, radius: int) -> float:
        """Return the logarithm of the sum of the weights within a radius of steps, in memory of its square.

        The weights beyond sum to at most 16·(r·exp(-ε·r) + (r + 1)·exp(-ε·(r + 1)) + ...) for r = radius + 1: unit
        squares around the points at whole distance r lie in a ring of area π·(1 + √2)·(2r - 1) < 16·r.
        """
        # A quarter of the plane, turned four times, and the origin.
        right, up = np.arange(1, radius + 1), np.arange(radius + 1)
        steps = np.ceil(np.sqrt(right[:, np.newaxis] ** 2 + up**2))
        return float(np.log1p(4 * np.exp(-float(self.epsilon) * steps[steps <= radius]).sum()))
