"""Speed of the way of a note, stage by stage, and growth of its time with the length of a note.

    OMP_NUM_THREADS=1 python benchmarks/speed.py

One process of one thread, as a worker is, which looks for no garbage in what stays (`settle_process`); processor time,
best of five passes over the blind notes with their records.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import isfunction
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from palimpseste import Deidentifier, Document, detection
from palimpseste.corpus import read_documents
from palimpseste.detection import completion, confidence, refusals
from palimpseste.detection.confidence import Judge
from palimpseste.detection.disguises import words
from palimpseste.detection.neural.compact.model import CompactModel
from palimpseste.detection.neural.compact.network import Network
from palimpseste.detection.neural.compact.vectors import Vectors
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.rules.detector import RuleDetector
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


class Clock:
    """Processor time of functions, each without that of the others it calls, so that the times add up."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._inner = 0.0

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that does the same and is timed, whatever it yields included."""

        @wraps(function)
        def run(*arguments: Any, **named: Any) -> Any:
            result = self._measured(name, function, *arguments, **named)
            return self._on_its_way(name, result) if isinstance(result, Iterator) else result

        return run

    def _measured(self, name: str, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        outer, self._inner = self._inner, 0.0
        start = time.process_time()
        try:
            return function(*arguments, **named)
        finally:
            whole = time.process_time() - start
            self.seconds[name] += whole - self._inner
            self._inner = outer + whole

    def _on_its_way(self, name: str, way: Iterator[Any]) -> Iterator[Any]:
        """Yield what an iterator yields, and return what it returns, each of its steps timed."""
        while True:
            try:
                step = self._measured(name, next, way)
            except StopIteration as end:
                return end.value
            yield step

    @contextmanager
    def on(self, places: Iterable[tuple[str, Any, str]]) -> Iterator[None]:
        """Time what stands in some places, each the name it is told under, a module or class, and its name there."""
        kept = [(place, own, getattr(place, own)) for _, place, own in places]
        for (name, *_), (place, own, function) in zip(places, kept, strict=True):
            setattr(place, own, self.timed(name, function))
        try:
            yield
        finally:
            for place, own, function in kept:
                setattr(place, own, function)


# Of completion, what has all of its steps in it.
_WHOLE = ("completed", "completing", "end_of")


def places_of_stages() -> list[tuple[str, Any, str]]:
    """Return where the stages of detection stand, in the order of the way of a note."""
    steps = [
        (f"  {name}", completion, name)
        for name, step in vars(completion).items()
        if isfunction(step) and step.__module__.startswith(f"{detection.__name__}.") and name not in _WHOLE
    ]
    return [
        ("view", words, "view_of"),
        ("tokens", Tokens, "__init__"),
        ("record", RecordDetector, "__call__"),
        ("rules", RuleDetector, "in_steps"),
        ("model: vectors", Vectors, "windows"),
        ("model: network", Network, "scores"),
        ("model: tags and spans", CompactModel, "reading"),
        ("refusals", refusals, "without_refused"),
        ("completion", completion, "completing"),
        *steps,
        ("doubt", confidence, "without_doubted"),
        ("confidence", Judge, "__call__"),
    ]


def best_seconds(run: Callable[[], object], passes: int = PASSES) -> float:
    """Return the processor time of the fastest of several passes."""
    times = []
    for _ in range(passes):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def stages(console: Console, documents: list[Document]) -> None:
    """Print the time of each stage of detection in the fastest of several passes, then that of the whole way."""
    deidentifier = Deidentifier.default()
    batches = list(Batching.of(deidentifier).batches(documents))
    spans = [deidentifier.detect(document) for document in documents]
    replacer = deidentifier.replacer
    assert replacer is not None
    runs: dict[str, Callable[[], object]] = {
        "detection": lambda: [deidentifier.detect(document) for document in documents],
        "surrogates": lambda: [replacer(d, s) for d, s in zip(documents, spans, strict=True)],
        "the whole way": lambda: [deidentifier(document) for document in documents],
        "detection, in batches": lambda: [deidentifier.detect_all(batch) for batch in batches],
        "the whole way, in batches": lambda: [deidentifier.many(batch) for batch in batches],
    }
    runs["detection, in batches"]()  # what is loaded once is
    settle_process()
    clocks = []
    for _ in range(PASSES):
        clocks.append(Clock())
        with clocks[-1].on(places_of_stages()):
            clocks[-1].timed("between them", runs["detection, in batches"])()
    times = min((clock.seconds for clock in clocks), key=Counter.total)
    rows = {name: times[name] for name in (*(name for name, *_ in places_of_stages()), "between them")}
    rows["all of these"] = times.total()
    rows |= {name: best_seconds(run) for name, run in runs.items()}
    characters = sum(len(document.text) for document in documents)
    table = Table("stage", "µs a note", "characters a second", title=f"{len(documents)} notes, {characters} characters")
    for name, seconds in rows.items():
        table.add_row(name, f"{seconds / len(documents) * 1e6:,.0f}", f"{characters / seconds:,.0f}" if seconds else "")
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
