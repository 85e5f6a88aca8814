"""Exponentials enclosed between two whole numbers: bounds that exact comparisons rely on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

__all__ = ["exp_bounds", "powers"]


def exp_bounds(gamma: Fraction, precision: int) -> tuple[int, int]:
    """Return whole numbers l, u with l <= 2^precision · exp(-gamma) <= u, a few units apart; gamma at least 0.

    Proof: gamma is halved to x <= 1, where the terms of the series of exp(-x) alternate and fall, so that a partial sum
    after a positive term is an upper bound and the next one a lower bound; both are summed exactly, then rounded
    outwards. Squaring gives exp(-2x) = exp(-x)², rounded outwards again.

    Raises
    ------
    ValueError
        If gamma is negative.
    """
    if gamma < 0:
        raise ValueError("exponentials are bounded for exponents of at least 0")
    halvings = (gamma.numerator // gamma.denominator).bit_length()
    x = gamma / 2**halvings
    finest = Fraction(1, 1 << precision)
    upper, term, k = Fraction(1), Fraction(1), 0
    while True:
        lower = upper - term * x / (k + 1)
        if upper - lower <= finest:
            break
        term *= x * x / ((k + 1) * (k + 2))
        upper, k = lower + term, k + 2
    low, high = _floor(lower, precision), _ceiling(upper, precision)
    for _ in range(halvings):
        low, high = low * low >> precision, -(-high * high >> precision)
    return low, high


def powers(gamma: Fraction, count: int, precision: int) -> Sequence[tuple[int, int]]:
    """Return bounds such as :func:`exp_bounds` gives of exp(-gamma·k), k = 0, 1 ...: of the first `count` or more.

    They are fewer where a lower bound is 0: all that follow lie between 0 and the last upper bound, since powers fall.

    Parameters
    ----------
    gamma : Fraction
        At least 0.
    count : int
        At least 1.
    precision : int
        Bits behind the point.
    """
    # Counts of like size share one table, or a note of many towns would fill the cache with the beginnings of one.
    return _powers(gamma, 1 << (count - 1).bit_length(), precision)


@lru_cache(maxsize=32)
def _powers(gamma: Fraction, count: int, precision: int) -> tuple[tuple[int, int], ...]:
    low, high = exp_bounds(gamma, precision)
    found = [(1 << precision, 1 << precision)]
    while len(found) < count and found[-1][0]:
        lower, upper = found[-1]
        found.append((lower * low >> precision, -(-upper * high >> precision)))
    return tuple(found)


def _floor(value: Fraction, precision: int) -> int:
    return (value.numerator << precision) // value.denominator


def _ceiling(value: Fraction, precision: int) -> int:
    return -((-value.numerator << precision) // value.denominator)
