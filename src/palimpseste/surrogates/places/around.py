"""Towns around a larger one: the town that each follows, and those that may stand for it around what stands for that.

A town is as far from what stands for the town that it follows as it was from that town itself, in the same direction or
its mirror image, and about as populous: home, hospital and practice of a note stay as near to one another as they were.
One on the sea, or near a land border, comes out so, as far as one is near. Which town follows which is public and the
same for every note: a town the largest within 12 km, if that is larger, else the largest of its department, such a one
the largest of its region, and that none; near home a town without a larger one beside it follows the largest of home's
department. The towns of a department stay in one department, as far as it has towns for them, on the mainland in one
with such a country around its largest town (:mod:`.landscape`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import Commune, is_on_mainland, position_of, squared_distance
from palimpseste.rendering.screen import shown_without_values
from palimpseste.surrogates.places.choices import Care, by_size, choices_of, population_of
from palimpseste.surrogates.places.landscape import Landscape
from palimpseste.surrogates.places.overseas import overseas_for
from palimpseste.writings.atlas import Atlas, grammar_of

__all__ = ["Around", "around_of"]


class _Steps(NamedTuple):
    """What differences between towns count, in hundreds of metres.

    A factor e in population; that one is on the sea, is near a land border, has a hospital or takes emergencies and the
    other not; and that it is of another department than what it follows.
    """

    size: int
    sea: int
    border: int
    hospital: int
    emergencies: int
    department: int


# Of towns with a hospital alone the department counts so.
_STEPS = _Steps(size=300, sea=1100, border=1000, hospital=0, emergencies=600, department=2000)
# Of what stands for a town beside a larger one.
_STEPS_BESIDE = _Steps(size=60, sea=300, border=0, hospital=120, emergencies=100, department=50)
# Of what stands for a town among few that have what it has the department counts so.
_DEPARTMENT_AMONG = 600
# The classes of grammar of towns without an article of their own.
_WITHOUT_ARTICLE = ("consonant", "vowel")
# Among how many times as many of the nearest those with the least unlike country around them are looked for.
_MORE_TIMES = 10
# Towns of one grammar that a department has at least if towns of another are to stay in it.
_FEWEST_OF_DEPARTMENT = 5
# So near home, 60 km, towns follow the largest of its department.
_NEAR_HOME = 600
# So near home, 150 km, the largest towns of departments follow that of home.
_NEAR = 1500
# Within 12 km a town follows the largest, if that is larger than it.
_BESIDE = 120
# The rows of what is compared: position and size come first, the department last.
_BY_SIZE, _DEPARTMENT = 3, 6
# Towns are looked for so far to the south and north in turn, then anywhere.
_STRIPS = (200, 800, 3200)
# So few are compared at once.
_FEW = 1_000


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
        self._landscape = Landscape(atlas.table)

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
        of_region = self._choices.largest_of_region(commune.region) or commune
        of_department = self._choices.largest_of_department(commune.department) or of_region
        centre = self._choices.largest_of_department(home.department) if home else None
        if commune.insee != of_department.insee:
            is_near_home = home is not None and squared_distance(commune, home) <= _NEAR_HOME**2
            beside = self._larger_beside(position_of(commune), by_size(commune))
            return beside or (centre if is_near_home else None) or of_department
        own = (centre, self._choices.largest_of_region(centre.region)) if centre else ()
        if centre and commune not in own and squared_distance(commune, centre) <= _NEAR**2:
            return centre
        return of_region if commune.insee != of_region.insee else None

    @lru_cache(maxsize=4096)  # noqa: B019 # it lives as long as the process
    def _larger_beside(self, position: tuple[int, int], size: tuple[int, str]) -> Commune | None:
        """Return the largest town of the mainland beside a position, if it is larger than a size (:func:`by_size`)."""
        towns, columns = self._of_mainland
        first, last = np.searchsorted(columns[0], (position[0] - _BESIDE, position[0] + _BESIDE + 1)).tolist()
        here = np.array(position).reshape(2, 1)
        near = np.flatnonzero(((columns[:2, first:last] - here) ** 2).sum(axis=0) <= _BESIDE**2)
        largest = max((towns[first + place] for place in near.tolist()), key=by_size, default=None)
        return largest if largest is not None and by_size(largest) > size else None

    @cached_property
    def _of_mainland(self) -> tuple[Sequence[Commune], NDArray[np.int64]]:
        return self._northwards([town for town in self._table.communes if is_on_mainland(town.department)])

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
        signs = self._landscape.signs(*regions)
        old, own, new = map(position_of, (towns[0], commune, towns[1]))
        there = tuple(new[axis] + signs[axis] * (own[axis] - old[axis]) for axis in range(2))
        sought = (*there, *self._traits_of(commune, _STEPS))
        if commune == self._choices.largest_of_department(commune.department) and is_on_mainland(commune.department):
            candidates, columns = self._in_order(tuple(among))[:2] if among else self._like(commune, "")
            columns = columns[:_DEPARTMENT]
            nearest = _nearest(columns[:_BY_SIZE], sought[:_BY_SIZE], _MORE_TIMES * count)
            places = [place for place in nearest if candidates[place].department != commune.department]
            unlike = [self._landscape.unlike(commune, candidates[place], signs) for place in places]
            best = _cheapest(columns[:, places] - np.array(sought).reshape(-1, 1), unlike, count)
            return [candidates[places[rank]] for rank in best]
        department = towns[1].department if commune.department == towns[0].department else ""
        is_beside = towns[0] == self._larger_beside(own, by_size(commune)) and is_on_mainland(towns[1].department)
        if among:
            candidates, columns, departments = self._in_order(tuple(among))
            step = _DEPARTMENT_AMONG
        elif is_beside:
            candidates, columns, departments = self._of_grammar_beside(grammar_of(commune.name))
            step = _STEPS_BESIDE.department
            sought = (*there, *self._traits_of(commune, _STEPS_BESIDE))
        else:
            candidates, columns = self._like(commune, department)
            return [candidates[place] for place in _nearest(columns, (*sought, 0), count)]
        own_department = _OwnDepartment(departments, self._numbers[department], step) if department else None
        return [candidates[place] for place in _nearest(columns, sought, count, own_department)]

    @lru_cache(maxsize=256)  # noqa: B019 # it lives as long as the process
    def most_alike(self, commune: Commune, candidates: tuple[Commune, ...], count: int) -> Sequence[Commune]:
        """Return the candidates, wherever they lie, that may best stand for a town that follows none, in their order.

        Parameters
        ----------
        commune : Commune
            The town.
        candidates : tuple of Commune
            The towns that may; it itself may not.
        count : int
            How many at most.
        """
        others = [town for town in candidates if town != commune]
        signs = (self._landscape.signs(commune, town) for town in others)
        unlike = [self._landscape.unlike(commune, town, each) for town, each in zip(others, signs, strict=True)]
        best = _cheapest((self._columns_of(others) - self._columns_of([commune]))[2:], unlike, count)
        return tuple(others[place] for place in sorted(best))

    @lru_cache(maxsize=256)  # noqa: B019 # it lives as long as the process
    def within(self, commune: Commune, departments: frozenset[str]) -> Sequence[Commune]:
        """Return towns of some departments that may stand for one: of its grammar, with a hospital if it has one.

        Near a land border if it is.
        """
        grammars = _WITHOUT_ARTICLE if grammar_of(commune.name) in _WITHOUT_ARTICLE else (grammar_of(commune.name),)
        inside = [
            town
            for code in sorted(departments)
            for town in self._choices.of_department(code)
            if grammar_of(town.name) in grammars
            and (town.insee in self._table.near_border or commune.insee not in self._table.near_border)
        ]
        care = min(self._choices.care_in(commune), Care.BEDS)
        return tuple(self._choices.with_care(care, inside)) or tuple(inside)

    def _like(self, commune: Commune, department: str) -> tuple[Sequence[Commune], NDArray[np.int64]]:
        """Return the towns of a town's grammar, of a department if one is given and has enough, and their columns.

        For a town with a hospital those with one, as few are: of any department, those of the given one as if they were
        nearer, and with a vowel for a consonant.
        """
        return self._made_like(grammar_of(commune.name), department, self._choices.care_in(commune))

    @cache  # noqa: B019 # it lives as long as the process
    def _made_like(self, grammar: str, department: str, care: Care) -> tuple[Sequence[Commune], NDArray[np.int64]]:
        inside, is_overseas = self._towns_in(department, grammar), bool(department and overseas_for(department))
        among = inside if is_overseas else self._seats_like(grammar)
        seats = self._choices.with_care(min(care, Care.BEDS), among, overseas=is_overseas)
        towns, columns = self._northwards(seats or inside or self._choices.of_grammar(grammar))
        if seats and department:
            columns[-1] = [_STEPS.department * (town.department != department) for town in towns]
        return towns, columns

    @cache  # noqa: B019 # it lives as long as the process
    def _of_grammar_beside(self, grammar: str) -> tuple[Sequence[Commune], NDArray[np.int64], NDArray[np.int16]]:
        """Return the towns of a grammar, what is compared of them beside a larger one, and their departments."""
        return self._with_departments(self._choices.of_grammar(grammar), _STEPS_BESIDE)

    @lru_cache(maxsize=256)  # noqa: B019 # it lives as long as the process
    def _in_order(
        self, communes: tuple[Commune, ...]
    ) -> tuple[Sequence[Commune], NDArray[np.int64], NDArray[np.int16]]:
        """Return some towns, their columns and departments: the same few are asked for from note to note."""
        return self._with_departments(communes, _STEPS)

    def _with_departments(
        self, communes: Sequence[Commune], steps: _Steps
    ) -> tuple[Sequence[Commune], NDArray[np.int64], NDArray[np.int16]]:
        """Return communes from south to north, what is compared of them but the department, and this as a number."""
        towns, columns = self._northwards(communes, steps)
        numbers = np.array([self._numbers[town.department] for town in towns], dtype=np.int16)
        return towns, columns[:_DEPARTMENT], numbers

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """A number for each department that has towns, by its code."""
        return {code: number for number, code in enumerate(sorted({town.department for town in self._table.communes}))}

    def _seats_like(self, grammar: str) -> Sequence[Commune]:
        """Return the towns of the mainland that may stand for one with a hospital, those without included."""
        grammars = _WITHOUT_ARTICLE if grammar in _WITHOUT_ARTICLE else (grammar,)
        return [town for each in grammars for town in self._choices.of_grammar(each)]

    def _towns_in(self, department: str, grammar: str) -> Sequence[Commune]:
        """Return the towns of a department if they are enough; overseas all, or those of parts like it; else none."""
        if not department:
            return ()
        overseas = self._choices.overseas_of(department, grammar)
        own = [town for town in self._choices.of_department(department) if grammar_of(town.name) == grammar]
        return overseas or (own if len(own) >= _FEWEST_OF_DEPARTMENT else ())

    def _columns_of(self, communes: Sequence[Commune], steps: _Steps = _STEPS) -> NDArray[np.int64]:
        """Return what is compared of communes in whole hundreds of metres, shape (7, communes).

        Position, size, sea, border, hospital and department, whose row is left at 0.
        """
        rows = [(*position_of(commune), *self._traits_of(commune, steps), 0) for commune in communes]
        return np.ascontiguousarray(np.array(rows, dtype=np.int64).reshape(-1, _DEPARTMENT + 1).T)

    def _traits_of(self, commune: Commune, steps: _Steps) -> tuple[int, int, int, int]:
        """Return what size, sea, border and hospital count of a commune."""
        return (
            round(math.log(population_of(commune)) * steps.size),
            steps.sea * (commune.insee in self._table.on_sea),
            steps.border * (commune.insee in self._table.near_border),
            steps.hospital * (self._choices.care_in(commune) > Care.NONE)
            + steps.emergencies * (self._choices.care_in(commune) > Care.BEDS),
        )

    def _northwards(
        self, communes: Sequence[Commune], steps: _Steps = _STEPS
    ) -> tuple[Sequence[Commune], NDArray[np.int64]]:
        """Return communes from south to north, and their columns."""
        ordered = sorted(communes, key=lambda commune: (commune.latitude, commune.insee))
        return ordered, self._columns_of(ordered, steps)


@lru_cache(maxsize=4)
def around_of(atlas: Atlas) -> Around:
    """Return the towns of an atlas around one another, made once."""
    return Around(atlas)


def _cheapest(differences: NDArray[np.int64], unlike: Sequence[int], count: int) -> list[int]:
    """Return which towns differ least, by rows of differences and how unlike the country around them is."""
    costs = (differences**2).sum(axis=0) + np.array(unlike, dtype=np.int64) ** 2
    cheapest: list[int] = np.argsort(costs, kind="stable")[:count].tolist()
    return cheapest


@shown_without_values
class _OwnDepartment(NamedTuple):
    """The department of what towns follow, and what any other counts."""

    departments: NDArray[np.int16]
    number: int
    step: int

    def charged(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the square of what the departments of some towns count."""
        charged: NDArray[np.int64] = (self.departments[places] != self.number) * self.step**2
        return charged


