"""Measure how often the watch raises a false alarm, and show it two changes of a site.

Days are drawn with replacement from the development notes, de-identified by record and rules. On most days nothing
changes; then, on one, a new letterhead stands on every note, and on another the rules for telephones are gone.

    python tools/measure_watch.py [--days 1000] [--notes 60] [--figures docs/figures]
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits
from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.rules import detector as rules_module
from palimpseste.document import Document, Prediction
from palimpseste.engines.run.tally import Tally
from palimpseste.watch import Comparison, Limits, RunRecord, compare, record_of, window_of
from palimpseste.watch.figure import figure_of, named

CORPUS = Path(__file__).parent.parent / "corpus"
LETTERHEAD = """GROUPE HOSPITALIER DU VAL DE LOUE
Service de médecine polyvalente
12 rue des Tanneurs - 25290 ORNANS
Tél. 03 53 01 22 40 - secretariat.medecine@ghvl.example
Chef de service : Pr Anne ROUSSEL
Dr Hélène MARTINET - Dr Yves COLLARD

"""


def development_notes() -> list[Document]:
    """Return the notes days are drawn from."""
    splits = read_splits(CORPUS / "split.tsv")
    paths = sorted((CORPUS / "notes").glob("*.notes"))
    return [note for path in paths for note in read_documents(path) if splits[note.id] == "dev"]


def detected(notes: Iterable[Document]) -> list[Prediction]:
    """Return notes with what record and rules find in them; the texts stay, since only counts are wanted."""
    detect = Deidentifier.default(policy="mask", detectors=("record", "rules")).detect
    return [Prediction(note, detect(note)) for note in notes]


def under_a_new_letterhead(notes: Iterable[Document]) -> list[Document]:
    """Return the notes as the site prints them from tomorrow."""
    return [replace(note, text=LETTERHEAD + note.text, entities=()) for note in notes]


def detected_without_telephone_rules(notes: Iterable[Document]) -> list[Prediction]:
    """Return notes with what is found once the rules for telephones are taken out."""
    kept = rules_module.phones.RULES
    rules_module.phones.RULES = ()
    try:
        return detected(notes)
    finally:
        rules_module.phones.RULES = kept


def day_of(notes: Sequence[Prediction], number: int, size: int, seed: int = 0) -> RunRecord:
    """Return the record of a run over as many notes, drawn with replacement; the same for the same arguments."""
    tally = Tally()
    for note in random.Random(f"{seed}/{number}").choices(notes, k=size):
        tally.count(note)
    return replace(record_of(tally, {"policy": "mask"}, ""), run=f"{seed}/{number}", number=number)


def compared(days: Sequence[RunRecord], day: RunRecord, reference: int = 20) -> Comparison:
    """Return a day compared with those before it."""
    return compare(window_of(days, day, reference, least_tokens=20_000), Limits())


def false_alarms(days: Sequence[RunRecord], reference: int = 20) -> tuple[int, int]:
    """Return how many of the days that have a whole reference are said to have moved, and how many have one."""
    judged = [compared(days[:index], days[index], reference) for index in range(reference, len(days))]
    return sum(comparison.has_moved for comparison in judged), len(judged)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--days", type=int, default=1000)
    parser.add_argument("--notes", type=int, default=60)
    parser.add_argument("--figures", type=Path)
    options = parser.parse_args()
    notes = development_notes()
    usual = detected(notes)
    days = [day_of(usual, number, options.notes) for number in range(1, options.days + 1)]
    moved, judged = false_alarms(days)
    print(f"unchanged: {moved} of {judged} days said to have moved")
    changes: dict[str, Callable[[], list[Prediction]]] = {
        "letterhead": lambda: detected(under_a_new_letterhead(notes)),
        "rule": lambda: detected_without_telephone_rules(notes),
    }
    for name, changed in changes.items():
        changed_notes = changed()
        before = days[: min(60, len(days))]
        caught: Counter[str] = Counter()
        alarms = 0
        trials = 50
        for trial in range(trials):
            day = day_of(changed_notes, len(before) + 1, options.notes, seed=trial + 1)
            comparison = compared(before, day)
            alarms += comparison.has_moved
            caught.update(named(rate) for rate, _ in comparison.moved_rates())
        print(f"{name}: {alarms} of {trials} days said to have moved; {dict(caught.most_common(6))}")
        if options.figures:
            (options.figures / f"watch_{name}.svg").write_text(figure_of(comparison), encoding="utf-8")


if __name__ == "__main__":
    main()
