"""What each part is worth: notes, document types, the encoder, rules; the comparisons of AP-HP on one's own notes.

Tannier et al. (2024, results) train on growing shares of their notes, leave document types out, compare encoders, and
add rules to the model. Every training here is measured on the same test notes, three ways: the model alone; with the
rules; with the rules and the patient's record.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.neural.encoder.detector import EncoderDetector
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.evaluation import evaluate
from palimpseste.files import read_json, write_json
from palimpseste.training.compare.ablation_report import write_ablation_report
from palimpseste.training.compare.experiments import run_experiment
from palimpseste.training.compare.reading import reading_of
from palimpseste.training.encoder.encoders import piece_reader
from palimpseste.training.encoder.label_set import labels_met
from palimpseste.training.encoder.metrics import measures_of
from palimpseste.training.encoder.predictions import check_measurable, predictions_of
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.progress import Progress, Silent
from palimpseste.training.run.workplace import Workplace, digest_of

__all__ = ["Comparisons", "ablate"]

# What is added to a model, by the name of the way of measuring; then what is measured without one.
_ADDED: dict[str, tuple[type, ...]] = {
    "model": (),
    "model and rules": (RuleDetector,),
    "all": (RecordDetector, RuleDetector),
}
_ALONE: dict[str, tuple[type, ...]] = {"rules": (RuleDetector,), "rules and record": (RecordDetector, RuleDetector)}


@dataclass(frozen=True, slots=True)
class Comparisons:
    """What is compared beside the training on all notes.

    Parameters
    ----------
    sizes : tuple of int
        Numbers of training notes; each set holds the smaller ones.
    without_types : tuple of str
        Document types to leave out of training, one at a time.
    encoders : tuple of str
        Further encoders, by name or folder.
    """

    sizes: tuple[int, ...] = ()
    without_types: tuple[str, ...] = ()
    encoders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class _Experiment:
    name: str
    kind: str
    value: str | int
    train: Sequence[Document]
    settings: Settings


def ablate(
    train: Sequence[Document],
    dev: Sequence[Document],
    test: Sequence[Document],
    settings: Settings,
    comparisons: Comparisons,
    target: Path,
    *,
    device: str = "auto",
    restart: bool = False,
    force: bool = False,
    progress: Progress | None = None,
) -> str:
    """Run every training and write ``report.md``, its figures (SVG) and ``results.json``; return the report.

    An interrupted run goes on with the training, and the step, it was at. No model is kept.

    Raises
    ------
    UsageError
        If a size is larger than the training notes, or a type does not occur in them; or as
        :func:`~palimpseste.training.encoder.ner.train_ner`.
    """
    progress = progress or Silent()
    labels_met(train, settings.view)
    check_measurable(test, settings.view, "test")
    experiments = list(_experiments(train, settings, comparisons))
    request = {**settings.to_mapping(), **{f"compared_{name}": value for name, value in asdict(comparisons).items()}}
    request |= {f"{name}_documents": digest_of(d) for name, d in (("train", train), ("dev", dev), ("test", test))}
    workplace = Workplace(target, request, restart=restart, force=force)
    results: list[dict[str, Any]] = []
    for number, experiment in enumerate(experiments, start=1):
        progress.said(f"training {number} of {len(experiments)}: {experiment.kind} {experiment.value}")

        def measure(detector: EncoderDetector, encoder: str = experiment.settings.encoder) -> dict[str, Any]:
            return {
                "reading": reading_of(piece_reader(encoder), test).to_mapping(),
                "ways": {
                    way: _measured((detector, *_made(kinds)), test, settings.view) for way, kinds in _ADDED.items()
                },
            }

        figures = run_experiment(
            workplace.folder, experiment.name, experiment.train, dev, experiment.settings, measure,
            device=device, kept=False, progress=progress,
        )  # fmt: skip
        results.append({"kind": experiment.kind, "value": experiment.value, **figures})
    alone = read_json(workplace.path("rules.json"))
    if alone is None:
        alone = {way: _measured(_made(kinds), test, settings.view) for way, kinds in _ALONE.items()}
        write_json(workplace.path("rules.json"), alone)
    results.append({"kind": "rules", "value": "", "notes": 0, "ways": alone})
    report = ""

    def fill(folder: Path) -> None:
        nonlocal report
        write_json(folder / "results.json", results)
        report = write_ablation_report(folder, results, settings.encoder, settings.view)

    workplace.finish(fill)
    return report


def _experiments(train: Sequence[Document], settings: Settings, comparisons: Comparisons) -> Iterator[_Experiment]:
    yield _Experiment("all", "all notes", len(train), train, settings)
    # Shuffled by document identifier: order in the file does not matter.
    order = sorted(train, key=lambda document: document.id)
    random.Random(f"sizes {settings.seed}").shuffle(order)
    for size in sorted(set(comparisons.sizes)):
        if not 1 <= size <= len(train):
            raise UsageError(f"size {size}: there are {len(train)} notes to train on")
        if size < len(train):
            chosen = order[:size]
            labels_met(chosen, settings.view)
            yield _Experiment(f"size-{size}", "size", size, chosen, settings)
    types = sorted({document.type for document in train})
    for number, name in enumerate(comparisons.without_types, start=1):
        rest = [document for document in train if document.type != name]
        if len(rest) == len(train) or not rest:
            raise UsageError(f"type {name!r} cannot be left out; types: {', '.join(types)}")
        labels_met(rest, settings.view)
        yield _Experiment(f"without-{number}", "without type", name, rest, settings)
    for number, encoder in enumerate(comparisons.encoders, start=1):
        if encoder != settings.encoder:
            yield _Experiment(f"encoder-{number}", "encoder", encoder, train, settings.changed(encoder=encoder))


def _made(kinds: tuple[type, ...]) -> tuple[Any, ...]:
    return tuple(kind() for kind in kinds)


def _measured(detectors: tuple[Any, ...], test: Sequence[Document], view: str) -> dict[str, Any]:
    """Return every measure over the test notes, by label and by document type."""
    if len(detectors) == 1 and isinstance(detectors[0], EncoderDetector):
        predicted = list(predictions_of(detectors[0], test))
    else:
        deidentifier = Deidentifier(detectors)
        predicted = [Document(d.id, d.text, d.type, d.date, d.patient, deidentifier.detect(d)) for d in test]
    evaluation = evaluate(test, predicted, view=view, bootstrap=0)
    whole = json.loads(evaluation.to_json())["overall"]
    return {
        "measures": measures_of(evaluation.overall),
        "labels": {label: scores["tokens"]["f1"]["value"] for label, scores in whole["labels"].items()},
        "types": {name: measures_of(card) for name, card in evaluation.types.items()},
    }
