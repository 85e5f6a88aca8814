"""What every strategy gives an attacker and leaves a reader, by ε: the figures a hospital chooses its ε from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.ages import laplace_age_risk, untouched_age_risk, without_age_risk
from palimpseste.risk.dates.intervals import IntervalAttack
from palimpseste.risk.dates.lives import LifeAttack, simulated_lives
from palimpseste.risk.dates.releases import DateStrategy, DateStrategyName, ordered
from palimpseste.risk.dates.stays import Stays
from palimpseste.risk.dates.units import firsts_of, lasts_of
from palimpseste.risk.places.errors import PlaceError
from palimpseste.risk.success import SuccessRate

__all__ = ["EPSILONS", "DatePoint", "PlacePoint", "date_strategies", "frontier", "place_frontier", "share_of_document"]

EPSILONS = tuple(map(Fraction, ("1/4", "1/2", "2/3", "1", "2", "4", "8")))
_INTERVALS = 3
_LETTERS = 20
_SHORT_DAYS = 60


@dataclass(frozen=True)
class DatePoint:
    """One strategy for dates and ages at one ε.

    Parameters
    ----------
    strategy : DateStrategy
        The strategy and its budget.
    before_order, success : SuccessRate
        The attack by three intervals, before the order is restored and on what is released.
    success_to_the_day : SuccessRate
        The larger of the two where all dates are written to the day: the stronger assumption.
    success_by_dates : SuccessRate
        The larger of the two where the four dates themselves are known.
    success_by_lives : float
        Share linked by sex, birth and one stay, all to the day, over twenty letters
        (:class:`~palimpseste.risk.dates.lives.LifeAttack`); nan where there is no such attack on the strategy.
    interval_error_days : float
        Mean absolute error of the days between two dates of a summary, over all its pairs, then over summaries; nan
        where nothing is released. The middle stands for a month or year, in what was written as in what is released.
    short_error_days : float
        Median absolute error of the intervals of at most sixty days.
    in_order_before, in_order, tied : float
        Of the pairs of which one was over before the other began, the mean share of those that are told in this order
        before it is restored, and as released; and of those that overlap as released.
    age_error_years : float
        Expected absolute error of an age that follows from no birth date; nan where nothing is released.
    age_right_guess : float
        Probability that the best guess of such an age is right, for an attacker who knows the age pyramid.
    """

    strategy: DateStrategy
    before_order: SuccessRate
    success: SuccessRate
    success_to_the_day: SuccessRate
    success_by_dates: SuccessRate
    success_by_lives: float
    interval_error_days: float
    short_error_days: float
    in_order_before: float
    in_order: float
    tied: float
    age_error_years: float
    age_right_guess: float


@dataclass(frozen=True)
class PlacePoint:
    """What one strategy for towns costs at one ε.

    Parameters
    ----------
    name : str
        Of the strategy.
    epsilon : Fraction
        The budget.
    per : {"document", "value"}
        Whose budget it is.
    error : PlaceError
        How far towns are from their surrogates.
    """

    name: str
    epsilon: Fraction
    per: str
    error: PlaceError


def date_strategies(epsilons: tuple[Fraction, ...] = EPSILONS) -> tuple[DateStrategy, ...]:
    """Return every strategy for dates at every ε, those without one first."""
    budgets: tuple[tuple[DateStrategyName, Literal["document", "value"]], ...] = (
        ("clock-laplace", "value"),
        ("metric-laplace", "document"),
        ("metric-laplace", "value"),
        ("bounded-laplace", "document"),
        ("bounded-laplace", "value"),
    )
    with_epsilon = [DateStrategy(name, epsilon, per) for name, per in budgets for epsilon in epsilons]
    return (DateStrategy("tag"), DateStrategy("shift"), *with_epsilon)


def frontier(
    attack: IntervalAttack, to_the_day: IntervalAttack, epsilons: tuple[Fraction, ...] = EPSILONS
) -> Iterator[DatePoint]:
    """Yield the point of each strategy of `date_strategies`.

    Parameters
    ----------
    attack, to_the_day : IntervalAttack
        On dates written as in the corpus, and on the same all written to the day.
    epsilons : tuple of Fraction
        Of a document, and of a value.
    """
    lives = simulated_lives(attack.patients, np.random.default_rng(attack.seed))
    by_lives = LifeAttack(lives, len(attack.attacked), attack.seed)
    for strategy in date_strategies(epsilons):
        before, after = _successes(attack, strategy)
        noisy = attack.released(strategy)
        is_ordered = strategy.restores_order
        releases_dates = strategy.name != "tag"
        in_place = ordered(noisy, strategy.name) if is_ordered else noisy
        error, in_order, tied = _kept(attack.attacked, in_place) if releases_dates else (float("nan"),) * 3
        age = _age_risk(strategy, attack.attacked)
        yield DatePoint(
            strategy=strategy,
            before_order=before,
            success=after,
            success_to_the_day=max(_successes(to_the_day, strategy), key=lambda success: success.rate),
            success_by_dates=max(_successes(attack, strategy, knows_dates=True), key=lambda success: success.rate),
            success_by_lives=(
                float("nan") if strategy.name == "bounded-laplace" else by_lives.attack(strategy, _LETTERS).success.rate
            ),
            interval_error_days=error,
            short_error_days=_short_error(attack.attacked, in_place) if releases_dates else float("nan"),
            in_order_before=_kept(attack.attacked, noisy)[1] if is_ordered else in_order,
            in_order=in_order,
            tied=tied,
            age_error_years=age[0],
            age_right_guess=age[1],
        )


def place_frontier(
    measures: Mapping[str, Callable[[Sequence[Fraction]], Sequence[PlaceError]]],
    stays: Stays,
    epsilons: tuple[Fraction, ...] = EPSILONS,
) -> Iterator[PlacePoint]:
    """Yield the point of each strategy for places.

    Parameters
    ----------
    measures : mapping
        Name of a strategy to a function from many ε of a value to its errors.
    stays : Stays
        Whose median number of contributions an ε of a document is shared by.
    epsilons : tuple of Fraction
        Of a document, and of a value.
    """
    share = share_of_document(stays)
    budgets = [(per, epsilon) for per in ("document", "value") for epsilon in epsilons]
    values = [epsilon / share if per == "document" else epsilon for per, epsilon in budgets]
    for name, measure in measures.items():
        for (per, epsilon), error in zip(budgets, measure(values), strict=True):
            yield PlacePoint(name, epsilon, per, error)


def share_of_document(stays: Stays) -> int:
    """Return how many values share the ε of a document: the median."""
    return int(np.median(stays.contributions))


def _successes(
    attack: IntervalAttack, strategy: DateStrategy, *, knows_dates: bool = False
) -> tuple[SuccessRate, SuccessRate]:
    """Return the success before and after the order is restored; the same where it needs not be."""
    before = attack.attack(strategy, _INTERVALS, knows_dates=knows_dates).success
    if not strategy.restores_order:
        return before, before
    return before, attack.attack(strategy, _INTERVALS, knows_dates=knows_dates, after_order=True).success


def _kept(true: Stays, seen: Stays) -> tuple[float, float, float]:
    """Return the error of intervals, the share of pairs in order and of tied ones; a summary counts once."""
    figures = np.empty((len(true), 3))
    true_ends, seen_ends = _ends(true), _ends(seen)
    for row, count in enumerate(true.dates):
        earlier, later = np.triu_indices(count, 1)
        written, told = true.middles[row], seen.middles[row]
        error = np.abs((told[later] - told[earlier]) - (written[later] - written[earlier]))
        apart = true_ends[1][row, earlier] < true_ends[0][row, later]
        first, last = seen_ends[0][row], seen_ends[1][row]
        in_order = (last[earlier] < first[later])[apart]
        reversed_order = (last[later] < first[earlier])[apart]
        figures[row] = error.mean(), in_order.mean(), 1 - in_order.mean() - reversed_order.mean()
    error, in_order, tied = figures.mean(axis=0)
    return float(error), float(in_order), float(max(0.0, tied))


def _short_error(true: Stays, seen: Stays) -> float:
    """Return the median error of intervals that are not zero and at most sixty days."""
    errors = []
    for row, count in enumerate(true.dates):
        earlier, later = np.triu_indices(count, 1)
        written, told = true.middles[row], seen.middles[row]
        days = written[later] - written[earlier]
        is_short = (days > 0) & (days <= _SHORT_DAYS)
        errors.append(np.abs(told[later] - told[earlier] - days)[is_short])
    return float(np.median(np.concatenate(errors)))


def _ends(stays: Stays) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return firsts_of(stays.numbers, stays.units), lasts_of(stays.numbers, stays.units)


def _age_risk(strategy: DateStrategy, stays: Stays) -> tuple[float, float]:
    """Return the expected error of an age and the chance of the best guess, over the rates that the summaries have."""
    if strategy.name == "tag":
        return float("nan"), without_age_risk().right_after
    if strategy.name == "shift":
        risk = untouched_age_risk()
        return risk.error_released, risk.right_after
    rates, counts = np.unique(strategy.rates(stays), return_counts=True)
    risks = [laplace_age_risk(float(rate)) for rate in rates]
    error, right = np.average([(risk.error_released, risk.right_after) for risk in risks], weights=counts, axis=0)
    return float(error), float(right)
