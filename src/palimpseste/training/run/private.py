"""Trainings whose weights say little of any patient, in bits that are counted: DP-SGD (Abadi et al. 2016).

In each step every patient takes part or not, by a coin; the gradient of all notes of a patient is cut to a norm; noise
is added to the sum. Whoever sees all weights on the way knows hardly more of a patient than without his notes:
(ε, δ)-differential privacy for adding or removing one patient, as the accountant of Opacus bounds it (Gopi, Lee,
Wutschitz 2021). Coins and noise come from the operating system, not from a seed.

What is not covered: the development notes, by which weights are chosen and thresholds fitted, and the number of
patients, by which the accountant counts.
"""

from __future__ import annotations

import os
import secrets
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from palimpseste.errors import UsageError
from palimpseste.training.requirements import require

__all__ = ["InUnits", "Privacy", "PrivateSteps", "request_of", "system_normal"]

# As many normal numbers make one, so that the last bits of a sum give nothing away (Holohan and Braghin 2021).
_SUMMED = 4
_AT_ONCE = 1 << 20
# Far from any use, and too wide for the grid of the PRV accountant.
_WIDEST = 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Privacy:
    """What a private training is held to.

    Parameters
    ----------
    epsilon : float, positive
        Bound on what the weights say of a patient; smaller is more private.
    delta : float in (0, 1)
        Chance that the bound does not hold; less than one over the number of patients.
    clip : float, positive
        Largest norm of the gradient of a patient.
    patients : int
        That take part in a step on average, where the pace of the training does not say it.
    """

    epsilon: float
    delta: float = 1e-5
    clip: float = 1.0
    patients: int = 64

    def __post_init__(self) -> None:
        if not self.epsilon > 0 or not 0 < self.delta < 1 or not self.clip > 0:
            raise UsageError(
                "a private training needs epsilon and clip above 0 and delta between 0 and 1, got "
                f"{self.epsilon:g}, {self.clip:g} and {self.delta:g}"
            )


@runtime_checkable
class InUnits(Protocol):
    """A task that knows which of its windows are of one patient."""

    def units(self) -> list[list[int]]:
        """Return the windows of each patient."""


class PrivateSteps:
    """Makes the gradients of a private training.

    Parameters
    ----------
    privacy : Privacy
        What it is held to.
    patients : int
        How many there are.
    batch : int
        Patients that take part in a step, on average.
    steps : int
        Of the whole training.

    Raises
    ------
    UsageError
        If Opacus is missing, there are too few patients for the delta, or no noise is enough.
    """

    def __init__(self, privacy: Privacy, patients: int, batch: int, steps: int) -> None:
        require("a private training", ("opacus",), "private")
        if privacy.delta * patients >= 1:
            raise UsageError(
                f"delta {privacy.delta:g} must be below one over the number of patients, {patients}: else one of them "
                "may be given away whole"
            )
        self.privacy = privacy
        self.patients = patients
        self.rate = min(batch / patients, 1.0)
        self.steps = steps
        self.noise_multiplier = _noise_multiplier(privacy, self.rate, steps)

    def drawn(self) -> list[int]:
        """Return the patients that take part in a step: each with the same probability, whatever the others."""
        bits = np.frombuffer(os.urandom(8 * self.patients), dtype=np.uint64) >> np.uint64(11)
        return [int(patient) for patient in np.flatnonzero(bits < np.uint64(round(self.rate * 2**53)))]

    def step(self, parameters: Sequence[nn.Parameter], learn: Callable[[int], None]) -> None:
        """Leave the noisy mean of the cut gradients of the patients that take part in the parameters.

        Parameters
        ----------
        parameters : sequence of Parameter
            That are learned; no others get a gradient that counts.
        learn : callable
            Adds the gradient of a patient to what stands in the parameters.
        """
        sums = [torch.zeros_like(parameter) for parameter in parameters]
        for patient in self.drawn():
            for parameter in parameters:
                parameter.grad = None
            learn(patient)
            gradients = [parameter.grad for parameter in parameters]
            norm = torch.sqrt(sum((g.double().square().sum() for g in gradients if g is not None), torch.zeros(())))
            # A gradient that is no number would poison the sum and pass the bound.
            share = float(torch.clamp(self.privacy.clip / (norm + 1e-12), max=1.0)) if torch.isfinite(norm) else 0.0
            for total, gradient in zip(sums, gradients, strict=True):
                if gradient is not None and share:
                    total.add_(gradient, alpha=share)
        expected = self.rate * self.patients
        for parameter, total in zip(parameters, sums, strict=True):
            noise = system_normal(tuple(total.shape)) * (self.noise_multiplier * self.privacy.clip)
            parameter.grad = (total + torch.from_numpy(noise).to(total)) / expected

    def spent(self, steps: int) -> dict[str, object]:
        """Return what so many steps cost, and how: what is written beside the weights."""
        return {
            "epsilon": round(_epsilon(self.privacy.delta, self.noise_multiplier, self.rate, steps), 4),
            "delta": self.privacy.delta,
            "of": "one patient, added or removed",
            "asked_epsilon": self.privacy.epsilon,
            "noise_multiplier": self.noise_multiplier,
            "clip": self.privacy.clip,
            "sample_rate": self.rate,
            "steps": steps,
            "patients": self.patients,
            "accountant": "PRV, of Opacus",
            "not_covered": "development notes; the number of patients",
        }


