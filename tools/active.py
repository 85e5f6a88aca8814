"""Measure whether it pays to have the notes annotated first that a model is least sure of.

    python tools/active.py [--seeds 3] [--work build/active] [--docs docs] [--no-progress]

People who annotate are simulated with the annotations of the training notes. A small compact model is trained from
scratch on the first notes, drawn at random; the notes that follow are drawn at random, or are those that the last model
doubts most; a model is trained anew each time there are twice as many, and scored on the development notes. All orders
of a seed begin with the same notes.

Interrupted, it goes on where it stopped. Writes ``active.md``, ``active.csv`` and ``figures/active.svg``. Test notes
are never read.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import json
import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from statistics import mean, stdev

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.detection.completion import completed
from palimpseste.detection.confidence import Judge
from palimpseste.detection.neural.compact import CompactModel, CompactSettings
from palimpseste.detection.neural.compact.network import Network, Steps
from palimpseste.detection.neural.compact.origin import Origin
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.document import Document, Prediction
from palimpseste.evaluation import evaluate
from palimpseste.files import append_line, cut_to, make_folder, write_text
from palimpseste.labels import LABELS
from palimpseste.rendering.charts import curves, panels
from palimpseste.rendering.tables import markdown_table
from palimpseste.service.reviewing.turns.doubt import DOUBTS as PAGES
from palimpseste.service.reviewing.turns.doubt import NoteFacts, facts_of
from palimpseste.sources.jsonl import entities_of
from palimpseste.training.compact.calibration import ReadNote, read_notes_with_evidence
from palimpseste.training.compact.examples import Example, ExampleMaker
from palimpseste.training.compact.network import integers
from palimpseste.training.compact.trainer import CompactPace, train

ROOT = Path(__file__).parent.parent
MEASURES = ("f1", "redacted", "fully_redacted")
THRESHOLD = 0.5
LEAST_EFFORT = 0.95  # an order that spares less than a twentieth does not pay


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is measured.

    Attributes
    ----------
    pool : int
        Training notes to draw from, themselves drawn once for all seeds.
    sizes : tuple of int
        Notes that are annotated when a model is trained; the first are drawn at random under every order.
    candidates : int
        Notes, drawn from those that are not annotated yet, of which the most doubted are taken.
    seeds : int
        Repetitions: other first notes, another draw, other first weights.
    steps, batch_tokens, width, learning_rate : int, int, int, float
        Of each training.
    """

    pool: int = 1000
    sizes: tuple[int, ...] = (25, 50, 100, 200, 400)
    candidates: int = 500
    seeds: int = 3
    steps: int = 800
    batch_tokens: int = 1500
    width: int = 64
    learning_rate: float = 1e-2

    def pace(self, seed: int) -> CompactPace:
        """Return how the model of a seed is trained."""
        return CompactPace(
            members=1,
            width=self.width,
            dilations=(1, 2, 4, 1),
            steps=self.steps,
            batch_tokens=self.batch_tokens,
            learning_rate=self.learning_rate,
            warmup_steps=min(50, self.steps),
            averaging=0.97,
            seed=seed,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a model gives that was trained on the notes that an order put first.

    Attributes
    ----------
    order, seed, notes : str, int, int
        Which order, which repetition, how many notes.
    characters, spans : int
        What whoever annotates has read and marked by then.
    f1, redacted, fully_redacted : float
        On the development notes, in the label view of AP-HP.
    chosen : tuple of str
        The notes, in the order that they were annotated in.
    """

    order: str
    seed: int
    notes: int
    characters: int
    spans: int
    f1: float
    redacted: float
    fully_redacted: float
    chosen: tuple[str, ...]


def doubt_of_spans(model: CompactModel, note: ReadNote) -> float:
    """Return how little sure the least sure span of a note is: what the service puts notes in order by."""
    spans, opinion = model.read(note.tokens, note.found)
    said = opinion.probabilities(completed(note.tokens, spans))
    return max((1 - each for each in said if each is not None), default=0.0)


def doubt_of_words(model: CompactModel, note: ReadNote) -> float:
    """Return how little sure the tag of a word is, in the mean over a note, masked or not: long notes gain nothing."""
    scores = model.scores(note.tokens, note.found).astype(np.float64) * Steps.score
    if not len(scores):
        return 0.0
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return float((1 - odds.max(axis=1) / odds.sum(axis=1)).mean())


def each_by(
    doubt: Callable[[CompactModel, ReadNote], float],
) -> Callable[[CompactModel, Mapping[str, ReadNote]], Mapping[str, float]]:
    """Return what gives the doubt of each of some notes, which do not depend on each other."""
    return lambda model, notes: {name: doubt(model, note) for name, note in notes.items()}


def as_at_pages(order: str) -> Callable[[CompactModel, Mapping[str, ReadNote]], Mapping[str, float]]:
    """Return what gives the doubt of notes under an order of the service's pages, by the functions that they use."""
    return lambda model, notes: PAGES[order]({name: facts_of_read(model, note) for name, note in notes.items()})


def facts_of_read(model: CompactModel, note: ReadNote) -> NoteFacts:
    """Return what the service counts of a note that a model reads beside record and rules."""
    spans, opinion = model.read(note.tokens, note.found)
    own = [each for each in spans if each.source.startswith("model")]
    judged = Judge([*own, *note.found], opinion)(completed(note.tokens, spans))
    document = Document(note.document.id, note.document.text, note.document.type)
    plain = [each.at(int(each.start), int(each.end)) for each in judged]  # NumPy's numbers are none of JSON
    return facts_of({**document.to_mapping(), "entities": entities_of(Prediction(document, tuple(plain)))})


DOUBTS: dict[str, Callable[[CompactModel, Mapping[str, ReadNote]], Mapping[str, float]] | None] = {
    "random": None,
    "doubt": each_by(doubt_of_spans),
    "doubt by word": each_by(doubt_of_words),
    **{order: as_at_pages(order) for order in PAGES},
}
SAID = {
    "random": "by chance",
    "doubt": "the note with the least sure span first, as the service's pages do by *doubt*",
    "doubt by word": "the note first whose words are least sure in the mean, masked or not, however long it is",
    "margin": "the note with the span first whose probability is next to one half, as the pages do",
    "disagreement": "the note first on whose spans model, record and rules differ most for its length, as the pages do",
    "counts": "the note first in which some label is least usual for its type and length, as the pages do",
}


class Bench:
    """The notes, read once, and models trained and scored on them.

    Parameters
    ----------
    plan : Plan
        What is measured.
    training, development : sequence of Document
        Annotated.
    """

    def __init__(self, plan: Plan, training: Sequence[Document], development: Sequence[Document]) -> None:
        self.plan = plan
        by_draw = sorted(training, key=lambda each: hashlib.sha256(each.id.encode()).digest())
        self.pool = {each.id: each for each in by_draw[: plan.pool]}
        self._development = development
        self._scheme = TagScheme(LABELS)
        self._origin = Origin.of_this_package(RuleDetector().rule_names)

    @cached_property
    def _examples(self) -> tuple[ExampleMaker, dict[str, Example]]:
        maker = ExampleMaker(self._scheme)
        return maker, {name: maker(each) for name, each in self.pool.items()}

    @cached_property
    def _read(self) -> dict[str, ReadNote]:
        return {each.document.id: each for each in read_notes_with_evidence(self.pool.values())}

    @cached_property
    def _read_development(self) -> list[ReadNote]:
        return read_notes_with_evidence(self._development)

    def first(self, seed: int) -> list[str]:
        """Return the notes of a seed in random order."""
        names = list(self.pool)
        random.Random(f"active {seed}").shuffle(names)  # an order that a seed repeats
        return names

    def trained(self, chosen: Sequence[str], seed: int) -> CompactModel:
        """Return a model trained from scratch on some notes of the pool."""
        maker, examples = self._examples
        pace = self.plan.pace(seed)
        networks = train([examples[name] for name in chosen], maker.pieces, len(self._scheme), pace)
        settings = CompactSettings(LABELS, pace.dilations, 1.0, THRESHOLD, (), self._origin)
        return CompactModel(Network(integers(networks), pace.dilations), settings)

    def result(self, model: CompactModel, order: str, seed: int, chosen: Sequence[str]) -> Measured:
        """Return what a model that was trained on some notes finds, with record and rules, in the development notes."""
        read = self._read_development
        found = [
            replace(each.document, entities=tuple(completed(each.tokens, model(each.tokens, each.found))))
            for each in read
        ]
        card = evaluate([each.document for each in read], found, view="aphp", bootstrap=0).overall.micro
        notes = [self.pool[name] for name in chosen]
        return Measured(
            order=order,
            seed=seed,
            notes=len(notes),
            characters=sum(len(each.text) for each in notes),
            spans=sum(len(each.entities) for each in notes),
            f1=float(card.tokens.f1.value),
            redacted=float(card.redaction.redacted.value),
            fully_redacted=float(card.redaction.fully_redacted_where_present.value),
            chosen=tuple(chosen),
        )

    def most_doubted(self, model: CompactModel, order: str, known: Sequence[str], number: int, seed: int) -> list[str]:
        """Return so many notes that an order puts first, of some that are not annotated yet."""
        doubt = DOUBTS[order]
        assert doubt is not None
        chance = random.Random(f"active {seed} {len(known)}")  # a choice that a seed repeats
        annotated = set(known)
        left = [name for name in self.pool if name not in annotated]
        left = chance.sample(left, max(number, min(len(left), self.plan.candidates)))
        doubts = doubt(model, {name: self._read[name] for name in left})
        return sorted(left, key=lambda name: -doubts[name])[:number]


def key_of(plan: Plan, bench_notes: Iterable[Document]) -> str:
    """Return a digest of what results depend on but the program."""
    values = asdict(plan)
    del values["seeds"]
    digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode())
    for note in bench_notes:
        spans = [(span.start, span.end, span.label) for span in note.entities]
        digest.update(json.dumps([note.id, note.text, spans]).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def results_in(path: Path, key: str) -> dict[tuple[str, int, int], Measured]:
    """Return what was measured before; a line that a kill cut is removed."""
    found: dict[tuple[str, int, int], Measured] = {}
    content = path.read_bytes() if path.exists() else b""
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        cut_to(path, len(whole))
    for line in whole.splitlines():
        values = json.loads(line)
        if values.pop("key") != key:
            raise SystemExit(f"{path} holds results of other notes or settings: choose another --work")
        one = Measured(**{**values, "chosen": tuple(values["chosen"])})
        found[one.order, one.seed, one.notes] = one
    return found


def run(bench: Bench, path: Path, key: str, moved: Callable[[str], None]) -> list[Measured]:
    """Measure what was not measured before, and return all of it."""
    done = results_in(path, key)
    for seed in range(bench.plan.seeds):
        first: CompactModel | None = None  # all orders of a seed begin with the same model
        for order in DOUBTS:
            chosen = bench.first(seed)[: bench.plan.sizes[0]]
            for size, following in zip(bench.plan.sizes, (*bench.plan.sizes[1:], None), strict=True):
                is_first = size == bench.plan.sizes[0]
                known = done.get((order, seed, size))
                if known is None and is_first and ("random", seed, size) in done:
                    known = replace(done["random", seed, size], order=order)
                chooses = bool(following and DOUBTS[order] and (order, seed, following) not in done)
                model = first if is_first else None
                if model is None and (known is None or chooses):
                    model = bench.trained(chosen, seed)
                    first = model if is_first else first
                if known is None:
                    assert model is not None
                    known = bench.result(model, order, seed, chosen)
                if (order, seed, size) not in done:
                    append_line(path, json.dumps({**asdict(known), "key": key}).encode())
                    done[order, seed, size] = known
                moved(f"{order}, seed {seed}")
                if not following:
                    continue
                if (order, seed, following) in done:
                    chosen = list(done[order, seed, following].chosen)
                elif DOUBTS[order] is None:
                    chosen = bench.first(seed)[:following]
                else:
                    assert model is not None
                    chosen = [*chosen, *bench.most_doubted(model, order, chosen, following - size, seed)]
    wanted = [(order, seed, size) for order in DOUBTS for seed in range(bench.plan.seeds) for size in bench.plan.sizes]
    return [done[each] for each in wanted]


def read_csv(path: Path) -> list[Measured]:
    """Return what a table of trainings says; which notes were chosen is not in it."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    whole, real = ("seed", "notes", "characters", "spans"), MEASURES
    return [
        Measured(order=r["order"], chosen=(), **{n: int(r[n]) for n in whole}, **{n: float(r[n]) for n in real})
        for r in rows
    ]


def needed(points: Sequence[tuple[float, float]], target: float) -> float | None:
    """Return where a curve first reaches a value, between two points by the logarithm of x; None where it does not.

    Parameters
    ----------
    points : sequence of (float, float)
        Sorted by x.
    target : float
        The value.
    """
    before = None
    for x, y in points:
        if y >= target:
            if before is None or y == before[1]:
                return x
            part = (target - before[1]) / (y - before[1])
            return math.exp(math.log(before[0]) + part * (math.log(x) - math.log(before[0])))
        before = (x, y)
    return None


def curve(
    results: Sequence[Measured], order: str, x: str, y: str, seed: int | None = None
) -> list[tuple[float, float]]:
    """Return the means over seeds of two fields, or those of a seed, at each size of an order."""
    rows = [each for each in results if each.order == order and seed in (None, each.seed)]
    sizes = sorted({each.notes for each in rows})
    at = {size: [each for each in rows if each.notes == size] for size in sizes}
    return [(mean(getattr(e, x) for e in at[size]), mean(getattr(e, y) for e in at[size])) for size in sizes]


def differences(results: Sequence[Measured], order: str, measure: str, size: int) -> list[float]:
    """Return what an order gives more than chance does at a size, for each seed."""
    at = {(each.order, each.seed): getattr(each, measure) for each in results if each.notes == size}
    return [value - at["random", seed] for (name, seed), value in at.items() if name == order]


def gain(values: Sequence[float]) -> str:
    """Return a mean and its standard deviation, in points."""
    spread = f" ± {100 * stdev(values):.1f}" if len(values) > 1 else ""
    return f"{100 * mean(values):+.1f}{spread}"


def targets_of(results: Sequence[Measured], measure: str) -> list[float]:
    """Return round values that chance reaches between its second size and its last."""
    points = curve(results, "random", "notes", measure)
    low, high = points[1][1], points[-1][1]
    step = next((each for each in (0.005, 0.01, 0.02) if high - low < 10 * each), 0.05)
    return [round(number * step, 3) for number in range(math.ceil(low / step), math.floor(high / step) + 1)][-5:]


def effort(results: Sequence[Measured], order: str, x: str, measure: str) -> float:
    """Return what an order takes to reach values of a measure, as a part of what chance takes: a geometric mean."""
    parts = []
    for target in targets_of(results, measure):
        mine, chance = (needed(curve(results, each, x, measure), target) for each in (order, "random"))
        if chance:
            parts.append(math.log((mine or curve(results, order, x, measure)[-1][0]) / chance))
    return math.exp(mean(parts)) if parts else 1.0


def pays(results: Sequence[Measured], order: str) -> bool:
    """Tell whether an order spares a twentieth of the characters for F1, and costs less than that for redaction."""
    return (
        effort(results, order, "characters", "f1") < LEAST_EFFORT
        and effort(results, order, "characters", "fully_redacted") < 2 - LEAST_EFFORT
    )


def verdict_of(results: Sequence[Measured]) -> str:
    """Return what the figures say of each order that was measured against chance, and what follows for the pages."""
    said = []
    measured = {each.order for each in results} - {"random"}
    for order in filter(measured.__contains__, DOUBTS):
        parts = []
        for measure, name in (("f1", "F1"), ("fully_redacted", "fully redacted notes")):
            notes, characters = (effort(results, order, x, measure) for x in ("notes", "characters"))
            is_dear = characters > 2 - LEAST_EFFORT
            does = "spares" if characters < LEAST_EFFORT else "costs" if is_dear else "changes little"
            parts.append(f"for {name} it {does} ({notes:.2f} times the notes, {characters:.2f} times the characters)")
        does = "pays" if pays(results, order) else "does not pay"
        said.append(f"- *{order}* {does}. Against chance, {'; '.join(parts)}.\n")
    rule = (
        "\nThese are geometric means over the values above; what an order does not reach counts as reached at its last "
        "size. An order pays\nwhere it spares a twentieth of the characters for F1 or more, and costs less than a "
        "twentieth for fully redacted notes.\n"
    )
    follows = "the note with the least sure span first" if pays(results, "doubt") else "notes by chance"
    return "".join(said) + rule + f"\nSo the pages give {follows}, unless another order is chosen there.\n"


def page_of(results: Sequence[Measured], plan: Plan, commit: str) -> str:
    """Return the page."""
    targets = {measure: targets_of(results, measure) for measure in ("f1", "fully_redacted")}
    parts = [HEAD.format(plan=plan, pace=plan.pace(0), sizes=", ".join(map(str, plan.sizes)), threshold=THRESHOLD)]
    parts += [f"- *{order}*: {said}.\n" for order, said in SAID.items()]
    parts.append("\n![Notes annotated against what is found](figures/active.svg)\n\n## By notes\n\n")
    rows = []
    for size in plan.sizes:
        for order in DOUBTS:
            at = [each for each in results if (each.order, each.notes) == (order, size)]
            if size == plan.sizes[0] and order != "random":
                continue  # the same notes
            row = [f"{size:,}", order if size > plan.sizes[0] else "any", f"{mean(e.characters for e in at):,.0f}"]
            row += [f"{mean(e.spans for e in at):,.0f}", *(f"{mean(getattr(e, m) for e in at):.3f}" for m in MEASURES)]
            is_chance = order == "random"
            row += ["" if is_chance else gain(differences(results, order, m, size)) for m in ("f1", "fully_redacted")]
            rows.append(row)
    heads = ["notes", "order", "characters", "spans", "F1", "redacted", "fully redacted", "F1, more than chance",
             "fully redacted, more than chance"]  # fmt: skip
    parts += [markdown_table(heads, rows), "\nMeans over the seeds; gains in points, with the standard deviation over "
              "the seeds.\n\n"]  # fmt: skip
    parts.append("## What it takes\n\nNotes, and thousands of characters, that are needed to reach a value, read off "
                 "the mean curves, between two sizes by the logarithm; – where it is not reached.\n\n")  # fmt: skip
    rows = []
    for measure, name in (("f1", "F1"), ("fully_redacted", "fully redacted")):
        for target in targets[measure]:
            row = [f"{name} {target:g}"]
            for x, scale in (("notes", 1), ("characters", 1000)):
                for order in DOUBTS:
                    number = needed(curve(results, order, x, measure), target)
                    row.append("–" if number is None else f"{number / scale:,.0f}")
            rows.append(row)
    heads = ["to reach", *(f"notes, {o}" for o in DOUBTS), *(f"thousand characters, {o}" for o in DOUBTS)]
    parts += [
        markdown_table(heads, rows),
        "\n",
        verdict_of(results),
        TAIL.format(commit=commit),
    ]
    return "".join(parts)


HEAD = """# Which notes to annotate first

Does it pay to give people the notes first that a model is least sure of? Annotators are simulated with the annotations
of {plan.pool:,} training notes. A small compact model (one network, {plan.width} wide, {plan.steps} steps of about
{plan.batch_tokens:,} tokens, no copies) is trained from scratch on {sizes} notes in turn, and scored, with record and
rules beside it as in use and at threshold {threshold:g}, on the development notes, in the label view of AP-HP. All
orders of a seed begin with the same notes, drawn by chance. The model of a size chooses the notes up to the next size,
among {plan.candidates} drawn of those that are left. {plan.seeds} seeds: other first notes, other draws, other first
weights.

"""
TAIL = """
Simulated people make no mistakes and take no time: characters read stand for time. Fully redacted notes depend on
single words, so that their share moves by chance more than F1 does. The model is smaller than the bundled one and
begins from nothing; the notes of the corpus were written for this project and are less alike than those of one ward.
Where quality is to be measured, only notes drawn by chance say how good a model is: the pages have that order too.

`make active` writes this page, [active.csv](active.csv) with every training, and the figure. {commit}
"""


def csv_of(results: Sequence[Measured]) -> str:
    """Return every training as a line."""
    names = ("order", "seed", "notes", "characters", "spans", *MEASURES)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for each in sorted(results, key=lambda one: (list(DOUBTS).index(one.order), one.seed, one.notes)):
        writer.writerow([f"{value:.5f}" if isinstance(value := getattr(each, n), float) else value for n in names])
    return text.getvalue()


def figure_of(results: Sequence[Measured]) -> str:
    """Return the figure: F1 and fully redacted notes, by notes and by characters."""
    charts = {}
    for x, x_name in (("notes", "notes annotated"), ("characters", "characters annotated")):
        for y, y_name in (("f1", "F1"), ("fully_redacted", "fully redacted")):
            low = min(getattr(each, y) for each in results)
            floor = max(0.0, math.floor(10 * low) / 10)
            ticks = None if x == "notes" else _decades(results)
            series = {order: curve(results, order, x, y) for order in DOUBTS}
            charts[f"{y_name}, by {x}"] = curves(series, x_name, y_name, floor=floor, ticks=ticks)
    return panels(charts)


def _decades(results: Sequence[Measured]) -> list[float]:
    low, high = min(e.characters for e in results), max(e.characters for e in results)
    numbers = [part * 10.0**power for power in range(9) for part in (1, 2, 5)]
    return [number for number in numbers if low <= number <= high]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "active")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs")
    parser.add_argument("--commit", default="", help="what the page says of the version that was measured")
    parser.add_argument("--no-progress", action="store_true")
    chosen = parser.parse_args()
    plan = Plan(seeds=chosen.seeds)
    splits = split_documents(read_documents(ROOT / "corpus" / "notes"), read_splits(ROOT / "corpus" / "split.tsv"))
    bench = Bench(plan, splits["train"], splits["dev"])
    if not chosen.work.is_dir():
        make_folder(chosen.work, parents=True)
    shown = TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*shown, console=Console(stderr=True), disable=chosen.no_progress, refresh_per_second=2) as bar:
        task = bar.add_task("reading notes", total=len(DOUBTS) * plan.seeds * len(plan.sizes))
        results = run(
            bench,
            chosen.work / "results.jsonl",
            key_of(plan, [*bench.pool.values(), *splits["dev"]]),
            lambda what: bar.update(task, advance=1, description=what),
        )
    write_text(chosen.docs / "active.csv", csv_of(results))
    results = read_csv(chosen.docs / "active.csv")  # so that the page says what follows from the table
    write_text(chosen.docs / "active.md", page_of(results, plan, chosen.commit))
    write_text(chosen.docs / "figures" / "active.svg", figure_of(results))


if __name__ == "__main__":
    main()
