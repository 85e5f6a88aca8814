"""Discrete Laplace mechanisms: integers released with noise, the metric being their difference.

Neighbours are any two integers, at the distance |v - v'| in the unit of the value.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import exp, expm1, gcd, log, log1p

from palimpseste.privacy.bernoulli import Bits, bernoulli_exp, bernoulli_exp_of

__all__ = ["BoundedLaplace", "DiscreteLaplace"]


@dataclass(frozen=True)
class DiscreteLaplace:
    """Two-sided geometric noise: P[k] = (1 - q) / (1 + q) · q^|k| with q = exp(-ε).

    The geometric mechanism of Ghosh, Roughgarden and Sundararajan (2012).

    Parameters
    ----------
    epsilon : Fraction
        Rate, a unit of the value; positive.

    Notes
    -----
    ε·|v - v'|-private. Proof: P[v → y] / P[v' → y] = exp(ε·(|y - v'| - |y - v|)), whose exponent is at most ε·|v - v'|
    by the triangle inequality; the bound is reached at every y beyond v.
    """

    epsilon: Fraction

    def __post_init__(self) -> None:
        if self.epsilon <= 0:
            raise ValueError(f"epsilon must be positive, got {self.epsilon}")

    def release(self, value: int, bits: Bits) -> int:
        """Return the value with noise."""
        return value + self.noise(bits)

    def noise(self, bits: Bits) -> int:
        """Return the noise (Canonne, Kamath, Steinke 2020, algorithm 2).

        Proof: with ε = s/t in lowest terms, u uniform in [0, t) accepted with probability exp(-u/t) and v the number
        of coins exp(-1) that fall true before the first that does not, u + t·v is geometric of ratio exp(-1/t).
        Dividing by s, rounding down, makes it geometric of ratio exp(-s/t). A sign drawn evenly, minus zero refused,
        gives each k the probability above.
        """
        s, t = self.epsilon.numerator, self.epsilon.denominator
        while True:
            u = bits.below(t)
            common = gcd(u, t)
            if not bernoulli_exp_of(u // common, t // common, bits):
                continue
            v = 0
            while bernoulli_exp_of(1, 1, bits):
                v += 1
            size = (u + t * v) // s
            negative = bits.below(2) == 1
            if not (negative and size == 0):
                return -size if negative else size

    def log_probability(self, value: int, output: int) -> float:
        """Return ln P[value → output]."""
        rate = float(self.epsilon)
        return log(-expm1(-rate)) - log1p(exp(-rate)) - rate * abs(output - value)

    def expected_error(self) -> float:
        """Return the mean of the absolute noise, 2q / (1 - q²)."""
        q = exp(-float(self.epsilon))
        return 2 * q / (1 - q * q)


@dataclass(frozen=True)
class BoundedLaplace:
    """Discrete Laplace noise conditioned on a fixed interval: P[v → y] ∝ exp(-ε·|y - v| / 2) for y in the interval.

    Parameters
    ----------
    epsilon : Fraction
        Positive.
    lowest, highest : int
        The interval, both ends included; public, the same for all values it is used for.

    Notes
    -----
    ε·|v - v'|-private. Proof: the numerators of two values have a ratio of at most exp(ε·|v - v'| / 2), as above. The
    normaliser of v' is the sum of its numerators, each at most exp(ε·|v - v'| / 2) times that of v; so the ratio of
    the normalisers is bounded alike, and the product of the two is exp(ε·|v - v'|). The half is not waste: what an
    interval cuts off depends on where the value lies in it, which noise of the full rate would tell.
    """

    epsilon: Fraction
    lowest: int
    highest: int

    def __post_init__(self) -> None:
        if self.epsilon <= 0:
            raise ValueError(f"epsilon must be positive, got {self.epsilon}")
        if self.lowest > self.highest:
            raise ValueError(f"the interval [{self.lowest}, {self.highest}] is empty")

    def release(self, value: int, bits: Bits) -> int:
        """Return an output of the interval; the value, which must lie in it, with noise.

        Proof: noise of rate ε/2 drawn until the output lies in the interval has the conditional distribution above.
        Where the rate is so low that most noise falls outside, a uniform output of the interval is accepted with
        probability exp(-ε·|y - v| / 2) instead: the same distribution, by rejection.

        Raises
        ------
        ValueError
            If the value lies outside the interval.
        """
        if not self.lowest <= value <= self.highest:
            raise ValueError(f"the value lies outside [{self.lowest}, {self.highest}]")
        half = self.epsilon / 2
        size = self.highest - self.lowest + 1
        if half * size <= 8:
            while True:
                output = self.lowest + bits.below(size)
                if bernoulli_exp(half * abs(output - value), bits):
                    return output
        while True:
            output = self._unbounded.release(value, bits)
            if self.lowest <= output <= self.highest:
                return output

    def log_probability(self, value: int, output: int) -> float:
        """Return ln P[value → output] for a value of the interval; minus infinity for an output outside it.

        Raises
        ------
        ValueError
            If the value lies outside the interval.
        """
        if not self.lowest <= value <= self.highest:
            raise ValueError(f"the value lies outside [{self.lowest}, {self.highest}]")
        if not self.lowest <= output <= self.highest:
            return float("-inf")
        half = float(self.epsilon) / 2

        def beside(count: int) -> float:
            # exp(-half) + ... + exp(-half·count)
            return exp(-half) * expm1(-half * count) / expm1(-half)

        return -half * abs(output - value) - log(1 + beside(value - self.lowest) + beside(self.highest - value))

    @cached_property
    def _unbounded(self) -> DiscreteLaplace:
        return DiscreteLaplace(self.epsilon / 2)
