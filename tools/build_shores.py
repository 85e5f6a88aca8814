"""Build the table of communes on the sea and near a land border, `palimpseste.places` reads it.

Run from the root of the repository:

    git clone https://github.com/gregoiredavid/france-geojson ../france-geojson  # commit 5d34ee6d0140
    python tools/build_shores.py ../france-geojson

Reads the outlines of communes in its folder `departements` (IGN, Admin Express COG 2018; Licence Ouverte). What only
one commune has of its outline is the edge of the country: a land border between two of the points below, else the sea
or a lagoon. Collectivities whose outlines are not there are islands. Writes `shores.tsv` in
`src/palimpseste/data/places`: « sea » or « border », and the INSEE codes of a department. The same outlines give the
same bytes.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from palimpseste.places import Commune, PlaceTable  # noqa: E402  the script runs from a bare checkout

TARGET = ROOT / "src" / "palimpseste" / "data" / "places" / "shores.tsv"

# Longitude and latitude, as in the outlines.
Point = tuple[float, float]
Edge = tuple[Point, Point]
Ring = Sequence[Point]

# Where a land border comes to the sea: Bray-Dunes, Menton, Monaco twice, Cerbère, Hendaye, the Maroni, the Oyapock.
ENDS_OF_BORDERS: tuple[Point, ...] = (
    (2.5463, 51.0884), (7.5292, 43.7840), (7.4110, 43.7236), (7.4391, 43.7493), (3.1736, 42.4359), (-1.7890, 43.3741),
    (-53.9462, 5.7467), (-51.6191, 4.2011),
)  # fmt: skip
# A point of each border: Geneva, Beausoleil, the Pyrenees, Llívia, Guiana.
ON_BORDERS: tuple[Point, ...] = (
    (5.9637, 46.1970), (7.4220, 43.7430), (1.0019, 42.7897), (2.0094, 42.4481), (-54.0149, 5.6409),
)  # fmt: skip
# Islands without outlines. New Caledonia has two communes that do not lie on the sea: Farino and Sarraméa.
ISLANDS = frozenset({"975", "977", "978", "986", "987", "988"})
INLAND_OF_ISLANDS = frozenset({"98806", "98828"})
# On the lagoon of Thau alone, which is inside the outlines.
ON_LAGOONS = frozenset({"34023", "34024", "34039", "34143", "34157"})
# A commune is on the sea with so much shore, and near a border if it lies on it or its middle is so near.
LEAST_SHORE_KM, NEAR_BORDER_KM = 0.3, 15.0
KM_PER_DEGREE = 111.2


def main() -> None:
    """Build the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("france_geojson", type=Path)
    parser.add_argument("--out", type=Path, default=TARGET)
    arguments = parser.parse_args()
    outlines = read_outlines(arguments.france_geojson / "departements")
    sea, border = parted(edge_of_country(outlines))
    found = {"sea": with_shore(sea) | ON_LAGOONS, "border": near_border(outlines, border)}
    places = PlaceTable.bundled()
    every = (*places.communes, *places.arrondissements, *places.former_communes)
    found["sea"] |= {one.insee for one in every if one.department in ISLANDS} - INLAND_OF_ISLANDS
    with arguments.out.open("w", encoding="utf-8", newline="\n") as stream:
        for kind, codes in found.items():
            today = of_today(codes, outlines.keys(), every)
            print(f"{kind}: {len(codes)} communes of the outlines, {len(today)} places of the table", file=sys.stderr)
            stream.writelines(f"{kind}\t{' '.join(group)}\n" for group in by_department(today))


def read_outlines(folder: Path) -> dict[str, list[Ring]]:
    """Return the rings of each commune by code."""
    outlines: dict[str, list[Ring]] = {}
    for path in sorted(folder.glob("*/communes-*.geojson")):
        for feature in json.loads(path.read_text(encoding="utf-8"))["features"]:
            shape = feature["geometry"]
            polygons = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
            rings = [[(x, y) for x, y in ring] for polygon in polygons for ring in polygon]
            outlines[feature["properties"]["code"]] = rings
    return outlines


