"""How far a date may be from the one that completes it, so that whoever reads the new text completes it alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.dates.rising import RisingDays
from palimpseste.writings.dates.values import DateGrain, DateValue

__all__ = ["Reach", "reach_of_day", "reach_of_year", "within_reach"]

# Half a year, less what lies between the middle of a month or season and its ends.
_HALF_YEAR: Mapping[DateGrain, int] = {"day": 182, "feast": 130, "month": 166, "season": 130}
# All numbers of days occur in four weeks.
_SHORTEST_MONTH = 27


@shown_without_values
class Reach(NamedTuple):
    """Where a date may lie around the one that completes it.

    Parameters
    ----------
    other : DateValue
        The date that completes it.
    least, most : int
        Days after that one, both included.
    same_month : bool
        Whether it reads in order in the month of the other only: « du 2 au 27 mars », where no month can be written
        behind the 2.
    """

    other: DateValue
    least: int
    most: int
    same_month: bool = False


def reach_of_year(unit: DateGrain, other: DateValue) -> Reach:
    """Return the reach of a date whose year is unsaid: the nearest year to the other date is read."""
    return Reach(other, -_HALF_YEAR[unit], _HALF_YEAR[unit])


def reach_of_day(other: DateValue, *, is_before: bool, same_month: bool = False) -> Reach:
    """Return the reach of a day whose month is unsaid: the month before, or from, the other date is read.

    Parameters
    ----------
    other : DateValue
        The date that completes it.
    is_before : bool
        Whether the day lies before that.
    same_month : bool
        Whether it lies in the same month.
    """
    least, most = (-_SHORTEST_MONTH, 0) if is_before else (0, _SHORTEST_MONTH)
    return Reach(other, least, most, same_month)


def within_reach(
    ordinals: Sequence[int], least_steps: Sequence[int], reaches: Sequence[tuple[int, int, int, int]]
) -> list[int]:
    """Return increasing days with those out of reach brought nearer, and those between them moved along.

    The steps are kept. Where reaches contradict each other, the order is kept rather than they.

    Parameters
    ----------
    ordinals : sequence of int
        Days, in order.
    least_steps : sequence of int
        By how much each but the first exceeds the one before at least.
    reaches : sequence of tuple of int
        Places of a date and of the one that completes it, and how many days after it the first may lie.
    """
    put_off = _put_off(ordinals, least_steps, [(place, other, least) for place, other, least, _ in reaches])
    # To bring days forward is to put them off where the last comes first.
    end = len(ordinals) - 1
    mirrored = [(end - place, end - other, -most) for place, other, _, most in reaches]
    return _mirrored(_put_off(_mirrored(put_off), least_steps[::-1], mirrored))


def _put_off(days: Sequence[int], least_steps: Sequence[int], leasts: Sequence[tuple[int, int, int]]) -> list[int]:
    """Put off each date that is less than so many days after its other one, but no other behind it."""
    rising = RisingDays(days, least_steps)
    for place, other, least in sorted(leasts, key=lambda one: -one[1]):
        if place < other:
            rising.put_off(place, min(rising.latest(place, other), rising[other] + least))
    for place, other, least in sorted(leasts, key=lambda one: one[1]):
        if place > other and least > 0:
            rising.put_off(place, rising[other] + least)
    return list(rising)


def _mirrored(days: Sequence[int]) -> list[int]:
    return [-day for day in reversed(days)]
