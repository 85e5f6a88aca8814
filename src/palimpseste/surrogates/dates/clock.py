"""The secret clock of a patient: a drawn, increasing map of days that moves a whole life and stretches parts of it.

A clock is drawn with the key from the patient alone, never from a date. Dates are read on it before a mechanism
releases them (:mod:`palimpseste.surrogates.dates.noise`).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Literal

from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.policy.options import ClockOptions
from palimpseste.writings.dates.values import DateValue

__all__ = ["LARGEST_STRETCH", "SEASON_DAYS", "STRETCHES", "Clock", "ClockUnit"]

ClockUnit = Literal["day", "month", "season", "year"]

# Days between the marks of each layer, and by how many days each mark is moved at most, either way.
STRETCHES = ((1024, 307), (8192, 1433))
_FINEST = 8192
# A unit on the clock is never longer than this many.
LARGEST_STRETCH = 2
# Days of four years; a season is a quarter of one, a month a twelfth.
_FOUR_YEARS = 1461
_PER_FOUR_YEARS = {"month": 48, "season": 16, "year": 4}
# With the season kept, days around a whole number of years.
SEASON_DAYS = 42


class Clock:
    """The clock of one patient.

    Parameters
    ----------
    draws : Draws
        Of the patient, or of the document where no patient is known.
    options : ClockOptions
        How far lives move, and whether seasons stay.

    Notes
    -----
    On the clock a day t is the whole part of t + S + N(t). S moves the whole life: discrete Laplace noise of rate
    1 / `shift_days`. N stretches parts of it: for each layer of `STRETCHES`, marks stand at equal distances from a
    drawn first one, each is moved by a drawn number of days, uniform, and N goes straight from mark to mark.

    *Order.* Between two marks a layer changes by at most twice its largest move over its distance a day: 614/1024 and
    2866/8192, together 0.9494, less than 1. So t + N(t) increases, and its whole part never decreases.

    *Stretch.* From one day to the next t + S + N(t) grows by less than 1.95, its whole part by at most 2; so days that
    are d apart are at most 2·d apart on the clock. Months, seasons and years are read on it in their own units, their
    number plus the whole part of (S + N) of their middle day, in units of 1461 days over 48, 16 and 4: neighbouring
    middles are at most 31, 92 and 366 days apart, over which N changes by less than a unit (29.43, 87.4 and 347.5 days
    of 30.4, 91.3 and 365.2); so here too numbers that are d apart are at most 2·d apart, and in order.

    *Guarantee.* A mechanism that is ε·|u - u'|-private on what the clock shows is 2·ε·d-private on dates: for every
    clock the bound holds, and which one it is depends on no date. S guarantees one thing more: dates written to the
    day that all move together by d days, the whole life of a patient, are d / `shift_days`-private, at no cost of the
    budget. For N is stationary, its marks being as likely anywhere: a life that is moved by d days is released with the
    probabilities of the life itself and an S that is d less, and the probabilities of S and of S - d have a ratio of at
    most exp(d / `shift_days`). All else that the clock hides, intervals above all, is measured by attacks, not proved.

    *Seasons.* Where they are kept, S is a whole number of years of 365.25 days, drawn so, and up to six weeks, and N is
    zero: what is stretched by months loses its season. The clock then hides no interval, and the whole life only up to
    its years.
    """

    def __init__(self, draws: Draws, options: ClockOptions) -> None:
        self._draws = draws
        self._options = options
        self._moves: dict[tuple[int, int], int] = {}

    def read(self, value: DateValue) -> int:
        """Return the number of a date on the clock, in its unit; of a feast, that of its day."""
        middle = value.middle
        moved = self._parts(middle)
        if value.unit in ("day", "feast"):
            return middle + moved // _FINEST
        return value.number + moved * _PER_FOUR_YEARS[value.unit] // (_FOUR_YEARS * _FINEST)

    def _parts(self, day: int) -> int:
        """Return S + N of a day, in parts of a day of which `_FINEST` make one."""
        parts = self._shift * _FINEST
        if self._options.keep_season:
            return parts
        for layer, (distance, largest) in enumerate(STRETCHES):
            mark, since = divmod(day + self._first_marks[layer], distance)
            before, after = self._move(layer, mark, largest), self._move(layer, mark + 1, largest)
            parts += (before * (distance - since) + after * since) * (_FINEST // distance)
        return parts

    def _move(self, layer: int, mark: int, largest: int) -> int:
        if (layer, mark) not in self._moves:
            stream = self._draws.stream("CLOCK", str(mark), f"mark {STRETCHES[layer][0]}")
            self._moves[layer, mark] = stream.between(-largest, largest)
        return self._moves[layer, mark]

    @cached_property
    def _first_marks(self) -> tuple[int, ...]:
        return tuple(self._draws.stream("CLOCK", "", f"first {each}").below(each) for each, _ in STRETCHES)

    @cached_property
    def _shift(self) -> int:
        stream = self._draws.stream("CLOCK", "", "shift")
        days = self._options.shift_days
        if not self._options.keep_season:
            return DiscreteLaplace(Fraction(1, days)).noise(stream)
        years = DiscreteLaplace(Fraction(_FOUR_YEARS, 4 * days)).noise(stream)
        return years * _FOUR_YEARS // 4 + stream.between(-SEASON_DAYS, SEASON_DAYS)
