"""Coins and samplers whose whole law is known: every draw they can make is made."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import pytest

from palimpseste.privacy.bernoulli import Bits, bernoulli, bernoulli_exp
from palimpseste.privacy.laplace import BoundedLaplace, DiscreteLaplace
from palimpseste.privacy.verification import law_of


def encloses(law: dict[object, Fraction], left: Fraction, output: object, probability: float) -> bool:
    lower = law.get(output, Fraction(0))
    return float(lower) - 1e-12 <= probability <= float(lower + left) + 1e-12


def test_the_law_of_a_fair_die_is_exact() -> None:
    law, left = law_of(lambda bits: bits.below(6), Fraction(0))
    assert law == dict.fromkeys(range(6), Fraction(1, 6))
    assert left == 0


def test_bits_are_as_many_even_draws() -> None:
    law, left = law_of(lambda bits: bits.bits(2), Fraction(0))
    assert law == dict.fromkeys(range(4), Fraction(1, 4))
    assert left == 0


@pytest.mark.parametrize("numerator", range(6))
def test_a_coin_falls_true_with_its_fraction_exactly(numerator: int) -> None:
    law, left = law_of(lambda bits: bernoulli(numerator, 5, bits), Fraction(0))
    assert law.get(True, 0) == Fraction(numerator, 5)
    assert left == 0


@pytest.mark.parametrize("gamma", ["0", "1/9", "3/7", "1/2", "1", "4/3", "5/3", "2"])
def test_an_exponential_coin_falls_true_with_the_exponential(gamma: str) -> None:
    law, left = law_of(lambda bits: bernoulli_exp(Fraction(gamma), bits), Fraction(1, 1000))
    assert left <= Fraction(1, 1000)
    assert encloses(law, left, True, exp(-Fraction(gamma)))
    assert encloses(law, left, False, 1 - exp(-Fraction(gamma)))


def test_an_exponential_coin_of_a_negative_exponent_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        bernoulli_exp(Fraction(-1, 10), NoBits())


@pytest.mark.parametrize("epsilon", ["1", "1/2"])
def test_every_draw_of_discrete_laplace_agrees_with_its_law(epsilon: str) -> None:
    mechanism = DiscreteLaplace(Fraction(epsilon))
    law, left = law_of(mechanism.noise, Fraction(1, 8))
    assert len(law) >= 7
    for noise in law:
        assert encloses(law, left, noise, exp(mechanism.log_probability(0, noise)))
        assert law[noise] == pytest.approx(law[-noise], abs=float(left))


def test_every_draw_of_bounded_laplace_agrees_with_its_law() -> None:
    mechanism = BoundedLaplace(Fraction(1), 0, 2)
    law, left = law_of(lambda bits: mechanism.release(0, bits), Fraction(1, 8))
    for output in range(3):
        assert encloses(law, left, output, exp(mechanism.log_probability(0, output)))


class NoBits(Bits):
    def bits(self, count: int) -> int:
        raise AssertionError

    def below(self, bound: int) -> int:
        raise AssertionError
