"""Measure what a machine finds of surrogates: whether it tells them from originals, and what contradicts itself.

    python tools/believable.py corpus/notes --splits corpus/split.tsv
    python tools/believable.py --stays stays.jsonl

With notes: for each label a logistic regression over the rows of the compact detector's table learns from the values of
the training notes and from their surrogates, and is asked about those of the development notes; the area under its
curve is 0.5 where it tells nothing and 1 where it tells all. A value counts once a note, each of which is its patient's
only one; and how many landlines and NIR that agree with a town of the note do so with one of the new note. With
simulated stays (`palimpseste corpus stays`): ranges of dates that are in order in the original and reversed in the new
text, ages that nobody has, and ages that contradict the new date of birth where the originals agreed. Exits with 1 if
there is any reversed range or age that nobody has.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from pathlib import Path

import numpy as np

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.features import piece_rows
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import BESIDE, Document, Span
from palimpseste.folding import fold
from palimpseste.places import Commune, PlaceTable
from palimpseste.rendering.tables import markdown_table
from palimpseste.result import Draft
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import alone
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.ages.origins import AgesRead
from palimpseste.writings.ages.reckoned import age_at
from palimpseste.writings.ages.written import OLDEST_YEARS, AgeValue
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.passages import Passages
from palimpseste.writings.phone_zones import national_number, zone_of, zone_of_number
from palimpseste.writings.towns.birth_codes import birth_code_of
from palimpseste.writings.towns.read import TownsRead

LABELS = ("LASTNAME", "FIRSTNAME", "CITY", "HOSPITAL", "DATE", "BIRTHDATE")
POLICIES = ("dp", "plausible")
STEPS, RATE, DECAY = 120, 0.3, 1e-3
# Between the two dates of a range.
TO = ("au", "a", "jusqu'au", "et le", "-", "–", "et")
KEY = MasterKey(bytes(range(32))).cohort("believable")


def main() -> int:
    """Measure, print tables, and tell whether something contradicts itself."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notes", type=Path, nargs="?")
    parser.add_argument("--splits", type=Path, default=Path("corpus/split.tsv"))
    parser.add_argument("--every", type=int, default=1, help="one training note in so many")
    parser.add_argument("--stays", type=Path)
    parser.add_argument("--most", type=int, default=10_000, help="so many notes of the stays")
    arguments = parser.parse_args()
    if arguments.notes is not None:
        print(told_apart(arguments.notes, arguments.splits, arguments.every))
        print(one_world(arguments.notes, arguments.splits, arguments.every))
    return contradictions(arguments.stays, arguments.most) if arguments.stays is not None else 0


def told_apart(notes: Path, splits: Path, every: int) -> str:
    """Return the table of how well surrogates are told from originals, by label and policy."""
    split_of = read_splits(splits)
    documents = list(read_documents(notes))
    sets = {
        "train": [document for document in documents if split_of.get(document.id) == "train"][::every],
        "dev": [document for document in documents if split_of.get(document.id) == "dev"],
    }
    rows = []
    for label in LABELS:
        cells = [label]
        for policy in POLICIES:
            pairs = {split: list(pairs_of(each, label, policy)) for split, each in sets.items()}
            cells += [f"{area(*learned(pairs['train'], pairs['dev'])):.3f}", str(len(pairs["dev"]))]
        rows.append(cells)
        print(*cells, file=sys.stderr)
    return markdown_table(["label", *(name for policy in POLICIES for name in (policy, "values"))], rows)


def one_world(notes: Path, splits: Path, every: int) -> str:
    """Return how many numbers of the training notes agree with a town of the note, of those that did before."""
    split_of = read_splits(splits)
    documents = [note for note in read_documents(notes) if split_of.get(note.id) == "train"][::every]
    rows = []
    for policy in POLICIES:
        replacer = Replacer(KEY, Policy.named(policy))
        counts: Counter[str] = Counter()
        for document in documents:
            spans = sorted(document.entities)
            draft = replacer(alone(document), spans)
            counts.update(agreeing(document.text, spans, draft.text, written(draft, len(spans))))
        kinds = ("landlines", "landlines agree", "NIR", "NIR agree")
        rows.append([policy, *(f"{counts[kind]:,}" for kind in kinds)])
    head = ["policy", "landlines", "in the zone of a town", "NIR", "of the birthplace"]
    return markdown_table(head, rows)


