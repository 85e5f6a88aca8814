"""Dates under metric differential privacy: each released once with discrete Laplace noise, then put in order again.

Two strategies: ``metric-laplace`` as published, and ``clock-laplace``, which reads dates on the secret clock of the
patient first.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from palimpseste.privacy.accountant import Contribution
from palimpseste.privacy.gradual import GradualLaplace
from palimpseste.privacy.isotonic import increasing
from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.clock import LARGEST_STRETCH, Clock
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.policy.options import Kind
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import FIRST_DAY, LAST_DAY, DateGrain, DateValue

__all__ = ["WEIGHTS", "ClockedDates", "NoisyDates", "in_order", "kept_apart", "restored"]

# What a date weighs where noise broke the order: the inverse of the variance of its noise in days, times that of a
# year. A year moves past a day rather than the day past the year.
WEIGHTS: dict[DateGrain, int] = {"year": 1, "season": 16, "month": 146, "feast": 64, "day": 133_225}

_METRIC_LAPLACE = "metric-laplace"
_CLOCK_LAPLACE = "clock-laplace"
_KINDS: Mapping[DateGrain, Kind] = MappingProxyType(
    {"year": "YEAR", "season": "YEAR", "month": "MONTH", "feast": "DATE", "day": "DATE"}
)


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
    stretches written hold days that are in order. Different days stay different days, and a feast becomes a feast,
    dates after it moving along where need be. What the words around two dates say of their distance, those of a night,
    of a school year, « J15 » or « hier », is public with them, and what is written is brought to it. Where day, month
    or year are unsaid, the order is that of the dates meant: within reach of what completes them a reader reads it so,
    which is nearly always.
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
        epsilon = self._budget.spend("DATE", value, _METRIC_LAPLACE)
        bits = self._noise.stream("DATE", f"{value.unit} {value.number}", f"{_METRIC_LAPLACE} {epsilon}")
        return value.at(DiscreteLaplace(epsilon).release(value.number, bits))


class ClockedDates:
    """The dates of one document, read on the secret clock of the patient and released.

    Parameters
    ----------
    timeline : Timeline
        The dates and their order.
    clock : Clock
        Of the patient.
    draws : Draws
        Of the patient: a date has the same noise in all documents.
    budget : Budget
        What is spent on each: of kind ``DATE`` to the day, ``MONTH``, or ``YEAR`` for years and seasons.
    own : container of DateValue, optional
        Those that stand in the document, and are entered in its ledger; by default all. The others stand in other
        documents of the patient, and are entered there.

    Notes
    -----
    A date of share ε is ε·d-private, d being the difference in the unit it is written in, of a feast in days.
    Neighbours are those of :class:`NoisyDates`, but patients, with all their documents: one date of a patient differs,
    wherever it stands.

    Proof: on the clock dates that are d apart are at most 2·d apart, for every clock
    (:class:`~palimpseste.surrogates.dates.clock.Clock`). What the clock shows is released once for all documents, with
    discrete Laplace noise of rate ε / 2 (:class:`~palimpseste.privacy.laplace.DiscreteLaplace`). Where the budget is
    that of a document and so depends on its other values, the rates of one date in several documents are halves of
    halves of the largest there is, released together at the cost of the finest
    (:class:`~palimpseste.privacy.gradual.GradualLaplace`). Everything after is computed from the releases and what is
    public.

    A date that noise reversed or joined with an earlier one follows that one by a day, a month by a month and a year by
    a year where the days around leave room; so does a month or year the day before it, and precedes the day behind it,
    where these lie outside what it names, which is public with the order. So it comes out the same in all documents of
    a patient where the timeline is that of all of them (:class:`~palimpseste.surrogates.dates.plan.DatesPlan`): what
    then is looked at is still the releases of the patient, one a date, and the order, equality and completion of dates,
    which are public over all documents. Where it is that of the document alone, a date may differ if another within
    days of it stands in one document only. No rule could do without looking at other dates: a map of days that keeps
    any two of them apart and in order can only lengthen intervals, which would tell a bound on each.

    Lives that end after a public day may be moved back by whole years, and those whose letters say a season by days,
    all releases of a patient together: :mod:`palimpseste.surrogates.dates.latest` has the proof.
    """

    def __init__(
        self,
        timeline: Timeline,
        clock: Clock,
        draws: Draws,
        budget: Budget,
        own: Container[DateValue] | None = None,
    ) -> None:
        self._timeline = timeline
        self._clock = clock
        self._draws = draws
        self._budget = budget
        self._own = timeline.values if own is None else own

    def contributions(self) -> Iterator[Contribution]:
        """Yield every date that is released."""
        for value in self._timeline.values:
            yield Contribution(_KINDS[value.unit], value)

    def moved_back(self, years: int, days: int = 0) -> dict[DateValue, int]:
        """Return the ordinal of the day that each date moves to if all releases are moved back by so many years.

        They are before they are put in order: days to the same day of the same month, 29 February to the 28th. Then all
        move by so many days, the middle of a month or year for it.
        """
        units = [value.unit for value in self._timeline.values]
        moved = [release.years_before(years).middle + days for release in self._releases]
        return self._timeline.arranged(restored(moved, units, self._timeline.outside))

    @cached_property
    def _releases(self) -> tuple[DateValue, ...]:
        return tuple(map(self._released, self._timeline.values))

    def _released(self, value: DateValue) -> DateValue:
        kind = _KINDS[value.unit]
        finest, halvings = self._budget.most_of(kind), 0
        share = self._budget.spend(kind, value, _CLOCK_LAPLACE) if value in self._own else finest
        while share < finest and finest / 2**halvings > share:
            halvings += 1
        name = f"{value.unit} {value.number}"
        noisy = GradualLaplace(finest / LARGEST_STRETCH).release(
            self._clock.read(value),
            halvings,
            lambda step: self._draws.stream("DATE", name, f"{_CLOCK_LAPLACE} {finest} {step}"),
        )
        grain = DateValue("day", 0) if value.unit == "feast" else value
        return grain.at(noisy)


def restored(
    ordinals: Sequence[int], units: Sequence[DateGrain], outside: Sequence[tuple[bool, bool]] | None = None
) -> list[int]:
    """Return released days in the order of their dates, different ones apart: `in_order`, then `kept_apart`.

    Parameters
    ----------
    ordinals : sequence of int
        What was released, each in its unit, in the order of the true dates.
    units : sequence of DateGrain
        Of each.
    outside : sequence of tuple of 2 bool, optional
        Whether the day before each date lies outside the month or year that it names, and the day behind it; by default
        of none.
    """
    return kept_apart(in_order(ordinals, [unit == "day" for unit in units]), units, outside)


def in_order(ordinals: Sequence[int], are_days: Sequence[bool]) -> list[int]:
    """Return days that follow one another as their dates do, the earlier ones unchanged as far as can be.

    A day that would not come after the days before it comes one day after the last of them. Whatever is written
    coarser is brought between the days around it.

    Parameters
    ----------
    ordinals : sequence of int
        What each date was released as, the dates in their order.
    are_days : sequence of bool
        Which of them are written to the day.

    Returns
    -------
    list of int
        Increasing, by at least a day from any date to a day that another day stands before.
    """
    new = list(ordinals)
    last: int | None = None
    for place, is_day in enumerate(are_days):
        if is_day:
            last = new[place] = new[place] if last is None else max(new[place], last + 1)
    # From the last to the first: how late what is coarser may be.
    latest: int | None = None
    first = next((place for place, is_day in enumerate(are_days) if is_day), 0)
    for place in range(len(new) - 1, -1, -1):
        if are_days[place]:
            latest = new[place] - (place > first)
        elif latest is not None:
            new[place] = min(new[place], latest)
    for place in range(1, len(new)):
        if not are_days[place]:
            new[place] = max(new[place], new[place - 1])
    return new


def kept_apart(
    ordinals: Sequence[int], units: Sequence[DateGrain], outside: Sequence[tuple[bool, bool]] | None = None
) -> list[int]:
    """Return days in order in which different months and years are different ones where the days around leave room.

    Each is moved past the one before it, else before the one behind it; days stay, and so does the order. A month or
    year that holds neither the day before it nor the one behind is moved past or before these too.

    Parameters
    ----------
    ordinals : sequence of int
        What :func:`in_order` returned.
    units : sequence of str
        What each is written in, the dates in their order.
    outside : sequence of tuple of bool, optional
        Whether the day before each date lies outside the month or year that it names, and the day behind it, as
        :attr:`~palimpseste.writings.dates.timeline.Timeline.outside` has it; by default of none.

    Returns
    -------
    list of int
    """
    new = list(ordinals)
    are_days = [unit == "day" for unit in units]
    earliest, latest = _rooms(new, are_days)
    before, behind = _days_outside(new, are_days, outside or [(False, False)] * len(new))
    coarse = [place for place, unit in enumerate(units) if unit not in ("day", "feast")]
    numbers: dict[DateGrain, int] = {}
    for place in coarse:
        new[place] = max(new[place], new[place - 1] if place else new[place])
        own = DateValue.holding(units[place], new[place])
        last = max(_numbers_of(own.unit, numbers, before[place]), default=None)
        if last is not None and own.number <= last and own.at(last + 1).first <= latest[place]:
            own = own.at(last + 1)
            new[place] = max(new[place], min(own.middle, latest[place]))
        numbers[own.unit] = own.number
    numbers = {}
    for place in reversed(coarse):
        new[place] = min(new[place], new[place + 1] if place + 1 < len(new) else new[place])
        own = DateValue.holding(units[place], new[place])
        following = min(_numbers_of(own.unit, numbers, behind[place]), default=None)
        if following is not None and own.number >= following and own.at(following - 1).last >= earliest[place]:
            own = own.at(following - 1)
            new[place] = min(new[place], max(own.middle, earliest[place]))
        numbers[own.unit] = own.number
    return new


def _numbers_of(unit: DateGrain, numbers: Mapping[DateGrain, int], day: int | None) -> Iterator[int]:
    """Yield the number of the date of a unit that was last, if any, and that which holds a day, if any is given."""
    if unit in numbers:
        yield numbers[unit]
    if day is not None:
        yield DateValue.holding(unit, day).number


def _days_outside(
    ordinals: Sequence[int], are_days: Sequence[bool], outside: Sequence[tuple[bool, bool]]
) -> tuple[list[int | None], list[int | None]]:
    """Return for each date the day before it and the day behind it, None for one that lies in what the date names."""
    before: list[int | None] = [None] * len(ordinals)
    behind: list[int | None] = [None] * len(ordinals)
    for places, days, side in ((range(len(ordinals)), before, 0), (range(len(ordinals) - 1, -1, -1), behind, 1)):
        day: int | None = None
        for place in places:
            days[place] = day if outside[place][side] else None
            day = ordinals[place] if are_days[place] else day
    return before, behind


def _rooms(ordinals: Sequence[int], are_days: Sequence[bool]) -> tuple[list[int], list[int]]:
    """Return for each date the day before it and the last day that it may stand on: those of the days around it."""
    first = next((place for place, is_day in enumerate(are_days) if is_day), 0)
    earliest, latest = [FIRST_DAY] * len(ordinals), [LAST_DAY] * len(ordinals)
    for place in range(1, len(ordinals)):
        earliest[place] = ordinals[place - 1] if are_days[place - 1] else earliest[place - 1]
    for place in range(len(ordinals) - 2, -1, -1):
        following = place + 1
        latest[place] = ordinals[following] - (following > first) if are_days[following] else latest[following]
    return earliest, latest
