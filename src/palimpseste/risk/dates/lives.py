"""The attack by lives: patients whose birth, sex and stays are known, and any number of their letters.

The attacker holds, for every patient, the sex and the days of birth, admission and discharge, all to the day, as a
hospital's claims tell them; or those of several stays. He knows which dates of a letter are which, and the mechanism
with all its numbers. Every letter of the patient holds all these dates. He names the patient of that sex under whom all
that he has seen is the most likely:

- under ``shift`` one number of days explains all of it, or nothing does;
- under ``metric-laplace`` with a budget a document each letter has noise of its own, so that letters add up;
- under ``metric-laplace`` with a budget a value, and under ``clock-laplace``, all letters of a patient tell the same:
  only another cohort, drawn under another key, tells more.

What order does to dates is left out: births, admissions and discharges are seldom put out of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.dates.clocks import clock_scores, may_be_moved_back, on_clocks
from palimpseste.risk.dates.likelihood import laplace_from_dates, shift_from_dates
from palimpseste.risk.dates.releases import DateStrategy, drawn_shifts
from palimpseste.risk.dates.stays import drawn_gaps, simulated_stays
from palimpseste.risk.dates.units import Days
from palimpseste.risk.success import SuccessRate, expected_successes, success_rate

__all__ = ["LifeAttack", "LifeLinked", "Lives", "simulated_lives"]

Scores = NDArray[np.float64]

# Ages at admission, in years: their mean and deviation among the inpatients of a general hospital, and the oldest.
_AGE, _DEVIATION, _OLDEST = 62, 20, 105
_DAYS_OF_YEAR = 365.25
# How many values share the budget of a letter: what summaries of the corpus hold at the median.
_VALUES_OF_LETTER = 14
_AT_ONCE = 20


@dataclass(frozen=True)
class Lives:
    """What the attacker knows of many patients.

    Parameters
    ----------
    days : array of int, shape (patients, 1 + 2 · stays)
        Days of birth, then of each admission and discharge from the last stay to the first, counted from 1970.
    sexes : array of int, shape (patients,)
        0 or 1.
    """

    days: Days
    sexes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.days)


@dataclass(frozen=True)
class LifeLinked:
    """How one attack did.

    Parameters
    ----------
    strategy : DateStrategy
        What was attacked.
    letters, cohorts : int
        How many letters of each patient the attacker had from each cohort, and how many cohorts.
    success : SuccessRate
        Share of the patients he linked.
    """

    strategy: DateStrategy
    letters: int
    cohorts: int
    success: SuccessRate


def simulated_lives(patients: int, random: np.random.Generator, stays: int = 1) -> Lives:
    """Return patients of so many stays each, as :func:`~palimpseste.risk.dates.stays.simulated_stays` has them.

    Earlier stays are as long, and as far from the next, as the corpus has them.

    Parameters
    ----------
    patients : int
        How many.
    random : numpy.random.Generator
        Where chance comes from.
    stays : int
        Of each patient, at least 1.
    """
    events = simulated_stays(patients, random, "days").event_days
    ages = np.clip(random.normal(_AGE, _DEVIATION, patients), 0, _OLDEST)
    days = [events[:, 2], events[:, 4]]
    for _ in range(stays - 1):
        discharge = days[-2] - drawn_gaps("second", patients, random)
        days += [discharge - drawn_gaps("stay", patients, random), discharge]
    births = np.minimum.reduce(days) - np.maximum(1, np.rint(ages * _DAYS_OF_YEAR)).astype(np.int64)
    return Lives(np.column_stack([births, *days]), random.integers(2, size=patients))


class LifeAttack:
    """Attacks on some of many patients, each linked to one of all of them.

    Parameters
    ----------
    lives : Lives
        Everybody.
    attacked : int
        How many are attacked; drawn once, the same for all attacks.
    seed : int
        Of the drawing and of the noise.
    keep_season : bool
        Whether clocks move lives by whole years and at most six weeks, and stretch nothing.
    """

    def __init__(self, lives: Lives, attacked: int, seed: int, *, keep_season: bool = False) -> None:
        if not 1 <= attacked <= len(lives):
            raise ValueError(f"attacked must lie in [1, {len(lives)}], got {attacked}")
        self._lives = lives
        self._seed = seed
        self._keep_season = keep_season
        self._right = np.random.default_rng(seed).choice(len(lives), size=attacked, replace=False)

    def attack(self, strategy: DateStrategy, letters: int = 1, cohorts: int = 1) -> LifeLinked:
        """Return how an attack does on so many letters of each patient from each of so many cohorts.

        Parameters
        ----------
        strategy : DateStrategy
            How the dates are released.
        letters : int
            Of each patient in a cohort, at least 1.
        cohorts : int
            How many, under keys of their own.
        """
        random = np.random.default_rng([self._seed, letters, cohorts, *strategy.name.encode()])
        seen = [self._seen(strategy, letters, random) for _ in range(cohorts)]
        successes = []
        for start in range(0, len(self._right), _AT_ONCE):
            rows = slice(start, start + _AT_ONCE)
            scores = sum(self._scores(strategy, [letter[rows] for letter in cohort]) for cohort in seen)
            scores = np.where(self._lives.sexes == self._lives.sexes[self._right[rows], np.newaxis], scores, -np.inf)
            successes.append(expected_successes(scores, self._right[rows]))
        return LifeLinked(strategy, letters, cohorts, success_rate(np.concatenate(successes)))

    def _seen(self, strategy: DateStrategy, letters: int, random: np.random.Generator) -> list[Days]:
        """Return the released days of each letter that tells something new, shape (attacked, dates)."""
        days = self._lives.days[self._right]
        if strategy.name == "tag":
            return []
        if strategy.name == "shift":
            return [days + drawn_shifts(len(days), random)[:, np.newaxis]]
        assert strategy.epsilon is not None  # noqa: S101 # for types: those that follow have one
        if strategy.name == "clock-laplace":
            units = np.zeros(days.shape, dtype=np.int8)
            return [on_clocks(days, units, float(strategy.epsilon), random, keep_season=self._keep_season)]
        rate = _rate_of(strategy)
        success = -np.expm1(-rate)
        return [
            np.asarray(days + random.geometric(success, days.shape) - random.geometric(success, days.shape))
            for _ in range(letters if strategy.per == "document" else 1)
        ]

    def _scores(self, strategy: DateStrategy, letters: list[Days]) -> Scores:
        days = self._lives.days
        scores = np.zeros((1, len(days)))
        for letter in letters:
            if strategy.name == "clock-laplace":
                units = np.zeros(letter.shape, dtype=np.int8)
                epsilon = float(strategy.epsilon or 0)
                back = may_be_moved_back(letter, units)
                scores = scores + clock_scores(
                    letter, units, days, epsilon, knows_dates=True, keep_season=self._keep_season, back=back
                )
                continue
            residuals = [letter[:, [event]] - days[:, event] for event in range(days.shape[1])]
            if strategy.name == "shift":
                scores = scores + shift_from_dates(residuals)
            else:
                scores = scores + laplace_from_dates(residuals, np.full((len(letter), 1), _rate_of(strategy)))
        return scores


def _rate_of(strategy: DateStrategy) -> float:
    """Return the rate of the noise a day under ``metric-laplace``."""
    epsilon = float(strategy.epsilon or 0)
    return epsilon / _VALUES_OF_LETTER if strategy.per == "document" else epsilon
