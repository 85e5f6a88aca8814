"""What the place table says of the places that are written: the lands with a town of a name, the towns with a seat."""

from __future__ import annotations

from palimpseste.places import PlaceTable
from palimpseste.places.codes_abroad import towns_of
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of, canonical_name

TABLE = PlaceTable.bundled()
ATLAS = atlas_of(TABLE)


def lands_of(town: str) -> set[str]:
    """Return the ISO codes of the countries with a town of that name."""
    own = canonical_name(town)
    rows = (line.split("\t") for line in lists.entries_abroad("towns.tsv"))
    listed = {country for country, towns in rows if own in map(canonical_name, towns.split("|"))}
    coded = {"LU"} & {city.country for city in towns_of("LU") if canonical_name(city.name) == own}
    return listed | coded | {country for country, name in ATLAS._foreign_by_country if name == own}


def seats(kind: str) -> set[str]:
    if kind == "sea":
        return {town.name for town in TABLE.communes if town.insee in TABLE.on_sea}
    return {seat.name for seat in choices_of(ATLAS)._seats(kind)}
