"""Count the dates, births and towns of simulated patients that have more than one surrogate over their letters.

palimpseste corpus stays -o stays.jsonl --stays 3000 --seed 4711 --dependent-share 0
python tools/letters_agree.py stays.jsonl --patients 250
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Patient, Span
from palimpseste.folding import fold_name
from palimpseste.labels import Label
from palimpseste.rendering.tables import markdown_table, share
from palimpseste.surrogates import MasterKey
from palimpseste.surrogates.dates.plan import DatesPlan
from palimpseste.writings.dates.reading import read_date

Letter = tuple[Document, tuple[Span, ...]]
LABELS: tuple[Label, ...] = ("BIRTHDATE", "DATE", "CITY")


def letters_of(stays: Path, patients: int) -> Iterator[Letter]:
    """Yield all letters of the first patients, with their gold spans."""
    by_patient = defaultdict[str, list[dict[str, Any]]](list)
    for line in stays.read_text(encoding="utf-8").splitlines():
        stay = json.loads(line)
        by_patient[stay["patient"]["patient_id"]].append(stay)
    for each in islice(by_patient.values(), patients):
        for stay in each:
            patient = Patient(**{field: value for field, value in stay["patient"].items() if value})
            for letter in stay["documents"]:
                day = date.fromisoformat(letter["date"])
                spans = tuple(Span(entity["start"], entity["end"], entity["label"]) for entity in letter["entities"])
                yield Document(letter["id"], letter["text"], letter["type"], day, patient), spans


def meaning(label: Label, written: str) -> object:
    """Return what a value means in whatever writing; None of a date that is not written in full."""
    if label == "CITY":
        return fold_name(written)
    read = read_date(written)
    return None if read is None or None in (read.day, read.month, read.year) else (read.day, read.month, read.year)


def agreement(deidentifier: Deidentifier, letters: Iterable[Letter], plan: DatesPlan | None) -> Iterator[list[str]]:
    """Yield, by label, how many values stand in two letters or more, and how many have more than one surrogate."""
    surrogates = defaultdict[tuple[str, str, object], dict[str, object]](dict)
    for document, spans in letters:
        result = deidentifier.replace(document if plan is None else plan.joined(document), spans)
        for original, new in zip(result.original_spans, result.spans, strict=True):
            if original.label in LABELS:
                value = meaning(original.label, document.text[original.start : original.end])
                written = meaning(original.label, result.text[new.start : new.end])
                if None not in (value, written):
                    surrogates[document.patient.patient_id, original.label, value][document.id] = written
    for label in LABELS:
        held = [set(each.values()) for (_, of, _), each in surrogates.items() if of == label and len(each) > 1]
        several = sum(len(each) > 1 for each in held)
        yield [label, f"{len(held):,}", str(several), share(several / len(held))]


def main() -> None:
    """Print what letters tell in more than one way, each written by itself and after a plan of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stays", type=Path)
    parser.add_argument("--patients", type=int, default=250)
    parser.add_argument("--policy", default="dp")
    parser.add_argument("--found", action="store_true", help="replace what detection finds, not the gold spans")
    arguments = parser.parse_args()
    deidentifier = Deidentifier.default(key=MasterKey(bytes(32)), cohort="letters", policy=arguments.policy)
    letters = list(letters_of(arguments.stays, arguments.patients))
    if arguments.found:
        letters = [(document, deidentifier.detect(document)) for document, _ in letters]
    rows = []
    for way, plan in (("alone", None), ("after a plan", deidentifier.plan(document for document, _ in letters))):
        rows += [[way, *row] for row in agreement(deidentifier, letters, plan)]
    head = ("written", "value", "in two letters or more", "with more than one surrogate", "share")
    print(markdown_table(head, rows), end="")


if __name__ == "__main__":
    main()
