"""Measure how far apart towns of a note come out that lie near one another, and how often two become one.

    python tools/town_pairs.py                            # under dp
    python tools/town_pairs.py --policy plausible --every 5
    python tools/town_pairs.py --around-km 0              # each may become any town of the zone

Over the training and development notes of `corpus/notes`, gold spans, one key: the towns of metropolitan France that
the spans of a note tell of, and what stands for them. A minute for all notes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import median

from palimpseste.corpus.notes import read_notes
from palimpseste.corpus.splits import read_splits
from palimpseste.document import Document
from palimpseste.places import Commune, PlaceTable, is_on_mainland, squared_distance
from palimpseste.rendering.tables import markdown_table, share
from palimpseste.surrogates import MasterKey, Policy
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.places.plausible import PlausibleTowns
from palimpseste.surrogates.places.released import ReleasedTowns
from palimpseste.surrogates.places.source import PlaceSource
from palimpseste.surrogates.policy.strategies import strategy_of_towns
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.steady import SteadyTownsRead

CORPUS = Path(__file__).parents[1] / "corpus"
KEY = MasterKey(bytes([7] * 32)).cohort("x")
NEAR_KM, FAR_KM = 60, 100
BESIDE_KM, APART_KM = 10, 20
# Two communes' distance is told in hundreds of metres.
UNITS_PER_KM = 10

Moved = tuple[Commune, Commune]


def moved_towns(document: Document, policy: Policy) -> Sequence[Moved]:
    """Return the distinct towns of metropolitan France that a note tells of, each with what stands for it."""
    strategy, atlas = strategy_of_towns(policy.strategies), atlas_of(PlaceTable.bundled())
    released = strategy != "plausible"
    setting = Setting.of(
        document, document.entities, KEY, policy.options, policy.privacy, policy.places, towns_released=released
    )
    read: TownsRead
    source: PlaceSource
    if released:
        read = steady = SteadyTownsRead(setting, atlas, is_alone=not setting.is_of_patient)
        in_order = () if setting.is_of_patient else steady.told_by_all(range(len(setting.spans)))
        source = ReleasedTowns(setting, atlas, strategy, Budget(setting.privacy, tuple), steady.home, in_order)
    else:
        read = TownsRead(setting, atlas, is_alone=not setting.is_of_patient)
        source = PlausibleTowns(setting, read)
    told = {town.key: town for index in range(len(setting.spans)) for town in read.told_by(index)}
    return [
        (town.commune, source.commune(town))
        for town in told.values()
        if town.commune is not None and is_on_mainland(town.commune.department)
    ]


def kilometres(one: Commune, other: Commune) -> float:
    """Return how far two communes lie apart."""
    return sqrt(squared_distance(one, other)) / UNITS_PER_KM


def notes(every: int) -> Iterator[Document]:
    """Yield one training or development note in so many."""
    splits = read_splits(CORPUS / "split.tsv")
    documents = (each for path in sorted((CORPUS / "notes").glob("*.notes")) for each in read_notes(path))
    chosen = (each for each in documents if splits[each.id] in ("train", "dev"))
    return (each for number, each in enumerate(chosen) if number % every == 0)


def main() -> None:
    """Print the shares of near pairs that part, of notes in which one does, and of those in which two become one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--policy", default="dp")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--around-km", type=int)
    arguments = parser.parse_args()
    policy = Policy.named(arguments.policy)
    if arguments.around_km is not None:
        policy = replace(policy, places=replace(policy.places, around_km=arguments.around_km))
    several = [towns for towns in (moved_towns(note, policy) for note in notes(arguments.every)) if len(towns) > 1]
    pairs = [[(kilometres(a, b), kilometres(c, d)) for (a, c), (b, d) in combinations(note, 2)] for note in several]
    near = [new for note in pairs for old, new in note if old <= NEAR_KM]
    beside = [new for note in pairs for old, new in note if old <= BESIDE_KM]
    far_notes = sum(any(old <= NEAR_KM and new > FAR_KM for old, new in note) for note in pairs)
    one_notes = sum(any(new == 0 for _, new in note) for note in pairs)
    rows = [
        ["notes of two towns or more", f"{len(several):,}"],
        [f"pairs within {NEAR_KM} km", f"{len(near):,} of {sum(map(len, pairs)):,}"],
        [f"– {NEAR_KM} to {FAR_KM} km apart", share(sum(NEAR_KM < new <= FAR_KM for new in near) / len(near))],
        [f"– more than {FAR_KM} km apart", share(sum(new > FAR_KM for new in near) / len(near))],
        ["notes with such a pair", share(far_notes / len(several))],
        [f"pairs within {BESIDE_KM} km", f"{len(beside):,}"],
        [f"– more than {APART_KM} km apart", share(sum(new > APART_KM for new in beside) / len(beside))],
        ["notes in which two towns become one", share(one_notes / len(several))],
        ["a town moves, median km", f"{median(kilometres(*town) for note in several for town in note):.0f}"],
    ]
    print(markdown_table(("", policy.name), rows), end="")


if __name__ == "__main__":
    main()
