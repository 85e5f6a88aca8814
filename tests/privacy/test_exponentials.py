"""Bounds of exponentials enclose them, however fine."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palimpseste.privacy.powers import exp_bounds, powers

# decimal rounds its exponentials correctly: to 400 digits they are far finer than 512 bits.
FINE = Context(prec=400, Emin=-(10**6), Emax=10**6)
RATES = st.fractions(min_value=0, max_value=600, max_denominator=10**6)


def exponential(gamma: Fraction) -> Fraction:
    return Fraction(FINE.exp(FINE.divide(Decimal(-gamma.numerator), Decimal(gamma.denominator))))


@settings(max_examples=150, deadline=None)
@given(RATES, st.sampled_from([8, 64, 128, 512]))
def test_bounds_enclose_the_exponential_a_few_units_apart(gamma: Fraction, precision: int) -> None:
    low, high = exp_bounds(gamma, precision)
    assert low <= exponential(gamma) * 2**precision <= high
    assert high - low <= 8


@settings(max_examples=60, deadline=None)
@given(st.fractions(min_value=Fraction(1, 997), max_value=20, max_denominator=997), st.integers(1, 60))
def test_powers_enclose_every_power(gamma: Fraction, count: int) -> None:
    table = powers(gamma, count, 64)
    for k in range(count):
        low, high = table[k] if k < len(table) else (0, table[-1][1])
        assert low <= exponential(gamma * k) * 2**64 <= high


def test_powers_are_told_until_they_cannot_be_told_from_nothing() -> None:
    table = powers(Fraction(1), 10**6, 64)
    assert len(table) < 64  # exp(-45) is below 2^-64
    assert table[-1][0] == 0 < table[-2][0]


def test_a_negative_exponent_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        exp_bounds(Fraction(-1, 2), 64)
