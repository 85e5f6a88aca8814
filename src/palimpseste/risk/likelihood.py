"""How likely each patient's events make the dates of a de-identified summary, under the known mechanism.

All functions return logarithms up to a constant of the summary, which no comparison of patients sees. « Residuals »
are released days less a patient's days; each is given as one array of shape (summaries, patients) for each event.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.releases import SHIFT_DAYS, class_bounds
from palimpseste.risk.stays import Days

__all__ = [
    "BoundedDurations",
    "laplace_from_dates",
    "laplace_from_intervals",
    "shift_from_dates",
    "shift_from_intervals",
]

Scores = NDArray[np.float64]
Residuals = Sequence[Days]

# Above this many products a convolution goes by Fourier transforms.
_DIRECT_PRODUCTS = 300_000


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
    """Return the same where he knows only the days between the events: summed over every start of the intervals.

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
    """Return the same, the shift being one that could be drawn."""
    size = np.abs(residuals[0])
    drawn = (size >= SHIFT_DAYS[0]) & (size <= SHIFT_DAYS[1])
    return np.where(drawn, shift_from_intervals(residuals), -np.inf)


class BoundedDurations:
    """Log-likelihoods of one summary released by ``bounded-laplace``.

    Between two known events there may be other dates, whose true durations the attacker does not know. He sees the
    class of each and finds every way to divide an interval over them equally likely beforehand; the likelihood of an
    interval is then the convolution of those of its parts.

    Parameters
    ----------
    days : array of int, shape (dates,)
        As released, rising.
    rate : float
        Of the mechanism (it uses half of it, see :class:`~palimpseste.privacy.laplace.BoundedLaplace`).
    """

    def __init__(self, days: Days, rate: float) -> None:
        self._days = days
        self._half = rate / 2
        self._durations = np.diff(days)
        self._lowest, self._highest = class_bounds(self._durations)

    def from_intervals(self, places: Days, intervals: Days) -> Scores:
        """Return the log-likelihood of each patient, shape (patients,).

        Parameters
        ----------
        places : array of int, shape (events,)
            Where the known events stand, rising.
        intervals : array of int, shape (patients, events - 1)
            True days between them.
        """
        scores = np.zeros(len(intervals))
        for column, (start, end) in enumerate(pairwise(places)):
            least, weights = self._divided(range(start, end))
            scores += _looked_up(weights, intervals[:, column] - least)
        return scores

    def from_dates(self, places: Days, known: Days) -> Scores:
        """Return the same for an attacker who knows the dates of the events, shape (patients, events)."""
        least, weights = self._divided(range(places[0]))
        shifts = np.zeros(2 * SHIFT_DAYS[1] + 1)
        shifts[: SHIFT_DAYS[1] - SHIFT_DAYS[0] + 1] = 1
        shifts[-(SHIFT_DAYS[1] - SHIFT_DAYS[0] + 1) :] = 1
        moved = _convolved(weights, shifts)
        first = _looked_up(moved, known[:, 0] - self._days[0] - least + SHIFT_DAYS[1])
        return first + self.from_intervals(places, np.diff(known, axis=1))

    def _divided(self, parts: range) -> tuple[int, NDArray[np.float64]]:
        """Return the least sum of some durations, and the likelihood of that sum and those after it."""
        least, weights = 0, np.ones(1)
        for part in parts:
            lowest, highest = int(self._lowest[part]), int(self._highest[part])
            true = np.arange(lowest, highest + 1)
            sides = sum(
                np.exp(-self._half) * np.expm1(-self._half * count) / np.expm1(-self._half)
                for count in (true - lowest, highest - true)
            )
            likelihood = np.exp(-self._half * np.abs(self._durations[part] - true)) / (1 + sides)
            least, weights = least + lowest, _convolved(weights, likelihood)
        return least, weights


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


def _convolved(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    if len(left) * len(right) <= _DIRECT_PRODUCTS:
        return np.convolve(left, right)
    size = len(left) + len(right) - 1
    padded = 1 << (size - 1).bit_length()
    product = np.fft.irfft(np.fft.rfft(left, padded) * np.fft.rfft(right, padded), padded)[:size]
    # Transforms are exact to about 1e-16 of the largest value: below, the sign is noise.
    return np.asarray(np.maximum(product, 0.0), dtype=np.float64)


def _looked_up(weights: NDArray[np.float64], places: Days) -> Scores:
    """Return the logarithm of the weights at some places, minus infinity outside."""
    inside = (places >= 0) & (places < len(weights))
    values = np.where(inside, weights[np.clip(places, 0, len(weights) - 1)], 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(values), dtype=np.float64)
