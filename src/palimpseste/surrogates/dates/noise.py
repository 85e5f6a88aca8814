"""Dates under metric differential privacy: each released once with discrete Laplace noise, then put in order again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from palimpseste.privacy.accountant import Contribution
from palimpseste.privacy.isotonic import increasing
from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.draws import Draws
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateGrain, DateValue

__all__ = ["WEIGHTS", "NoisyDates"]

_MECHANISM = "metric-laplace"
# What a date weighs where noise broke the order: the inverse of the variance of its noise in days, times that of a
# year. A year moves past a day rather than the day past the year.
WEIGHTS: dict[DateGrain, int] = {"year": 1, "season": 16, "month": 146, "feast": 64, "day": 133_225}


class NoisyDates:
    """The dates of one document, released.

    Parameters
    ----------
    timeline : Timeline
        The dates and their order.
    noise : Draws
        Where noise is drawn from.
    budget : Budget
        What is spent on each, of kind ``DATE``.

    Notes
    -----
    A date of share ε is ε·d-private, d being the difference in the unit it is written in. Neighbours are documents
    with the same words and writings, the same equalities among their dates, the same order of them (the timeline), the
    same dates that can be read and that complete others. A date is meant as it is completed: where changing one changes
    what another lacks, both differ and both count.

    Proof: nothing is done with a value but to name its place in the order, which is public, and to release it once
    (:class:`~palimpseste.privacy.laplace.DiscreteLaplace`), equal values once together; releases compose to the sum of
    ε·d. Everything after is computed from the releases, the order, the units and what completes what: regression,
    reach, limits, writing.

    What is written keeps the order: whatever was over before another date began is not written after it, for both
    stretches written hold days that are in order. Different days stay different days, and a feast
    becomes a feast, dates after it moving along where need be. Where day, month or year are unsaid, the order is that
    of the dates meant: within reach of what completes them a reader reads it so, which is nearly always.
    """

    def __init__(self, timeline: Timeline, noise: Draws, budget: Budget) -> None:
        self._timeline = timeline
        self._noise = noise
        self._budget = budget

    def contributions(self) -> Iterator[Contribution]:
        """Yield every date that is released."""
        for value in self._timeline.values:
            yield Contribution("DATE", value)

    def moved(self, value: DateValue) -> int:
        """Return the ordinal of the day that a date of the timeline moves to."""
        return self._moved[value]

    @cached_property
    def _moved(self) -> dict[DateValue, int]:
        values = self._timeline.values
        released = [self._released(value).middle for value in values]
        weights = [WEIGHTS[value.unit] for value in values]
        return self._timeline.arranged(increasing(released, self._timeline.least_steps, weights))

    def _released(self, value: DateValue) -> DateValue:
        epsilon = self._budget.spend("DATE", value, _MECHANISM)
        bits = self._noise.stream("DATE", f"{value.unit} {value.number}", f"{_MECHANISM} {epsilon}")
        return value.at(DiscreteLaplace(epsilon).release(value.number, bits))
