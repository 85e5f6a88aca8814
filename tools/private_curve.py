"""Measure what a private training costs and saves: F1 and the exposure of canaries by ε, on a small recipe.

Compact models of one small network learn from some training notes of `corpus/` and from canaries, plainly and under
`--private` at several ε; F1 is of the development notes, token by token, with what rules and record find.

    python tools/private_curve.py build/private-curve [--docs docs]

Goes on where it stopped, model by model.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from palimpseste.cli.bars import with_bar
from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.detection.neural.compact import CompactModel, CompactSettings
from palimpseste.detection.neural.compact.network import Network
from palimpseste.detection.neural.compact.origin import Origin
from palimpseste.detection.neural.tags import OUTSIDE, TagScheme
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.files import read_json, write_json, write_text
from palimpseste.labels import LABELS
from palimpseste.leakage.memory.canaries import Canaries
from palimpseste.leakage.memory.exposure import CHANCE, exposures
from palimpseste.leakage.memory.losses import TagLosses
from palimpseste.rendering.charts import curves
from palimpseste.rendering.tables import markdown_table
from palimpseste.training.compact.calibration import ReadNote, read_notes_with_evidence
from palimpseste.training.compact.examples import ExampleMaker, token_intervals
from palimpseste.training.compact.network import integers
from palimpseste.training.compact.private import train_privately
from palimpseste.training.compact.trainer import CompactPace, train
from palimpseste.training.run.patients import by_patient
from palimpseste.training.run.private import Privacy

CORPUS = Path(__file__).parent.parent / "corpus"
EPSILONS = (1.0, 4.0, 16.0)
NOTES, CANARIES, CANDIDATES, PATIENTS = 1500, 6, 127, 150
PACE = CompactPace(
    members=1, width=48, dilations=(1, 2, 4), steps=150, learning_rate=5e-3, warmup_steps=10, averaging=0.95
)
PLAIN = CompactPace(
    members=1, width=48, dilations=(1, 2, 4), steps=400, batch_tokens=6000, dropout=0.0, word_dropout=0.0,
    list_dropout=0.0, piece_dropout=0.0,
)  # fmt: skip
NONE = "none"


def main() -> None:
    """Train, ask, write the table and the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--docs", type=Path, help="folder that gets private_curve.csv and figures/private_curve.svg")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    names = [NONE, *(f"{epsilon:g}" for epsilon in EPSILONS)]
    missing = [name for name in names if not (options.folder / f"{name}.json").exists()]
    if missing:
        Trainings().run(options.folder, missing)
    found = {name: read_json(options.folder / f"{name}.json") for name in names}
    heads = ("ε", "F1", *(f"exposure, inserted {times}" for times in (0, 1, 4, 16)), "noise")
    rows = [
        (name, f"{each['f1']:.3f}", *(interval(each["exposure"][str(times)]) for times in (0, 1, 4, 16)),
         f"{each['noise']:.2f}")
        for name, each in found.items()
    ]  # fmt: skip
    table = markdown_table(heads, rows)
    print(table)
    if options.docs:
        stream = io.StringIO()
        csv.writer(stream, lineterminator="\n").writerows([heads, *rows])
        write_text(options.docs / "private_curve.csv", stream.getvalue())
        write_text(options.docs / "figures" / "private_curve.svg", figure(found))


