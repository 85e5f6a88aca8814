"""Checks compare the inputs, the outputs and the distances that they say, each with the claim of its distance."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice, permutations
from math import exp, inf, log

import numpy as np
import pytest

from palimpseste.privacy.checks import (
    Check,
    check_integers,
    check_plane,
    check_set,
    checks_of_mechanisms,
    random_set,
)
from palimpseste.privacy.exponential import ExponentialMechanism
from palimpseste.privacy.laplace import BoundedLaplace, DiscreteLaplace
from palimpseste.privacy.planar import PlanarLaplace, whole_distance
from palimpseste.privacy.verification import LargestLogRatio

HALF = Fraction(1, 2)


class WrittenLaw:
    """Probabilities written down, by value and output."""

    def log_probability(self, value: int, output: int) -> float:
        return log({0: {5: 0.2, 6: 0.8}, 1: {5: 0.2, 6: 0.7}, 2: {5: 0.6, 6: 0.4}}[value][output])


def test_integers_are_compared_at_the_distance_of_their_difference() -> None:
    # Of 1 and 2, ln 3 at distance 1; of 0 and 2, as much at distance 2.
    found = check_integers(WrittenLaw(), range(3), range(5, 7), HALF)
    assert found.log_ratio == pytest.approx(log(3))
    assert (found.first, found.second, found.output, found.bound, found.holds) == (2, 1, 0, 0.5, False)


class OneNoiseMore:
    """Noise of one weight wherever it falls, but for one noise that is thrice as likely."""

    def __init__(self, noise: tuple[int, int]) -> None:
        self._noise = noise
        self.asked: set[tuple[int, int]] = set()
        self.radius = 0

    def log_weight(self, i: int, j: int) -> float:
        self.asked.add((i, j))
        return log(3) if (i, j) == self._noise else 0.0

    def log_normaliser(self, radius: int) -> float:
        self.radius = radius
        return log(1000)


# A window of 3 × 3 points, numbered by x and then y, to one of 7 × 7: a noise has 4 steps at most in either direction.
@pytest.mark.parametrize(
    ("noise", "first", "output"), [((4, 4), 0, 48), ((4, -4), 2, 42), ((-4, 4), 6, 6), ((-4, -4), 8, 0)]
)
def test_a_window_reaches_from_corner_to_corner_of_its_margin(noise: tuple[int, int], first: int, output: int) -> None:
    law = OneNoiseMore(noise)
    found = check_plane(law, 1, 2, HALF)
    assert law.asked == {(i, j) for i in range(-4, 5) for j in range(-4, 5)}
    assert law.radius == 8
    assert found.log_ratio == pytest.approx(log(3))
    assert (found.first, found.output, found.bound) == (first, output, 0.5)


@pytest.mark.parametrize("noise", [(5, 0), (0, -5)])
def test_noise_beyond_the_margin_is_not_compared(noise: tuple[int, int]) -> None:
    assert check_plane(OneNoiseMore(noise), 1, 2, HALF).log_ratio == 0


def test_points_are_compared_at_their_distance_rounded_up() -> None:
    mechanism = PlanarLaplace(HALF)
    reach, margin = 2, 1
    found = check_plane(mechanism, reach, margin, HALF)
    points = [(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    outputs = [
        (x, y) for x in range(-reach - margin, reach + margin + 1) for y in range(-reach - margin, reach + margin + 1)
    ]
    shares = {
        (a, b): max(mechanism.log_weight(u - x, v - y) - mechanism.log_weight(u - s, v - t) for u, v in outputs)
        / (0.5 * whole_distance((x - s) ** 2 + (y - t) ** 2))
        for (a, (x, y)), (b, (s, t)) in permutations(enumerate(points), 2)
    }
    assert found.share == pytest.approx(max(shares.values()))
    assert shares[found.first, found.second] == pytest.approx(found.share)
    (x, y), (s, t) = points[found.first], points[found.second]
    assert found.bound == 0.5 * whole_distance((x - s) ** 2 + (y - t) ** 2)


def test_a_set_is_compared_at_its_distances_with_its_measure() -> None:
    distances, measure = np.array([[0, 2, 3], [2, 0, 4], [3, 4, 0]]), np.array([1, 50, 7])
    rows = [[m * exp(-d / 4) for d, m in zip(row, measure.tolist(), strict=True)] for row in distances.tolist()]
    ratios = {
        (a, b, y): log(rows[a][y] / sum(rows[a]) / (rows[b][y] / sum(rows[b]))) / (0.5 * float(distances[a, b]))
        for a, b in permutations(range(3), 2)
        for y in range(3)
    }
    found = check_set(ExponentialMechanism(HALF), distances, measure, HALF)
    assert (found.first, found.second, found.output) == max(ratios, key=ratios.__getitem__)
    assert found.share == pytest.approx(max(ratios.values()))
    assert found.holds


def test_the_least_epsilon_is_the_claim_times_the_share_of_the_bound() -> None:
    worst = LargestLogRatio(3.0, 4.0, 0, 1, 2, 1e-9, False)
    check = Check.of("a mechanism", "a domain", HALF, worst)
    assert check == Check("a mechanism", "a domain", 0.5, 0.375, False, is_proved=True)
    assert check.fails
    assert Check.of("m", "d", HALF, LargestLogRatio(inf, 1.0, 0, 1, 2, 1e-9, False)).measured == inf


def test_random_points_have_the_distances_of_a_cube_of_side_40_and_measures_of_six_magnitudes() -> None:
    distances, measure = random_set(50, seed=3)
    generator = np.random.default_rng(3)
    points = generator.integers(0, 40, size=(50, 3)).tolist()
    for a, row in zip(points, distances.tolist(), strict=True):
        for b, found in zip(points, row, strict=True):
            assert found - 1 < sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 <= found
    assert distances.dtype == measure.dtype == np.int64
    assert measure.tolist() == [int(exp(power)) for power in generator.uniform(0, 14, size=50)]
    assert measure.min() >= 1
    assert measure.max() > 10**5 * measure.min()
    assert not distances.diagonal().any()


def test_another_seed_gives_other_points() -> None:
    assert (random_set(9, 1)[0] != random_set(9, 2)[0]).any()
    assert (random_set(9, 1)[0] == random_set(9, 1)[0]).all()


# Values and outputs at the corners of what is compared: of integers, then of an interval.
CORNERS: list[tuple[type[BoundedLaplace | DiscreteLaplace], int, int, int]] = [
    *((DiscreteLaplace, 0, value, output) for value in (-30, 30) for output in (-300, 300)),
    *((BoundedLaplace, 1, value, output) for value in (1, 60) for output in (1, 60)),
]


@pytest.mark.parametrize(("law", "place", "value", "output"), CORNERS)
def test_a_law_that_is_broken_at_a_corner_of_its_domain_is_caught(
    law: type[BoundedLaplace | DiscreteLaplace], place: int, value: int, output: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound: Callable[..., float] = law.log_probability
    assert next(islice(checks_of_mechanisms(HALF), place, None)).holds

    def broken(self: object, of: int, to: int) -> float:
        return sound(self, of, to) - (5 if (of, to) == (value, output) else 0)

    monkeypatch.setattr(law, "log_probability", broken)
    assert not next(islice(checks_of_mechanisms(HALF), place, None)).holds


def test_the_tightest_guarantees_are_reached() -> None:
    # Noise of integers reaches its ε; that of an interval ends with a value and its neighbour, one step apart, since
    # what lies between others adds up.
    integers, interval = islice(checks_of_mechanisms(HALF), 2)
    assert integers.measured == pytest.approx(0.5)
    values = np.arange(1, 61)
    weights = np.exp(-np.abs(values[:, np.newaxis] - values) / 4)
    logs = np.log(weights / weights.sum(axis=1, keepdims=True))
    assert interval.measured == pytest.approx(np.abs(np.diff(logs, axis=0)).max())
    assert interval.measured < 0.5


def test_every_run_checks_the_same_sets() -> None:
    # So that the figures of two versions can be compared: the first set is the one of seed 0.
    (found,) = islice(checks_of_mechanisms(HALF), 4, 5)
    assert found == Check.of(
        found.mechanism, found.domain, HALF, check_set(ExponentialMechanism(HALF), *random_set(60, 0), HALF)
    )
