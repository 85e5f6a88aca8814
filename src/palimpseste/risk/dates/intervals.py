"""The attack by intervals: de-identified summaries linked to patients whose intervals are known.

The attacker holds, for every patient, k true intervals between k + 1 named events, as a claims database gives; he knows
which dates of the summary are those events (the worst case), in which units they are written, and by which mechanism,
with which parameters, they were released. He names the patient under whom the released dates of those events are the
most likely. Their true dates are unknown to him, every start being equally likely; apart, the same for an attacker who
knows the dates themselves.

*Before and after the order is restored.* Isotonic regression is a function of the noisy dates and of their order, which
is public. The data processing inequality therefore says that the optimal attack on its output is no better than the
optimal attack on its input, for someone who sees all dates and the order in either case. It says nothing about the
attack here, which is optimal in neither: it weighs the dates of the known events alone, by the likelihood of noise
before regression. Regression brings the other dates of the summary and the order to bear on those of the events, so
that the figure after may well be the higher one. Neither bounds what a better attack gets, only the guarantee does; of
the two go by the larger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.dates import likelihood
from palimpseste.risk.dates.bounded_likelihood import BoundedDurations
from palimpseste.risk.dates.clocks import clock_scores, may_be_moved_back
from palimpseste.risk.dates.releases import DateStrategy, ordered, released
from palimpseste.risk.dates.stays import ABSENT, Days, Stays
from palimpseste.risk.dates.unit_likelihood import (
    written_laplace_from_dates,
    written_laplace_from_intervals,
    written_shift_from_dates,
    written_shift_from_intervals,
)
from palimpseste.risk.dates.units import DAY, Units, numbers_of
from palimpseste.risk.success import SuccessRate, expected_successes, success_rate

__all__ = ["Attack", "IntervalAttack", "Knowledge"]

Knowledge = Literal["worst", "hospital"]
Scores = NDArray[np.float64]

# The order in which a hospital's claims tell a patient: this stay, the one before, the operation, what was done, after.
_HOSPITAL_EVENTS = (2, 4, 1, 0, 3, 5)
_CELLS_AT_ONCE = 200_000
# Of the documents attacked: how many others the choice of the events is made on.
_PILOT_SHARE = 5
_PILOT_EPSILON = Fraction(1)


@dataclass(frozen=True)
class Attack:
    """One attack and how it did.

    Parameters
    ----------
    strategy : DateStrategy
        What was attacked.
    intervals : int
        How many the attacker knew.
    knows_dates : bool
        Whether he knew the dates too.
    after_order : bool
        Whether he saw the dates after their order was restored.
    success : SuccessRate
        Share of the documents he linked.
    """

    strategy: DateStrategy
    intervals: int
    knows_dates: bool
    after_order: bool
    success: SuccessRate


class IntervalAttack:
    """Attacks on the summaries of some of the patients, each linked to one of all of them.

    Parameters
    ----------
    stays : Stays
        The patients whose intervals are known.
    documents : int
        How many of them have a summary that is attacked; drawn once, the same for all attacks.
    seed : int
        Of the drawing and of the noise.
    knowledge : {"worst", "hospital"}
        Which events the attacker has: those that served best against the strategy on a fifth as many other documents
        (at ε = 1 a document), of all choices there are; or those that a hospital's claims tell first.
    """

    def __init__(self, stays: Stays, documents: int, seed: int, knowledge: Knowledge = "worst") -> None:
        if not 1 <= documents <= len(stays):
            raise ValueError(f"documents must lie in [1, {len(stays)}], got {documents}")
        self._stays = stays
        self._seed = seed
        self._right: Days = np.random.default_rng(seed).choice(len(stays), size=documents, replace=False)
        self._attacked = stays.sample(self._right)
        self._knowledge = knowledge
        self._served_best: dict[tuple[str, int], tuple[int, ...]] = {}

    @property
    def attacked(self) -> Stays:
        """The summaries that are attacked, before anything is done to them."""
        return self._attacked

    @property
    def seed(self) -> int:
        """The seed of the drawing and of the noise."""
        return self._seed

    @property
    def patients(self) -> int:
        """How many patients a document may be linked to."""
        return len(self._stays)

    def known_events(self, strategy: DateStrategy, intervals: int) -> tuple[int, ...]:
        """Return the named events that the attacker has if he knows so many intervals, in [1, 5]; rising.

        Raises
        ------
        ValueError
            If there are not so many intervals.
        """
        events = self._stays.events.shape[1]
        if not 1 <= intervals < events:
            raise ValueError(f"intervals must lie in [1, {events - 1}], got {intervals}")
        if self._knowledge == "hospital":
            return tuple(sorted(_HOSPITAL_EVENTS[: intervals + 1]))
        key = (strategy.name, intervals)
        if key not in self._served_best:
            pilot = DateStrategy(strategy.name, _PILOT_EPSILON if strategy.epsilon is not None else None)
            choices = combinations(range(events), intervals + 1)
            self._served_best[key] = max(choices, key=lambda known: self._pilot(pilot, known))
        return self._served_best[key]

    def _pilot(self, strategy: DateStrategy, known: tuple[int, ...]) -> float:
        """Return the success on documents other than those attacked, where there are others."""
        others = np.setdiff1d(np.arange(len(self._stays)), self._right)
        some = max(1, len(self._right) // _PILOT_SHARE)
        documents = others[:some] if len(others) else self._right[:some]
        seen = released(strategy, self._stays.sample(documents), np.random.default_rng(self._seed))
        return float(self._successes(strategy, seen, documents, known, False).mean())

    def released(self, strategy: DateStrategy) -> Stays:
        """Return what the strategy makes of them; the same at every call."""
        # Own noise for each strategy, the same for every attack on it.
        epsilon = strategy.epsilon.as_integer_ratio() if strategy.epsilon is not None else ()
        words = [*strategy.name.encode(), *strategy.per.encode(), *epsilon]
        return released(strategy, self._attacked, np.random.default_rng([self._seed, *words]))

    def attack(
        self, strategy: DateStrategy, intervals: int, *, knows_dates: bool = False, after_order: bool = False
    ) -> Attack:
        """Return how an attack does.

        Parameters
        ----------
        strategy : DateStrategy
            How the dates are released.
        intervals : int
            How many intervals between dates of the patient the attacker knows, at least 1.
        knows_dates : bool
            Whether it knows the dates themselves.
        after_order : bool
            Whether the release is seen once its order is restored; only where the strategy restores one.
        """
        seen = self.released(strategy)
        if after_order and strategy.restores_order:
            seen = ordered(seen, strategy.name)
        known = self.known_events(strategy, intervals)
        successes = self._successes(strategy, seen, self._right, known, knows_dates)
        return Attack(strategy, intervals, knows_dates, after_order, success_rate(successes))

    def _successes(
        self, strategy: DateStrategy, seen: Stays, right: Days, known: tuple[int, ...], knows_dates: bool
    ) -> Scores:
        parts = self._scores(strategy, seen, known, knows_dates)
        return np.concatenate([expected_successes(scores, right[rows]) for rows, scores in parts])

    def _scores(
        self, strategy: DateStrategy, seen: Stays, known: tuple[int, ...], knows_dates: bool
    ) -> Iterator[tuple[slice, Scores]]:
        """Yield the log-likelihood of every patient for some documents at a time."""
        at_once = max(1, _CELLS_AT_ONCE // len(self._stays))
        patients = self._stays.event_days[:, known]
        score = _SCORES[strategy.name]
        for start in range(0, len(seen), at_once):
            rows = slice(start, min(start + at_once, len(seen)))
            part = seen.sample(np.arange(rows.start, rows.stop))
            yield rows, score(part, known, patients, strategy.rates(part), knows_dates)


def _tag_scores(seen: Stays, known: Sequence[int], patients: Days, rates: Scores, knows_dates: bool) -> Scores:
    return np.zeros((len(seen), len(patients)))


def _shift_scores(seen: Stays, known: Sequence[int], patients: Days, rates: Scores, knows_dates: bool) -> Scores:
    likely = likelihood.shift_from_dates if knows_dates else likelihood.shift_from_intervals
    written = written_shift_from_dates if knows_dates else written_shift_from_intervals
    return _by_units(
        seen,
        known,
        len(patients),
        lambda rows: likely(_residuals(seen.sample(rows), known, patients)),
        lambda row, numbers, units: written(numbers, units, patients),
    )


def _laplace_scores(seen: Stays, known: Sequence[int], patients: Days, rates: Scores, knows_dates: bool) -> Scores:
    likely = likelihood.laplace_from_dates if knows_dates else likelihood.laplace_from_intervals
    written = written_laplace_from_dates if knows_dates else written_laplace_from_intervals
    return _by_units(
        seen,
        known,
        len(patients),
        lambda rows: likely(_residuals(seen.sample(rows), known, patients), rates[rows, np.newaxis]),
        lambda row, numbers, units: written(numbers, units, patients, float(rates[row])),
    )


def _by_units(
    seen: Stays,
    known: Sequence[int],
    patients: int,
    to_the_day: Callable[[Days], Scores],
    written: Callable[[int, Days, Units], Scores],
) -> Scores:
    """Return the scores of summaries whose known dates are all to the day, at once, and of the others one by one."""
    numbers, units = seen.event_numbers[:, known], seen.event_units[:, known]
    is_coarse = (units != DAY).any(axis=1)
    scores = np.empty((len(seen), patients))
    if not is_coarse.all():
        scores[~is_coarse] = to_the_day(np.flatnonzero(~is_coarse))
    for row in np.flatnonzero(is_coarse):
        scores[row] = written(int(row), numbers[row], units[row])
    return scores


def _bounded_scores(seen: Stays, known: Sequence[int], patients: Days, rates: Scores, knows_dates: bool) -> Scores:
    scores = np.empty((len(seen), len(patients)))
    summaries = zip(seen.days, seen.units, seen.dates, seen.events[:, known], rates, strict=True)
    for row, (days, units, dates, places, rate) in enumerate(summaries):
        summary = BoundedDurations(days[:dates], units[:dates], float(rate))
        likely = summary.from_dates if knows_dates else summary.from_intervals
        order = np.argsort(places)
        scores[row] = likely(places[order], patients[:, order])
    return scores


def _clock_scores(seen: Stays, known: Sequence[int], patients: Days, rates: Scores, knows_dates: bool) -> Scores:
    days, units = seen.event_days[:, known], seen.event_units[:, known]
    all_days = np.where(seen.days == ABSENT, 0, seen.days)
    back = may_be_moved_back(numbers_of(all_days, seen.units), seen.units)
    return clock_scores(days, units, patients, float(rates[0]), knows_dates=knows_dates, back=back)


def _residuals(seen: Stays, known: Sequence[int], patients: Days) -> list[Days]:
    days = seen.event_days[:, known]
    return [days[:, [event]] - patients[:, event] for event in range(len(known))]


_SCORES: dict[str, Callable[[Stays, Sequence[int], Days, Scores, bool], Scores]] = {
    "tag": _tag_scores,
    "shift": _shift_scores,
    "metric-laplace": _laplace_scores,
    "clock-laplace": _clock_scores,
    "bounded-laplace": _bounded_scores,
}
