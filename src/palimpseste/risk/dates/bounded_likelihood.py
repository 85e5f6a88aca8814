"""How likely each patient's events make a summary released by ``bounded-laplace``."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.dates.releases import SHIFT_DAYS, class_bounds
from palimpseste.risk.dates.stays import Days
from palimpseste.risk.dates.units import MONTH, YEAR, Units

__all__ = ["BoundedDurations"]

Scores = NDArray[np.float64]
Weights = NDArray[np.float64]

# Above this many products a convolution goes by Fourier transforms.
_DIRECT_PRODUCTS = 300_000
# Days from the day of an event to the one that stands for its month or year, both included.
_TO_MIDDLE = {MONTH: (-16, 14), YEAR: (-183, 182)}


class BoundedDurations:
    """Log-likelihoods of one summary released by ``bounded-laplace``, up to a constant of it.

    Between two known events there may be other dates, whose true durations the attacker does not know. He sees the
    class of each and finds every way to divide an interval over them equally likely beforehand; the likelihood of an
    interval is then the convolution of those of its parts.

    Where an event is written in months or years, the durations that were released are those of the day that stands for
    it; the attacker takes every distance between the two as equally likely, apart for each interval. He is shown the
    days that the durations lead to, before they are cut to months and years: more than a reader sees.

    Parameters
    ----------
    days : array of int, shape (dates,)
        As released, none before the one before it.
    units : array of int, shape (dates,)
        What each is written in.
    rate : float
        Of the mechanism (it uses half of it, see :class:`~palimpseste.privacy.laplace.BoundedLaplace`).
    """

    def __init__(self, days: Days, units: Units, rate: float) -> None:
        self._days = days
        self._units = units
        self._half = rate / 2
        self._durations = np.diff(days)
        self._lowest, self._highest = (np.where(self._durations == 0, 0, bound) for bound in self._bounds())

    def from_intervals(self, places: Days, known: Days) -> Scores:
        """Return the log-likelihood of each patient, shape (patients,).

        Parameters
        ----------
        places : array of int, shape (events,)
            Where the known events stand, rising.
        known : array of int, shape (patients, events)
            Their true days, right but for one number of days for each patient.
        """
        scores = np.zeros(len(known))
        intervals = np.diff(known, axis=1)
        for column, (start, end) in enumerate(pairwise(places)):
            least, weights = self._to_days(*self._divided(range(start, end)), start, is_start=True)
            least, weights = self._to_days(least, weights, end, is_start=False)
            scores += _looked_up(weights, intervals[:, column] - least)
        return scores

    def from_dates(self, places: Days, known: Days) -> Scores:
        """Return the log-likelihood of each patient to whoever knows the days of the events, shape (patients,).

        Parameters
        ----------
        places : array of int, shape (events,)
            Where the known events stand, rising.
        known : array of int, shape (patients, events)
            Their true days.
        """
        least, weights = self._to_days(*self._divided(range(places[0])), places[0], is_start=False)
        shifts = np.zeros(2 * SHIFT_DAYS[1] + 1)
        shifts[: SHIFT_DAYS[1] - SHIFT_DAYS[0] + 1] = 1
        shifts[-(SHIFT_DAYS[1] - SHIFT_DAYS[0] + 1) :] = 1
        moved = _convolved(weights, shifts)
        first = _looked_up(moved, known[:, 0] - self._days[0] - least + SHIFT_DAYS[1])
        return first + self.from_intervals(places, known)

    def _bounds(self) -> tuple[Days, Days]:
        return class_bounds(np.maximum(self._durations, 1))

    def _divided(self, parts: range) -> tuple[int, Weights]:
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

    def _to_days(self, least: int, weights: Weights, place: int, *, is_start: bool) -> tuple[int, Weights]:
        """Return weights of the days from or to an event for those from or to the day that stands for it."""
        unit = int(self._units[place])
        if unit not in _TO_MIDDLE:
            return least, weights
        before, after = _TO_MIDDLE[unit]
        even = np.full(after - before + 1, 1 / (after - before + 1))
        return least + (before if is_start else -after), _convolved(weights, even)


def _convolved(left: Weights, right: Weights) -> Weights:
    if len(left) * len(right) <= _DIRECT_PRODUCTS:
        return np.convolve(left, right)
    size = len(left) + len(right) - 1
    padded = 1 << (size - 1).bit_length()
    product = np.fft.irfft(np.fft.rfft(left, padded) * np.fft.rfft(right, padded), padded)[:size]
    # Transforms are exact to about 1e-16 of the largest value: below, the sign is noise.
    return np.asarray(np.maximum(product, 0.0), dtype=np.float64)


def _looked_up(weights: Weights, places: Days) -> Scores:
    """Return the logarithm of the weights at some places, minus infinity outside."""
    inside = (places >= 0) & (places < len(weights))
    values = np.where(inside, weights[np.clip(places, 0, len(weights) - 1)], 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(values), dtype=np.float64)
