"""Exponentials enclosed between two whole numbers: bounds that exact comparisons rely on."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

__all__ = ["exp_bounds", "powers"]


def exp_bounds(gamma: Fraction, precision: int) -> tuple[int, int]:
    """Return whole numbers l, u with l <= 2^precision · exp(-gamma) <= u, a few units apart; gamma at least 0.

    Proof: gamma is halved to x <= 1, where the terms of the series of exp(-x) alternate and fall, so that a partial sum
    after a positive term is an upper bound and the next one a lower bound; both are summed exactly, then rounded
    outwards. Squaring gives exp(-2x) = exp(-x)², rounded outwards again.
    """
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


@lru_cache(maxsize=256)
def powers(gamma: Fraction, count: int, precision: int) -> tuple[tuple[int, int], ...]:
    """Return bounds such as :func:`exp_bounds` gives of exp(-gamma·k), k = 0 ... count - 1."""
    low, high = exp_bounds(gamma, precision)
    found = [(1 << precision, 1 << precision)]
    for _ in range(count - 1):
        lower, upper = found[-1]
        found.append((lower * low >> precision, -(-upper * high >> precision)))
    return tuple(found)


def _floor(value: Fraction, precision: int) -> int:
    return (value.numerator << precision) // value.denominator


def _ceiling(value: Fraction, precision: int) -> int:
    return -((-value.numerator << precision) // value.denominator)
