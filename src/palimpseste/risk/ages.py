"""What a surrogate age tells an attacker who knows the age pyramid."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.bayes import BayesRisk, bayes_risk

__all__ = ["AGES", "age_prior", "laplace_age_risk", "untouched_age_risk", "without_age_risk"]

Array = NDArray[np.float64]

# Whole years from 0 to 99.
AGES = 100
# Inhabitants of metropolitan France on 1 January 2022: under 20, from 20 to 64, 65 and over (INED, from INSEE).
_POPULATION = (15_373_142, 36_317_154, 13_937_158)
_BOUNDS = (0, 20, 65, AGES)


def age_prior() -> Array:
    """Return the share of each age in years, shape (100,).

    Even within the first two groups of the published table; falling in a straight line to none at 100 within the
    last. At 65 the two meet within three in a hundred.
    """
    ages = np.arange(AGES)
    weights = np.where(ages < _BOUNDS[2], 1.0, AGES - 0.5 - ages)
    for start, end, people in zip(_BOUNDS[:-1], _BOUNDS[1:], _POPULATION, strict=True):
        weights[start:end] *= people / weights[start:end].sum()
    return np.asarray(weights / weights.sum(), dtype=np.float64)


def laplace_age_risk(epsilon: Fraction | float, prior: Array | None = None) -> BayesRisk:
    """Return what an age with discrete Laplace noise of a rate a year tells.

    Parameters
    ----------
    epsilon : Fraction or float
        Rate; positive.
    prior : array of float, shape (ages,), optional
        `age_prior` by default.

    Notes
    -----
    Noise is unbounded, but every output below the lowest age has the same ratio of likelihoods as the lowest age, and
    likewise above: outputs cut to the interval tell an attacker as much. The error released is that of cut outputs,
    as a surrogate cannot be negative.
    """
    known = age_prior() if prior is None else prior
    return bayes_risk(known, _laplace_rows(float(epsilon), len(known)), _years_between(len(known)))


def untouched_age_risk(prior: Array | None = None) -> BayesRisk:
    """Return what an age left as it is tells: everything."""
    known = age_prior() if prior is None else prior
    identity = np.where(np.eye(len(known), dtype=bool), 0.0, -np.inf)
    return bayes_risk(known, lambda age: identity[age], _years_between(len(known)))


def without_age_risk(prior: Array | None = None) -> BayesRisk:
    """Return what a tag tells: nothing."""
    known = age_prior() if prior is None else prior
    return bayes_risk(known, lambda age: np.zeros(1), _years_between(len(known)))


def _laplace_rows(rate: float, ages: int) -> Callable[[int], Array]:
    outputs = np.arange(ages)

    def row(age: int) -> Array:
        logs = -rate * np.abs(outputs - age) + np.log(np.tanh(rate / 2))
        # The ends gather all that falls beyond: q^d / (1 + q).
        ends = -rate * np.array([age, ages - 1 - age]) - np.log1p(np.exp(-rate))
        logs[[0, -1]] = ends
        return np.asarray(logs, dtype=np.float64)

    return row


def _years_between(ages: int) -> Callable[[int], Array]:
    return lambda age: np.abs(np.arange(ages) - age).astype(np.float64)
