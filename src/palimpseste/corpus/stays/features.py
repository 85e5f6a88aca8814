"""Features of communes that some codes depend on: simulated, and written as the place table reads them.

The values are invented. They follow departments and a few towns, so that a near commune mostly has a near value, and
they are a function of the commune alone: whoever holds the file may know them, as whoever holds a public map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path

from palimpseste.corpus.stays.frames import section
from palimpseste.corpus.synthesis.chance import Chance, Weighted
from palimpseste.errors import UsageError
from palimpseste.folding import fold_name
from palimpseste.places import Commune, PlaceTable

__all__ = ["FEATURES", "commune_of_kind", "features_of", "write_features"]

# Name, unit, lowest and highest value of ordinary communes, the same of those of the kind.
FEATURES: Mapping[str, tuple[str, tuple[int, int], tuple[int, int]]] = {
    "radon": ("Bq/m3", (10, 90), (300, 900)),
    "altitude": ("m", (5, 450), (1800, 2700)),
    "air": ("µg/m3 PM2.5", (5, 11), (22, 38)),
    "shipyard": ("workers a thousand", (0, 2), (60, 240)),
    "soil": ("mg lead/kg", (10, 60), (400, 2200)),
}
_LARGEST_MOUNTAIN_TOWN = 8_000


def features_of(commune: Commune) -> dict[str, int]:
    """Return the simulated features of a commune by name."""
    found = {}
    for name, (_, plain, marked) in FEATURES.items():
        lowest, highest = marked if _is_of_kind(commune, name) else plain
        digest = blake2b(f"{name}:{commune.insee}".encode(), digest_size=8, person=b"stays.features").digest()
        found[name] = lowest + int.from_bytes(digest, "big") % (highest - lowest + 1)
    return found


def commune_of_kind(kind: str, chance: Chance) -> Commune:
    """Return a commune of a kind: the name of a feature, or ``plain`` for one of no kind.

    Raises
    ------
    UsageError
        If there is no such kind.
    """
    if kind != "plain" and kind not in FEATURES:
        raise UsageError(f"no kind of place {kind!r}; kinds: plain, {', '.join(FEATURES)}")
    return chance.weighted(_communes()[kind])


def write_features(path: Path) -> int:
    """Write the features of every commune as CSV; return how many communes were written."""
    communes = PlaceTable.bundled().communes
    lines = ["insee," + ",".join(f"simulated_{name}" for name in FEATURES)]
    lines += [",".join((commune.insee, *map(str, features_of(commune).values()))) for commune in communes]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(communes)


@cache
def _communes() -> Mapping[str, Weighted[Commune]]:
    usable = [c for c in PlaceTable.bundled().communes if c.zips and not c.name.lower().startswith(("le ", "les "))]
    groups: dict[str, Sequence[Commune]] = {
        name: [commune for commune in usable if _is_of_kind(commune, name)] for name in FEATURES
    }
    groups["plain"] = [commune for commune in usable if not any(_is_of_kind(commune, name) for name in FEATURES)]
    return {name: Weighted(found, [(c.population + 50) ** 0.5 for c in found]) for name, found in groups.items()}


def _is_of_kind(commune: Commune, name: str) -> bool:
    departments, towns = _places_of_kind(name)
    if name == "altitude" and commune.population > _LARGEST_MOUNTAIN_TOWN:
        return False
    return commune.department in departments or (fold_name(commune.name), commune.department) in towns


@cache
def _places_of_kind(name: str) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """Return the departments, and the towns with their department, of ``places.txt``."""
    departments: set[str] = set()
    towns: set[tuple[str, str]] = set()
    for line in section("places.txt", name):
        town, tab, department = line.partition("\t")
        if tab:
            towns.add((fold_name(town), department))
        else:
            departments |= set(line.split())
    return frozenset(departments), frozenset(towns)
