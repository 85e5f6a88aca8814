"""Coupled releases have the law of each rate alone, and cost together what the finest costs."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import numpy as np
import pytest

from palimpseste.privacy.checks import check_gradual
from palimpseste.privacy.gradual import GradualLaplace, _logistic
from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.privacy.verification import law_of
from palimpseste.surrogates import MasterKey
from palimpseste.surrogates.draws import Draws

DRAWS = Draws(MasterKey(bytes(32)).cohort("tests"), "")


@pytest.mark.parametrize("epsilon", [Fraction(2, 3), Fraction(1, 4), Fraction(3)])
def test_a_step_makes_the_law_of_the_coarser_rate(epsilon: Fraction) -> None:
    mechanism = GradualLaplace(epsilon)
    reach = 400
    noises = range(-reach, reach + 1)
    law = np.array([exp(DiscreteLaplace(epsilon).log_probability(0, noise)) for noise in noises])
    for halvings in (1, 2):
        step = np.array([exp(mechanism.log_probability_of_step(halvings, 0, added)) for added in noises])
        assert step.sum() == pytest.approx(1)
        law = np.convolve(law, step, mode="same")
        coarser = DiscreteLaplace(epsilon / 2**halvings)
        for noise in range(-20, 21):
            assert law[reach + noise] == pytest.approx(exp(coarser.log_probability(0, noise)), rel=1e-9)


def test_the_coin_is_logistic() -> None:
    law, left = law_of(lambda bits: _logistic(Fraction(1), bits), Fraction(1, 1000))
    wanted = 1 / (1 + exp(-1))
    assert float(law[True]) <= wanted <= float(law[True] + left)


def test_noise_is_drawn_from_the_law_of_its_rate() -> None:
    mechanism, runs = GradualLaplace(Fraction(1)), 4000
    for halvings, rate in ((0, 1.0), (2, 0.25)):
        drawn = [
            mechanism.release(10, halvings, lambda step, run=run: DRAWS.stream("", str(run), str(step)))
            for run in range(runs)
        ]
        q = exp(-rate)
        expected = 2 * q / (1 - q * q)
        # The standard deviation of the mean of |noise| is below that of the noise, √2 / rate, over √runs.
        assert np.abs(np.array(drawn) - 10).mean() == pytest.approx(expected, abs=5 * 1.42 / rate / runs**0.5)


def test_releases_of_one_value_are_coupled() -> None:
    mechanism = GradualLaplace(Fraction(1))
    pairs = [
        tuple(
            mechanism.release(0, halvings, lambda step, run=run: DRAWS.stream("", str(run), str(step)))
            for halvings in (0, 1)
        )
        for run in range(500)
    ]
    # Half as fine a release stays where the finer one is with probability a/(1 + a)², a = exp(-1/2), and more.
    a = exp(-0.5)
    assert sum(one == other for one, other in pairs) / 500 > a / (1 + a) ** 2


@pytest.mark.parametrize("epsilon", [Fraction(1, 2), Fraction(2)])
def test_two_rates_cost_together_what_the_finer_costs(epsilon: Fraction) -> None:
    worst = check_gradual(GradualLaplace(epsilon), range(-3, 4), range(-12, 13), epsilon)
    assert worst.holds
    assert worst.share == pytest.approx(1)


def test_releases_that_are_not_coupled_are_caught() -> None:
    class Independent(GradualLaplace):
        def joint_log_probability(self, value: int, finer: int, coarser: int) -> float:
            alone = DiscreteLaplace(self.epsilon), DiscreteLaplace(self.epsilon / 2)
            return alone[0].log_probability(value, finer) + alone[1].log_probability(value, coarser)

    worst = check_gradual(Independent(Fraction(1)), range(-3, 4), range(-12, 13), Fraction(1))
    assert not worst.holds
    assert worst.share == pytest.approx(1.5)
