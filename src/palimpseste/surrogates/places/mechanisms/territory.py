"""The towns that mechanisms draw from: a fixed, public set, its classes of grammar, its measure and its metric."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from palimpseste.errors import UsageError
from palimpseste.places import Commune, PlaceTable, is_on_mainland
from palimpseste.places.metric import POINTS_PER_KM, Targets, points_of
from palimpseste.privacy.bernoulli import Bits
from palimpseste.privacy.exponential import Rings
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.writings.atlas import atlas_of, grammar_of

__all__ = ["Territory", "territory_of"]

_GRAMMARS = ("consonant", "vowel", "le", "les")
# 60 KB each where the zone is the country. They tell which towns were met: in memory only, never written.
_MOST_RINGS = 512
# From this size, or with a hospital, towns lie around another within half as many kilometres more.
_LARGE = 15_000
# Towns whose surroundings are kept.
_MOST_CENTRES = 64
# The axis of points that goes through the poles.
_NORTH = 2
# Of a class of grammar that has few towns around another so many of the nearest may be drawn.
_FEWEST_AROUND = 10
# Around another, people beyond so many count by the root, and a town of its department so many times.
_CROWD, _OF_DEPARTMENT = 20_000, 4
# Of a class of grammar that has fewer towns in some departments all of the zone's overseas may be drawn.
_FEWEST_WITHIN = 2
# Of a class of grammar that has fewer towns with a hospital in the zone each of them would stay too often.
_FEWEST_HOSPITALS = 50


class _Class(NamedTuple):
    """The towns of a class of grammar: their places in the table, where they lie, what weighs them."""

    members: NDArray[np.int32]
    targets: Targets
    measure: NDArray[np.int64]


class Territory:
    """The communes of a zone, by the grammar of their names, and how far any commune is from them.

    The words around a town show the class of grammar of its name (« au Havre », « d'Orléans »), which is therefore
    public: a town is drawn among those of its class, and what is guaranteed is guaranteed between towns of one class.
    A zone without a town of some class has all its towns for that class.

    Towns with a hospital lie apart from those without, in classes of grammar that have 50 such or more. Populations are
    pooled at both ends (:class:`~palimpseste.surrogates.policy.place_options.PlaceOptions`). What a
    commune counts as is fixed by table, zone and options, so that the metric is one over all communes.

    Parameters
    ----------
    table : PlaceTable
        Where communes and features come from.
    options : PlaceOptions
        Zone, measure and metric.
    """

    def __init__(self, table: PlaceTable, options: PlaceOptions) -> None:
        self.table = options.features.joined(table) if options.features else table
        self.options = options
        self.communes = self.table.communes
        self._places = {commune.insee: place for place, commune in enumerate(self.communes)}
        self._sides = np.array([_side_of(commune.department) for commune in self.communes], dtype=np.int64)
        self._has_new_name = np.array([commune.insee in self.table.of_new_names for commune in self.communes])
        numbers = {
            code: number for number, code in enumerate(sorted({commune.department for commune in self.communes}))
        }
        self._departments = np.array([numbers[commune.department] for commune in self.communes], dtype=np.int16)
        self._points = np.ascontiguousarray(points_of(self.table).T)
        grammars = [grammar_of(commune.name) for commune in self.communes]
        candidates = self._by_grammar(grammars)
        self._populations = self._pooled(grammars, candidates)
        self._has_hospital = self._with_hospital(grammars, candidates)
        self._crowded = self._measured_around()
        self.metric = options.metric(self.table, self._populations, self._has_hospital)
        self._arrange(candidates.__getitem__, self._measure_of)
        self._beside = cache(self._on_side)
        self._around = lru_cache(maxsize=_MOST_CENTRES)(self._made_around)
        self._within = lru_cache(maxsize=_MOST_CENTRES)(self._made_within)

    def around(self, centre: Commune) -> Territory:
        """Return the territory of the towns around one, that one left out, by the same metric.

        Those within `around_km`, with a hospital or 15,000 people or more within half as much again. Of a class of
        grammar that has fewer than 10 there, the 10 nearest; beside a town of the mainland those of the mainland,
        overseas those of its department; none of a name younger than most notes. A function of the town and of what is
        public: where the town is released, or hangs on no note, those around it tell nothing more.

        Those of its department weigh four times as much, as most towns of a note are of one, and people beyond 20,000
        by their root, so that two towns become the one large one less often.
        """
        return self._around(self.place_of(centre))

    def within(self, departments: Set[str]) -> Territory | None:
        """Return the territory of the towns of some departments overseas, by the same metric; None without any.

        Of a class of grammar that has no two towns there, those of all departments overseas.
        """
        return self._within(frozenset(departments))

    def without(self, communes: Iterable[Commune]) -> Territory:
        """Return the territory of the towns that are none of some; of a class of grammar without another, all of it."""
        left_out = [self.place_of(commune) for commune in communes]

        def members_of(grammar: str) -> NDArray[np.int32]:
            members = self.candidates(grammar)
            others: NDArray[np.int32] = members[~np.isin(members, left_out)]
            return others if len(others) else members

        found = copy.copy(self)
        found._arrange(members_of, self._weigh)
        return found

    def any_town(self, bits: Bits) -> Commune:
        """Return a town drawn by the base measure alone, on the mainland where the zone has one there."""
        found, upto = self._anywhere()
        return self.communes[int(found[int(np.searchsorted(upto, bits.below(int(upto[-1])), side="right"))])]

    def candidates(self, grammar: str) -> NDArray[np.int32]:
        """Return the places in the table of the communes of a class of grammar: the same whatever is replaced."""
        return self._class_of(grammar).members

    def measure(self, grammar: str) -> NDArray[np.int64]:
        """Return the base measure of the candidates of a class, each at least 1."""
        return self._class_of(grammar).measure

    def place_of(self, commune: Commune) -> int:
        """Return the place of a commune in the table; of the whole where it is a part of one."""
        return self._places[commune.parent or commune.insee]

    def distances(self, commune: Commune, grammar: str) -> NDArray[np.int64]:
        """Return the distances of the candidates of a class from any commune, of the zone or not."""
        return self.metric.distances(self.place_of(commune), self._class_of(grammar).targets)

    def rings(self, commune: Commune) -> Rings:
        """Return the candidates around a commune, by distance; those of the last towns asked for are kept."""
        return self._rings(self.place_of(commune), grammar_of(commune.name))

    def _rings_around(self, place: int, grammar: str) -> Rings:
        drawn = self._class_of(grammar)
        return Rings(self.metric.distances(place, drawn.targets), drawn.measure)

    def _arrange(
        self,
        members_of: Callable[[str], NDArray[np.int32]],
        weigh: Callable[[NDArray[np.int32]], NDArray[np.int64]],
    ) -> None:
        """Let the towns of each class of grammar be these; of each, what is drawn with is made when first asked for."""
        self._weigh = weigh

        def made(grammar: str) -> _Class:
            members = members_of(grammar)
            return _Class(members, self.metric.targets(members), weigh(members))

        self._class_of = cache(made)
        self._anywhere = cache(self._weighed)
        self._rings = lru_cache(maxsize=_MOST_RINGS)(self._rings_around)

    def _weighed(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the towns on the mainland, all where none is, and the sums of their measure up to each."""
        members = np.unique(np.concatenate([self.candidates(grammar) for grammar in _GRAMMARS]))
        on_mainland = members[self._sides[members] == 0]
        found = on_mainland if len(on_mainland) else members
        return found, np.cumsum(self._weigh(found))

    def _made_around(self, place: int) -> Territory:
        found = copy.copy(self)
        found._arrange(
            lambda grammar: self._nearest(grammar, place), lambda members: self._measure_around(members, place)
        )
        return found

    def _made_within(self, departments: frozenset[str]) -> Territory | None:
        sides = [side for side in map(_side_of, departments) if side]
        everywhere = np.unique(np.concatenate([self.candidates(grammar) for grammar in _GRAMMARS]))
        within: NDArray[np.int32] = everywhere[np.isin(self._sides[everywhere], sides)]
        if not len(within):
            return None

        def members_of(grammar: str) -> NDArray[np.int32]:
            members = self.candidates(grammar)
            own: NDArray[np.int32] = members[np.isin(self._sides[members], sides)]
            if len(own) >= _FEWEST_WITHIN:
                return own
            overseas: NDArray[np.int32] = members[self._sides[members] != 0]
            return overseas if len(overseas) else within

        found = copy.copy(self)
        found._arrange(members_of, self._weigh)
        return found

    def _measure_around(self, members: NDArray[np.int32], place: int) -> NDArray[np.int64]:
        """Return the base measure of towns around one."""
        is_of_department = self._departments[members] == self._departments[place]
        return self._crowded[members] * np.where(is_of_department, _OF_DEPARTMENT, 1)

    def _measured_around(self) -> NDArray[np.int64]:
        """Return what each town of the table counts around one of another department."""
        counted = np.minimum(self._populations, np.rint(np.sqrt(self._populations * _CROWD)).astype(np.int64))
        return self._measure_of(np.arange(len(self.communes), dtype=np.int32), counted)

    def _nearest(self, grammar: str, place: int) -> NDArray[np.int32]:
        """Return the towns of a class within reach of a commune, on its side of the sea; at least the 10 nearest."""
        members, points, reaches = self._beside(grammar, int(self._sides[place]))
        here = self._points[:, place]
        farther = self._reaches[1]
        first, last = points[_NORTH].searchsorted((here[_NORTH] - farther, here[_NORTH] + farther + 1))
        around = members[first:last]
        is_near = _squared(points[:, first:last], here) <= reaches[first:last]
        near: NDArray[np.int32] = np.sort(around[is_near & (around != place)])
        if len(near) >= _FEWEST_AROUND:
            return near
        is_other = members != place
        others = members[is_other]
        squared = _squared(points[:, is_other], here)
        nearest = others[np.lexsort((others, squared))[:_FEWEST_AROUND]]
        return np.sort(nearest) if len(nearest) else self.candidates(grammar)

    @property
    def _reaches(self) -> tuple[int, int]:
        """How far towns lie around another, and how far those with a hospital or of 15,000 people."""
        reach = self.options.around_km * POINTS_PER_KM
        return reach, 3 * reach // 2

    def _on_side(self, grammar: str, side: int) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
        """Return the towns of a class, of no new name, overseas or on the mainland, northwards.

        And where they lie, and the square of how far they lie around another.
        """
        members = self.candidates(grammar)
        members = members[(self._sides[members] == side) & ~self._has_new_name[members]]
        members = members[np.argsort(self._points[_NORTH, members], kind="stable")]
        reach, farther = self._reaches
        reaches_farther = self._has_hospital[members] | (self._populations[members] >= _LARGE)
        return members, np.ascontiguousarray(self._points[:, members]), np.where(reaches_farther, farther**2, reach**2)

    def _by_grammar(self, grammars: Sequence[str]) -> Mapping[str, NDArray[np.int32]]:
        members = [place for place, commune in enumerate(self.communes) if self._in_zone(commune)]
        if not members:
            raise UsageError("the zone of places holds no town")
        groups: dict[str, list[int]] = {grammar: [] for grammar in _GRAMMARS}
        for place in members:
            groups[grammars[place]].append(place)
        return {grammar: np.array(group or members, dtype=np.int32) for grammar, group in groups.items()}

    def _pooled(self, grammars: Sequence[str], candidates: Mapping[str, NDArray[np.int32]]) -> NDArray[np.int64]:
        """Return what each commune of the table counts as having inhabitants."""
        inhabitants = np.array([commune.population for commune in self.communes], dtype=np.int64)
        fewest, most = self.options.populations
        caps = {}
        for grammar, members in candidates.items():
            by_size = np.sort(inhabitants[members])[::-1]
            rank = min(self.options.largest, len(by_size))
            caps[grammar] = min(most, max(fewest, int(by_size[rank - 1]))) if rank else most
        return np.clip(inhabitants, fewest, np.array([caps[grammar] for grammar in grammars], dtype=np.int64))

    def _with_hospital(self, grammars: Sequence[str], candidates: Mapping[str, NDArray[np.int32]]) -> NDArray[np.bool_]:
        """Return which communes of the table count as having a hospital: none of a class that has few such."""
        known = choices_of(atlas_of(self.table)).has_hospital
        has_hospital = np.array([known(commune) for commune in self.communes], dtype=np.bool_)
        few = {each for each, members in candidates.items() if has_hospital[members].sum() < _FEWEST_HOSPITALS}
        return has_hospital & np.array([grammar not in few for grammar in grammars], dtype=np.bool_)

    def _in_zone(self, commune: Commune) -> bool:
        # A town without a postal code could not stand for one that has one.
        if not commune.zips:
            return False
        zone = self.options.zone
        if isinstance(zone, tuple):
            return commune.department in zone
        return zone == "france" or is_on_mainland(commune.department)

    def _measure_of(
        self, members: NDArray[np.int32], populations: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        weights = np.where(self._has_hospital[members], self.options.hospital_weight, 1)
        populations = self._populations[members] if populations is None else populations
        if self.options.measure == "uniform":
            return weights
        if self.options.measure == "square-root":
            return np.rint(np.sqrt(populations)).astype(np.int64) * weights
        return populations * weights


def _squared(points: NDArray[np.int64], here: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the squared distances of points, shape (axes, points), from one."""
    total = np.zeros(points.shape[1], dtype=np.int64)
    for axis, own in zip(points, here, strict=True):
        apart = axis - own
        apart *= apart
        total += apart
    return total


def _side_of(department: str) -> int:
    """Return the number of a department overseas; 0 for the mainland."""
    return 0 if is_on_mainland(department) else int(department)


@lru_cache(maxsize=4)
def territory_of(table: PlaceTable, options: PlaceOptions) -> Territory:
    """Return the territory of a table and options, made once."""
    return Territory(table, options)