def agreeing(old: str, spans: Sequence[Span], new: str, spans_now: Sequence[Span]) -> Iterator[str]:
    """Yield each landline and NIR that agrees with a town of the original text, and whether it does in the new one."""
    before, after = towns_of(old, spans), towns_of(new, spans_now)
    zones, zones_now = ({zone_of(town) for town in towns} for towns in (before, after))
    for span, now in zip(spans, spans_now, strict=False):
        value, written_now = old[span.start : span.end], new[now.start : now.end]
        zone = zone_of_number(national_number(value)) if span.label == "PHONE" else ""
        if zone and zone in zones:
            yield "landlines"
            if zone_of_number(national_number(written_now)) in zones_now:
                yield "landlines agree"
        code = birth_code_of(value) if span.label == "SSN" else ""
        if code and code in {town.insee for town in before}:
            yield "NIR"
            if birth_code_of(written_now) in {town.insee for town in after}:
                yield "NIR agree"


def towns_of(text: str, spans: Sequence[Span]) -> set[Commune]:
    """Return the French towns that a text names by itself or in the name of a place of care."""
    passages = Passages.at(Document("towns", text), spans)
    read = TownsRead(passages, atlas_of(PlaceTable.bundled()))
    labels = ("CITY", "ZIP", "HOSPITAL", "ORGANIZATION")
    told = (read.told_by(index) for index, span in enumerate(passages.spans) if span.label in labels)
    return {town.commune for towns in told for town in towns if town.commune is not None}


def pairs_of(documents: Iterable[Document], label: str, policy: str) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the rows of each value of a label and those of its surrogate, a value once a note."""
    replacer = Replacer(KEY, Policy.named(policy))
    for document in documents:
        spans = sorted(document.entities)
        draft = replacer(alone(document), spans)
        seen = set()
        for old, new in zip(spans, written(draft, len(spans)), strict=False):
            value = document.text[old.start : old.end]
            if old.label == label and value not in seen:
                seen.add(value)
                yield rows_of(value), rows_of(draft.text[new.start : new.end])


def written(draft: Draft, count: int) -> Sequence[Span]:
    """Return the new spans of a draft; none where not each original has one, so that none is taken for another."""
    spans = tuple(span for span in draft.spans if span.source != BESIDE)
    originals = sum(span.source != BESIDE for span in draft.original_spans)
    return spans if len(spans) == count == originals else ()


def rows_of(value: str) -> list[int]:
    """Return the rows of the detector's table for all tokens of a value."""
    letters = alphabet()
    tokens = Tokens(TextView.of(value), letters)
    return sorted({row for piece in tokens.pieces for row in piece_rows(piece, letters)})


Pairs = Sequence[tuple[list[int], list[int]]]


def learned(train: Pairs, asked: Pairs) -> tuple[list[float], list[float]]:
    """Return the scores of originals and of surrogates, by a logistic regression learned from others."""
    used = {row: place for place, row in enumerate(sorted({row for pair in train for rows in pair for row in rows}))}
    weights, squares = np.zeros(len(used)), np.full(len(used), 1e-8)
    examples = [[used[row] for row in rows] for pair in train for rows in pair]
    lengths = np.array([len(rows) for rows in examples])
    flat = np.concatenate([np.array(rows, dtype=np.int64) for rows in examples])
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    is_surrogate = np.tile([0.0, 1.0], len(train))
    for _ in range(STEPS):
        sums = np.add.reduceat(weights[flat], starts) / np.sqrt(lengths)
        errors = (1 / (1 + np.exp(-sums)) - is_surrogate) / np.sqrt(lengths) / len(examples)
        slopes = np.bincount(flat, weights=np.repeat(errors, lengths), minlength=len(used)) + DECAY * weights / len(
            used
        )
        squares += slopes**2
        weights -= RATE * slopes / np.sqrt(squares)

    def score(rows: list[int]) -> float:
        return float(sum(weights[used[row]] for row in rows if row in used)) / max(len(rows), 1) ** 0.5

    return [score(old) for old, _ in asked], [score(new) for _, new in asked]


