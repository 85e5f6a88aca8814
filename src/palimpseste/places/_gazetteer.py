"""Every place name a text may hold, under the writings a detector looks up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from palimpseste.places._names import canonical_name, short_form, writings_of
from palimpseste.places._records import Commune

__all__ = [
    "GazetteerEntry",
    "PlaceName",
    "area_name",
    "city_name",
    "country_name",
    "location_name",
    "make_gazetteer",
    "place_names_of",
]

# Below this a town is seldom called by the head of its name outside its canton.
SHORT_FORM_POPULATION = 20_000
# A region or department of the same name is what people mean, unless the town is larger than this: Paris.
PROMINENCE_OF_AREAS = 20_000
# Luxembourg, Djibouti, Singapour: the guidelines take the country.
PROMINENCE_OF_COUNTRIES = 100_000_000
# `Eu`, `Us`, `Y`: two letters are an abbreviation before they are a town.
SHORTEST_UNAMBIGUOUS = 3

PlaceLabel = Literal["CITY", "LOCATION"]


@dataclass(frozen=True, slots=True)
class GazetteerEntry:
    """What a folded name may stand for.

    Attributes
    ----------
    label : {"CITY", "LOCATION"}
        What the name stands for first: a municipality, unless a country, region or department of the same name is
        better known.
    population : int
        Inhabitants of the largest place of that name; 0 where unknown.
    common : bool
        Whether the name is also an ordinary word, a given name, a family name or an eponym: context must decide.
    """

    label: PlaceLabel
    population: int
    common: bool


@dataclass(frozen=True, slots=True)
class PlaceName:
    """One name to enter in the gazetteer.

    Parameters
    ----------
    name : str
        As it is usually written.
    label : {"CITY", "LOCATION"}
        What a span of it bears.
    population : int
        Inhabitants; 0 where unknown.
    prominence : int
        Of two places of one name the more prominent gives the label.
    """

    name: str
    label: PlaceLabel
    population: int
    prominence: int


def make_gazetteer(names: Iterable[PlaceName], ambiguous: Iterable[str]) -> Mapping[str, GazetteerEntry]:
    """Entries by folded writing, words joined by one space; a city wins over a location as prominent as itself."""
    guarded = frozenset(canonical_name(name) for name in ambiguous)
    entries: dict[str, GazetteerEntry] = {}
    for place in sorted(names, key=lambda place: (place.prominence, place.label == "CITY")):
        for writing in writings_of(place.name):
            before = entries.get(writing)
            population = max(place.population, before.population if before is not None else 0)
            common = len(writing) < SHORTEST_UNAMBIGUOUS or canonical_name(writing) in guarded
            entries[writing] = GazetteerEntry(place.label, population, common)
    return entries


def place_names_of(commune: Commune) -> Iterable[PlaceName]:
    """Names of a commune: the official one and, for a town, the short one people say."""
    yield city_name(commune.name, commune.population)
    short = short_form(commune.name) if commune.population >= SHORT_FORM_POPULATION else None
    if short is not None:
        yield city_name(short, commune.population)


def city_name(name: str, population: int) -> PlaceName:
    """Name of a town, as prominent as it is populous."""
    return PlaceName(name, "CITY", population, population)


def area_name(name: str) -> PlaceName:
    """Name of a region or department, or a lesser-known one of a country."""
    return PlaceName(name, "LOCATION", 0, PROMINENCE_OF_AREAS)


def country_name(name: str) -> PlaceName:
    """Usual name of a country."""
    return PlaceName(name, "LOCATION", 0, PROMINENCE_OF_COUNTRIES)


def location_name(name: str) -> PlaceName:
    """Name of any other place."""
    return PlaceName(name, "LOCATION", 0, 0)
