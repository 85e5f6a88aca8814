"""What each strategy for dates releases of many summaries at once, drawn with NumPy under a seed.

These are simulations of the mechanisms of :mod:`palimpseste.privacy`, in floating point and with a public generator:
fit to measure an attack, never to release a document.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from palimpseste.privacy.isotonic import increasing
from palimpseste.risk.dates.clocks import on_clocks
from palimpseste.risk.dates.stays import ABSENT, Days, Stays
from palimpseste.risk.dates.units import DAY, EPOCH, UNITS, middles_of, writable
from palimpseste.surrogates.dates.noise import WEIGHTS, restored

__all__ = ["DURATION_CLASSES", "SHIFT_DAYS", "DateStrategy", "DateStrategyName", "drawn_shifts", "ordered", "released"]

DateStrategyName = Literal["tag", "shift", "bounded-laplace", "metric-laplace", "clock-laplace"]
Rates = NDArray[np.float64]

# Absolute shift of a patient's dates, both ends included: the default of the policies.
SHIFT_DAYS = (184, 349)
# Durations between neighbouring dates, both ends included (Tchouka and others 2022): two months, two years, beyond.
DURATION_CLASSES = ((1, 60), (61, 730), (731, 36_525))


@dataclass(frozen=True)
class DateStrategy:
    """A strategy for dates and its budget.

    Parameters
    ----------
    name : {"tag", "shift", "bounded-laplace", "metric-laplace", "clock-laplace"}
        As in a policy.
    epsilon : Fraction, optional
        Positive; None for the strategies without one.
    per : {"document", "value"}
        Whether the values of a document share `epsilon`, or each has it; under ``clock-laplace`` each has it, times
        the weight of its unit (:data:`~palimpseste.risk.dates.clocks.UNIT_WEIGHTS`).
    """

    name: DateStrategyName
    epsilon: Fraction | None = None
    per: Literal["document", "value"] = "document"

    @property
    def restores_order(self) -> bool:
        """Whether noise may break the order of dates, which is then restored."""
        return self.name in ("metric-laplace", "clock-laplace")

    def rates(self, stays: Stays) -> Rates:
        """Return the rate of the noise a unit in each summary, of ``clock-laplace`` ε itself; nan where it has none."""
        if self.epsilon is None:
            return np.full(len(stays), np.nan)
        if self.per == "value" or self.name == "clock-laplace":
            return np.full(len(stays), float(self.epsilon))
        # The first date is shifted, not released; dates that stand for one day have no duration between them.
        share = stays.contributions - (stays.dates - stays.durations if self.name == "bounded-laplace" else 0)
        return np.asarray(float(self.epsilon) / share, dtype=np.float64)


def released(strategy: DateStrategy, stays: Stays, random: np.random.Generator) -> Stays:
    """Return the summaries with the dates of a strategy, before any order is restored.

    What is released of each is its number (:attr:`~palimpseste.risk.dates.stays.Stays.numbers`) in the unit it is
    written in; each stands where its true date stood, so that under ``metric-laplace`` they no longer come in order.
    ``tag`` releases nothing: its days are all absent.

    Parameters
    ----------
    strategy : DateStrategy
        How.
    stays : Stays
        The true ones.
    random : numpy.random.Generator
        Where chance comes from.
    """
    present = stays.days != ABSENT
    if strategy.name == "tag":
        days = np.full_like(stays.days, ABSENT)
    elif strategy.name == "shift":
        days = stays.middles + drawn_shifts(len(stays), random)[:, np.newaxis]
    elif strategy.name == "clock-laplace":
        assert strategy.epsilon is not None  # noqa: S101 # for types: this strategy has one
        numbers = on_clocks(np.where(present, stays.middles, 0), stays.units, float(strategy.epsilon), random)
        days = middles_of(writable(numbers, stays.units), stays.units)
    elif strategy.name == "bounded-laplace":
        days = _with_bounded_durations(stays, strategy.rates(stays), random)
    else:
        noise = _laplace_noise(strategy.rates(stays)[:, np.newaxis], stays.days.shape, random)
        days = middles_of(writable(np.where(present, stays.numbers, 0) + noise, stays.units), stays.units)
    return replace(stays, days=np.where(present, days, ABSENT))


def ordered(stays: Stays, strategy: DateStrategyName = "metric-laplace") -> Stays:
    """Return released summaries with their dates in the true order, as a strategy restores it.

    Different days stay different: each is a day after the one before, at least. Under ``clock-laplace`` so do months
    and years, where there is room.
    """
    days = stays.days.copy()
    if strategy == "clock-laplace":
        for row, count, units in zip(days, stays.dates, stays.units, strict=True):
            row[:count] = restored((row[:count] + EPOCH).tolist(), [UNITS[unit] for unit in units[:count]])
            row[:count] -= EPOCH
        return replace(stays, days=days)
    weights = np.array([WEIGHTS["day"], WEIGHTS["month"], WEIGHTS["year"]])[stays.units]
    is_day = stays.units == DAY
    steps = is_day[:, 1:] & (is_day.cumsum(axis=1)[:, :-1] > 0)
    for row, count, step, weight in zip(days, stays.dates, steps.astype(int), weights, strict=True):
        row[:count] = increasing(row[:count].tolist(), step[: count - 1].tolist(), weight[:count].tolist())
    return replace(stays, days=days)


def drawn_shifts(count: int, random: np.random.Generator) -> Days:
    """Return the secret shift of so many patients, in days."""
    sizes = random.integers(SHIFT_DAYS[0], SHIFT_DAYS[1] + 1, size=count)
    return np.asarray(np.where(random.integers(2, size=count) == 1, sizes, -sizes), dtype=np.int64)


def _laplace_noise(rates: Rates, shape: tuple[int, ...], random: np.random.Generator) -> Days:
    # The difference of two geometric variables of ratio q has P[k] = (1 - q) / (1 + q) · q^|k|.
    success = np.broadcast_to(-np.expm1(-rates), shape)
    return np.asarray(random.geometric(success) - random.geometric(success), dtype=np.int64)


def _with_bounded_durations(stays: Stays, rates: Rates, random: np.random.Generator) -> Days:
    """Return days whose first is shifted and whose durations have noise within their class; one of zero stays."""
    anchors = stays.anchors
    days = np.empty_like(anchors)
    days[:, 0] = anchors[:, 0] + drawn_shifts(len(stays), random)
    for place in range(1, days.shape[1]):
        apart = (anchors[:, place] != ABSENT) & (anchors[:, place] > anchors[:, place - 1])
        durations = np.where(apart, anchors[:, place] - anchors[:, place - 1], 1)
        days[:, place] = days[:, place - 1] + np.where(apart, bounded_noise(durations, rates, random), 0)
    return days


def bounded_noise(durations: Days, rates: Rates, random: np.random.Generator) -> Days:
    """Return durations released by the bounded Laplace mechanism of their class, by inversion.

    Parameters
    ----------
    durations : array of int, shape (n,)
        In days, at least 0.
    rates : array of float, shape (n,)
        ε of each, positive.
    random : numpy.random.Generator
        Where chance comes from.
    """
    lowest, highest = class_bounds(durations)
    q = np.exp(-rates / 2)
    below, above = durations - lowest, highest - durations
    # Sums of q^1 .. q^n: the weights beside the duration itself, whose weight is 1.
    left, right = (q * np.expm1(-rates / 2 * count) / np.expm1(-rates / 2) for count in (below, above))
    drawn = random.random(len(durations)) * (1 + left + right)
    count = np.where(drawn < left, below, above)
    # A geometric variable cut at count; where nothing is on that side the weight is 0 and the side is never drawn.
    step = np.ceil(np.log1p(random.random(len(durations)) * np.expm1(-rates / 2 * count)) / (-rates / 2))
    step = np.clip(step, 1, np.maximum(count, 1)).astype(np.int64)
    return np.asarray(
        durations + np.where(drawn < left, -step, np.where(drawn < left + right, step, 0)), dtype=np.int64
    )


def class_bounds(durations: Days) -> tuple[Days, Days]:
    """Return the lowest and the highest duration of the class of each.

    Raises
    ------
    ValueError
        If a duration is in no class.
    """
    classes = np.array(DURATION_CLASSES)
    found = np.searchsorted(classes[:, 1], durations)
    if durations.min() < classes[0, 0] or found.max() == len(classes):
        raise ValueError(f"durations must lie in [{classes[0, 0]}, {classes[-1, 1]}] days")
    return classes[found, 0], classes[found, 1]
