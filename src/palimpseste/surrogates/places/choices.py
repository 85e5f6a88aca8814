"""The places of the table that may be drawn for a place of France: towns of like size and grammar, seats, areas."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence, Set
from enum import IntEnum
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from palimpseste.folding import fold_name
from palimpseste.places import Area, Commune, is_on_mainland, position_of, squared_distance
from palimpseste.places.points_abroad import positions_in
from palimpseste.surrogates.places.choices_abroad import ChoicesAbroad
from palimpseste.surrogates.places.overseas import overseas_for
from palimpseste.surrogates.values import drawable
from palimpseste.writings import lists
from palimpseste.writings.atlas import Atlas, canonical_name, grammar_of

__all__ = [
    "Care",
    "PlaceChoices",
    "by_size",
    "choices_of",
    "has_university",
    "may_stand_for",
    "population_of",
]

# Towns within this many ranks of size on either side may stand for one another.
_RANKS = 60
_UNKNOWN_POPULATION = 5_000
_FUND_POPULATION = 20_000
# What no table knows of towns is in those of so many people.
_POPULATION_WITH = {"college": 3_000, "lycee": 8_000, "railway station": 8_000}
# Towns overseas are few: among so many near in size one is drawn.
_LIKE_OVERSEAS = 4
_LAST_OVERSEAS = "06"
# Towns with a university hospital stand for one another where they are so many within this factor of its size.
_FEWEST_UNIVERSITIES, _LIKE_FACTOR = 8, 3
# Smaller towns have no port and no fire engine to tell of; of those near a town so many are looked at.
_TOWN_POPULATION, _NEAREST_TOWNS = 2_000, 6
# In hundreds of metres: a commune with a foreign town so near lies beside its country.
_BESIDE_LAND = 150
# A town with a hospital stands for one with a hospital where there are so many to draw among.
_FEWEST_HOSPITALS, _FEWEST_HOSPITALS_OVERSEAS = 8, 2
# Where seats are looked for that are of no department alone.
_MAINLAND, _ANYWHERE = "mainland", "anywhere"
# « Saint-Claude (39) »
_SEAT = re.compile(r"(?P<name>.*?)(?: \((?P<code>\d[\dAB]\d?)\))?")


class Care(IntEnum):
    """What hospital a town has: none, a hospital or clinic with beds, one that takes emergencies."""

    NONE = 0
    BEDS = 1
    EMERGENCIES = 2


class PlaceChoices:
    """The places that may be drawn for those of an atlas, arranged on first use.

    Parameters
    ----------
    atlas : Atlas
        Where places come from.
    """

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._table = atlas.table

    @cached_property
    def abroad(self) -> ChoicesAbroad:
        """What may be drawn for places abroad."""
        return ChoicesAbroad(self._atlas)

    def like(self, commune: Commune | None, grammar: str) -> Sequence[Commune]:
        """Return the communes of that grammar near a commune in size; near a small town where it is unknown."""
        communes, populations = self._by_grammar[grammar]
        rank = bisect_left(populations, population_of(commune))
        lowest = max(0, min(rank - _RANKS, len(communes) - 2 * _RANKS))
        return communes[lowest : lowest + 2 * _RANKS]

    def of_grammar(self, grammar: str) -> Sequence[Commune]:
        """Return all communes of that grammar that may be drawn, by size."""
        return self._by_grammar[grammar][0]

    @lru_cache(maxsize=256)  # noqa: B019 # it lives as long as the process
    def universities_like(self, commune: Commune) -> Sequence[Commune]:
        """Return the towns with a university hospital that may stand for one with such; empty for others and overseas.

        Those of its grammar, where they are enough; the largest for one that few are like.
        """
        if not has_university(commune.name) or overseas_for(commune.department):
            return ()
        sizes = range(commune.population // _LIKE_FACTOR, commune.population * _LIKE_FACTOR + 1)
        like = [other for towns in self._universities.values() for other in towns if other.population in sizes]
        alike = [other for other in like if grammar_of(other.name) == grammar_of(commune.name)]
        every = sorted((town for towns in self._universities.values() for town in towns), key=by_size)
        largest = every[-_FEWEST_UNIVERSITIES:]
        return tuple(next((found for found in (alike, like, largest) if len(found) >= _FEWEST_UNIVERSITIES), ()))

    def has_hospital(self, commune: Commune) -> bool:
        """Tell whether a commune is known to have a hospital or clinic with beds: public, the same for every note."""
        return commune in self._hospitals

    def care_in(self, commune: Commune) -> Care:
        """Return what hospital a commune is known to have: public, the same for every note."""
        if commune in self._emergencies:
            return Care.EMERGENCIES
        return Care.BEDS if self.has_hospital(commune) else Care.NONE

    def with_care(self, care: Care, among: Iterable[Commune], *, overseas: bool = False) -> Sequence[Commune]:
        """Return those of some towns that have as much care or more, or a hospital at least; empty where they are few.

        Empty where no care is asked for. Of towns overseas two are enough: Guyane has three with a hospital.
        """
        fewest = _FEWEST_HOSPITALS_OVERSEAS if overseas else _FEWEST_HOSPITALS
        towns = tuple(among)
        for least in (Care.EMERGENCIES, Care.BEDS):
            seats = tuple(town for town in towns if self.care_in(town) >= least) if care >= least else ()
            if len(seats) >= fewest:
                return seats
        return ()

    @cache  # noqa: B019 # it lives as long as the process
    def with_care_like(self, care: Care, grammar: str) -> Sequence[Commune]:
        """Return the towns of the mainland with as much care or more, or a hospital at least, of an article or none.

        Parameters
        ----------
        care : Care
            How much.
        grammar : str
            Of the town that they may stand for: a vowel is as a consonant.
        """
        has_article = grammar in ("le", "les")
        alike = (seat for seat in self._seats("hospital") if is_on_mainland(seat.department))
        among = [seat for seat in alike if (grammar_of(seat.name) in ("le", "les")) == has_article]
        return self.with_care(care, [seat for seat in among if not has_article or grammar_of(seat.name) == grammar])

    @cached_property
    def _hospitals(self) -> frozenset[Commune]:
        return frozenset(self._seats("hospital"))

    @cached_property
    def _emergencies(self) -> frozenset[Commune]:
        return frozenset(self._seats("emergency"))

    def side_of(self, commune: Commune, area: Area) -> str:
        """Return on which side of the centre of a department or region a commune lies in it; empty where it does not.

        Examples
        --------
        >>> from palimpseste.places import PlaceTable
        >>> from palimpseste.writings.atlas import atlas_of
        >>> choices, (annonay,) = choices_of(atlas_of(PlaceTable.bundled())), PlaceTable.bundled().named("Annonay")
        >>> choices.side_of(annonay, PlaceTable.bundled().department_of(annonay))
        'Nord'
        """
        return next(iter(self.sides_of(commune, area)), "")

    def sides_of(self, commune: Commune, area: Area) -> tuple[str, ...]:
        """Return on which sides of the centre of an area a commune lies, that on which it is farther first, or none."""
        if not self._lies_in(commune, area):
            return ()
        north, east = (own - centre for own, centre in zip(position_of(commune), self._centre_of(area), strict=True))
        sides = "Nord" if north > 0 else "Sud", "Est" if east > 0 else "Ouest"
        return sides if abs(north) >= abs(east) else sides[::-1]

    def _lies_in(self, commune: Commune, area: Area) -> bool:
        is_region = area in self._table.regions
        return commune.region == area.code if is_region else commune.department == area.code

    @lru_cache(maxsize=128)  # noqa: B019 # it lives as long as the process
    def _centre_of(self, area: Area) -> tuple[int, int]:
        """Return the mean position of the communes of a department or region."""
        norths, easts = zip(
            *(position_of(each) for each in self._table.communes if self._lies_in(each, area)), strict=True
        )
        return sum(norths) // len(norths), sum(easts) // len(easts)

    def overseas_like(self, commune: Commune, grammar: str) -> Sequence[Commune]:
        """Return the other towns nearest in size to one overseas, as `overseas_of`; empty for the mainland."""
        others = [town for town in self.overseas_of(commune.department, grammar) if town != commune]
        found = self.with_care(self.care_in(commune), others, overseas=True) or others
        ordered = sorted(found, key=lambda town: (abs(population_of(town) - population_of(commune)), town.insee))
        return ordered[:_LIKE_OVERSEAS]

    def overseas_of(self, department: str, grammar: str = "") -> Sequence[Commune]:
        """Return the towns that may stand for those of a department overseas; empty for one of the mainland.

        Of a grammar, where they are more than a few; of any without one.
        """
        towns = [town for code in sorted(overseas_for(department)) for town in self.of_department(code)]
        alike = [town for town in towns if grammar_of(town.name) == grammar]
        return alike if len(alike) > _LIKE_OVERSEAS else towns

    def of_department(self, code: str) -> Sequence[Commune]:
        """Return the communes of a department, by code, that may be drawn."""
        return tuple(filter(self._may_be_drawn, self._table.in_department(code)))

    def _may_be_drawn(self, commune: Commune) -> bool:
        """Tell whether a commune has people and codes, and a name that is no younger than most notes are."""
        return bool(commune.zips and commune.population) and commune.insee not in self._table.of_new_names

    def largest_of_department(self, code: str) -> Commune | None:
        """Return the largest town of a department given by its code; None where the table has none there."""
        return self._largest_of_departments.get(code)

    def largest_of_region(self, code: str) -> Commune | None:
        """Return the largest town of a region given by its code; None where the table has none there."""
        return self._largest_of_regions.get(code)

    @cached_property
    def _largest_of_departments(self) -> dict[str, Commune]:
        return {commune.department: commune for commune in self._by_size}

    @cached_property
    def _largest_of_regions(self) -> dict[str, Commune]:
        return {commune.region: commune for commune in self._by_size}

    @cached_property
    def _by_size(self) -> Sequence[Commune]:
        return sorted(self._table.communes, key=by_size)

    @cached_property
    def _universities(self) -> dict[str, tuple[Commune, ...]]:
        return {
            # Saint-Denis is that of La Réunion.
            grammar: tuple(
                commune
                for commune in communes
                if has_university(commune.name)
                and self._atlas.commune_named(commune.name) == commune
                and not self._atlas.arrondissements_of(commune)
            )
            for grammar, (communes, _) in self._by_grammar.items()
        }

    def seats_for(self, kind: str, commune: Commune, refused: Set[str]) -> Sequence[Commune]:
        """Return the towns with a body of a kind of ``seats.txt``, of no refused folded name, the nearest to one first.

        Courts of its department; prisons, spas and what else few have of its part of France. A ``fund`` sits in a town
        of 20,000 people, else in that of the ``prefecture``.

        Parameters
        ----------
        kind : str
            Of body.
        commune : Commune
            Near which.
        refused : set of str
            Folded names.
        """
        if kind in ("fund", "prefecture"):
            is_large = kind == "fund" and commune.population >= _FUND_POPULATION
            seat = commune if is_large else self._prefectures.get(commune.department, commune)
            return () if fold_name(seat.name) in refused else (seat,)

        part = commune.department
        if kind == "court of appeal":
            part = _ANYWHERE
        elif kind != "court" and is_on_mainland(part):
            part = _MAINLAND
        seats, names, positions = self._placed_seats(kind, part)
        north, east = position_of(commune)
        order = ((positions[0] - north) ** 2 + (positions[1] - east) ** 2).argsort(kind="stable").tolist()
        return [seats[place] for place in order if names[place] not in refused]

    @lru_cache(maxsize=512)  # noqa: B019 # it lives as long as the process
    def _placed_seats(self, kind: str, part: str) -> tuple[Sequence[Commune], Sequence[str], NDArray[np.int64]]:
        """Return the towns with a body of a kind in a department, on the mainland or anywhere.

        And their folded names, and where they lie, shape (2, towns).
        """
        seats = [
            seat
            for seat in self._seats(kind)
            if part in (seat.department, _ANYWHERE) or (part == _MAINLAND and is_on_mainland(seat.department))
        ]
        positions = np.array([position_of(seat) for seat in seats], dtype=np.int64).reshape(-1, 2).T.copy()
        return seats, [fold_name(seat.name) for seat in seats], positions

    @lru_cache(maxsize=64)  # noqa: B019 # it lives as long as the process
    def towns_near(self, commune: Commune) -> Sequence[Commune]:
        """Return the towns of 2,000 people or more, none with an article, that are nearest to one, itself left out."""
        others = (
            town
            for grammar in ("consonant", "vowel")
            for town in (self.overseas_of(commune.department) or self.of_grammar(grammar))
            if town.population >= _TOWN_POPULATION and town != commune and grammar_of(town.name) == grammar
        )
        return sorted(others, key=lambda town: squared_distance(town, commune))[:_NEAREST_TOWNS]

    def is_seat(self, kind: str, commune: Commune) -> bool:
        """Tell whether a commune has a body of a kind of ``seats.txt``, is as large as towns with one or on the sea."""
        if kind in _POPULATION_WITH:
            return commune.population >= _POPULATION_WITH[kind]
        return commune.insee in self._table.on_sea if kind == "sea" else commune in self._seats(kind)

    @cached_property
    def _prefectures(self) -> dict[str, Commune]:
        """The town of the préfecture of each department, the largest where none is known, by code."""
        return self._largest_of_departments | {seat.department: seat for seat in self._seats("prefecture")}

    @lru_cache(maxsize=16)  # noqa: B019 # it lives as long as the process
    def beside_lands(self, countries: frozenset[str]) -> frozenset[str]:
        """Return the INSEE codes of the communes near a land border that lie beside a town of some countries."""
        abroad = np.array([place for land in sorted(countries) for place in positions_in(land)], dtype=np.int64)
        near = [town for insee in sorted(self._table.near_border) if (town := self._table.by_insee(insee)) is not None]
        if not len(abroad) or not near:
            return frozenset()
        places = np.array([position_of(town) for town in near], dtype=np.int64)
        apart = ((places[:, None, :] - abroad[None, :, :]) ** 2).sum(axis=2).min(axis=1)
        return frozenset(
            town.insee for town, squared in zip(near, apart.tolist(), strict=True) if squared <= _BESIDE_LAND**2
        )

    @lru_cache(maxsize=4)  # noqa: B019 # it lives as long as the process
    def seats_without_article(self, kind: str) -> tuple[Commune, ...]:
        """Return the towns of the mainland with a body of a kind of ``seats.txt`` whose names have no article."""
        seats = (seat for seat in self._seats(kind) if is_on_mainland(seat.department))
        return tuple(seat for seat in seats if grammar_of(seat.name) not in ("le", "les"))

    @lru_cache(maxsize=16)  # noqa: B019 # it lives as long as the process
    def _seats(self, kind: str) -> Sequence[Commune]:
        """Return the towns with a body of a kind that the table knows, or as large as such, or on the sea."""
        if kind in _POPULATION_WITH:
            large = (town for town in self._table.communes if town.population >= _POPULATION_WITH[kind])
            return tuple(filter(self._may_be_drawn, large))
        if kind == "sea":
            on_sea = (self._table.by_insee(insee) for insee in sorted(self._table.on_sea))
            return tuple(town for town in on_sea if town is not None and town.population >= _TOWN_POPULATION)
        is_of_university = kind == "university hospital"
        entries = lists.entries("university_hospitals.txt") if is_of_university else lists.sections("seats.txt")[kind]
        told = (_SEAT.fullmatch(entry) for entry in entries)
        seats = (
            (found["name"], self._atlas.commune_named(found["name"], found["code"] or "")) for found in told if found
        )
        return tuple(seat for name, seat in seats if seat is not None and fold_name(seat.name) == fold_name(name))

    @cached_property
    def regions(self) -> tuple[Area, ...]:
        """The regions of metropolitan France: a note of another place would contradict one overseas."""
        return tuple(area for area in self._table.regions if len(area.code) == 2 and area.code > _LAST_OVERSEAS)

    @cached_property
    def divided(self) -> tuple[Commune, ...]:
        """Communes that have arrondissements."""
        communes = (
            self._table.by_insee(insee) for insee in sorted({part.parent for part in self._table.arrondissements})
        )
        return tuple(commune for commune in communes if commune is not None)

    @cached_property
    def _by_grammar(self) -> dict[str, tuple[list[Commune], list[int]]]:
        groups: dict[str, list[Commune]] = {"le": [], "les": [], "vowel": [], "consonant": []}
        for commune in self._table.communes:
            # Overseas towns are few and known: drawn for others, they would betray themselves by the rest of the note.
            if self._may_be_drawn(commune) and is_on_mainland(commune.department):
                groups[grammar_of(commune.name)].append(commune)
        found = {}
        for grammar, communes in groups.items():
            communes.sort(key=by_size)
            found[grammar] = (communes, [commune.population for commune in communes])
        return found


def by_size(commune: Commune) -> tuple[int, str]:
    """Return what communes are sorted by from the smallest to the largest."""
    return commune.population, commune.insee


def has_university(town: str) -> bool:
    """Tell whether a town of that name has a university hospital."""
    return fold_name(town) in _university_towns()


@cache
def _university_towns() -> frozenset[str]:
    return frozenset(map(fold_name, lists.entries("university_hospitals.txt")))


def population_of(commune: Commune | None) -> int:
    """Return how many people a commune has; those of a small town where it is unknown."""
    return (commune.population if commune else 0) or _UNKNOWN_POPULATION


@lru_cache(maxsize=4)
def choices_of(atlas: Atlas) -> PlaceChoices:
    """Return what may be drawn for the places of an atlas, made once."""
    return PlaceChoices(atlas)


def may_stand_for(drawn: str, name: str, originals: frozenset[str]) -> bool:
    """Tell whether the name of a place may be written over another: it is not that one, nor an original's.

    Parameters
    ----------
    drawn : str
        A name of the tables.
    name : str
        What it would be written over, in any spelling.
    originals : frozenset of str
        The original values of the document, folded.
    """
    return drawable.is_free(drawn, originals) and canonical_name(drawn) != canonical_name(name)
