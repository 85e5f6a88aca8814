"""Measure what disguises hide from detection: values of annotated notes, each written in every way, counted.

    python tools/evasion.py [--split test] [--every 1] [--before FILE] [--counts FILE] [--page FILE]

Each way of writing of `palimpseste.evaluation.disguises` is laid over the annotated values of each note, and then over
whole notes; model, record and rules read the result. A value is masked when every letter and figure of it is. Only
counts are printed, so it may run over test notes.

``--counts`` keeps the counts as JSON; ``--before`` takes such a file of an earlier version for the column beside.
``--page`` writes the page; exits with 1 where a way of writing falls short of its aim.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import Split, read_splits, split_documents
from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.disguises.abnormal import abnormality_of
from palimpseste.detection.disguises.words import view_of
from palimpseste.document import Document, Span
from palimpseste.evaluation.disguises import DISGUISES, DisguisedNote, disguised
from palimpseste.rendering.tables import markdown_table

ROOT = Path(__file__).parent.parent
CASES = ROOT.parent / "shared" / "corpus" / "clinical_cases.jsonl"
FOLDERS: dict[Split, tuple[str, ...]] = {
    "train": ("corpus/notes",),
    "dev": ("corpus/notes",),
    "test": ("corpus/blind", "corpus/test", "corpus/later"),
}


@dataclass(frozen=True, slots=True)
class Counts:
    """What becomes of the values of some notes under one way of writing.

    Attributes
    ----------
    values, masked : int
        All annotated values, and those of them of which every letter and figure is masked.
    changed, changed_masked : int
        The same of the values that are written otherwise than before.
    notes, refused : int
        All notes, and those of them that would go to quarantine, since detectors cannot read them.
    """

    values: int = 0
    masked: int = 0
    changed: int = 0
    changed_masked: int = 0
    notes: int = 0
    refused: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            *(mine + theirs for mine, theirs in zip(asdict(self).values(), asdict(other).values(), strict=True))
        )


@cache
def deidentifier() -> Deidentifier:
    """Return the default, which is only asked to detect."""
    return Deidentifier.default(policy="tag")


@cache
def notes(split: Split, every: int) -> list[Document]:
    """Return one in some of the annotated notes of a split."""
    documents = [document for folder in FOLDERS[split] for document in read_documents(ROOT / folder)]
    return split_documents(documents, read_splits(ROOT / "corpus" / "split.tsv"))[split][::every]


def counts_of(note: DisguisedNote) -> Counts:
    """Return how many values of a disguised note are masked."""
    spans = deidentifier().detect(note.document)
    masked = [all(is_covered(place, spans) for place in places) for places in note.values]
    both = [one and other for one, other in zip(masked, note.changed, strict=True)]
    is_refused = bool(abnormality_of(view_of(note.document.text)))
    return Counts(len(masked), sum(masked), sum(note.changed), sum(both), 1, is_refused)


def is_covered(place: tuple[int, int], spans: tuple[Span, ...]) -> bool:
    """Tell whether one span covers what stands for a letter."""
    return any(span.start <= place[0] and place[1] <= span.end for span in spans)


def measured(task: tuple[int, bool, Split, int]) -> Counts:
    """Return the counts of one way of writing over all notes."""
    number, everywhere, split, every = task
    disguise = DISGUISES[number]
    return sum(
        (counts_of(disguised(note, disguise, everywhere=everywhere)) for note in notes(split, every)), start=Counts()
    )


def share(part: int, whole: int) -> str:
    """Return a share in percent with one decimal, rounded down: 97.96 is not 98."""
    return f"{int(1000 * part / whole) / 10:.1f}" if whole else "–"


def page_of(counts: dict[str, list[Counts]], before: dict[str, list[Counts]], split: Split, every: int) -> str:
    """Return the page: what was measured, and a row for each way of writing."""
    untouched = counts["untouched"][0]
    rows = []
    for disguise in DISGUISES:
        now, then = counts[disguise.name], before.get(disguise.name, [Counts(), Counts()])
        cells = [str(now[0].changed)]
        for new, old in zip(now, then, strict=True):
            cells += [share(old.changed_masked, old.changed)] if before else []
            cells += [share(new.changed_masked, new.changed)]
        cells += [share(now[0].masked, now[0].values), share(now[1].refused, now[1].notes)]
        rows.append([disguise.name, *cells, f"{100 * disguise.aim:.0f}" if disguise.aim else "–"])
    heads = HEADS if before else [head for head in HEADS if "before" not in head]
    ordinary, refused = refusals()
    return HEAD.format(
        split=split, notes=len(notes(split, every)), values=untouched.values, ordinary=ordinary, refused=refused
    ) + markdown_table(heads, rows)


def refusals() -> tuple[int, int]:
    """Return how many notes the project was built on, and case reports beside it, and how many would be refused."""
    texts = [document.text for document in read_documents(ROOT / "corpus" / "notes")]
    if CASES.exists():
        texts += [json.loads(line)["text"] for line in CASES.read_text("utf-8").splitlines()]
    return len(texts), sum(bool(abnormality_of(view_of(text))) for text in texts)


HEADS = [
    "way of writing",
    "values",
    "before",
    "masked",
    "whole notes, before",
    "whole notes",
    "of all values",
    "quarantine",
    "aim",
]
HEAD = """# Evasion

