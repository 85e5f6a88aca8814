"""How alike the country around two towns is: where sea, land borders and land lie, seen as it is or in a mirror.

All of it is public: of a pair of towns it says the same for every note.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import Commune, PlaceTable, is_on_mainland, position_of

__all__ = ["Landscape", "Signs"]

Positions = NDArray[np.int64]
# To the north and to the east: 1 as it is, -1 mirrored.
Signs = tuple[int, int]

_AS_IT_IS: Signs = (1, 1)
_MIRRORED: tuple[Signs, ...] = (_AS_IT_IS, (1, -1), (-1, 1), (-1, -1))
# In hundreds of metres: the side of a cell, and how far the country around a town reaches.
_CELL, _AROUND = 50, 1000
# From so many cells on, what is farther is as far.
_FAR = 10
# Fewer towns on the sea, or near a border, tell nothing of the country around.
_FEWEST = 5


class Landscape:
    """The mainland in cells of 5 km.

    Parameters
    ----------
    table : PlaceTable
        Where the communes come from.
    """

    def __init__(self, table: PlaceTable) -> None:
        self._table = table

    @lru_cache(maxsize=4096)  # noqa: B019 # it lives as long as the process
    def signs(self, old: Commune, new: Commune) -> Signs:
        """Return the signs under which the country around a town is most alike around another; overseas as it is."""
        return min(_MIRRORED, key=lambda signs: self.unlike(old, new, signs))

    @lru_cache(maxsize=65536)  # noqa: B019 # as above
    def unlike(self, old: Commune, new: Commune, signs: Signs) -> int:
        """Return how unlike the country around a town is around another, in hundreds of metres.

        By so much its towns are nearer to sea, border and land, or farther from them, than they would be if they were
        moved with it, and by so much those on the sea or near a border farther: the mean of each, added up.

        Parameters
        ----------
        old, new : Commune
            The towns; 0 for one overseas.
        signs : Signs
            Whether to north and east what is around the other is looked at in a mirror.
        """
        if not (is_on_mainland(old.department) and is_on_mainland(new.department)):
            return 0
        here, there = _positions([old])[0], _positions([new])[0]
        places = self._around(old)
        moved = there + np.array(signs) * (places - here)
        unlike = 0
        for steps in self._steps:
            before, after = steps(places), steps(moved)
            unlike += _mean(np.abs(after - before))
            if _FEWEST <= np.count_nonzero(before == 0) < len(places):
                unlike += _mean(after[before == 0])
        return unlike

    @lru_cache(maxsize=256)  # noqa: B019 # as above
    def _around(self, town: Commune) -> Positions:
        """Return where the towns around one lie."""
        towns = _positions(self._mainland)
        around: Positions = towns[((towns - _positions([town])) ** 2).sum(axis=1) <= _AROUND**2]
        return around

    @cached_property
    def _steps(self) -> Sequence[Callable[[Positions], Positions]]:
        """For sea, border and land what tells by how many cells some positions are away from them."""
        places = _positions(self._mainland) // _CELL
        lowest = places.min(axis=0) - _FAR
        shape = places.max(axis=0) + _FAR + 1 - lowest

        def steps_to(towns: Iterable[Commune]) -> Callable[[Positions], Positions]:
            reached = np.zeros(shape, dtype=bool)
            reached[tuple((_positions(towns) // _CELL - lowest).T)] = True
            steps = np.zeros(shape, dtype=np.int64)
            for _ in range(_FAR):
                steps += ~reached
                reached = _widened(reached)
            return lambda positions: steps[tuple(np.clip(positions // _CELL - lowest, 0, shape - 1).T)]

        marked = (self._table.on_sea, self._table.near_border)
        shores = (steps_to(town for town in self._mainland if town.insee in codes) for codes in marked)
        return (*shores, steps_to(self._mainland))

    @cached_property
    def _mainland(self) -> Sequence[Commune]:
        return tuple(town for town in self._table.communes if is_on_mainland(town.department))


def _positions(towns: Iterable[Commune]) -> Positions:
    """Return how far north and east towns lie, shape (towns, 2)."""
    return np.array([position_of(town) for town in towns], dtype=np.int64).reshape(-1, 2)


def _mean(steps: Positions) -> int:
    """Return the mean of numbers of cells, in hundreds of metres."""
    return int(steps.sum()) * _CELL // len(steps)


def _widened(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return cells with those beside them."""
    rows, columns = cells.shape
    padded = np.pad(cells, 1)
    widened: NDArray[np.bool_] = np.logical_or.reduce(
        [padded[row : row + rows, column : column + columns] for row, column in itertools.product(range(3), repeat=2)]
    )
    return widened
