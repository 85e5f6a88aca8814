"""Days in order of which any may be put off, those after it moved along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

__all__ = ["RisingDays"]


class RisingDays:
    """Increasing days; to read one or to put one off takes the logarithm of their number.

    Parameters
    ----------
    days : sequence of int
        In order, the steps kept; at least one.
    least_steps : sequence of int
        By how much each day but the first exceeds the one before at least.

    Notes
    -----
    A day less the steps up to it is its level, and levels never fall. So to put a day off, and those behind it as far
    as their steps ask, is to raise every level from there on to a floor. The floors are kept in a binary indexed tree,
    whose entry k is the highest of those put under the places from k - (k & -k) to k - 1 (Fenwick 1994).

    Examples
    --------
    >>> days = RisingDays([3, 5, 5, 9], [1, 0, 1])
    >>> days.put_off(0, 6)
    >>> list(days)
    [6, 7, 7, 9]
    """

    def __init__(self, days: Sequence[int], least_steps: Sequence[int]) -> None:
        self._rises = list(accumulate((0, *least_steps)))
        self._levels = [day - rise for day, rise in zip(days, self._rises, strict=True)]
        self._floors = [min(self._levels)] * (len(days) + 1)
        self._is_put_off = False

    def __len__(self) -> int:
        return len(self._levels)

    def __iter__(self) -> Iterator[int]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, place: int) -> int:
        return self._level(place) + self._rises[place]

    def latest(self, place: int, before: int) -> int:
        """Return the latest day that one can be put off to while another, at or after it, stays where it is."""
        return self._level(before) + self._rises[place]

    def put_off(self, place: int, day: int) -> None:
        """Bring a day to another or leave it where it is later, and move those after it along."""
        floor, node = day - self._rises[place], place + 1
        self._is_put_off = True
        while node < len(self._floors):
            self._floors[node] = max(self._floors[node], floor)
            node += node & -node

    def _level(self, place: int) -> int:
        level, node = self._levels[place], place + 1
        while node and self._is_put_off:
            level = max(level, self._floors[node])
            node &= node - 1
        return level