def system_normal(shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Return normal numbers of variance 1 from the operating system's randomness."""
    size = int(np.prod(shape, dtype=np.int64))
    found = np.empty(size)
    for first in range(0, size, _AT_ONCE):
        count = min(_AT_ONCE, size - first)
        found[first : first + count] = sum(_box_muller(count) for _ in range(_SUMMED)) / _SUMMED**0.5
    return found.reshape(shape)


def _box_muller(count: int) -> NDArray[np.float64]:
    half = (count + 1) // 2
    bits = np.frombuffer(secrets.token_bytes(16 * half), dtype=np.uint64) >> np.uint64(11)
    # Never 0, whose logarithm is none.
    uniform = (bits.astype(np.float64) + 0.5) * 2.0**-53
    radius = np.sqrt(-2.0 * np.log(uniform[:half]))
    angle = 2.0 * np.pi * uniform[half:]
    return np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])[:count]


def _noise_multiplier(privacy: Privacy, rate: float, steps: int) -> float:
    """Return nearly the least noise under which all steps stay within epsilon."""

    def by(bound: Callable[[float, float, float, int], float], low: float, high: float, closely: float) -> float:
        while high - low > closely * high:
            middle = (low + high) / 2
            within = bound(privacy.delta, middle, rate, steps) <= privacy.epsilon
            low, high = (low, middle) if within else (middle, high)
        return high

    # Rényi's bound is quick and needs more noise: the other is asked from there on downwards.
    most = 1.0
    while _renyi(privacy.delta, most, rate, steps) > privacy.epsilon:
        most *= 2
        if most > 1e5:
            raise UsageError(
                f"epsilon {privacy.epsilon:g} cannot be reached in {steps} steps: allow more, or fewer steps"
            )
    most = by(_renyi, 0.0, most, 1e-3)
    return by(_epsilon, 0.75 * most, most, 5e-3)


def _epsilon(delta: float, noise: float, rate: float, steps: int) -> float:
    """Return an upper bound on epsilon: of the PRV accountant, or of Rényi's where that has no answer."""
    from opacus.accountants import PRVAccountant

    bound = _renyi(delta, noise, rate, steps)
    if not steps or bound > _WIDEST:
        return bound
    try:
        return min(_said_by(PRVAccountant(), delta, noise, rate, steps), bound)
    except (RuntimeError, ValueError):
        return bound


def _renyi(delta: float, noise: float, rate: float, steps: int) -> float:
    from opacus.accountants import RDPAccountant

    if not steps:
        return 0.0
    return _said_by(RDPAccountant(), delta, noise, rate, steps)


def _said_by(accountant: Any, delta: float, noise: float, rate: float, steps: int) -> float:
    accountant.history = [(noise, rate, steps)]
    with warnings.catch_warnings(), np.errstate(divide="ignore"):
        warnings.simplefilter("ignore")  # of a library, about the orders it tried
        return float(accountant.get_epsilon(delta))


def request_of(privacy: Privacy | None) -> Mapping[str, object]:
    """Return what a resumed run must share with the first."""
    return {} if privacy is None else {"private": [privacy.epsilon, privacy.delta, privacy.clip, privacy.patients]}