def edge_of_country(outlines: Mapping[str, Iterable[Ring]]) -> dict[Edge, str]:
    """Return the commune of each edge that no other commune has."""
    found: dict[Edge, str] = {}
    for code, rings in outlines.items():
        for edge in itertools.chain.from_iterable(map(itertools.pairwise, rings)):
            start, end = sorted(edge)
            if found.pop((start, end), None) is None:
                found[start, end] = code
    return found


def parted(edges: Mapping[Edge, str]) -> tuple[dict[Edge, str], dict[Edge, str]]:
    """Return the edges on the sea, and those on land borders."""
    beside: dict[Point, set[Point]] = defaultdict(set)
    for start, end in edges:
        beside[start].add(end)
        beside[end].add(start)
    ends = {nearest(point, beside) for point in ENDS_OF_BORDERS}
    reached: set[Point] = set()
    waiting = [nearest(point, beside) for point in ON_BORDERS]
    while waiting:
        point = waiting.pop()
        if point not in reached:
            reached.add(point)
            waiting.extend(beside[point] - ends)
    border = {edge: code for edge, code in edges.items() if not reached.isdisjoint(edge)}
    return {edge: code for edge, code in edges.items() if edge not in border}, border


def with_shore(sea: Mapping[Edge, str]) -> set[str]:
    """Return the communes with enough shore."""
    shores: dict[str, float] = defaultdict(float)
    for (start, end), code in sea.items():
        shores[code] += kilometres(start, end)
    return {code for code, length in shores.items() if length >= LEAST_SHORE_KM}


def near_border(outlines: Mapping[str, Sequence[Ring]], border: Mapping[Edge, str]) -> set[str]:
    """Return the communes that lie on a land border or whose middle is near one."""
    ends = np.array(sorted(set(itertools.chain.from_iterable(border))))
    near = {code for code, rings in outlines.items() if distance(middle(rings[0]), ends) <= NEAR_BORDER_KM}
    return near.union(border.values())


def of_today(codes: Collection[str], known: Collection[str], places: Iterable[Commune]) -> set[str]:
    """Return the places of today that are, or hold, communes of some codes; without an outline, as what they are in."""
    own = {place.insee for place in places if place.insee in codes}
    held = {place.parent for place in places if place.insee in codes and place.parent}
    both = own | held | (set(codes) - set(known))
    return both | {place.insee for place in places if place.insee not in known and place.parent in both}


def by_department(codes: Iterable[str]) -> Iterator[list[str]]:
    """Yield the codes of each department."""
    for _, group in itertools.groupby(sorted(codes), key=lambda code: code[:2]):
        yield list(group)


def middle(ring: Ring) -> Point:
    """Return the centre of gravity of a ring."""
    (x, y) = first = np.array(ring[0])
    points: NDArray[np.float64] = np.array(ring) - first
    weights = points[:-1, 0] * points[1:, 1] - points[1:, 0] * points[:-1, 1]
    east, north = ((points[:-1] + points[1:]) * weights[:, None]).sum(axis=0) / (3 * weights.sum())
    return float(x + east), float(y + north)


def distance(point: Point, others: NDArray[np.float64]) -> float:
    """Return how far the nearest of other points is, in kilometres."""
    east, north = (others - np.array(point)).T
    return float(np.hypot(east * math.cos(math.radians(point[1])), north).min()) * KM_PER_DEGREE


def kilometres(one: Point, other: Point) -> float:
    """Return how far two points are apart."""
    return distance(one, np.array([other]))


def nearest(point: Point, others: Iterable[Point]) -> Point:
    """Return the nearest of other points."""
    return min(others, key=lambda other: math.dist(point, other))


if __name__ == "__main__":
    main()
