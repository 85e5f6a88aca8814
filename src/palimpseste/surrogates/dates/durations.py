"""Dates as a chain of durations, each released with noise within its class (Tchouka and others, HEALTHINF 2022)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from palimpseste.privacy.accountant import Contribution
from palimpseste.privacy.laplace import BoundedLaplace
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.shift import Shift
from palimpseste.surrogates.draws import Draws
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateValue

__all__ = ["NoisyDurations"]

_MECHANISM = "bounded-laplace"
# Under two months, under two years, beyond, up to a hundred years; in days.
_CLASSES = ((1, 60), (61, 730), (731, 36_525))


class NoisyDurations:
    """The dates of one document: the earliest under a secret shift, the others after released durations.

    Parameters
    ----------
    timeline : Timeline
        The dates and their order.
    shift : Shift
        Moves the earliest.
    noise : Draws
        Where noise is drawn from.
    budget : Budget
        What is spent on each duration, of kind ``DATE``.

    Notes
    -----
    For comparison. A duration of share ε is ε·d-private among the durations of its class, d in days. That is less than
    it seems: which class each duration is in is told, so is a duration of zero; a date that moves by a day changes the
    duration before it and the one after; and the earliest date, with it all the others, has a secret shift and no
    proof. A hundred years stand for all that is longer.
    """

    def __init__(self, timeline: Timeline, shift: Shift, noise: Draws, budget: Budget) -> None:
        self._timeline = timeline
        self._shift = shift
        self._noise = noise
        self._budget = budget

    def contributions(self) -> Iterator[Contribution]:
        """Yield every duration that is released, named by the dates at its ends."""
        anchors = self._timeline.anchors
        for (start, end), (since, until) in zip(pairwise(self._timeline.values), pairwise(anchors), strict=True):
            if until > since:
                yield Contribution("DATE", (start, end))

    def moved(self, value: DateValue) -> int:
        """Return the ordinal of the day that a date of the timeline moves to."""
        return self._moved[value]

    @cached_property
    def _moved(self) -> dict[DateValue, int]:
        values, anchors = self._timeline.values, self._timeline.anchors
        day = anchors[0] + self._shift.days
        days = [day]
        for ends, (since, until) in zip(pairwise(values), pairwise(anchors), strict=True):
            day += self._released(ends, until - since) if until > since else 0
            days.append(day)
        return self._timeline.arranged(days)

    def _released(self, ends: tuple[DateValue, DateValue], days: int) -> int:
        epsilon = self._budget.spend("DATE", ends, _MECHANISM)
        lowest, highest = next(bounds for bounds in _CLASSES if days <= bounds[1] or bounds is _CLASSES[-1])
        name = " ".join(f"{value.unit} {value.number}" for value in ends)
        bits = self._noise.stream("DATE", name, f"{_MECHANISM} {epsilon}")
        return BoundedLaplace(epsilon, lowest, highest).release(min(days, highest), bits)
