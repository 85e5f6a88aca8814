"""Mechanisms broken on purpose are caught by the checks; what they were made from passes the same checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import exp, floor, log

import numpy as np
import pytest

from palimpseste.privacy.bernoulli import Bits, bernoulli_exp
from palimpseste.privacy.checks import check_integers, check_plane, check_set, random_set
from palimpseste.privacy.empirical import empirical_epsilon, goodness_of_fit
from palimpseste.privacy.exponential import ExponentialMechanism
from palimpseste.privacy.laplace import BoundedLaplace, DiscreteLaplace
from palimpseste.privacy.planar import PlanarLaplace
from palimpseste.privacy.verification import law_of
from palimpseste.surrogates.draws import BitStream

EPSILON = Fraction(1)
FALSE_ALARM = 1e-6
DRAWS = 12_000
SOUND = DiscreteLaplace(EPSILON)
REACH = 12


# Checks: each tells whether a mechanism passes.


def laws_of_integers(mechanism: object) -> bool:
    return check_integers(mechanism, range(-9, 10), range(-60, 61), EPSILON).holds


def laws_of_an_interval(mechanism: object) -> bool:
    return check_integers(mechanism, range(1, 61), range(1, 61), EPSILON).holds


def laws_of_a_set(mechanism: object) -> bool:
    return check_set(mechanism, *random_set(40, seed=5), EPSILON).holds


def laws_of_the_plane(mechanism: object) -> bool:
    return check_plane(mechanism, 3, 6, EPSILON).holds


def histogram(draw: Callable[[Bits], int], key: int) -> np.ndarray:
    bits = BitStream(bytes([key]) * 64)
    counts = Counter(draw(bits) for _ in range(DRAWS))
    inside = [counts[k] for k in range(-REACH, REACH + 1)]
    return np.array([*inside, DRAWS - sum(inside)])


def draws_fit(draw: Callable[[Bits], int]) -> bool:
    probabilities = np.exp([SOUND.log_probability(0, k) for k in range(-REACH, REACH + 1)])
    return goodness_of_fit(histogram(draw, 1), probabilities) > FALSE_ALARM


def draws_keep_to_epsilon(draw: Callable[[Bits], int]) -> bool:
    moved = histogram(lambda bits: 1 + draw(bits), 2)
    return empirical_epsilon(histogram(draw, 1), moved, 1 - FALSE_ALARM) <= EPSILON


def every_draw_fits(coin: Callable[[Fraction, Bits], bool]) -> bool:
    law, left = law_of(lambda bits: coin(Fraction(1, 2), bits), Fraction(1, 1000))
    return law.get(True, Fraction(0)) <= exp(-1 / 2) <= law.get(True, Fraction(0)) + left


# Mutations.


@dataclass(frozen=True)
class Truncated:
    """Noise cut off at ten, and what is left made to sum to one."""

    def log_probability(self, value: int, output: int) -> float:
        inside = sum(exp(SOUND.log_probability(0, k)) for k in range(-10, 11))
        return SOUND.log_probability(value, output) - log(inside) if abs(output - value) <= 10 else -np.inf


@dataclass(frozen=True)
class WithoutHalf:
    """Full rate on an interval."""

    def log_probability(self, value: int, output: int) -> float:
        return BoundedLaplace(2 * EPSILON, 1, 60).log_probability(value, output)


@dataclass(frozen=True)
class NearestOnly:
    """The ten candidates nearest to the input, as in the papers."""

    def log_probabilities(self, distances: np.ndarray, measure: np.ndarray) -> np.ndarray:
        far = np.argsort(distances, axis=1)[:, 10:]
        logs = ExponentialMechanism(EPSILON).log_probabilities(distances, measure)
        np.put_along_axis(logs, far, -np.inf, axis=1)
        return logs - np.log(np.exp(logs).sum(axis=1, keepdims=True))


@dataclass(frozen=True)
class NeverItself:
    """The input left out of its own candidates."""

    def log_probabilities(self, distances: np.ndarray, measure: np.ndarray) -> np.ndarray:
        logs = ExponentialMechanism(EPSILON).log_probabilities(distances, measure)
        np.fill_diagonal(logs, -np.inf)
        return logs - np.log(np.exp(logs).sum(axis=1, keepdims=True))


@dataclass(frozen=True)
class ScaledByItsFarthest:
    """Distances divided by the largest from the input: a scale that depends on it."""

    def log_probabilities(self, distances: np.ndarray, measure: np.ndarray) -> np.ndarray:
        scaled = 60 * distances / distances.max(axis=1, keepdims=True)
        return ExponentialMechanism(EPSILON).log_probabilities(scaled, measure)


@dataclass(frozen=True)
class HeavierForItself:
    """A base measure that favours the input."""

    def log_probabilities(self, distances: np.ndarray, measure: np.ndarray) -> np.ndarray:
        logs = ExponentialMechanism(EPSILON).log_probabilities(distances, measure) + 2 * (distances == 0)
        return logs - np.log(np.exp(logs).sum(axis=1, keepdims=True))


def truncated_float(bits: Bits) -> int:
    """Continuous Laplace noise as a float, cut to a whole number towards zero."""
    size = -log((bits.bits(53) + 1) / 2**53) / float(EPSILON)
    return int(size) if bits.bits(1) else -int(size)


def floored_float(bits: Bits) -> int:
    """The same, rounded down."""
    size = -log((bits.bits(53) + 1) / 2**53) / float(EPSILON)
    return floor(size if bits.bits(1) else -size)


def doubled_zero(bits: Bits) -> int:
    """Discrete Laplace without the refusal of minus zero."""
    size = 0
    while bernoulli_exp(EPSILON, bits):
        size += 1
    return size if bits.bits(1) else -size


def coin_with_an_off_by_one(gamma: Fraction, bits: Bits) -> bool:
    k = 1
    while bits.below(gamma.denominator * k) <= gamma.numerator:
        k += 1
    return k % 2 == 1


def coin_of_two_terms(gamma: Fraction, bits: Bits) -> bool:
    """The series of the exponential cut after its first two terms."""
    return bits.below(gamma.denominator) >= gamma.numerator


DOUBLED = DiscreteLaplace(2 * EPSILON)
MUTATIONS = {
    "epsilon doubled": (laws_of_integers, SOUND, DOUBLED),
    "epsilon doubled, seen from draws": (draws_keep_to_epsilon, SOUND.noise, DOUBLED.noise),
    "epsilon doubled, on a set": (laws_of_a_set, ExponentialMechanism(EPSILON), ExponentialMechanism(2 * EPSILON)),
    "epsilon doubled, on the plane": (laws_of_the_plane, PlanarLaplace(EPSILON), PlanarLaplace(2 * EPSILON)),
    "noise truncated": (laws_of_integers, SOUND, Truncated()),
    "interval without the half": (laws_of_an_interval, BoundedLaplace(EPSILON, 1, 60), WithoutHalf()),
    "base measure depends on the input": (laws_of_a_set, ExponentialMechanism(EPSILON), HeavierForItself()),
    "candidates depend on the input": (laws_of_a_set, ExponentialMechanism(EPSILON), NearestOnly()),
    "input left out": (laws_of_a_set, ExponentialMechanism(EPSILON), NeverItself()),
    "scale depends on the input": (laws_of_a_set, ExponentialMechanism(EPSILON), ScaledByItsFarthest()),
    "float cut towards zero": (draws_fit, SOUND.noise, truncated_float),
    "float cut towards zero, its epsilon": (draws_keep_to_epsilon, SOUND.noise, truncated_float),
    "float rounded down": (draws_fit, SOUND.noise, floored_float),
    "minus zero kept": (draws_fit, SOUND.noise, doubled_zero),
    "draws biased by one": (draws_fit, SOUND.noise, lambda bits: SOUND.noise(bits) + 1),
    "coin off by one": (every_draw_fits, bernoulli_exp, coin_with_an_off_by_one),
    "coin of two terms": (every_draw_fits, bernoulli_exp, coin_of_two_terms),
}


@pytest.mark.parametrize(("passes", "sound", "broken"), MUTATIONS.values(), ids=MUTATIONS)
def test_what_is_broken_is_caught(passes: Callable[[object], bool], sound: object, broken: object) -> None:
    assert passes(sound)
    assert not passes(broken)
