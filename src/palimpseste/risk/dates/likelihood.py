"""How likely each patient's events make dates written to the day, under the known mechanism.

All functions return logarithms up to a constant of the summary, which no comparison of patients sees. « Residuals »
are released days less a patient's days; each is given as one array of shape (summaries, patients) for each event.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.dates.releases import SHIFT_DAYS
from palimpseste.risk.dates.stays import Days

__all__ = [
    "laplace_from_dates",
    "laplace_from_intervals",
    "shift_from_dates",
    "shift_from_intervals",
]

Scores = NDArray[np.float64]
Residuals = Sequence[Days]


def laplace_from_dates(residuals: Residuals, rates: Scores) -> Scores:
    """Return the log-likelihood of discrete Laplace noise on dates the attacker knows.

    Parameters
    ----------
    residuals : sequence of array of int, shape (summaries, patients)
        One an event.
    rates : array of float, shape (summaries, 1)
        Of the noise, a day.
    """
    total = np.abs(residuals[0])
    for residual in residuals[1:]:
        total = total + np.abs(residual)
    return np.asarray(-rates * total, dtype=np.float64)


def laplace_from_intervals(residuals: Residuals, rates: Scores) -> Scores:
    """Return the log-likelihood of discrete Laplace noise on dates of which the attacker knows only the intervals.

    It is summed over every day on which the first interval may start.

    The sum over all integers s of exp(-rate·(|r_1 - s| + ... + |r_m - s|)) is computed exactly. Between two
    neighbouring residuals the exponent is linear in s, with slope 2i - m after the i-th, so that each stretch is a
    geometric series; the two outer ones are infinite, with slope m.
    """
    ranked = _sorted(residuals)
    events, middle = len(ranked), len(ranked) // 2
    total = np.zeros(ranked[0].shape)
    # Exponents less the least one, which is reached at the median: exactly 0 there, so that nothing underflows.
    excess = np.zeros(ranked[0].shape, dtype=np.int64)
    for i in range(middle, events - 1):
        slope, steps = 2 * (i + 1) - events, ranked[i + 1] - ranked[i]
        total += np.exp(-rates * excess) * _series(rates * slope, steps)
        excess = excess + slope * steps
    total += np.exp(-rates * excess) * _series(rates * events, None)
    excess = np.zeros(ranked[0].shape, dtype=np.int64)
    for i in range(middle - 1, -1, -1):
        # Downwards, from just below the right end of the stretch.
        slope, steps = events - 2 * (i + 1), ranked[i + 1] - ranked[i]
        total += np.exp(-rates * (excess + slope)) * _series(rates * slope, steps)
        excess = excess + slope * steps
    total += np.exp(-rates * (excess + events)) * _series(rates * events, None)
    upper, lower = ranked[(events + 1) // 2 :], ranked[: events // 2]
    least = sum(upper[1:], upper[0]) - sum(lower[1:], lower[0])
    return np.asarray(np.log(total) - rates * least, dtype=np.float64)


def shift_from_intervals(residuals: Residuals) -> Scores:
    """Return 0 where one shift explains all events, minus infinity elsewhere."""
    same = np.ones(residuals[0].shape, dtype=bool)
    for residual in residuals[1:]:
        same &= residual == residuals[0]
    return np.where(same, 0.0, -np.inf)


def shift_from_dates(residuals: Residuals) -> Scores:
    """Return 0 where one shift that could be drawn explains all events, minus infinity elsewhere."""
    size = np.abs(residuals[0])
    drawn = (size >= SHIFT_DAYS[0]) & (size <= SHIFT_DAYS[1])
    return np.where(drawn, shift_from_intervals(residuals), -np.inf)


def _series(exponent: Scores, terms: Days | None) -> Scores:
    """Return 1 + x + x² + ... of some terms, or infinitely many, for x = exp(-exponent); an exponent may be 0."""
    if terms is None:
        return np.asarray(-1 / np.expm1(-exponent), dtype=np.float64)
    if not np.any(exponent):
        return terms.astype(np.float64)
    return np.asarray(np.expm1(-exponent * terms) / np.expm1(-exponent), dtype=np.float64)


def _sorted(residuals: Residuals) -> list[Days]:
    """Return the residuals by size, cell by cell: a sorting network, since the events are few and the cells many."""
    ranked = list(residuals)
    for end in range(len(ranked) - 1, 0, -1):
        for i in range(end):
            ranked[i], ranked[i + 1] = np.minimum(ranked[i], ranked[i + 1]), np.maximum(ranked[i], ranked[i + 1])
    return ranked