def _nearest(
    columns: NDArray[np.int64], sought: Sequence[int], count: int, own_department: _OwnDepartment | None = None
) -> list[int]:
    """Return the places of the columns nearest to another, the nearest first; they go from south to north."""
    count = min(count, columns.shape[1])
    strips = _STRIPS if columns.shape[1] > _FEW else ()
    for strip in (*strips, math.inf) if count else ():
        first, last = columns[0].searchsorted((sought[0] - strip, sought[0] + strip + 1)).tolist()
        if last - first < count:
            continue
        costs = _squares(columns[:2, first:last], sought[:2])
        # What lies farther than that would not be taken, whatever else is alike.
        (within,) = (costs <= strip**2).nonzero()
        if len(within) < count:
            continue
        places = first + within
        costs = costs[within] + _squares(columns[2:, places], sought[2:])
        if own_department is not None:
            costs += own_department.charged(places)
        farthest = np.partition(costs, count - 1)[count - 1]
        if farthest <= strip**2:
            (best,) = (costs <= farthest).nonzero()
            ordered: list[int] = places[best[costs[best].argsort(kind="stable")][:count]].tolist()
            return ordered
    return []


def _squares(columns: NDArray[np.int64], sought: Sequence[int]) -> NDArray[np.int64]:
    """Return the sums of the squares of what columns differ by from what is sought."""
    total = np.zeros(columns.shape[1], dtype=np.int64)
    for column, wanted in zip(columns, sought, strict=True):
        difference = column - wanted
        difference *= difference
        total += difference
    return total
