"""Measure the dates of discharge summaries of ``corpus/notes`` and write ``src/palimpseste/data/risk/``.

    python tools/measure_stays.py

Training notes alone. What is written holds counts and moments, never a date, an age or a town:

- ``contributions.tsv``: how many summaries hold so many distinct dates (births apart), births, ages that follow from no
  date of birth, and towns;
- ``gaps.tsv``: days between neighbouring dates by where they stand (oldest, second, middle, latest), and lengths of
  stay, in three classes: how many, mean and standard deviation of the logarithm;
- ``units.tsv``: how many distinct dates are written in days, months and years, by their distance from the latest date
  of the summary; a season counts as a month.

A length of stay is the gap of « du ... au ... » after a word for a stay.
"""

from __future__ import annotations

import math
import re
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.document import Document
from palimpseste.errors import PalimpsesteError
from palimpseste.folding import fold
from palimpseste.rendering.tables import markdown_table
from palimpseste.surrogates.dates.dates import Calendar
from palimpseste.surrogates.keys import MasterKey
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.setting import Setting

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "corpus"
TARGET = ROOT / "src" / "palimpseste" / "data" / "risk"
SUMMARIES = ("CRH-HOSPI", "CRH-CHIR", "CRH-PEDIA", "CRH-NEURO", "LT-SOR")
# The six events that the model of a stay names.
LEAST_DATES = 6
CLASSES = ((1, 60), (61, 730), (731, 36_525))
DISTANCES = ((0, 30), (31, 180), (181, 730), (731, 3_650), (3_651, 36_525))
UNITS = ("day", "month", "year")
TO = re.compile(r"\s*(au|jusqu'au)\s*")
STAY = re.compile(r"(hospitalis|séjour|admis|entr)[^.\n]{0,60}$", re.IGNORECASE)


@dataclass(frozen=True)
class Summary:
    """What is counted in one discharge summary."""

    days: tuple[int, ...]
    births: int
    ages: int
    towns: int
    lengths_of_stay: tuple[int, ...]
    written: tuple[tuple[int, str], ...]

    @property
    def contributions(self) -> int:
        """How many values share the budget."""
        return len(self.days) + self.births + self.ages + self.towns


def summary_of(document: Document, key: MasterKey) -> Summary:
    """Return the counts of a document."""
    setting = Setting.of(document, sorted(document.entities), key.cohort("measure"), Policy.named("plausible").options)
    calendar = Calendar(setting)
    labels = [span.label for span in setting.spans]
    labelled = defaultdict(set)
    for index, dated in calendar.dated.items():
        labelled[setting.spans[index].label].add(dated.day.toordinal())
    for index, span in enumerate(setting.spans):
        if span.label in ("AGE", "CITY"):
            labelled[span.label].add(fold(setting.values[index]))
    return Summary(
        tuple(sorted(labelled["DATE"])),
        len(labelled["BIRTHDATE"]),
        0 if calendar.knows_birth else len(labelled["AGE"]),
        len(labelled["CITY"]),
        tuple(lengths_of_stay(setting, calendar)),
        tuple(sorted({(d.day.toordinal(), d.unit) for i, d in calendar.dated.items() if labels[i] == "DATE"})),
    )


def lengths_of_stay(setting: Setting, calendar: Calendar) -> Iterator[int]:
    """Yield the days of each « du ... au ... » after a word for a stay."""
    for index in calendar.dated:
        end = calendar.dated.get(index + 1)
        if (
            end is None
            or not TO.fullmatch(setting.between(index, index + 1))
            or not STAY.search(setting.before(index, 80))
        ):
            continue
        days = (end.day - calendar.dated[index].day).days
        if days > 0:
            yield days


def gaps_by_position(summaries: Iterable[Summary]) -> dict[str, list[int]]:
    """Return the gaps between neighbouring dates by their position, and the lengths of stay."""
    found: dict[str, list[int]] = {"oldest": [], "second": [], "middle": [], "latest": [], "stay": []}
    for summary in summaries:
        gaps = [later - earlier for earlier, later in pairwise(summary.days)]
        found["oldest"].append(gaps[0])
        found["second"].append(gaps[1])
        found["middle"] += gaps[2:-1]
        found["latest"].append(gaps[-1])
        found["stay"] += summary.lengths_of_stay
    return found


def write_contributions(summaries: Iterable[Summary]) -> None:
    """Write how many summaries hold so many values of each kind."""
    counted = Counter((len(s.days), s.births, s.ages, s.towns) for s in summaries)
    lines = [
        "# Built by tools/measure_stays.py: distinct values of discharge summaries.",
        "dates\tbirths\tages\ttowns\tnotes",
    ]
    lines += ["\t".join(map(str, (*counts, notes))) for counts, notes in sorted(counted.items())]
    (TARGET / "contributions.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_gaps(gaps: dict[str, list[int]]) -> None:
    """Write the moments of the gaps of each position and class."""
    lines = [
        "# Built by tools/measure_stays.py: days between neighbouring dates of discharge summaries, and stays.",
        "position\tlowest\thighest\tgaps\tlog_mean\tlog_deviation",
    ]
    for position, days in gaps.items():
        for lowest, highest in CLASSES:
            logs = [math.log(day) for day in days if lowest <= day <= highest]
            moments = (statistics.mean(logs), statistics.stdev(logs)) if len(logs) > 1 else (math.nan, math.nan)
            lines.append(f"{position}\t{lowest}\t{highest}\t{len(logs)}\t{moments[0]:.2f}\t{moments[1]:.2f}")
    (TARGET / "gaps.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_units(summaries: Iterable[Summary]) -> None:
    """Write how many dates are written in each unit, by their days from the latest of their summary."""
    counted = Counter(
        (next(bounds for bounds in DISTANCES if max(s.days) - day <= bounds[1]), unit)
        for s in summaries
        for day, unit in s.written
    )
    lines = [
        "# Built by tools/measure_stays.py: dates of discharge summaries by distance from the latest, and their units.",
        "lowest\thighest\tdays\tmonths\tyears",
    ]
    for bounds in DISTANCES:
        lines.append("\t".join(map(str, (*bounds, *(counted[bounds, unit] for unit in UNITS)))))
    (TARGET / "units.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Measure, write, and print the quantiles."""
    documents = (doc for path in sorted((CORPUS / "notes").glob("*.notes")) for doc in read_documents(path))
    train = split_documents(documents, read_splits(CORPUS / "split.tsv"))["train"]
    key = MasterKey.generate()
    every = [summary_of(document, key) for document in train if document.type in SUMMARIES]
    kept = [summary for summary in every if len(summary.days) >= LEAST_DATES]
    TARGET.mkdir(exist_ok=True)
    write_contributions(kept)
    write_gaps(gaps_by_position(kept))
    write_units(kept)
    rows = []
    for name, values in (
        ("dates", [len(s.days) for s in kept]), ("births", [s.births for s in kept]), ("ages", [s.ages for s in kept]),
        ("towns", [s.towns for s in kept]), ("contributions", [s.contributions for s in kept]),
    ):  # fmt: skip
        tenths = statistics.quantiles(values, n=10, method="inclusive")
        rows.append((name, *(f"{value:.3g}" for value in (statistics.mean(values), tenths[0], tenths[4], tenths[8]))))
    sys.stdout.write(f"{len(kept)} of {len(every)} discharge summaries hold {LEAST_DATES} distinct dates or more\n\n")
    sys.stdout.write(markdown_table(("distinct values a summary", "mean", "10 %", "50 %", "90 %"), rows))


if __name__ == "__main__":
    try:
        main()
    except PalimpsesteError as error:
        sys.exit(str(error))