What ways of writing hide that a reader sees through. {values} annotated values of {notes} {split} notes, each written
in every way below (`palimpseste.evaluation.disguises`), records as they were; model, record and rules.

- *Values*: those that are written otherwise than before.
- *Masked*: of these, in percent, those of which every letter and figure is masked, the values alone in disguise; *whole
  notes*: the same with every line of the note in disguise. *Before*: an earlier version, where one was measured.
- *Of all values*: of all annotated values, those that the disguise leaves as they are included.

Notes that are written in ways that nothing here sees through (other alphabets, letters apart by other marks, tags
within words, words written backwards) go to quarantine, unless `refuse-abnormal-script = false` stands in the file of
the site; *quarantine* says, in percent, how many notes do whose every line is in disguise. Of {ordinary} ordinary
notes and case reports {refused} do.

Nothing was written or tuned on test notes. Written by `make evasion`.

"""


def read(path: Path | None) -> dict[str, list[Counts]]:
    """Return the counts of a file."""
    if path is None:
        return {}
    told = json.loads(path.read_text("utf-8"))
    return {name: [Counts(**one) for one in both] for name, both in told.items()}


def main() -> int:
    """Measure, print and write; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=FOLDERS, default="test")
    parser.add_argument("--every", type=int, default=1, help="one note in so many")
    parser.add_argument("--only", default="", help="ways of writing whose name holds this")
    parser.add_argument("--before", type=Path)
    parser.add_argument("--counts", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--kept", type=Path, help="counts to write the page of, instead of measuring")
    options = parser.parse_args()
    before = read(options.before)
    if options.kept:
        options.page.write_text(page_of(read(options.kept), before, options.split, options.every), encoding="utf-8")
        return 0
    chosen = [i for i, disguise in enumerate(DISGUISES) if options.only in disguise.name]
    tasks = [(i, everywhere, options.split, options.every) for i in chosen for everywhere in (False, True)]
    counts: dict[str, list[Counts]] = {}
    is_short = False
    with ProcessPoolExecutor(2) as pool:
        for (number, everywhere, *_), found in zip(tasks, pool.map(measured, tasks), strict=True):
            disguise = DISGUISES[number]
            counts.setdefault(disguise.name, []).append(found)
            if not everywhere:
                continue
            values, whole = counts[disguise.name]
            is_short |= bool(disguise.aim and values.changed_masked < disguise.aim * values.changed)
            shares = [share(one.changed_masked, one.changed) for one in (values, whole)]
            shares += [share(values.masked, values.values)]
            print(f"{disguise.name:42} {values.changed:6} {' '.join(f'{s:>6}' for s in shares)}", flush=True)
    if options.counts:
        options.counts.parent.mkdir(parents=True, exist_ok=True)
        options.counts.write_text(json.dumps({n: [asdict(c) for c in both] for n, both in counts.items()}, indent=1))
    if options.page:
        options.page.write_text(page_of(counts, before, options.split, options.every), encoding="utf-8")
    return int(is_short)


if __name__ == "__main__":
    sys.exit(main())
