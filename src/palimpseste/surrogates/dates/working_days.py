"""New dates brought to days on which hospitals plan: of dates that a mechanism released, of dates under a shift."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import count, pairwise
from types import MappingProxyType
from typing import Protocol

from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates.dates.noise import restored
from palimpseste.surrogates.dates.shift import Shift
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.working_days import (
    is_holiday_of_week,
    is_working_day,
    working_day_among,
    working_day_near,
)

__all__ = ["Mechanism", "PlannedRelease", "PlannedShift", "meets_holiday", "shifts_past_holidays"]

_WEEK = 7
_AFTER_ALL = date.max.toordinal() + 1


class Mechanism(Protocol):
    """What releases the dates of a timeline: each moves to the day, an ordinal, that was drawn for it."""

    def contributions(self) -> Iterator[Contribution]:
        """Yield what is released, for the budget."""

    def moved(self, value: DateValue) -> int:
        """Return the day, an ordinal, that stands for a date."""


class PlannedRelease:
    """The dates of a timeline as a mechanism released them, each day on the working day nearest to it.

    Parameters
    ----------
    mechanism : NoisyDates, ClockedDates or NoisyDurations
        Releases the dates.
    timeline : Timeline
        The dates and their order.
    weekdays : mapping of DateValue to int
        Which weekdays some days may be by words without a date, one bit each, Monday the lowest
        (:func:`~palimpseste.writings.dates.told.weekdays.weekdays_of`).

    Notes
    -----
    What is proved of the mechanism stands, for this is computed from what it released and from what is public. Of a
    date is looked at what is released for it, whether it is written to the day, and whether its label is that of a
    birth, in any document of the patient: births stay. The map of days is fixed, one for everybody, and no earlier day
    becomes a later one (:func:`~palimpseste.writings.dates.working_days.working_day_near`). Whether a word says that
    the old day was a Sunday or a feast is not looked at: that word is written over, and is not public. A weekday that
    stands without a date stays in the text (« demain jeudi », « revue mardi »), the same in neighbours, and which day
    it is said of is told by places, equalities and the order: so the map of that day is another fixed one, to the
    nearest working day that such words allow, and what is written is still a function of the releases and of what is
    public.

    Where two days become one the later moves to the next working day that no birth stands before (:func:`_apart`), by
    the releases, the order, units and births alone. Where a day no longer is as far from another as words say, they are
    put in order again as the mechanism puts its releases, a counted one as far as it is told. Such a day may be a
    Saturday.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        timeline: Timeline,
        weekdays: Mapping[DateValue, int] = MappingProxyType({}),
    ) -> None:
        self._mechanism = mechanism
        self._timeline = timeline
        self._weekdays = weekdays

    def contributions(self) -> Iterator[Contribution]:
        """Yield every date that is released."""
        yield from self._mechanism.contributions()

    def moved(self, value: DateValue) -> int:
        """Return the ordinal of the day that a date of the timeline moves to."""
        return self._moved[value]

    @cached_property
    def _moved(self) -> dict[DateValue, int]:
        values, births = self._timeline.values, self._timeline.births
        near = [
            _near(day, self._weekdays.get(value)) if value.unit == "day" and value not in births else day
            for value, day in ((value, self._mechanism.moved(value)) for value in values)
        ]
        apart = _apart(near, values, births)
        return self._timeline.arranged(restored(apart, [value.unit for value in values], self._timeline.outside))


class PlannedShift:
    """The dates of a document under its shift, each day that becomes a holiday on the working day nearest to it.

    Parameters
    ----------
    shift : Shift
        Moves the dates. Of whole weeks it leaves Saturdays and Sundays what they are; else they are moved, too.
    staying : container of DateValue
        Days that stay where the shift brings them.
    """

    def __init__(self, shift: Shift, staying: Container[DateValue] = ()) -> None:
        self._shift = shift
        self._staying = staying

    def moved(self, value: DateValue) -> int:
        """Return the ordinal of the day that a date moves to."""
        day = self._shift.moved(value)
        if value.unit != "day" or value in self._staying:
            return day
        return _near(day, weekends_stay=self._shift.days % _WEEK == 0)


def meets_holiday(shift: int, ordinals: Iterable[int]) -> bool:
    """Tell whether a shift of so many days brings one of some days to a public holiday from Monday to Friday."""
    return any(is_holiday_of_week(ordinal + shift) for ordinal in ordinals)


def shifts_past_holidays(shifts: Sequence[int], ordinals: Collection[int], least: int) -> Sequence[int]:
    """Return those of some shifts that bring none of a life's days to a public holiday, if these are enough; else all.

    So no day is brought to another, and intervals, days of a week and « la veille » are what they were.

    Parameters
    ----------
    shifts : sequence of int
        The shifts, in days, each as likely.
    ordinals : collection of int
        The days of the life, births left out.
    least : int
        How many are enough.

    Notes
    -----
    Let t be the days of a patient, and r those released. Where r holds no holiday, every shift r - t that was among the
    given ones is still among those returned for that t: whoever sees r is left with the same lives as without, each
    weighing 1 / |B(t)|, B(t) being what is returned, instead of 1 / |S|. Where it holds one, he learns besides that
    fewer than `least` shifts would have led past all of them.
    """
    past = [days for days in shifts if not meets_holiday(days, ordinals)]
    return past if len(past) >= least else shifts


def _apart(ordinals: Sequence[int], values: Sequence[DateValue], births: Container[DateValue]) -> list[int]:
    """Return days in order, each that does not come after the one before on the next working day, births unchanged.

    On the next day of all where a birth would not come after it.
    """
    apart = list(ordinals)
    days = [place for place, value in enumerate(values) if value.unit == "day"]
    births_to_come = _births_to_come(ordinals, values, births)
    for earlier, later in pairwise(days):
        if apart[later] > apart[earlier] or values[later] in births:
            continue
        following = next(day for day in count(apart[earlier] + 1) if is_working_day(date.fromordinal(day)))
        apart[later] = following if following < births_to_come[later] else apart[earlier] + 1
    return apart


def _births_to_come(ordinals: Sequence[int], values: Sequence[DateValue], births: Container[DateValue]) -> list[int]:
    """Return for each of some dates the first day of a birth among those behind it; a day after all where none is."""
    first, found = _AFTER_ALL, []
    for ordinal, value in zip(reversed(ordinals), reversed(values), strict=True):
        found.append(first)
        if value.unit == "day" and value in births:
            first = min(first, ordinal)
    return found[::-1]


def _near(ordinal: int, weekdays: int | None = None, *, weekends_stay: bool = False) -> int:
    day = date.fromordinal(ordinal)
    if weekdays is not None:
        return working_day_among(day, weekdays).toordinal()
    return working_day_near(day, weekends_stay=weekends_stay).toordinal()
