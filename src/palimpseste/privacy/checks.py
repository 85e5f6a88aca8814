"""The guarantee of each mechanism, computed over domains that show it at its tightest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from palimpseste.privacy.exponential import ExponentialMechanism
from palimpseste.privacy.gradual import GradualLaplace
from palimpseste.privacy.laplace import BoundedLaplace, DiscreteLaplace
from palimpseste.privacy.planar import PlanarLaplace, whole_distance
from palimpseste.privacy.verification import LargestLogRatio, largest_log_ratio

__all__ = [
    "Check",
    "IntegerLaw",
    "PlanarLaw",
    "SetLaw",
    "check_gradual",
    "check_integers",
    "check_plane",
    "check_set",
    "checks_of_mechanisms",
    "random_set",
]


class IntegerLaw(Protocol):
    """A mechanism over integers whose probabilities can be told."""

    def log_probability(self, value: int, output: int) -> float:
        """Return ln P[value → output]."""


class SetLaw(Protocol):
    """A mechanism over a finite set whose probabilities can be told."""

    def log_probabilities(self, distances: NDArray[np.int64], measure: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ln of the probability of each candidate at these distances, shape (inputs, candidates)."""


class PlanarLaw(Protocol):
    """A mechanism over the plane that adds noise whose weights can be told."""

    def log_weight(self, i: int, j: int) -> float:
        """Return the logarithm of the weight of a noise."""

    def log_normaliser(self, radius: int) -> float:
        """Return the logarithm of the sum of the weights within a radius."""


@dataclass(frozen=True, slots=True)
class Check:
    """One guarantee and what was computed of it.

    Parameters
    ----------
    mechanism, domain : str
        What was compared.
    claimed : float
        ε of a unit of the metric.
    measured : float
        The least ε that every pair of inputs and every output of the domain keeps to.
    holds : bool
        Whether the claim does, up to the rounding of floating-point numbers.
    is_proved : bool
        Whether the claim is ours, so that the check must hold; else it is one published without a sound proof.
    """

    mechanism: str
    domain: str
    claimed: float
    measured: float
    holds: bool
    is_proved: bool = True

    @classmethod
    def of(cls, mechanism: str, domain: str, epsilon: Fraction, worst: LargestLogRatio) -> Check:
        """Return the check of a mechanism of ours.

        Parameters
        ----------
        mechanism : str
            Its name.
        domain : str
            Over which values it was computed, in words.
        epsilon : Fraction
            What it claims.
        worst : LargestLogRatio
            What was computed.
        """
        return cls(mechanism, domain, float(epsilon), float(epsilon) * worst.share, worst.holds)

    @property
    def fails(self) -> bool:
        """Whether something must be repaired."""
        return self.is_proved and not self.holds


def checks_of_mechanisms(epsilon: Fraction) -> Iterator[Check]:
    """Yield the checks of the mechanisms over integers, the plane and finite sets; deterministic."""
    inputs, outputs = range(-30, 31), range(-300, 301)
    worst = check_integers(DiscreteLaplace(epsilon), inputs, outputs, epsilon)
    domain = f"integers {inputs[0]}..{inputs[-1]} to {outputs[0]}..{outputs[-1]}"
    yield Check.of("discrete Laplace", domain, epsilon, worst)
    for lowest, highest in ((1, 60), (61, 730)):
        whole = range(lowest, highest + 1)
        worst = check_integers(BoundedLaplace(epsilon, lowest, highest), whole, whole, epsilon)
        yield Check.of("bounded Laplace", f"the whole of {lowest}..{highest}", epsilon, worst)
    reach, margin = 7, 20
    worst = check_plane(PlanarLaplace(epsilon), reach, margin, epsilon)
    window, around = 2 * reach + 1, 2 * (reach + margin) + 1
    domain = f"window of {window} × {window} points to {around} × {around}"
    yield Check.of("planar Laplace", domain, epsilon, worst)
    points = 60
    for seed in range(3):
        distances, measure = random_set(points, seed)
        worst = check_set(ExponentialMechanism(epsilon), distances, measure, epsilon)
        yield Check.of("exponential", f"random metric space {seed + 1} of {points} points", epsilon, worst)
    inputs, outputs = range(-4, 5), range(-16, 17)
    worst = check_gradual(GradualLaplace(epsilon), inputs, outputs, epsilon)
    domain = f"integers {inputs[0]}..{inputs[-1]} to {outputs[0]}..{outputs[-1]} at both of two rates together"
    yield Check.of("gradual Laplace", domain, epsilon, worst)