def area(originals: Sequence[float], surrogates: Sequence[float]) -> float:
    """Return the chance that a surrogate scores above an original, ties counting half."""
    scores = np.array([*originals, *surrogates])
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    above = ranks[len(originals) :].sum() - len(surrogates) * (len(surrogates) + 1) / 2
    return float(above / (len(originals) * len(surrogates)))


def contradictions(stays: Path, notes: int) -> int:
    """Print how much of what is written of simulated stays contradicts itself; return 1 if anything does."""
    found: dict[str, Counter[str]] = {policy: Counter() for policy in POLICIES}
    replacers = {policy: Replacer(KEY, Policy.named(policy)) for policy in POLICIES}
    for document in islice(notes_of(stays), notes):
        spans = sorted(document.entities)
        for policy, replacer in replacers.items():
            draft = replacer(document, spans)
            new = Document(document.id, draft.text, date=draft.date)
            if written(draft, len(spans)):
                found[policy]["notes"] += 1
                found[policy].update(contradicted(document, spans, new, draft.spans))
    kinds = ("notes", "ranges", "reversed ranges", "ages", "impossible ages", "ages against the birth")
    print(markdown_table(["policy", *kinds], [[p, *(f"{found[p][k]:,}" for k in kinds)] for p in POLICIES]))
    return int(any(found[p][kind] for p in POLICIES for kind in ("reversed ranges", "impossible ages")))


def notes_of(stays: Path) -> Iterator[Document]:
    """Yield the notes of simulated stays, with their record."""
    with stays.open(encoding="utf-8") as lines:
        for line in lines:
            stay = json.loads(line)
            for note in stay["documents"]:
                yield Document.from_mapping({"patient": stay["patient"], **note})


def contradicted(old: Document, spans: Sequence[Span], new: Document, now: Sequence[Span]) -> Iterator[str]:
    """Yield what is counted in one note."""
    before, after = (Setting.of(document, own, KEY) for document, own in ((old, spans), (new, now)))
    was, became = Calendar(before), Calendar(after)
    for index, end in ((index, index + 1) for index in was.dated if index + 1 in was.dated):
        if fold(before.between(index, end)).strip() in TO and index in became.dated and end in became.dated:
            yield "ranges"
            if was.dated[index].day <= was.dated[end].day and became.dated[index].day > became.dated[end].day:
                yield "reversed ranges"
    ages, their = AgesRead(before, was, follow_dates=True), AgesRead(after, became, follow_dates=True)
    births = [birth for birth in became.births if birth.unit == "day"]
    for index, age in their.written.items():
        yield "ages"
        years = [value.in_parts[0] for value in age.values if value.units[0] == "year"]
        if any(year > OLDEST_YEARS for year in years) or any(value.number < 1 for value in age.values):
            yield "impossible ages"
        origins = [ages.origin(index, value) for value in ages.written[index].values if index in ages.written]
        if births and became.reference and any(each and each.day == was.reference_value for each in origins):
            yield from ("ages against the birth" for value in age.values if not agrees(value, births, became.reference))


def agrees(value: AgeValue, births: Sequence[DateValue], today: date) -> bool:
    """Tell whether an age is that of somebody born then, to two units."""
    told = [age_at(today, date.fromordinal(birth.middle), value.units) for birth in births]
    return any(each is not None and abs(each - value.number) <= 2 for each in told)


if __name__ == "__main__":
    sys.exit(main())
