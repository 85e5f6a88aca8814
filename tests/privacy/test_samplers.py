"""Samplers agree with their exact probabilities: chi-square, keys fixed.

Each test would refuse a right sampler for one key in a million (`FALSE_ALARM`); the keys were not chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import exp, inf

import numpy as np
import pytest

from palimpseste.privacy.checks import random_set
from palimpseste.privacy.empirical import goodness_of_fit
from palimpseste.privacy.exponential import ExponentialMechanism, Rings
from palimpseste.privacy.laplace import BoundedLaplace, DiscreteLaplace
from palimpseste.privacy.planar import PlanarLaplace
from palimpseste.surrogates.draws import BitStream

FALSE_ALARM = 1e-6
DRAWS = 12_000


def fit(draw: Callable[[BitStream], Hashable], outputs: Sequence[Hashable], logs: Sequence[float]) -> float:
    bits = BitStream(bytes(range(64)))
    counts = Counter(draw(bits) for _ in range(DRAWS))
    counted = [counts[output] for output in outputs]
    return goodness_of_fit(np.array([*counted, DRAWS - sum(counted)]), np.exp(logs))


@pytest.mark.parametrize("epsilon", ["1/1000", "1/30", "2/7", "1", "3", "1000"])
def test_discrete_laplace_draws_its_law(epsilon: str) -> None:
    mechanism = DiscreteLaplace(Fraction(epsilon))
    reach = min(3000, int(8 / mechanism.epsilon) + 3)
    outputs = range(40 - reach, 40 + reach + 1)
    logs = [mechanism.log_probability(40, output) for output in outputs]
    if epsilon == "1000":
        assert {mechanism.release(40, BitStream(bytes([key]) * 64)) for key in range(200)} == {40}
    else:
        assert fit(lambda bits: mechanism.release(40, bits), outputs, logs) > FALSE_ALARM


@pytest.mark.parametrize(
    ("epsilon", "lowest", "highest", "value"),
    [("1/1000", 0, 60, 60), ("1/10", 1, 60, 5), ("1", 0, 60, 0), ("1", -5, 5, 2), ("4", 61, 730, 730)],
)
def test_bounded_laplace_draws_its_law(epsilon: str, lowest: int, highest: int, value: int) -> None:
    mechanism = BoundedLaplace(Fraction(epsilon), lowest, highest)
    outputs = range(lowest, highest + 1)
    logs = [mechanism.log_probability(value, output) for output in outputs]
    assert np.exp(logs).sum() == pytest.approx(1, abs=1e-12)
    assert fit(lambda bits: mechanism.release(value, bits), outputs, logs) > FALSE_ALARM


@pytest.mark.parametrize("epsilon", ["1/4", "1", "3"])
def test_planar_laplace_draws_its_law(epsilon: str) -> None:
    mechanism = PlanarLaplace(Fraction(epsilon))
    radius = int(40 / mechanism.epsilon)  # what lies beyond weighs less than exp(-30)
    reach = int(6 / mechanism.epsilon) + 1
    outputs = [(i, j) for i in range(-reach, reach + 1) for j in range(-reach, reach + 1)]
    logs = np.array([mechanism.log_weight(i, j) for i, j in outputs]) - mechanism.log_normaliser(radius)
    assert fit(mechanism.noise, outputs, logs.tolist()) > FALSE_ALARM


@pytest.mark.parametrize("epsilon", ["1/50", "1/3", "1"])
def test_the_exponential_mechanism_draws_its_law(epsilon: str) -> None:
    mechanism = ExponentialMechanism(Fraction(epsilon))
    distances, measure = random_set(60, seed=9)
    logs = mechanism.log_probabilities(distances[0], measure)
    rings = Rings(distances[0], measure)
    order = np.argsort(logs)  # the likeliest last, so that rare candidates are gathered with each other
    assert fit(lambda bits: mechanism.release(rings, bits), order.tolist(), logs[order].tolist()) > FALSE_ALARM


def test_the_normaliser_of_the_plane_sums_the_weights_of_a_disc() -> None:
    mechanism = PlanarLaplace(Fraction(1, 2))
    weights = [mechanism.log_weight(i, j) for i in range(-9, 10) for j in range(-9, 10)]
    inside = sum(exp(weight) for weight in weights if weight >= -9 / 2)
    assert exp(mechanism.log_normaliser(9)) == pytest.approx(inside, rel=1e-12)


def test_the_mean_error_of_discrete_laplace_is_the_sum_over_its_law() -> None:
    mechanism = DiscreteLaplace(Fraction(1, 3))
    summed = sum(abs(k) * exp(mechanism.log_probability(0, k)) for k in range(-200, 201))
    assert mechanism.expected_error() == pytest.approx(summed, rel=1e-12)


@pytest.mark.parametrize("value", [-1, 11])
def test_a_value_outside_a_bounded_interval_is_refused(value: int) -> None:
    mechanism = BoundedLaplace(Fraction(1), 0, 10)
    with pytest.raises(ValueError, match="outside"):
        mechanism.release(value, BitStream(bytes(64)))
    with pytest.raises(ValueError, match="outside"):
        mechanism.log_probability(value, 3)


def test_an_interval_has_no_output_outside_and_one_of_a_single_value_releases_it() -> None:
    mechanism = BoundedLaplace(Fraction(1), 0, 10)
    assert [mechanism.log_probability(3, output) for output in (-1, 11)] == [-inf, -inf]
    single = BoundedLaplace(Fraction(1), 7, 7)
    assert single.release(7, BitStream(bytes(64))) == 7
    assert single.log_probability(7, 7) == 0
    with pytest.raises(ValueError, match="is empty"):
        BoundedLaplace(Fraction(1), 7, 6)
