"""The place table arranged for drawing: towns by grammar and size, foreign ones by country, countries by grammar."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, lru_cache

from palimpseste.folding import fold
from palimpseste.places import Area, Commune, PlaceTable, WorldCity
from palimpseste.places import canonical_name as _canonical_name
from palimpseste.writings import lists

__all__ = ["Atlas", "atlas_of", "canonical_name", "grammar_of"]

# Towns within this many ranks of size on either side may stand for one another.
_RANKS = 60
_UNKNOWN_POPULATION = 5_000
# From this size a town is also called by the head of its name: « Bourgoin ».
_CALLED_BY_HEAD = 2_000
_VOWELS = frozenset("aeiouyh")

# The same few towns come back in every note.
canonical_name = lru_cache(maxsize=16_384)(_canonical_name)


class Atlas:
    """A place table and its indexes, each made on first use.

    Parameters
    ----------
    table : PlaceTable
        Where places come from.
    """

    def __init__(self, table: PlaceTable) -> None:
        self.table = table

    def commune_named(self, name: str, zip_code: str = "") -> Commune | None:
        """Return the commune of that name, the one the postal code serves where there are several, else the largest.

        The code of a department serves as well. A town may be called by the head of its name: « Bourgoin ».
        """
        return self._commune_named(name, zip_code)

    @lru_cache(maxsize=4096)  # noqa: B019 # an atlas lives as long as the process
    def _commune_named(self, name: str, zip_code: str) -> Commune | None:
        found = self.table.named(name)
        if zip_code and found:
            served = {commune.insee for commune in self.table.by_zip(zip_code)}
            found = (
                tuple(c for c in found if c.insee in served or c.department == zip_code)
                or tuple(c for c in found if any(own[:2] == zip_code[:2] for own in c.zips))
                or found
            )
        if found:
            return self.whole(found[0])
        return self._by_head.get(canonical_name(name))

    def whole(self, commune: Commune) -> Commune:
        """Return the commune an arrondissement or a former commune belongs to, itself otherwise."""
        return (self.table.by_insee(commune.parent) if commune.parent else None) or commune

    def like(self, commune: Commune | None, grammar: str) -> Sequence[Commune]:
        """Return the communes of that grammar near a commune in size; near a small town where it is unknown."""
        communes, populations = self._by_grammar[grammar]
        population = (commune.population if commune else 0) or _UNKNOWN_POPULATION
        rank = bisect_left(populations, population)
        lowest = max(0, min(rank - _RANKS, len(communes) - 2 * _RANKS))
        return communes[lowest : lowest + 2 * _RANKS]

    def arrondissements_of(self, commune: Commune) -> tuple[Commune, ...]:
        """Return the arrondissements of a commune, by number; empty but for Paris, Lyon and Marseille."""
        return self._arrondissements.get(commune.insee, ())

    @property
    def divided(self) -> tuple[Commune, ...]:
        """Communes that have arrondissements."""
        communes = (self.table.by_insee(insee) for insee in sorted(self._arrondissements))
        return tuple(commune for commune in communes if commune is not None)

    def foreign_named(self, name: str) -> WorldCity | None:
        """Return the largest foreign town of that name, in any of its writings."""
        return self._foreign.get(canonical_name(name))

    def foreign_of(self, country: str) -> Sequence[WorldCity]:
        """Return the towns of a country, by size; of the world where it has few."""
        cities = self._foreign_by_country.get(country, ())
        return cities if len(cities) >= 4 else self.table.world_cities

    def foreign_like(self, city: WorldCity) -> Sequence[WorldCity]:
        """Return towns of the same country near a foreign town in size; of the world where its country has few."""
        cities = self.foreign_of(city.country)
        rank = next((i for i, other in enumerate(cities) if other == city), 0)
        lowest = max(0, min(rank - _RANKS // 2, len(cities) - _RANKS))
        return cities[lowest : lowest + _RANKS]

    def area_named(self, name: str) -> tuple[str, Area] | None:
        """Return ``department`` or ``region`` and the area of that name or department code."""
        return self._areas.get(fold(name))

    def countries_like(self, name: str) -> Sequence[str]:
        """Return countries that take the same preposition in the same part of the world; empty for other names."""
        group = self._country_groups.get(self._country_names.get(fold(name), fold(name)))
        return self._countries.get(group, ()) if group else ()

    def countries_with_preposition_of(self, name: str) -> Sequence[str]:
        """Return countries that take the same preposition; all that may be drawn, for a name without one."""
        group = self._country_groups.get(self._country_names.get(fold(name), fold(name)))
        return self._by_preposition[group.rpartition("/")[2]] if group else self.drawable_countries

    def is_country(self, name: str) -> bool:
        """Tell whether it is the name of a country in any of its writings."""
        return fold(name) in self._country_names or fold(name) in self._country_groups

    @cached_property
    def drawable_countries(self) -> tuple[str, ...]:
        """Names of all countries that may be drawn."""
        return tuple(name for names in self._countries.values() for name in names)

    @cached_property
    def _by_grammar(self) -> dict[str, tuple[list[Commune], list[int]]]:
        groups: dict[str, list[Commune]] = {"le": [], "les": [], "vowel": [], "consonant": []}
        for commune in self.table.communes:
            # Overseas towns are few and known: drawn for others, they would betray themselves by the rest of the note.
            if commune.zips and commune.population and len(commune.department) == 2:
                groups[grammar_of(commune.name)].append(commune)
        found = {}
        for grammar, communes in groups.items():
            communes.sort(key=lambda commune: (commune.population, commune.insee))
            found[grammar] = (communes, [commune.population for commune in communes])
        return found

    @cached_property
    def _by_head(self) -> dict[str, Commune]:
        heads: dict[str, Commune] = {}
        towns = [commune for commune in self.table.communes if commune.population >= _CALLED_BY_HEAD]
        for commune in sorted(towns, key=lambda commune: (-commune.population, commune.insee)):
            head = canonical_name(commune.name.split("-")[0])
            if len(head) > 3 and head not in ("saint", "sainte", "notre", "val", "mont"):
                heads.setdefault(head, commune)
        return heads

    @cached_property
    def _arrondissements(self) -> dict[str, tuple[Commune, ...]]:
        groups: dict[str, list[Commune]] = {}
        for part in sorted(self.table.arrondissements, key=lambda part: part.insee):
            groups.setdefault(part.parent, []).append(part)
        return {insee: tuple(parts) for insee, parts in groups.items()}

    @cached_property
    def _foreign(self) -> dict[str, WorldCity]:
        found: dict[str, WorldCity] = {}
        for city in sorted(self.table.world_cities, key=lambda city: (city.population, city.name)):
            for writing in (city.name, *city.writings):
                found[canonical_name(writing)] = city
        return found

    @cached_property
    def _foreign_by_country(self) -> dict[str, tuple[WorldCity, ...]]:
        groups: dict[str, list[WorldCity]] = {}
        for city in sorted(self.table.world_cities, key=lambda city: (city.population, city.name)):
            groups.setdefault(city.country, []).append(city)
        return {country: tuple(cities) for country, cities in groups.items()}

    @cached_property
    def _areas(self) -> dict[str, tuple[str, Area]]:
        areas = {fold(area.name): ("region", area) for area in self.table.regions}
        for area in self.table.departments:
            areas[fold(area.name)] = areas[area.code.lower()] = ("department", area)
        return areas

    @cached_property
    def _country_rows(self) -> list[list[str]]:
        return [line.split("\t") for line in lists.entries("countries.tsv")]

    @cached_property
    def _country_groups(self) -> dict[str, str]:
        return {fold(name): f"{group}/{preposition}" for name, preposition, group in self._country_rows}

    @cached_property
    def _countries(self) -> dict[str, tuple[str, ...]]:
        groups: dict[str, list[str]] = {}
        for name, preposition, group in self._country_rows:
            groups.setdefault(f"{group}/{preposition}", []).append(name)
        return {group: tuple(names) for group, names in groups.items()}

    @cached_property
    def _by_preposition(self) -> dict[str, tuple[str, ...]]:
        prepositions: dict[str, list[str]] = {}
        for name, preposition, _ in self._country_rows:
            prepositions.setdefault(preposition, []).append(name)
        return {preposition: tuple(names) for preposition, names in prepositions.items()}

    @cached_property
    def _country_names(self) -> dict[str, str]:
        return {fold(writing): fold(c.name) for c in self.table.countries for writing in (c.name, *c.writings)}


@lru_cache(maxsize=4)
def atlas_of(table: PlaceTable) -> Atlas:
    """Return the atlas of a place table, made once."""
    return Atlas(table)


def grammar_of(name: str) -> str:
    """Return what the words before a town depend on: ``le`` and ``les`` contract, a ``vowel`` elides; ``consonant``."""
    folded = fold(name)
    if folded.startswith("le "):
        return "le"
    if folded.startswith("les "):
        return "les"
    return "vowel" if folded[:1] in _VOWELS and not folded.startswith("l'") else "consonant"
