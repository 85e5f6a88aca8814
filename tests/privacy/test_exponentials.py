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


@pytest.mark.parametrize(
    ("gamma", "bounds"),
    [
        ("0", (256, 256)),
        # Terms of the series sum to 183.3 / 256 and 184.9 / 256, two terms more to 183.4 / 256.
        ("1/3", (183, 184)),
        # Not halved: five terms of the series sum to 121.4 / 256, six to 120.9 / 256.
        ("3/4", (120, 122)),
        # 256·exp(-1/2) lies between 155 and 156, whose squares over 256 are 93.8 and 95.1.
        ("1", (93, 96)),
        # 256·exp(-3/4), squared twice: 56.3 and 58.1, then 12.3 and 13.6.
        ("3", (12, 14)),
        # 256·exp(-5/8) lies between 137 and 138: 73 and 75, 20 and 22, 1 and 2, 0 and 1.
        ("10", (0, 1)),
    ],
)
def test_bounds_are_halved_below_one_and_squared_again(gamma: str, bounds: tuple[int, int]) -> None:
    assert exp_bounds(Fraction(gamma), 8) == bounds


def test_powers_are_bounded_one_from_the_other() -> None:
    # 93² / 256 = 33.8 and 96² / 256 = 36, then 33·93 / 256 = 11.99 and 36·96 / 256 = 13.5.
    assert powers(Fraction(1), 4, 8) == ((256, 256), (93, 96), (33, 36), (11, 14))


def test_counts_up_to_the_same_power_of_two_share_one_table() -> None:
    rate = Fraction(1, 1000)
    assert [len(powers(rate, count, 64)) for count in (1, 2, 3, 4, 5, 8, 9)] == [1, 2, 4, 4, 8, 8, 16]
    assert powers(rate, 5, 64) is powers(rate, 8, 64)


def test_a_negative_exponent_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        exp_bounds(Fraction(-1, 2), 64)
