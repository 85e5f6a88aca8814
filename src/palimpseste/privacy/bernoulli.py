"""Coins of exact probability, from uniform integers only.

The samplers are those of Canonne, Kamath and Steinke (2020), "The discrete Gaussian for differential privacy",
section 5: every comparison is between integers, so no probability is rounded.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

__all__ = ["Bits", "bernoulli", "bernoulli_exp", "bernoulli_exp_of"]


class Bits(Protocol):
    """A stream of uniform bits, such as :class:`palimpseste.surrogates.draws.BitStream`."""

    def bits(self, count: int) -> int:
        """Return an integer uniform in ``[0, 2**count)``."""

    def below(self, bound: int) -> int:
        """Return an integer uniform in ``[0, bound)``."""


def bernoulli(numerator: int, denominator: int, bits: Bits) -> bool:
    """Return True with probability `numerator` / `denominator`, in ``[0, 1]``.

    Parameters
    ----------
    numerator, denominator : int
        ``0 <= numerator <= denominator``, the second positive.
    bits : Bits
        Where chance comes from.
    """
    return bits.below(denominator) < numerator


def bernoulli_exp(gamma: Fraction, bits: Bits) -> bool:
    """Return True with probability exp(-gamma), gamma at least 0 (their algorithm 1).

    Proof for gamma <= 1: the loop reaches its k-th coin with probability gamma^(k-1) / (k-1)!, so it ends at an odd k
    with probability 1 - gamma + gamma²/2 - ... = exp(-gamma). A larger gamma is as many coins of parameter 1 as it has
    units, and one for the rest; all must fall true, and exponentials multiply.

    Raises
    ------
    ValueError
        If gamma is negative.
    """
    numerator, denominator = gamma.numerator, gamma.denominator
    if numerator < 0:
        raise ValueError("exp(-gamma) is a probability for gamma of at least 0")
    return bernoulli_exp_of(numerator, denominator, bits)


def bernoulli_exp_of(numerator: int, denominator: int, bits: Bits) -> bool:
    """Return what :func:`bernoulli_exp` does of a quotient in lowest terms, at least 0.

    Parameters
    ----------
    numerator, denominator : int
        Of the exponent, which is minus their quotient.
    bits : Bits
        Where chance comes from.
    """
    while numerator > denominator:
        if not _below_one(1, 1, bits):
            return False
        numerator -= denominator
    return _below_one(numerator, denominator, bits)


def _below_one(numerator: int, denominator: int, bits: Bits) -> bool:
    k = 1
    while bernoulli(numerator, denominator * k, bits):
        k += 1
    return k % 2 == 1
