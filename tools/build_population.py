"""Build the counts of people of `palimpseste.population` from open counts of INSEE.

Run from the root of the repository:

    python tools/build_population.py ../shared/lists/communes.csv

Reads a table of communes with inhabitants (2021), inhabitants from 15 to 64 (2021) and births (2022), Licence Ouverte
2.0. Writes `src/palimpseste/data/population/towns.csv.gz`: code, people under 15, from 15 to 64, from 65 on. Who is not
from 15 to 64 is parted by the births: fifteen years of them, drawn towards the share of the country where a commune is
small. The same table gives the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
from pathlib import Path

_TARGET = Path(__file__).parent.parent / "src" / "palimpseste" / "data" / "population" / "towns.csv.gz"
_CHILD_YEARS = 15
# As many people as count for the country where the births of a commune are few.
_PEOPLE_OF_PRIOR = 200
_LEAST, _MOST = 0.1, 0.9


def main() -> None:
    """Build the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("communes", type=Path)
    with parser.parse_args().communes.open(encoding="utf-8", newline="") as stream:
        towns = {
            row["insee_com"]: counts
            for row in csv.DictReader(stream)
            if row["commune_type"] == "COM" and (counts := _counts(row)) is not None
        }
    rest = sum(people - adults for people, adults, _ in towns.values())
    usual = _CHILD_YEARS * sum(births for *_, births in towns.values()) / rest
    stream = io.StringIO()
    out = csv.writer(stream, lineterminator="\n")
    out.writerow(["insee", "under_15", "from_15_to_64", "from_65"])
    for code, (people, adults, births) in sorted(towns.items()):
        others = people - adults
        share = (_CHILD_YEARS * births + _PEOPLE_OF_PRIOR * usual) / (others + _PEOPLE_OF_PRIOR)
        children = round(others * min(_MOST, max(_LEAST, share)))
        out.writerow([code, children, adults, others - children])
    _TARGET.write_bytes(gzip.compress(stream.getvalue().encode(), mtime=0))


def _counts(row: dict[str, str]) -> tuple[int, int, int] | None:
    try:
        people, adults, births = (
            round(float(row[name])) for name in ("population_2021", "pop_15_64_totale_2021", "naissances_2022")
        )
    except ValueError:
        return None
    return people, min(people, adults), births


if __name__ == "__main__":
    main()
