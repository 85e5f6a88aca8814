"""Readers of the bundled files, one function a file."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from palimpseste.places._records import Area, Commune, CommuneType, Coordinates, Country, WorldCity

__all__ = [
    "read_ambiguous",
    "read_areas",
    "read_codes_abroad",
    "read_communes",
    "read_countries",
    "read_locations",
    "read_points_abroad",
    "read_shores",
    "read_world_cities",
]

_FOLDER = Path(__file__).parent.parent / "data" / "places"


def read_communes() -> tuple[Commune, ...]:
    """Every line of the commune table: current communes, arrondissements, then former communes."""
    text = gzip.decompress((_FOLDER / "communes.csv.gz").read_bytes()).decode("utf-8")
    rows = csv.reader(text.splitlines())
    next(rows)
    return tuple(
        Commune(
            insee,
            name,
            tuple(zips.split()),
            department,
            region,
            int(population or 0),
            float(latitude),
            float(longitude),
            cast(Coordinates, coordinates),
            cast(CommuneType, kind),
            parent,
        )
        for insee, name, zips, department, region, population, latitude, longitude, coordinates, kind, parent in rows
    )


def read_areas(kind: str) -> tuple[Area, ...]:
    """Departments or regions, by `kind`."""
    rows = (line.split("\t") for line in _lines("regions.tsv"))
    return tuple(Area(code, name, region) for row_kind, code, name, region in rows if row_kind == kind)


def read_world_cities() -> tuple[WorldCity, ...]:
    """Towns outside France."""
    rows = (line.split("\t") for line in _lines("world_cities.tsv"))
    return tuple(WorldCity(row[0], row[1], int(row[2]), _writings(row[3:])) for row in rows)


def read_countries() -> tuple[Country, ...]:
    """Countries and territories of the world."""
    rows = (line.split("\t") for line in _lines("countries.tsv"))
    return tuple(Country(row[0], row[1], _writings(row[2:])) for row in rows)


def read_locations() -> tuple[str, ...]:
    """Islands, natural regions, ranges, quarters, parts of the world."""
    return tuple(_lines("locations.txt"))


def read_shores() -> dict[str, frozenset[str]]:
    """INSEE codes of places on the sea and near a land border, under `sea` and `border`."""
    shores: dict[str, set[str]] = {}
    for kind, codes in (line.split("\t") for line in _lines("shores.tsv")):
        shores.setdefault(kind, set()).update(codes.split())
    return {kind: frozenset(codes) for kind, codes in shores.items()}


def read_ambiguous() -> tuple[str, ...]:
    """Place names which are also ordinary words, given names, family names or eponyms."""
    return tuple(_lines("ambiguous.txt"))


def _writings(cells: list[str]) -> tuple[str, ...]:
    return tuple(cells[0].split(" | ")) if cells and cells[0] else ()


def read_codes_abroad() -> Iterator[tuple[str, str, str, int]]:
    """Country, postal code, name and population of towns of the neighbours; 0 where the foreign towns tell it."""
    for line in _lines("codes_abroad.tsv"):
        country, code, town, *more = line.split("\t")
        yield country, code, town, int(more[0]) if more else 0


def read_points_abroad() -> Iterator[tuple[str, str, float, float, int]]:
    """Country, name, latitude, longitude and population of foreign towns near France."""
    for line in _lines("points_abroad.tsv"):
        country, town, latitude, longitude, population = line.split("\t")
        yield country, town, float(latitude), float(longitude), int(population)


def _lines(name: str) -> Iterator[str]:
    for line in (_FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line
