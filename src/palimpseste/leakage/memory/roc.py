"""How well a score tells what a model read from what it did not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.evaluation.scores import Estimate

__all__ = ["FALSE_POSITIVES", "Told", "told_apart"]

Array = NDArray[np.float64]
# At which true positives are counted (Carlini et al. 2022): an attack that is sure of few notes counts too.
FALSE_POSITIVES = 0.01


@dataclass(frozen=True, slots=True)
class Told:
    """How well a score tells two sets apart, with 95 % bootstrap intervals.

    Parameters
    ----------
    read, others : int
        How many are of each set.
    auc : Estimate
        How often one that was read scores above one that was not, ties counted half: the area under the ROC curve.
    sure : Estimate
        Share of those read that score above all but `FALSE_POSITIVES` of the others.
    curve : tuple of (float, float)
        Shares of the others and of those read above falling thresholds.
    """

    read: int
    others: int
    auc: Estimate
    sure: Estimate
    curve: tuple[tuple[float, float], ...]

    @property
    def beyond_chance(self) -> bool:
        """Whether the whole interval of the area lies above one half."""
        return self.auc.low > 0.5


def told_apart(read: Array, others: Array, *, bootstrap: int = 1000, seed: int = 0) -> Told:
    """Return how well a score tells what was read from the others.

    Parameters
    ----------
    read, others : array
        Scores, higher for what was rather read; none empty.
    bootstrap : int
        Samples of both sets behind the intervals; 0 for none.
    seed : int
        Of the samples.
    """
    chance = np.random.default_rng(seed)
    drawn = np.array(
        [
            _measures(chance.choice(read, len(read)), chance.choice(others, len(others)))
            for _ in range(bootstrap)
        ]
    )  # fmt: skip
    values = _measures(read, others)
    bounds = np.percentile(drawn, (2.5, 97.5), axis=0) if bootstrap else np.full((2, 2), np.nan)
    auc, sure = (
        Estimate(float(value), float(low), float(high)) for value, low, high in zip(values, *bounds, strict=True)
    )
    return Told(len(read), len(others), auc, sure, _curve(read, others))


def _measures(read: Array, others: Array) -> tuple[float, float]:
    ordered = np.sort(others)
    below = np.searchsorted(ordered, read, "left") + np.searchsorted(ordered, read, "right")
    limit = ordered[-1 - int(FALSE_POSITIVES * len(ordered))]
    return float(below.mean()) / (2 * len(ordered)), float((read > limit).mean())


def _curve(read: Array, others: Array) -> tuple[tuple[float, float], ...]:
    """Return the curve at some thirty shares of the others, from one of them to all, evenly on a logarithmic scale."""
    ordered = np.sort(others)[::-1]
    places = np.unique(np.geomspace(1, len(ordered), 30).round().astype(int))
    return tuple((float(place / len(ordered)), float((read >= ordered[place - 1]).mean())) for place in places)
