"""Teach an encoder a hundred notes by heart, and another one other notes; ask both what they remember of the first.

The one reads a hundred short training notes of `corpus/` and canaries, many times over, the other as many other notes
as often, without canaries. Both begin from the same drawn weights.

    python tools/memory_of_encoder.py build/memory-of-encoder [--epochs 30]

Prints the table of `docs/attacks.md`. Goes on where it stopped, training by training and note by note.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from palimpseste.cli.train.console import TrainingConsole
from palimpseste.corpus import read_documents, write_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.document import Document
from palimpseste.files import read_json
from palimpseste.leakage.memory.canaries import CANARIES_FILE, Canaries
from palimpseste.leakage.memory.report import MEMORY_FILE
from palimpseste.rendering.tables import markdown_table
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings, make_small_encoder
from palimpseste.training.run.order import steps_per_epoch
from palimpseste.training.run.running import Running

CORPUS = Path(__file__).parent.parent / "corpus"
NOTES, LONGEST, BATCH = 100, 500, 16
CANARIES, CANDIDATES = 6, 255
ENCODER = SmallEncoderSettings(hidden_size=128, layers=2, hidden_dropout=0.0)


@dataclass(frozen=True, slots=True)
class Material:
    """Annotated notes.

    Parameters
    ----------
    read, held_out, others : list of Document
        Learned by heart, with the canaries; by nobody; by the models that never saw the former.
    further : list of Document
        What the vocabulary is made from.
    canaries : Canaries
        Learned beside `read`.
    """

    read: list[Document]
    held_out: list[Document]
    others: list[Document]
    further: list[Document]
    canaries: Canaries

    @classmethod
    def of_the_corpus(cls) -> Material:
        """Return short training notes by turns, and all others that are left."""
        training = split_documents(list(read_documents(CORPUS / "notes")), read_splits(CORPUS / "split.tsv"))["train"]
        short = [note for note in training if len(note.text) < LONGEST]
        spread = short[:: len(short) // (3 * NOTES)][: 3 * NOTES]
        taken = {note.id for note in spread}
        further = [note for note in training if note.id not in taken]
        return cls(spread[::3], spread[1::3], spread[2::3], further, Canaries(number=CANARIES, seed=1))

    @property
    def sides(self) -> dict[str, list[Document]]:
        """What the models learn, by their names."""
        return {"by heart": [*self.read, *self.canaries.documents()], "never saw": self.others}


def main() -> None:
    """Train what is missing, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--epochs", type=int, default=30, help="of the notes")
    options = parser.parse_args()
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    material = Material.of_the_corpus()
    write_documents(material.read, folder / "training.jsonl", overwrite=True)
    write_documents(material.held_out, folder / "held-out.jsonl", overwrite=True)
    material.canaries.write(folder)
    base = folder / "encoder"
    if not base.exists():
        make_small_encoder((note.text for note in material.further), base, ENCODER)
    found = {}
    for side, notes in material.sides.items():
        model = folder / side.replace(" ", "-")
        if not model.exists():
            train(notes, material.further[:1], base, model, options.epochs)
        found[side] = asked(folder, model, CANDIDATES)
    print(membership_table(found))
    print(exposure_table(found))


def train(notes: Sequence[Document], dev: Sequence[Document], base: Path, model: Path, epochs: int) -> None:
    """Fine-tune an encoder; the weights of the last step are kept."""
    steps = epochs * steps_per_epoch(len(notes), BATCH)
    settings = Settings(
        encoder=str(base), steps=steps, batch_size=BATCH, learning_rate=1e-3, head_learning_rate=3e-3, dropout=0.0,
        weight_decay=0.0, evaluate_every_steps=steps,
    )  # fmt: skip
    train_ner(notes, dev, settings, model, Running(progress=TrainingConsole(None)))


def asked(folder: Path, model: Path, candidates: int, *options: str) -> Any:
    """Return the figures of the attack, with so many candidates for each canary."""
    output = model.with_name(f"{model.name}-memory")
    command = [
        sys.executable, "-m", "palimpseste", "attack", "memory", str(model), "-o", str(output),
        "--training", str(folder / "training.jsonl"), "--held-out", str(folder / "held-out.jsonl"),
        "--canaries", str(folder / CANARIES_FILE), "--candidates", str(candidates), *options,
    ]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return read_json(output / MEMORY_FILE)


def membership_table(found: dict[str, Any]) -> str:
    """Return how well each model's losses tell the notes that were read, as Markdown."""
    rows = [
        (of, way, score, interval(told["auc"], 3), interval(told["sure"], 2))
        for of, figures in found.items()
        for way, scores in figures["membership"].items()
        for score, told in scores.items()
    ]
    return markdown_table(("model", "loss over", "score", "area", "found at 1 % false positives"), rows)


def exposure_table(found: dict[str, Any]) -> str:
    """Return the exposure of canaries by model and times, as Markdown."""
    rows = [
        (of, canaries, *(interval(each["mean"], 2) for each in of_kind(figures["canaries"], canaries)))
        for of, figures in found.items()
        for canaries in ("name", "number")
    ]
    heads = ("model", "canaries", "never inserted", "once", "4 times", "16 times")
    return markdown_table(heads, rows)


def of_kind(canaries: Sequence[Any], kind: str) -> Iterator[Any]:
    """Yield the exposures of one kind of canaries, by rising times."""
    return (each for each in canaries if each["kind"] == kind)


def interval(estimate: Any, places: int) -> str:
    """Return an estimate with its bounds."""
    value, low, high = (f"{estimate[name]:.{places}f}" for name in ("value", "low", "high"))
    return f"{value} ({low} – {high})"


if __name__ == "__main__":
    main()
