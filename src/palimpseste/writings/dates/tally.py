"""How many days words or layout say lie between two dates: « opéré le 14 mars », « à J89 », entries of a log."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.dates.values import DateValue

__all__ = ["MOST_TALLIES", "Tally", "settled"]

# So many of a text are looked at, in its order; and of all documents of a patient.
MOST_TALLIES = 64
# Two days whose new interval is off by more than this and three fifths of the count are not those that it counts; a
# month has noise of months.
_FARTHEST, _FARTHEST_OF_MONTHS, _FIFTHS = 14, 120, 3
# What is off by less is settled by moving the later date alone.
_NEAR = 6


@shown_without_values
class Tally(NamedTuple):
    """A count in words, and the pairs of dates that it may count from one to the other.

    Parameters
    ----------
    least, most : int
        How many days the later date of its pair lies behind the earlier, both included.
    pairs : tuple of tuple of DateValue
        Later and earlier dates, sorted.
    within : int
        By how many days the interval of the pair may be off, of days that only the layout says follow one another;
        negative where words count: then the count says by how many.
    """

    least: int
    most: int
    pairs: tuple[tuple[DateValue, DateValue], ...]
    within: int = -1

    @property
    def is_step(self) -> bool:
        """Whether only the layout says that its days follow one another."""
        return self.within >= 0

    @property
    def middle(self) -> int:
        """How many days what is read as the middle of a month lies from the other date."""
        return (self.least + self.most) // 2

    def off(self, days: int) -> int:
        """Return by how many days more two dates that are so far apart would have to be; negative for fewer."""
        return max(self.least - days, 0) + min(self.most - days, 0)

    def among(self, known: Container[DateValue]) -> Tally:
        """Return the tally of those of its pairs of which both dates are known."""
        return self._replace(pairs=tuple(pair for pair in self.pairs if pair[0] in known and pair[1] in known))

    def farthest(self, *, has_month: bool) -> int:
        """Return by how many days the interval of the pair that it counts may be off."""
        return (_FARTHEST_OF_MONTHS if has_month else _FARTHEST) + self.least * _FIFTHS // 5


def settled(
    days: Sequence[int],
    least_steps: Sequence[int],
    are_days: Sequence[bool],
    tallies: Sequence[tuple[Tally, Sequence[tuple[int, int]]]],
    births: Sequence[int],
) -> tuple[list[int], list[tuple[int, int, int, int]]]:
    """Return days of which those that tallies count are about as far apart as these say, and the reaches that are left.

    Of the pairs of a tally it counts the one whose days need be moved least, if any is near. Shorter tallies come
    first. What an interval lacks, or is too long by, is put into the widest of the gaps between neighbouring dates in
    it that no earlier tally holds, and all days behind that gap move along: intervals on either side of it stay. Where
    there is no such gap, and before a birth, the earlier day moves alone; so does what is counted to a birth, and a
    month, whose middle is brought to the middle of what is counted.

    Then come the days that the layout says follow one another (:func:`_in_step`), where no tally holds what lies
    between them.

    Parameters
    ----------
    days : sequence of int
        In order.
    least_steps : sequence of int
        By how much each day but the first exceeds the one before at least.
    are_days : sequence of bool
        Which are written to the day.
    tallies : sequence of tuple of Tally and places
        The places of the pairs of each, later and earlier.
    births : sequence of int
        The places of the births: what lies up to the last of them is not moved along, and they stay.

    Returns
    -------
    list of int
        The days.
    list of tuple of int
        For each tally of which it is known what it counts the reach of one of its dates from the other, as
        :func:`~palimpseste.writings.dates.reach.within_reach` takes it.
    """
    moved = list(days)
    first = max(births, default=-1)
    held = [place < first for place in range(len(moved) - 1)]
    counted = [False] * len(held)
    reaches: list[tuple[int, int, int, int]] = []
    counts = [each for each in tallies if not each[0].is_step]
    for tally, places in sorted(counts, key=lambda each: (each[0].most, each[0].least, tuple(each[1]))):
        pair = _pair(moved, are_days, tally, places)
        if pair is None:
            continue
        later, earlier = pair
        if later in births:
            # « Voie basse à 39 SA + 5 »: the last period moves, not what is the same in all documents.
            if earlier not in births:
                reaches.append((earlier, later, -tally.most, -tally.least))
            continue
        if not are_days[earlier]:
            reaches.append((earlier, later, -tally.middle, -tally.middle))
            continue
        change = tally.off(moved[later] - moved[earlier])
        gaps = [gap for gap in range(earlier, later) if not held[gap]]
        if earlier < first and earlier not in births and abs(change) > _NEAR:
            # A last period before the birth of a child, from which no other day is to be moved away.
            gaps = []
        if not are_days[later]:
            reaches.append((later, earlier, tally.middle, tally.middle))
            continue
        if abs(change) <= _NEAR or _widen(moved, least_steps, change, gaps):
            reaches.append((later, earlier, tally.least, tally.most))
        elif earlier not in births:
            reaches.append((earlier, later, -tally.most, -tally.least))
        # « J10 » of a stay of which only this is known holds nothing.
        if tally.most - tally.least < tally.least:
            held[earlier:later] = counted[earlier:later] = [True] * (later - earlier)
    steps = _steps(
        moved, are_days, [is_held or place in births for place, is_held in enumerate(counted)], tallies, births
    )
    return _in_step(moved, least_steps, steps), [*reaches, *((later, later - 1, by, by) for later, by in steps.items())]


def _steps(
    days: Sequence[int],
    are_days: Sequence[bool],
    held: Sequence[bool],
    tallies: Sequence[tuple[Tally, Sequence[tuple[int, int]]]],
    births: Container[int],
) -> dict[int, int]:
    """Return by place how many days a day follows the one right before it, of those that the layout says do so."""
    steps: dict[int, int] = {}
    told = [each for each in tallies if each[0].is_step]
    for tally, places in sorted(told, key=lambda each: (each[0].most, tuple(each[1]))):
        for later, earlier in places:
            if later != earlier + 1 or later in births or held[earlier] or not (are_days[earlier] and are_days[later]):
                continue
            if abs(tally.off(days[later] - days[earlier])) <= tally.within:
                steps.setdefault(later, tally.most)
    return steps


def _in_step(days: Sequence[int], least_steps: Sequence[int], steps: Mapping[int, int]) -> list[int]:
    """Return days of which each run that follows in steps does so to the day, no other moved.

    A run is laid where its days have to move least together: at the middle of where each of them would begin it. It
    stays within the days on either side of it.
    """
    moved = list(days)
    for begin in (later - 1 for later in sorted(steps) if later - 1 not in steps):
        end = next(place for place in range(begin + 1, len(days) + 1) if place not in steps)
        behind = list(accumulate((steps[place] for place in range(begin + 1, end)), initial=0))
        begun = sorted(day - step for day, step in zip(days[begin:end], behind, strict=True))[len(behind) // 2]
        if begin:
            begun = max(begun, moved[begin - 1] + least_steps[begin - 1])
        if end < len(days):
            begun = min(begun, days[end] - least_steps[end - 1] - behind[-1])
        if not begin or begun >= moved[begin - 1] + least_steps[begin - 1]:
            moved[begin:end] = [begun + step for step in behind]
    return moved


def _pair(
    days: Sequence[int], are_days: Sequence[bool], tally: Tally, places: Sequence[tuple[int, int]]
) -> tuple[int, int] | None:
    """Return the pair that a tally counts, by what its days need be moved; None where none is near."""
    offs = (
        (abs(tally.off(days[later] - days[earlier])), later, earlier) for later, earlier in places if earlier < later
    )
    near = (each for each in offs if each[0] <= tally.farthest(has_month=not (are_days[each[1]] and are_days[each[2]])))
    nearest = min(near, default=None)
    return None if nearest is None else nearest[1:]


def _widen(days: list[int], least_steps: Sequence[int], change: int, gaps: Sequence[int]) -> bool:
    """Widen the widest of some gaps, or narrow those, days behind moved along; False where they hold too little."""
    widths = {gap: days[gap + 1] - days[gap] - least_steps[gap] for gap in gaps}
    if not widths or sum(widths.values()) + change < 0:
        return False
    for gap in sorted(widths, key=lambda each: (-widths[each], -each)):
        by = max(change, -widths[gap])
        days[gap + 1 :] = [day + by for day in days[gap + 1 :]]
        change -= by
        if not change:
            break
    return True
