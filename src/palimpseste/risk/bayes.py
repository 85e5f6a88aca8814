"""The Bayesian attacker: what the public knows beforehand, and what a surrogate adds to it, computed exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["BayesRisk", "bayes_risk"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class BayesRisk:
    """What an attacker's best guess is worth before and after he sees a surrogate.

    Parameters
    ----------
    right_before, right_after : float
        Probability that the most probable value is the true one, in [0, 1].
    error_before, error_after : float
        Expected loss of the guess that makes it least.
    error_released : float
        Expected loss of the surrogate itself, taken as a value; nan where it is none.
    """

    right_before: float
    right_after: float
    error_before: float
    error_after: float
    error_released: float


def bayes_risk(
    prior: Array,
    log_probabilities: Callable[[int], Array],
    losses: Callable[[int], Array],
    *,
    released_losses: Callable[[int], Array] | None = None,
) -> BayesRisk:
    """Return the risk of a mechanism over a finite set.

    Parameters
    ----------
    prior : array of float, shape (values,)
        Weights of the true values, not negative; scaled to sum to 1.
    log_probabilities : callable
        For the number of a true value, the logarithm of the probability of every output, shape (outputs,); minus
        infinity where it never comes out. One row a call: the whole table of `values` by `outputs` is held once.
    losses : callable
        For the number of a true value, the loss of guessing each value, shape (values,).
    released_losses : callable, optional
        The loss of each output taken as it is, shape (outputs,); `losses` where the outputs are the values.

    Notes
    -----
    The chance to be right is the sum over outputs of the largest of prior times probability over values; the expected
    loss, the sum over outputs of the least over guesses of the loss weighted by the same products.
    """
    values = len(prior)
    prior = np.asarray(prior, dtype=np.float64) / np.sum(prior)
    table = np.stack([np.exp(log_probabilities(value)) for value in range(values)])
    joint = prior[:, np.newaxis] * table
    loss = np.stack([losses(value) for value in range(values)])
    if released_losses is not None:
        released = sum(float(joint[value] @ released_losses(value)) for value in range(values))
    else:
        released = float((joint * loss).sum()) if table.shape[1] == values else float("nan")
    return BayesRisk(
        right_before=float(prior.max()),
        right_after=float(joint.max(axis=0).sum()),
        error_before=float((prior @ loss).min()),
        error_after=float((loss.T @ joint).min(axis=0).sum()),
        error_released=released,
    )
