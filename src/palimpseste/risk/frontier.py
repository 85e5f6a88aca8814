"""What every strategy gives an attacker and leaves a reader, by ε: the figures a hospital chooses its ε from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from palimpseste.risk.ages import laplace_age_risk, untouched_age_risk
from palimpseste.risk.intervals import IntervalAttack
from palimpseste.risk.linkage import SuccessRate
from palimpseste.risk.releases import DateStrategy, ordered
from palimpseste.risk.stays import Stays

__all__ = ["EPSILONS", "DatePoint", "PlaceError", "PlacePoint", "date_strategies", "frontier", "place_frontier"]

EPSILONS = tuple(Fraction(2) ** power for power in range(-2, 4))
_INTERVALS = 3


@dataclass(frozen=True)
class DatePoint:
    """One strategy for dates and ages at one ε.

    Parameters
    ----------
    strategy : DateStrategy
        The strategy and its budget.
    before_order, success : SuccessRate
        The attack by three intervals, before the order is restored and on what is released.
    interval_error_days : float
        Mean absolute error of the days between two dates of a summary, over all its pairs, then over summaries; nan
        where nothing is released.
    in_order_before, in_order, tied : float
        Mean share of the pairs that stand in their true order, strictly, before it is restored and as released; and
        of those that fall on one day as released.
    age_error_years : float
        Expected absolute error of an age that follows from no birth date; nan where nothing is released.
    """

    strategy: DateStrategy
    before_order: SuccessRate
    success: SuccessRate
    interval_error_days: float
    in_order_before: float
    in_order: float
    tied: float
    age_error_years: float


@dataclass(frozen=True)
class PlaceError:
    """How far a strategy moves a place.

    Parameters
    ----------
    distance_km : float
        Expected distance, weighted by the inhabitants of the true places.
    feature_error : float
        Expected error of the features of the place; what it is belongs to whoever measures it.
    right_guess : float
        Probability that a Bayesian attacker's best guess is right.
    """

    distance_km: float
    feature_error: float
    right_guess: float


@dataclass(frozen=True)
class PlacePoint:
    """One strategy for places at one ε of a document or of a value."""

    name: str
    epsilon: Fraction
    per: str
    error: PlaceError


def date_strategies(epsilons: tuple[Fraction, ...] = EPSILONS) -> tuple[DateStrategy, ...]:
    """Return every strategy for dates at every ε, those without one first."""
    with_epsilon = [
        DateStrategy(name, epsilon, per)
        for name in ("metric-laplace", "bounded-laplace")
        for per in ("document", "value")
        for epsilon in epsilons
    ]
    return (DateStrategy("tag"), DateStrategy("shift"), *with_epsilon)


def frontier(attack: IntervalAttack, epsilons: tuple[Fraction, ...] = EPSILONS) -> Iterator[DatePoint]:
    """Yield the point of each strategy of `date_strategies`."""
    for strategy in date_strategies(epsilons):
        noisy = attack.released(strategy)
        is_ordered = strategy.name == "metric-laplace"
        seen = ordered(noisy) if is_ordered else noisy
        error, in_order, tied = _kept(attack.attacked, seen) if strategy.name != "tag" else (float("nan"),) * 3
        in_order_before = _kept(attack.attacked, noisy)[1] if is_ordered else in_order
        before = attack.attack(strategy, _INTERVALS).success
        yield DatePoint(
            strategy,
            before,
            attack.attack(strategy, _INTERVALS, after_order=True).success if is_ordered else before,
            error,
            in_order_before,
            in_order,
            tied,
            _age_error(strategy, attack.attacked),
        )


def place_frontier(
    measures: Mapping[str, Callable[[Fraction], PlaceError]], stays: Stays, epsilons: tuple[Fraction, ...] = EPSILONS
) -> Iterator[PlacePoint]:
    """Yield the point of each strategy for places.

    Parameters
    ----------
    measures : mapping
        Name of a strategy to a function from ε of a value to its error.
    stays : Stays
        Whose median number of contributions an ε of a document is shared by.
    epsilons : tuple of Fraction
        Of a document, and of a value.
    """
    shares = int(np.median(stays.contributions))
    for name, measure in measures.items():
        for per, share in (("document", shares), ("value", 1)):
            for epsilon in epsilons:
                yield PlacePoint(name, epsilon, per, measure(epsilon / share))


def _kept(true: Stays, seen: Stays) -> tuple[float, float, float]:
    """Return the error of intervals, the share of pairs in order and of tied ones; a summary counts once."""
    figures = np.empty((len(true), 3))
    for row, (days, released, count) in enumerate(zip(true.days, seen.days, true.dates, strict=True)):
        earlier, later = np.triu_indices(count, 1)
        interval = released[later] - released[earlier]
        error = np.abs(interval - (days[later] - days[earlier]))
        figures[row] = error.mean(), (interval > 0).mean(), (interval == 0).mean()
    error, in_order, tied = figures.mean(axis=0)
    return float(error), float(in_order), float(tied)


def _age_error(strategy: DateStrategy, stays: Stays) -> float:
    """Return the expected error of an age, over the rates that the summaries have."""
    if strategy.name == "tag":
        return float("nan")
    if strategy.name == "shift":
        return untouched_age_risk().error_released
    rates, counts = np.unique(strategy.rates(stays), return_counts=True)
    errors = [laplace_age_risk(float(rate)).error_released for rate in rates]
    return float(np.average(errors, weights=counts))
