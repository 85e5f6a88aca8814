"""Dates under metric differential privacy: each released once with discrete Laplace noise, then put in order again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from palimpseste.privacy.accountant import Contribution
from palimpseste.privacy.isotonic import increasing
from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.date_values import FIRST_DAY, LAST_DAY, DateGrain, DateValue
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.timeline import Timeline

__all__ = ["NoisyDates"]

_MECHANISM = "metric-laplace"
# What a date weighs where noise broke the order: the inverse of the variance of its noise in days, times that of a
# year. A year moves past a day rather than the day past the year.
_WEIGHTS: dict[DateGrain, int] = {"year": 1, "season": 16, "month": 146, "feast": 64, "day": 133_225}


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
    with the same words and writings, the same equalities among their dates, the same order of them (the timeline) and
    the same dates that can be read; a date is meant as it is completed, so where changing one changes what another
    lacks, both differ and both count. Proof: nothing is done with a value but to name its place in the order, which
    is public, and to release it once (:class:`~palimpseste.privacy.laplace.DiscreteLaplace`), equal values once
    together; releases compose to the sum of ε·d. Everything after is computed from the releases, the order and the
    units: regression, limits, writing.

    What is written keeps the order: whatever was over before another date began is not written after it, for both
    stretches written hold days that are in order. Different days stay different days.
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
        values, steps = self._timeline.values, self._timeline.least_steps
        released = [self._released(value).middle for value in values]
        in_order = increasing(released, steps, [_WEIGHTS[value.unit] for value in values])
        return dict(zip(values, within_years(in_order, steps), strict=True))

    def _released(self, value: DateValue) -> DateValue:
        epsilon = self._budget.spend("DATE", value, _MECHANISM)
        bits = self._noise.stream("DATE", f"{value.unit} {value.number}", f"{_MECHANISM} {epsilon}")
        return value.at(DiscreteLaplace(epsilon).release(value.number, bits))


def within_years(ordinals: Sequence[int], least_steps: Sequence[int]) -> list[int]:
    """Return increasing days kept within the years a form can write, the steps between them kept too."""
    room = sum(least_steps)
    kept, used = [], 0
    for ordinal, step in zip(ordinals, (0, *least_steps), strict=True):
        used += step
        kept.append(min(max(ordinal, FIRST_DAY + used), LAST_DAY - room + used))
    return kept
