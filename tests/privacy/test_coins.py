"""Coins and samplers whose whole law is known: every draw they can make is made."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import pytest

from palimpseste.privacy.bernoulli import Bits, bernoulli, bernoulli_exp
from palimpseste.privacy.laplace import BoundedLaplace, DiscreteLaplace
from palimpseste.privacy.planar import PlanarLaplace
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


def test_runs_end_once_what_is_open_is_as_likely_as_allowed() -> None:
    def tosses_until_heads(bits: Bits) -> int:
        return 1 if bits.bits(1) else 1 + tosses_until_heads(bits)

    law, left = law_of(tosses_until_heads, Fraction(1, 4))
    assert (law, left) == ({1: Fraction(1, 2), 2: Fraction(1, 4)}, Fraction(1, 4))


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


def test_every_draw_of_planar_laplace_agrees_with_its_law() -> None:
    # Of rate 10/7 each of the sides is drawn with rate 1.
    mechanism = PlanarLaplace(Fraction(10, 7))
    law, left = law_of(mechanism.noise, Fraction(3, 4))
    normaliser = mechanism.log_normaliser(40)
    assert set(law) == {(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)}
    for noise in law:
        assert encloses(law, left, noise, exp(mechanism.log_weight(*noise) - normaliser))


class WrittenDraws(Bits):
    """Draws written down, each beside the bound it is asked for."""

    def __init__(self, *draws: tuple[int, int]) -> None:
        self._draws = list(draws)

    def bits(self, count: int) -> int:
        return self.below(1 << count)

    def below(self, bound: int) -> int:
        expected, drawn = self._draws.pop(0)
        assert bound == expected
        return drawn

    @property
    def are_used(self) -> bool:
        return not self._draws


REFUSED = [(1, 0), (2, 1)]  # a coin exp(-1): the second draw ends it at an even number
ACCEPTED = [(1, 0), (2, 0), (3, 1)]


@pytest.mark.parametrize(("sign", "noise"), [(0, 2), (1, -2)])
def test_discrete_laplace_reads_its_draws_in_the_order_of_its_proof(sign: int, noise: int) -> None:
    # ε = 2/3: u = 1 refused by its coin exp(-1/3); u = 2 accepted by exp(-2/3); v = 1; (2 + 3·1) / 2 = 2.5.
    draws = [(3, 1), (3, 0), (6, 1), (3, 2), (3, 2), *ACCEPTED, *REFUSED, (2, sign)]
    bits = WrittenDraws(*draws)
    assert DiscreteLaplace(Fraction(2, 3)).release(10, bits) == 10 + noise
    assert bits.are_used


def test_minus_zero_is_refused_and_zero_is_not() -> None:
    mechanism = DiscreteLaplace(Fraction(1))
    zero = [(1, 0), (1, 0), *REFUSED]
    assert mechanism.noise(WrittenDraws(*zero, (2, 0))) == 0
    one = [(1, 0), (1, 0), *ACCEPTED, *REFUSED]
    assert mechanism.noise(WrittenDraws(*zero, (2, 1), *one, (2, 1))) == -1


def test_a_narrow_interval_is_drawn_evenly_and_a_wide_one_by_noise() -> None:
    # ε/2 times the size is 8, the last that is drawn evenly: output 3 at distance 2 of 5 is accepted by exp(-1).
    bits = WrittenDraws((16, 7), (1, 0), (2, 1), (16, 3), *ACCEPTED)
    assert BoundedLaplace(Fraction(1), 0, 15).release(5, bits) == 3
    assert bits.are_used
    # One output more and noise of rate 1/2 is drawn until it falls inside: 2·3 below 5 does not, 2·1 below it does.
    by_noise = [(2, 0), (1, 0), *ACCEPTED]
    bits = WrittenDraws(*by_noise, *ACCEPTED, *ACCEPTED, *REFUSED, (2, 1), *by_noise, *REFUSED, (2, 1))
    assert BoundedLaplace(Fraction(1), 0, 16).release(5, bits) == 3
    assert bits.are_used


def test_a_planar_noise_is_accepted_by_the_coin_of_its_proof() -> None:
    # ε = 10/7: rate 1 for either side. (1, -1) lies 2 steps away, so that its coin is exp(-10/7·(2 - 7/10·2)), that is
    # exp(-6/7); of (0, 2) it is exp(-10/7·(2 - 7/5)), the same.
    nought = [(1, 0), (1, 0), *REFUSED, (2, 0)]
    plus_one = [(1, 0), (1, 0), *ACCEPTED, *REFUSED, (2, 0)]
    minus_one = [*plus_one[:-1], (2, 1)]
    two = [(1, 0), (1, 0), *ACCEPTED, *ACCEPTED, *REFUSED, (2, 0)]
    bits = WrittenDraws(*nought, *two, (7, 5), (14, 6), *plus_one, *minus_one, (7, 6))
    assert PlanarLaplace(Fraction(10, 7)).release(100, 50, bits) == (101, 49)
    assert bits.are_used


class NoBits(Bits):
    def bits(self, count: int) -> int:
        raise AssertionError

    def below(self, bound: int) -> int:
        raise AssertionError