class Trainings:
    """Examples, made once, and what is learned from them."""

    def __init__(self) -> None:
        splits = split_documents(list(read_documents(CORPUS / "notes")), read_splits(CORPUS / "split.tsv"))
        self.canaries = Canaries(number=CANARIES)
        notes = [*splits["train"][:: max(len(splits["train"]) // NOTES, 1)][:NOTES], *self.canaries.documents()]
        self.scheme = TagScheme(LABELS)
        self.maker = ExampleMaker(self.scheme)
        examples = [self.maker(note) for note in with_bar(notes, len(notes), "notes", None)]
        self.units = [[examples[position] for position in unit] for unit in by_patient(notes).values()]
        self.dev = read_notes_with_evidence(splits["dev"])

    def run(self, folder: Path, names: Sequence[str]) -> None:
        """Train and measure those of some ε."""
        for name in names:
            spent: Any = {"noise_multiplier": 0.0}
            if name == NONE:
                flat = [example for unit in self.units for example in unit]
                networks = train(flat, self.maker.pieces, len(self.scheme), PLAIN)
            else:
                privacy = Privacy(epsilon=float(name), delta=1e-4, patients=PATIENTS)
                networks, spent = train_privately(self.units, self.maker.pieces, len(self.scheme), PACE, privacy)
            settings = CompactSettings(
                LABELS, PACE.dilations, 1.0, 0.5, (), Origin.of_this_package(RuleDetector().rule_names)
            )
            model = CompactModel(Network(integers(networks), PACE.dilations), settings)
            ranks = exposures(TagLosses(model), self.canaries, CANDIDATES)
            shown = with_bar(ranks, sum(1 for _ in self.canaries), f"canaries, {name}", None)
            found = {
                "f1": f1(model, self.scheme, self.dev),
                "exposure": by_times(self.canaries, shown),
                "noise": spent["noise_multiplier"],
                "spent": spent,
            }
            write_json(folder / f"{name}.json", found)
            print(name, json.dumps(found), flush=True)


def f1(model: CompactModel, scheme: TagScheme, notes: Sequence[ReadNote]) -> float:
    """Return F1 of identifying tokens by label, each given its likeliest tag."""
    label_of = np.array([-1 if tag == OUTSIDE else (tag - 1) // 4 for tag in range(len(scheme))])
    right = said = wanted = 0
    for note in notes:
        scores = model.scores(note.tokens, note.found)
        intervals = token_intervals(note.tokens, note.document.entities)
        truth = label_of[np.array(scheme.tags_of(intervals, len(scores)), dtype=np.int64)]
        guess = label_of[scores.argmax(axis=1)]
        right += int(((truth == guess) & (truth >= 0)).sum())
        said += int((guess >= 0).sum())
        wanted += int((truth >= 0).sum())
    return 2 * right / (said + wanted) if right else 0.0


def by_times(canaries: Canaries, ranks: Iterator[Any]) -> dict[str, tuple[float, float, float]]:
    """Return the mean exposure of canaries by how often they were inserted, with a 95 % interval."""
    values: dict[int, list[float]] = {}
    for canary, each in zip(canaries, ranks, strict=True):
        values.setdefault(canary.times, []).append(math.log2((CANDIDATES + 1) / each["rank"]))
    chance = np.random.default_rng(0)
    found = {}
    for times, bits in values.items():
        drawn = [float(chance.choice(bits, len(bits)).mean()) for _ in range(1000)]
        found[str(times)] = (float(np.mean(bits)), *map(float, np.percentile(drawn, (2.5, 97.5))))
    return found


def interval(values: Sequence[float]) -> str:
    """Return a mean with its interval."""
    mean, low, high = values
    return f"{mean:.2f} ({low:.2f} – {high:.2f})"


def figure(found: dict[str, Any]) -> str:
    """Return F1 and exposures, as shares of the most, by ε; what no ε bounds is the last point."""
    most = math.log2(CANDIDATES + 1)
    last = EPSILONS[-1] * 4
    points = [(last if name == NONE else float(name), each) for name, each in found.items()]
    points.sort(key=lambda each: each[0])
    series = {"F1": [(x, each["f1"]) for x, each in points]}
    for times in (1, 4, 16):
        series[f"exposure of {most:.0f} bits, inserted {times}"] = [
            (x, each["exposure"][str(times)][0] / most) for x, each in points
        ]
    series["exposure by chance"] = [(x, CHANCE / most) for x, _ in points]
    return curves(series, f"ε (at {last:g}: no bound)", "share", ticks=[*EPSILONS, last])


if __name__ == "__main__":
    main()
