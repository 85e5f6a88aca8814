"""The guarantee of dates read on drawn clocks, computed: by how much neighbouring dates are told apart at most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import pairwise

from palimpseste.surrogates.dates.clock import LARGEST_STRETCH, Clock, ClockUnit
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.keys import MasterKey
from palimpseste.surrogates.policy.options import ClockOptions
from palimpseste.writings.dates.values import DateValue

__all__ = ["CheckedClocks", "check_clocks"]

_FIRST, _LAST = date(1900, 1, 1), date(2040, 12, 31)
_CLOCKS = 3
_UNITS: tuple[ClockUnit, ...] = ("day", "month", "season", "year")
# No secret: clocks that are looked at, and tell of nobody.
_KEY = MasterKey(bytes(32))


@dataclass(frozen=True, slots=True)
class CheckedClocks:
    """What was computed of all dates of one unit on some clocks.

    Parameters
    ----------
    unit : str
        What the dates are written in.
    dates, clocks : int
        How many were read, and on how many clocks.
    log_ratio : float
        The largest of two neighbouring dates, over all outputs; infinite where a clock turns back.
    """

    unit: str
    dates: int
    clocks: int
    log_ratio: float


def check_clocks(epsilon: Fraction) -> Iterator[CheckedClocks]:
    """Yield, for each unit, the largest log-ratio of dates one apart on drawn clocks, released with ε.

    Discrete Laplace noise of rate ε/2 tells numbers k apart on the clock by a log-ratio of kε/2 at most, which it
    reaches. Dates further apart are told by no more than the sum of the steps between them.
    """
    key = _KEY.cohort("clock checks")
    for unit in _UNITS:
        values = _values(unit)
        steps = [
            later - earlier
            for number in range(_CLOCKS)
            for earlier, later in pairwise(map(Clock(Draws(key, str(number)), ClockOptions()).read, values))
        ]
        largest = float(epsilon / LARGEST_STRETCH * max(steps)) if min(steps) >= 0 else float("inf")
        yield CheckedClocks(unit, len(values), _CLOCKS, largest)


def _values(unit: ClockUnit) -> list[DateValue]:
    first, last = (DateValue.holding(unit, day.toordinal()) for day in (_FIRST, _LAST))
    return [first.at(number) for number in range(first.number, last.number + 1)]