def check_integers(mechanism: IntegerLaw, inputs: range, outputs: range, epsilon: Fraction) -> LargestLogRatio:
    """Return the largest log-ratio over some integers, at the distance of their difference.

    For discrete Laplace outputs as far as the inputs are enough: beyond them every ratio is constant, exp(±ε·d).

    Parameters
    ----------
    mechanism : IntegerLaw
        Gives the logarithm of the probability of an output.
    inputs : range
        Every pair of which is compared.
    outputs : range
        At each of which it is.
    epsilon : Fraction
        What a distance of 1 costs.
    """
    table = np.array([[mechanism.log_probability(value, output) for output in outputs] for value in inputs])
    values = np.array(inputs)
    return largest_log_ratio(table, np.abs(values[:, np.newaxis] - values), epsilon)


def check_gradual(mechanism: GradualLaplace, inputs: range, outputs: range, epsilon: Fraction) -> LargestLogRatio:
    """Return the largest log-ratio over some integers of what is released at two rates together.

    Parameters
    ----------
    mechanism : GradualLaplace
        Gives the logarithm of the probability of both releases.
    inputs : range
        Every pair of which is compared.
    outputs : range
        At every pair of which it is: the finer release, the coarser one.
    epsilon : Fraction
        What a distance of 1 costs at the finer rate.
    """
    table = np.array(
        [
            [mechanism.joint_log_probability(value, finer, coarser) for finer in outputs for coarser in outputs]
            for value in inputs
        ]
    )
    values = np.array(inputs)
    return largest_log_ratio(table, np.abs(values[:, np.newaxis] - values), epsilon)


def check_plane(mechanism: PlanarLaw, reach: int, margin: int, epsilon: Fraction) -> LargestLogRatio:
    """Return the largest log-ratio over the points of a window, to the points of the window and a margin around it.

    The distance is that between the points in whole steps, rounded up.

    Parameters
    ----------
    mechanism : PlanarLaw
        Gives the weight of a step, and the sum of all.
    reach : int
        Inputs are the points from minus it to it on both axes.
    margin : int
        How much farther outputs reach on each side.
    epsilon : Fraction
        What a distance of 1 costs.
    """
    points = [(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    side = 2 * reach + margin
    steps = range(-side, side + 1)
    weights = np.array([[mechanism.log_weight(i, j) for j in steps] for i in steps])
    weights -= mechanism.log_normaliser(2 * side)
    width = 2 * (reach + margin) + 1
    table = np.stack([weights[reach - x :, reach - y :][:width, :width].ravel() for x, y in points])
    distances = np.array([[whole_distance((x - u) ** 2 + (y - v) ** 2) for u, v in points] for x, y in points])
    return largest_log_ratio(table, distances, epsilon)


def check_set(
    mechanism: SetLaw, distances: NDArray[np.int64], measure: NDArray[np.int64], epsilon: Fraction
) -> LargestLogRatio:
    """Return the largest log-ratio over a finite metric space, each point of which is an input and a candidate.

    Parameters
    ----------
    mechanism : SetLaw
        Gives the logarithms of the probabilities of all candidates.
    distances : array of int, shape (n, n)
        Between the points, in whole steps.
    measure : array of int, shape (n,)
        Of each point, positive.
    epsilon : Fraction
        What a distance of 1 costs.
    """
    return largest_log_ratio(mechanism.log_probabilities(distances, measure), distances, epsilon)


def random_set(points: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distances of random points of a space of three dimensions, and a base measure over six magnitudes."""
    random = np.random.default_rng(seed)
    coordinates = random.integers(0, 40, size=(points, 3))
    squared = ((coordinates[:, np.newaxis] - coordinates) ** 2).sum(axis=2)
    distances = np.vectorize(whole_distance, otypes=[np.int64])(squared)
    return distances, np.asarray(np.exp(random.uniform(0, 14, size=points)), dtype=np.int64)
