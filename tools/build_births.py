"""Count the births under the names that may be drawn, from open counts of INSEE.

Run from the root of the repository:

    python tools/build_births.py ../shared/lists

Reads `lastnames.tsv` (births by family name from 1941 to 2000) and `firstnames.tsv` (births by given name and sex from
1900 to 2022, with the mean year), Licence Ouverte 2.0, and the names of `src/palimpseste/data/names`. Writes beside
these `family_births.tsv.gz` and `given_births.tsv.gz`: the births under each name that both hold, as it is
written when drawn; and `compound_births.tsv.gz`: those under each double given name whose halves are both of the list.
The same files give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from palimpseste.folding import fold_name
from palimpseste.surrogates.values import drawable
from palimpseste.writings import lists

_GIVEN_HEADER = "name\tmale\tfemale\tmean_year"
_SHORTEST_HALF = 3
_NAMES = Path(__file__).parent.parent / "src" / "palimpseste" / "data" / "names"


def main() -> None:
    """Build the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", type=Path)
    folder = parser.parse_args().lists
    _write("family_births.tsv.gz", "name\tbirths", _family(folder / "lastnames.tsv"))
    _write("given_births.tsv.gz", _GIVEN_HEADER, _given(folder / "firstnames.tsv"))
    _write("compound_births.tsv.gz", _GIVEN_HEADER, _compound(folder / "firstnames.tsv"))


def _family(path: Path) -> Iterator[str]:
    births: Counter[str] = Counter()
    for row in _rows(path):
        births[fold_name(row["name"])] += int(row["births_1941_2000"])
    for name in sorted(drawable.every_family_name()):
        if births[fold_name(name)]:
            yield f"{name}\t{births[fold_name(name)]}"


def _given(path: Path) -> Iterator[str]:
    counts = _births(path)
    for name in sorted(drawable.every_given_name("x")):
        if fold_name(name) in counts:
            yield _line(name, counts[fold_name(name)])


def _compound(path: Path) -> Iterator[str]:
    every = [(drawable.as_written_here(name), people) for name, _, people in lists.given_names()]
    writings = {fold_name(name): name for name, _ in every}
    writings.update((fold_name(name), name) for name, people in every if people == "french")
    counts = _births(path)
    compounds = sorted({fold_name(row["name"]) for row in _rows(path) if row["name"].count("-") == 1})
    for compound in compounds:
        halves = compound.split()
        if all(len(half) >= _SHORTEST_HALF and half in writings for half in halves):
            yield _line("-".join(writings[half] for half in halves), counts[compound])


def _births(path: Path) -> dict[str, tuple[int, int, int]]:
    """Return boys, girls and the sum of the years of birth of both, by folded given name."""
    counts: dict[str, tuple[int, int, int]] = {}
    for row in _rows(path):
        name, male, female = fold_name(row["name"]), int(row["male"]), int(row["female"])
        years = (male + female) * round(float(row["mean_birth_year"]))
        before = counts.get(name, (0, 0, 0))
        counts[name] = (before[0] + male, before[1] + female, before[2] + years)
    return counts


def _line(name: str, counted: tuple[int, int, int]) -> str:
    male, female, years = counted
    return f"{name}\t{male}\t{female}\t{years // (male + female)}"


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)


def _write(name: str, header: str, lines: Iterator[str]) -> None:
    text = "".join(f"{line}\n" for line in (header, *lines))
    (_NAMES / name).write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
