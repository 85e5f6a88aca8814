"""Speed of the way of a note, stage by stage, and growth of its time with the length of a note.

    OMP_NUM_THREADS=1 python benchmarks/speed.py

One process of one thread, as a worker is, which looks for no garbage in what stays (`settle_process`); processor time,
best of five passes over the blind notes with their records.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from palimpseste import Deidentifier, Document
from palimpseste.corpus import read_documents
from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.hybrid import HybridDetector
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.merge import merge
from palimpseste.detection.propagation import propagate
from palimpseste.detection.tokens import Tokens
from palimpseste.engines.chunks import Batching
from palimpseste.engines.worker import prepare_process, settle_process

NOTES = Path(__file__).parent.parent / "corpus" / "blind"
PASSES = 5
LENGTHS = (1_000, 10_000, 100_000, 1_000_000)
HOSTILE = {
    "digits": "1",
    "digits and slashes": "1/",
    "spaces": " ",
    "letters": "a",
    "capitals": "A",
    "capitalised words": "Jean ",
    "initials": "A. ",
    "hyphenated": "Jean-",
    "at signs": "a@",
    "line breaks": "\n",
    "titles": "Dr ",
    "combining accents": "e\u0301",
}


def best_seconds(run: Callable[[], object], passes: int = PASSES) -> float:
    """Return the processor time of the fastest of several passes."""
    times = []
    for _ in range(passes):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def stages(console: Console, documents: list[Document]) -> None:
    """Print the time of each stage of the way of a note."""
    deidentifier = Deidentifier.default()
    (hybrid,) = deidentifier.detectors
    assert isinstance(hybrid, HybridDetector)
    record, rules = hybrid.detectors
    letters = alphabet()
    views = [view_of(document.text) for document in documents]
    tokens = [Tokens(view, letters) for view in views]
    patients = [document.patient for document in documents]
    found = [[*record(t, p), *rules(t, p)] for t, p in zip(tokens, patients, strict=True)]
    answers = [hybrid.model(t, f) for t, f in zip(tokens, found, strict=True)]
    merged = [merge(spans, view.text) for spans, view in zip(answers, views, strict=True)]
    spans = [deidentifier.detect(document) for document in documents]
    replacer = deidentifier.replacer
    assert replacer is not None
    runs: dict[str, Callable[[], object]] = {
        "view": lambda: [view_of(document.text) for document in documents],
        "tokens": lambda: [Tokens(view, letters) for view in views],
        "record": lambda: [record(t, p) for t, p in zip(tokens, patients, strict=True)],
        "rules": lambda: [rules(t, p) for t, p in zip(tokens, patients, strict=True)],
        "network": lambda: [hybrid.model.scores(t, f) for t, f in zip(tokens, found, strict=True)],
        "model, whole": lambda: [hybrid.model(t, f) for t, f in zip(tokens, found, strict=True)],
        "merge": lambda: [merge(f, view.text) for f, view in zip(answers, views, strict=True)],
        "propagation": lambda: [propagate(t, m) for t, m in zip(tokens, merged, strict=True)],
        "detection, whole": lambda: [deidentifier.detect(document) for document in documents],
        "surrogates": lambda: [replacer(d, s) for d, s in zip(documents, spans, strict=True)],
        "the whole way": lambda: [deidentifier(document) for document in documents],
    }
    batches = list(Batching.of(deidentifier).batches(documents))
    runs["detection, in batches"] = lambda: [deidentifier.detect_all(batch) for batch in batches]
    runs["the whole way, in batches"] = lambda: [deidentifier.many(batch) for batch in batches]
    characters = sum(len(document.text) for document in documents)
    settle_process()
    table = Table("stage", "µs a note", "characters a second", title=f"{len(documents)} notes, {characters} characters")
    for name, run in runs.items():
        seconds = best_seconds(run)
        table.add_row(name, f"{seconds / len(documents) * 1e6:,.0f}", f"{characters / seconds:,.0f}")
    console.print(table)


def growth(console: Console, text: str) -> None:
    """Print the time of one note of growing length, of ordinary and of hostile text."""
    deidentifier = Deidentifier.default()
    table = Table("text", *(f"{length:,}" for length in LENGTHS), title="seconds for a note of so many characters")
    for name, unit in {"clinical notes": text, **HOSTILE}.items():
        row = []
        for length in LENGTHS:
            note = Document("note", (unit * (length // len(unit) + 1))[:length])
            row.append(f"{best_seconds(lambda note=note: deidentifier.detect(note), 1):.4f}")
        table.add_row(name, *row)
    console.print(table)


def main() -> None:
    """Print both tables."""
    prepare_process()
    console = Console()
    documents = list(read_documents(NOTES))
    stages(console, documents)
    growth(console, "\n".join(document.text for document in documents))


if __name__ == "__main__":
    main()
