"""The places abroad that may be drawn for one: towns of like size, of one country; countries."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, lru_cache

from palimpseste.places import WorldCity, codes_abroad
from palimpseste.places.points_abroad import position_abroad
from palimpseste.writings import lists
from palimpseste.writings.atlas import Atlas, CountryKind, country_kinds

__all__ = ["ChoicesAbroad"]

# Towns within this many ranks of size on either side may stand for one another.
_RANKS = 60
# How many people a foreign town is taken to have that the table does not know.
_UNKNOWN_ABROAD = 15_000
_FEWEST_ABROAD = 4


class ChoicesAbroad:
    """The foreign towns and the countries that may be drawn for those of an atlas, arranged on first use.

    Parameters
    ----------
    atlas : Atlas
        Where places come from.
    """

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._table = atlas.table

    @cached_property
    def town_names(self) -> tuple[str, ...]:
        """Names of all foreign towns of the table."""
        return tuple(city.name for city in self._table.world_cities)

    @cached_property
    def countries(self) -> tuple[str, ...]:
        """Names of all countries that may be drawn."""
        return tuple(name for names in self._countries.values() for name in names)

    def towns_of(self, country: str) -> Sequence[WorldCity]:
        """Return the towns of a country, by size, of a neighbour those whose codes are known; of the world for few."""
        cities = self._foreign_by_country.get(country, ())
        listed = self._abroad.get(country, cities)
        return listed if len(listed) >= _FEWEST_ABROAD else self._table.world_cities

    @lru_cache(maxsize=32)  # noqa: B019 # it lives as long as the process
    def placed_of(self, country: str) -> Sequence[tuple[WorldCity, tuple[int, int]]]:
        """Return those of `towns_of` that lie near France, each with where."""
        placed = ((city, position_abroad(city)) for city in self.towns_of(country))
        return tuple((city, place) for city, place in placed if place is not None)

    def towns_like(self, city: WorldCity, country: str | None = None) -> Sequence[WorldCity]:
        """Return towns near a foreign town in size: of another country with towns, or its own; of the world for few."""
        if country in self._foreign_by_country and country != city.country:
            cities: Sequence[WorldCity] = self._abroad[country]
            rank = bisect_left([other.population for other in cities], city.population)
        else:
            cities = self.towns_of(city.country)
            rank = next((i for i, other in enumerate(cities) if other == city), 0)
        lowest = max(0, min(rank - _RANKS // 2, len(cities) - _RANKS))
        return cities[lowest : lowest + _RANKS]

    def towns_of_land(self, country: str) -> Sequence[WorldCity]:
        """Return the towns of a country given by its ISO code, by size: at least one for those of `lands_like`."""
        return self._abroad[country]

    def has_towns_in(self, country: str) -> bool:
        """Tell whether the table has a town in a country given by its ISO code."""
        return country in self._foreign_by_country

    def countries_like(self, name: str) -> Sequence[str]:
        """Return countries that take the same preposition in the same part of the world; empty for other names.

        Those with towns, which may stand for towns of the note, where they are more than two.
        """
        kind = self._atlas.country_kind(name)
        alike = self._countries[kind] if kind else ()
        with_towns = [each for each in alike if self._atlas.country_code(each) in self._foreign_by_country]
        return with_towns if len(with_towns) > 2 else alike

    def lands_like(self, name: str) -> Sequence[str]:
        """Return countries with towns of the table that take the same preposition; all, for a name without one."""
        kind = self._atlas.country_kind(name)
        return (kind and self._lands.get(kind.preposition)) or self._lands[""]

    @cached_property
    def _abroad(self) -> dict[str, tuple[WorldCity, ...]]:
        """Foreign towns by country, those of the list too where the table has some, by size."""
        found = dict(self._foreign_by_country)
        for country, towns in (line.split("\t") for line in lists.entries_abroad("towns.tsv")):
            if country in found:
                unknown = [name for name in towns.split("|") if not self._atlas.foreign_in(name, country)]
                cities = (*found[country], *(WorldCity(name, country, _UNKNOWN_ABROAD, ()) for name in unknown))
                found[country] = tuple(sorted(cities, key=lambda city: (city.population, city.name)))
        return found

    @cached_property
    def _foreign_by_country(self) -> dict[str, tuple[WorldCity, ...]]:
        groups: dict[str, list[WorldCity]] = {}
        for city in self._table.world_cities:
            groups.setdefault(city.country, []).append(city)
        found = {}
        for country, cities in groups.items():
            known = {city.name for city in cities}
            others = [town for town in codes_abroad.towns_of(country) if town.name not in known]
            with_code = [city for city in cities if codes_abroad.code_of(country, city.name)] + others
            among = with_code if len(with_code) >= _FEWEST_ABROAD else cities
            found[country] = tuple(sorted(among, key=lambda city: (city.population, city.name)))
        return found

    @cached_property
    def _countries(self) -> dict[CountryKind, tuple[str, ...]]:
        groups: dict[CountryKind, list[str]] = {}
        for name, kind in country_kinds():
            groups.setdefault(kind, []).append(name)
        return {kind: tuple(names) for kind, names in groups.items()}

    @cached_property
    def _lands(self) -> dict[str, tuple[str, ...]]:
        """Countries with towns by preposition; all under the empty one."""
        lands: dict[str, list[str]] = {"": []}
        for name, kind in country_kinds():
            if self._atlas.country_code(name) in self._foreign_by_country:
                lands.setdefault(kind.preposition, []).append(name)
                lands[""].append(name)
        return {preposition: tuple(names) for preposition, names in lands.items()}
