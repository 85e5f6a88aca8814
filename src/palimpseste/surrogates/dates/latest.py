"""A life that its clock or shift brings past a public day: it is moved back by whole years, or the other way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import cached_property

from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates.dates.noise import ClockedDates
from palimpseste.surrogates.dates.working_days import Mechanism
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateValue

__all__ = ["MOST_YEARS", "MovedBack", "ends_after", "years_back"]

# A date that comes out later than so many years after the day is an odd one of its text (« 2204 »): a clock goes so far
# for three lives in a hundred thousand. It moves along, but does not say by how much.
MOST_YEARS = 25
# Order, restored anew, may bring a date past the day again, by days.
_ROUNDS = 3


class MovedBack:
    """The dates of a timeline as they were released on a clock, all of them so many years earlier.

    Parameters
    ----------
    clocked : ClockedDates
        Releases the dates.
    years : int
        By how many whole years they are moved back, from :func:`years_back` or 0.
    days : int
        By how many days they then move, either way, from
        :func:`~palimpseste.surrogates.dates.seasons.days_into_season` or 0.
    """

    def __init__(self, clocked: ClockedDates, years: int, days: int = 0) -> None:
        self._clocked = clocked
        self._years = years
        self._days = days

    def contributions(self) -> Iterator[Contribution]:
        """Yield every date that is released."""
        yield from self._clocked.contributions()

    def moved(self, value: DateValue) -> int:
        """Return the ordinal of the day that a date of the timeline moves to."""
        return self._moved[value]

    @cached_property
    def _moved(self) -> dict[DateValue, int]:
        return self._clocked.moved_back(self._years, self._days)


def years_back(written: Callable[[int], Mechanism], timeline: Timeline, latest: date) -> int:
    """Return by how many whole years a life is moved back, so that nothing of it is written after a day.

    Parameters
    ----------
    written : callable
        Returns what is written of the timeline if all its releases are moved back by so many years.
    timeline : Timeline
        All dates of the patient.
    latest : datetime.date
        The day, public and the same for everybody.

    Returns
    -------
    int
        0 where nothing would be written after the day. Else as many as bring what would be to it or before it, and one
        more where the order, restored anew, still leads past it.

    Notes
    -----
    What is proved of the mechanism stands, that of a value and that of a whole life moved together: the number is
    computed from what was released, from the timeline and `latest`, which are public and the same for neighbours; and
    what is then written from the number and the same. So all of it is a function f of the releases R that is the same
    for two neighbours x and x', and for every set A of outputs, B being the releases that f takes into A,

        P[f(R(x)) in A] = P[R(x) in B] <= exp(ε) · P[R(x') in B] = exp(ε) · P[f(R(x')) in A].

    No true date is looked at.

    All releases of a timeline move by the same number, days within their month: the month, season and year of a day
    move with it, ages and the order stay, an interval over 29 February is a day shorter. It is the same in all
    documents of a patient only if the timeline is: so it is that of all dates that were planned, without those which a
    letter alone tells.
    """
    years, odd = 0, frozenset[DateValue]()
    for number in range(_ROUNDS):
        beyond = {value: _years_after(end, latest) for value, end in _ends(written(years).moved, timeline.values)}
        if not number:
            odd = frozenset(value for value, after in beyond.items() if after > MOST_YEARS)
        further = max((after for value, after in beyond.items() if value not in odd), default=0)
        if not further:
            break
        years += further
    return years


def ends_after(moved: Callable[[DateValue], int], values: Iterable[DateValue], latest: date) -> bool:
    """Tell whether some date is written after a day.

    Parameters
    ----------
    moved : callable
        Returns the ordinal of the day that a date moves to.
    values : iterable of DateValue
        The dates.
    latest : datetime.date
        The day.
    """
    return any(end > latest.toordinal() for _, end in _ends(moved, values))


def _ends(moved: Callable[[DateValue], int], values: Iterable[DateValue]) -> Iterator[tuple[DateValue, int]]:
    """Yield each date with the last day of what is written for it."""
    for value in values:
        unit = "day" if value.unit == "feast" else value.unit
        yield value, DateValue.holding(unit, moved(value)).last


def _years_after(ordinal: int, latest: date) -> int:
    """Return the smallest number of whole years by which a day is moved back to another or before it."""
    years = max(date.fromordinal(ordinal).year - latest.year, 0)
    return years + (DateValue("day", ordinal).years_before(years).number > latest.toordinal())
