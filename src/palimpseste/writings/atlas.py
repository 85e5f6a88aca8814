"""The place table by the writings of its names: communes, foreign towns, areas and countries."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from palimpseste.folding import fold, fold_name
from palimpseste.places import Area, Commune, PlaceTable, WorldCity
from palimpseste.places import canonical_name as _canonical_name
from palimpseste.remembered import remembered
from palimpseste.writings import lists

__all__ = [
    "Atlas",
    "CountryKind",
    "atlas_of",
    "canonical_name",
    "country_kinds",
    "grammar_of",
    "grammar_written",
    "head_of",
]

# From this size a town is also called by the head of its name: « Bourgoin ».
_CALLED_BY_HEAD = 2_000
# A town so many times as large is meant by the head of its name though another has that name whole.
_FAR_LARGER = 12
_VOWELS = frozenset("aeiouyh")

# All names of a department or a size are asked for beside a town.
_MOST_REMEMBERED = 1 << 16
canonical_name = remembered(_canonical_name)
# Of which the list of places has another writing or none: « CHU Dijon Bourgogne ».
_REGIONS_OF_OLD = ("Bourgogne", "Champagne-Ardenne", "Pays de Loire")


class CountryKind(NamedTuple):
    """What is alike in countries whose names stand in like sentences.

    Parameters
    ----------
    part : str
        The part of the world.
    preposition : str
        The word before the name of one who is there: « en », « au », « aux », « à ».
    """

    part: str
    preposition: str


class Atlas:
    """A place table by the writings of its names, each index made on first use.

    Parameters
    ----------
    table : PlaceTable
        Where places come from.
    """

    def __init__(self, table: PlaceTable) -> None:
        self.table = table

    @remembered
    def commune_named(self, name: str, zip_code: str = "") -> Commune | None:
        """Return the commune of that name, the one the postal code serves where there are several, else the largest.

        The code of a department serves as well; « Magny » is the Magny-en-Vexin that a code serves. A town may be
        called by the head of its name: « Bourgoin », and « Clermont » without a code is the one of a dozen times as
        many people.
        """
        found = self.table.named(name)
        if zip_code and found:
            served = {commune.insee for commune in self.table.by_zip(zip_code)}
            begun = self._begun(name, zip_code) if served.isdisjoint(commune.insee for commune in found) else None
            if begun is not None:
                return begun
            found = (
                tuple(c for c in found if c.insee in served or c.department == zip_code)
                or tuple(c for c in found if any(own[:2] == zip_code[:2] for own in c.zips))
                or found
            )
        called = self._by_head.get(canonical_name(name))
        if not found or (called and not zip_code and called.population > _FAR_LARGER * found[0].population):
            return called
        return self.whole(found[0])

    def _begun(self, name: str, zip_code: str) -> Commune | None:
        """Return the only commune that a postal code serves whose name begins with another."""
        start = f"{canonical_name(name)} "
        begun = [each for each in self.table.by_zip(zip_code) if canonical_name(each.name).startswith(start)]
        return self.whole(begun[0]) if len(begun) == 1 else None

    def whole(self, commune: Commune) -> Commune:
        """Return the commune an arrondissement or a former commune belongs to, itself otherwise."""
        return (self.table.by_insee(commune.parent) if commune.parent else None) or commune

    def arrondissements_of(self, commune: Commune) -> tuple[Commune, ...]:
        """Return the arrondissements of a commune, by number; empty but for Paris, Lyon and Marseille."""
        return self._arrondissements.get(commune.insee, ())

    def foreign_named(self, name: str) -> WorldCity | None:
        """Return the largest foreign town of that name, in any of its writings."""
        return self._foreign.get(canonical_name(name))

    def foreign_in(self, name: str, country: str) -> WorldCity | None:
        """Return the largest town of that name, in any of its writings, in a country given by its ISO code."""
        return self._foreign_by_country.get((country, canonical_name(name)))

    def country_named(self, code: str) -> str:
        """Return the name of a country given by its ISO code; empty for what is none."""
        return self._names_of_countries.get(code, "")

    def country_code(self, name: str) -> str:
        """Return the ISO code of a country by any of its writings; empty for names of other kinds."""
        return self._country_codes.get(fold(name), "")

    def area_named(self, name: str) -> tuple[str, Area] | None:
        """Return ``department`` or ``region`` and the area of that name or department code."""
        return self._areas.get(fold(name))

    def area_called(self, name: str) -> tuple[str, Area] | None:
        """Return ``department`` or ``region`` and the area of a name that may lack its article: « (Réunion) »."""
        own = fold(name)
        return self._areas.get(own) or self._areas.get(f"la {own}")

    def is_land_of_old(self, name: str) -> bool:
        """Tell whether a name is that of a land that is no department, region or town of today: « Picardie »."""
        return fold_name(name) in self._lands_of_old

    def country_kind(self, name: str) -> CountryKind | None:
        """Return what the words before a country depend on, and where it lies; None for names of other kinds."""
        own = fold(name)
        return self._country_kinds.get(own) or self._country_kinds.get(self._country_names.get(own, ""))

    def is_country(self, name: str) -> bool:
        """Tell whether it is the name of a country in any of its writings."""
        return fold(name) in self._country_names or fold(name) in self._country_kinds

    @cached_property
    def _by_head(self) -> dict[str, Commune]:
        heads: dict[str, Commune] = {}
        towns = [commune for commune in self.table.communes if commune.population >= _CALLED_BY_HEAD]
        for commune in sorted(towns, key=lambda commune: (-commune.population, commune.insee)):
            head = head_of(commune)
            if head:
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
    def _foreign_by_country(self) -> dict[tuple[str, str], WorldCity]:
        found: dict[tuple[str, str], WorldCity] = {}
        for city in sorted(self.table.world_cities, key=lambda city: (city.population, city.name)):
            for writing in (city.name, *city.writings):
                found[city.country, canonical_name(writing)] = city
        return found

    @cached_property
    def _areas(self) -> dict[str, tuple[str, Area]]:
        areas = {fold(area.name): ("region", area) for area in self.table.regions}
        for area in self.table.departments:
            areas[fold(area.name)] = areas[area.code.lower()] = ("department", area)
        return areas

    @cached_property
    def _lands_of_old(self) -> frozenset[str]:
        return frozenset(map(fold_name, (*self.table.locations, *_REGIONS_OF_OLD)))

    @cached_property
    def _country_kinds(self) -> dict[str, CountryKind]:
        return {fold(name): kind for name, kind in country_kinds()}

    @cached_property
    def _country_codes(self) -> dict[str, str]:
        return {fold(writing): c.code for c in self.table.countries for writing in (c.name, *c.writings)}

    @cached_property
    def _names_of_countries(self) -> dict[str, str]:
        return {country.code: country.name for country in self.table.countries}

    @cached_property
    def _country_names(self) -> dict[str, str]:
        return {fold(writing): fold(c.name) for c in self.table.countries for writing in (c.name, *c.writings)}


@cache
def country_kinds() -> tuple[tuple[str, CountryKind], ...]:
    """Return the countries of the list, each with its kind."""
    rows = (line.split("\t") for line in lists.entries("countries.tsv"))
    return tuple((name, CountryKind(part, preposition)) for name, preposition, part in rows)


@lru_cache(maxsize=4)
def atlas_of(table: PlaceTable) -> Atlas:
    """Return the atlas of a place table, made once."""
    return Atlas(table)


def head_of(commune: Commune) -> str:
    """Return the canonical name of the head by which a commune is called too; empty where it tells nothing.

    « Bourgoin » of Bourgoin-Jallieu, « Saint-Dié » of Saint-Dié-des-Vosges.
    """
    first, *rest = commune.name.split("-")
    if first in ("Saint", "Sainte") and len(rest) > 1:
        first = f"{first}-{rest[0]}"
    head = canonical_name(first)
    # « Le Puy » tells more than « Puy ».
    return head if len(first) > 3 and head not in ("saint", "sainte", "notre", "val", "mont") else ""


@lru_cache(_MOST_REMEMBERED)
def grammar_of(name: str) -> str:
    """Return what the words before a town of the table depend on, kept for the process; see :func:`grammar_written`."""
    return grammar_written(name)


def grammar_written(name: str) -> str:
    """Return what the words before a town depend on: ``le`` and ``les`` contract, a ``vowel`` elides; ``consonant``."""
    folded = fold(name)
    if folded.startswith("le "):
        return "le"
    if folded.startswith("les "):
        return "les"
    return "vowel" if folded[:1] in _VOWELS and not folded.startswith("l'") else "consonant"
