"""Towns around a larger one: the town that each follows, and those that may stand for it around what stands for that.

A town is as far from what stands for the town that it follows as it was from that town itself, in the same direction or
its mirror image, and about as populous: home, hospital and practice of a note stay as near to one another as they were.
Which town follows which is public and the same for every note: a town the largest of its department, such a one the
largest of its region, and that none. The towns of a department stay in one department, as far as it has towns for them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import Commune
from palimpseste.surrogates.places.choices import (
    choices_of,
    population_of,
    position_of,
    squared_distance,
)
from palimpseste.surrogates.places.overseas import is_on_mainland
from palimpseste.writings.atlas import Atlas, grammar_of

__all__ = ["Around", "around_of"]

# What a factor e in population counts, in hundreds of metres: 30 km.
_SIZE_STEP = 300
# Towns of one grammar that a department has at least if towns of another are to stay in it.
_FEWEST_OF_DEPARTMENT = 5
# So near home, 150 km, the largest towns of departments follow that of home.
_NEAR = 1500
# Towns are first looked for so far to the south and north.
_STRIP = 400


class Around:
    """The towns of an atlas around one another.

    Parameters
    ----------
    atlas : Atlas
        Where towns come from.
    """

    def __init__(self, atlas: Atlas) -> None:
        self._table = atlas.table
        self._choices = choices_of(atlas)
        self._columns: dict[tuple[str, str], tuple[Sequence[Commune], NDArray[np.int64]]] = {}

    @lru_cache(maxsize=4096)  # noqa: B019 # it lives as long as the process
    def followed_by(self, commune: Commune, home: Commune | None = None) -> Commune | None:
        """Return the larger town that a town follows; None for the largest of a region far from home.

        Parameters
        ----------
        commune : Commune
            The town.
        home : Commune, optional
            A town that others are to stay near, across the borders of its region too.
        """
        of_region = self.largest_of_region(commune.region) or commune
        of_department = self.largest_of_department(commune.department) or of_region
        if commune.insee != of_department.insee:
            return of_department
        centre = self.largest_of_department(home.department) if home else None
        own = (centre, self.largest_of_region(centre.region)) if centre else ()
        if centre and commune not in own and squared_distance(commune, centre) <= _NEAR**2:
            return centre
        return of_region if commune.insee != of_region.insee else None

    def largest_of_department(self, code: str) -> Commune | None:
        """Return the largest town of a department given by its code; None where the table has none there."""
        return self._largest_of_departments.get(code)

    def largest_of_region(self, code: str) -> Commune | None:
        """Return the largest town of a region given by its code; None where the table has none there."""
        return self._largest_of_regions.get(code)

    def standing_for(
        self,
        commune: Commune,
        towns: tuple[Commune, Commune],
        regions: tuple[Commune, Commune],
        among: Sequence[Commune],
        count: int,
    ) -> Sequence[Commune]:
        """Return the towns that may best stand for one, the best first: of its grammar, or of some.

        Parameters
        ----------
        commune : Commune
            The town.
        towns : tuple of Commune
            The town that it follows, and what stands for that.
        regions : tuple of Commune
            The largest of the region, and what stands for that.
        among : sequence of Commune
            The towns that may; empty for all of the grammar.
        count : int
            How many at most.
        """
        old, own, new = _column([towns[0]]), _column([commune]), _column([towns[1]])
        sought = new + self._mirror(*regions) * (own - old)
        sought[2] = own[2]
        department = towns[1].department if commune.department == towns[0].department else ""
        candidates, columns = _northwards(among) if among else self._of_grammar(grammar_of(commune.name), department)
        return [candidates[place] for place in _nearest(columns, sought, min(count, len(candidates)))]

    def _of_grammar(self, grammar: str, department: str) -> tuple[Sequence[Commune], NDArray[np.int64]]:
        """Return the towns of a grammar, of a department if one is given and has enough, and their columns."""
        place = grammar, department
        if place not in self._columns:
            self._columns[place] = _northwards(self._towns_in(department, grammar) or self._choices.of_grammar(grammar))
        return self._columns[place]

    def _towns_in(self, department: str, grammar: str) -> Sequence[Commune]:
        """Return the towns of a department if they are enough; overseas all, or those of parts like it; else none."""
        if not department:
            return ()
        overseas = self._choices.overseas_of(department, grammar)
        own = [town for town in self._choices.of_department(department) if grammar_of(town.name) == grammar]
        return overseas or (own if len(own) >= _FEWEST_OF_DEPARTMENT else ())

    def _mirror(self, largest: Commune, drawn: Commune) -> NDArray[np.int64]:
        """Return the signs under which a region around its largest town lies inland of the town drawn for that."""
        inland = self._middle - _column([drawn])
        body = self._middles.get(largest.region, self._middle) - _column([largest])
        signs: NDArray[np.int64] = np.where(inland * body < 0, -1, 1)
        return signs

    @cached_property
    def _largest_of_regions(self) -> dict[str, Commune]:
        return {commune.region: commune for commune in self._by_size}

    @cached_property
    def _largest_of_departments(self) -> dict[str, Commune]:
        return {commune.department: commune for commune in self._by_size}

    @cached_property
    def _by_size(self) -> Sequence[Commune]:
        return sorted(self._table.communes, key=lambda commune: (commune.population, commune.insee))

    @cached_property
    def _middle(self) -> NDArray[np.int64]:
        return _middle_of(commune for commune in self._table.communes if is_on_mainland(commune.department))

    @cached_property
    def _middles(self) -> dict[str, NDArray[np.int64]]:
        regions: dict[str, list[Commune]] = {}
        for commune in self._table.communes:
            regions.setdefault(commune.region, []).append(commune)
        return {code: _middle_of(communes) for code, communes in regions.items()}


@lru_cache(maxsize=4)
def around_of(atlas: Atlas) -> Around:
    """Return the towns of an atlas around one another, made once."""
    return Around(atlas)


def _column(communes: Sequence[Commune]) -> NDArray[np.int64]:
    """Return position and size of communes in whole hundreds of metres, shape (3, communes)."""
    rows: list[tuple[int, int, int]] = [
        (*position_of(commune), round(math.log(population_of(commune)) * _SIZE_STEP)) for commune in communes
    ]
    columns: NDArray[np.int64] = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return columns


def _northwards(communes: Sequence[Commune]) -> tuple[Sequence[Commune], NDArray[np.int64]]:
    """Return communes from south to north, and their columns."""
    ordered = sorted(communes, key=lambda commune: (commune.latitude, commune.insee))
    return ordered, _column(ordered)


def _nearest(columns: NDArray[np.int64], sought: NDArray[np.int64], count: int) -> list[int]:
    """Return the places of the columns nearest to another, the nearest first; they go from south to north."""
    south, north = np.searchsorted(columns[0], (sought[0, 0] - _STRIP, sought[0, 0] + _STRIP))
    for first, last in ((south, north), (0, columns.shape[1])):
        if last - first < count or not count:
            continue
        north_south, east_west, size = columns[:, first:last] - sought
        costs = north_south**2 + east_west**2 + size**2
        farthest = np.partition(costs, count - 1)[count - 1]
        if farthest <= _STRIP**2 or last - first == columns.shape[1]:
            best = np.flatnonzero(costs <= farthest)
            ordered: list[int] = (first + best[np.argsort(costs[best], kind="stable")][:count]).tolist()
            return ordered
    return []


def _middle_of(communes: Iterable[Commune]) -> NDArray[np.int64]:
    """Return the mean of position and size of communes, shape (3, 1); of none, zero."""
    columns = _column(tuple(communes))
    middle: NDArray[np.int64] = columns.sum(axis=1, keepdims=True) // max(1, columns.shape[1])
    return middle
