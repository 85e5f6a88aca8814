"""What each part is worth: notes, document types, the encoder, rules; the comparisons of AP-HP on one's own notes.

Tannier et al. (2023, results) train on growing shares of their notes, leave document types out, compare encoders, and
add rules to the model. Every training here is measured on the same test notes, three ways: the model alone; with the
rules; with the rules and the patient's record. Each kind may be trained several times, with a seed of its own each
time, so that what differs can be told from what chance makes differ.
"""

from __future__ import annotations

import hashlib
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
from palimpseste.evaluation.scores import json_share
from palimpseste.files import read_json, write_json
from palimpseste.training.compare.ablation_report import write_ablation_report
from palimpseste.training.compare.experiments import run_experiment
from palimpseste.training.compare.folds import Sets
from palimpseste.training.compare.reading import reading_of
from palimpseste.training.encoder.encoders import piece_reader
from palimpseste.training.encoder.label_set import labels_met
from palimpseste.training.encoder.metrics import measures_of
from palimpseste.training.encoder.predictions import check_measurable, predictions_of
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.running import UNWATCHED, Running
from palimpseste.training.run.workplace import Workplace, digest_of

__all__ = ["Comparisons", "ablate", "compared"]

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
    repeats : int
        Trainings of each kind, 1 or more; the seed of each is one more than that of the one before. Notes for a size
        are drawn with it.
    """

    sizes: tuple[int, ...] = ()
    without_types: tuple[str, ...] = ()
    encoders: tuple[str, ...] = ()
    repeats: int = 1


@dataclass(frozen=True, slots=True, repr=False)
class _Experiment:
    kind: str
    value: str | int
    train: Sequence[Document]
    settings: Settings
    repeat: int = 0

    @property
    def title(self) -> str:
        again = f", seed {self.settings.seed}" if self.repeat else ""
        return f"{self.kind} {self.value}{again}"


def ablate(sets: Sets, settings: Settings, comparisons: Comparisons, target: Path, running: Running = UNWATCHED) -> str:
    """Run every training and write ``report.md``, its figures (SVG) and ``results.json``; return the report.

    An interrupted run goes on with the training, and the step, it was at. No model is kept.

    Parameters
    ----------
    sets : Sets
        The notes.
    settings : Settings
        Of every training.
    comparisons : Comparisons
        What is left out or changed.
    target : Path
        Folder that is written.
    running : Running
        How an interrupted run goes on, and who is told.

    Raises
    ------
    UsageError
        If a size is larger than the training notes, or a type does not occur in them; or as
        :func:`~palimpseste.training.encoder.ner.train_ner`.
    """
    _check(sets, settings, comparisons)
    request = {**settings.to_mapping(), **{f"compared_{name}": value for name, value in asdict(comparisons).items()}}
    each = (("train", sets.train), ("dev", sets.dev), ("test", sets.test))
    request |= {f"{name}_documents": digest_of(notes) for name, notes in each}
    workplace = Workplace(target, request, running)
    results = compared(sets, settings, comparisons, workplace.folder, running)
    report = ""

    def fill(folder: Path) -> None:
        nonlocal report
        write_json(folder / "results.json", results)
        report = write_ablation_report(folder, results, settings.encoder, settings.view)

    workplace.finish(fill)
    return report


def compared(
    sets: Sets,
    settings: Settings,
    comparisons: Comparisons,
    folder: Path,
    running: Running,
    *,
    scored: str = "",
) -> list[dict[str, Any]]:
    """Return the figures of every training, of the rules last; what was trained into the folder before is read there.

    Parameters
    ----------
    sets, settings, comparisons, running
        As of :func:`ablate`.
    folder : Path
        Keeps the figures of each training under a name that tells its notes and settings, so that several comparisons
        share what they have in common; and what an interrupted training goes on from.
    scored : str
        The label view that is measured, of labels that the settings' view has; empty for all of these.

    Returns
    -------
    list of mapping
        One a training, those on all notes first: ``kind``, ``value``, ``repeat`` from 0, ``notes`` it was trained on,
        ``reading`` of its tokenizer, ``energy``, and under ``ways`` the measures by way of measuring.

    Raises
    ------
    UsageError
        As :func:`ablate`.
    """
    _check(sets, settings, comparisons)
    view, test = scored or settings.view, sets.test
    check_measurable(test, view, "test")
    measured_on = f"{digest_of(sets.dev)} {digest_of(test)} {view}"
    experiments = list(_experiments(sets.train, settings, comparisons))
    results: list[dict[str, Any]] = []
    for number, experiment in enumerate(experiments, start=1):
        running.progress.said(f"training {number} of {len(experiments)}: {experiment.title}")

        def measure(detector: EncoderDetector, encoder: str = experiment.settings.encoder) -> dict[str, Any]:
            return {
                "reading": reading_of(piece_reader(encoder), test).to_mapping(),
                "ways": {way: _measured((detector, *_made(kinds)), test, view) for way, kinds in _ADDED.items()},
            }

        figures = run_experiment(
            folder, _name_of(experiment, measured_on), experiment.train, sets.dev, experiment.settings, measure, running
        )
        results.append({"kind": experiment.kind, "value": experiment.value, "repeat": experiment.repeat, **figures})
    path = folder / f"rules-{_digest(view, digest_of(test))}.json"
    alone = read_json(path)
    if alone is None:
        alone = {way: _measured(_made(kinds), test, view) for way, kinds in _ALONE.items()}
        write_json(path, alone)
    results.append({"kind": "rules", "value": "", "repeat": 0, "notes": 0, "ways": alone})
    return results


def _name_of(experiment: _Experiment, measured_on: str) -> str:
    settings = json.dumps(experiment.settings.to_mapping(), sort_keys=True)
    return f"training-{_digest(settings, digest_of(experiment.train), measured_on)}"


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _check(sets: Sets, settings: Settings, comparisons: Comparisons) -> None:
    """Refuse before anything is trained what cannot be compared."""
    labels_met(sets.train, settings.view)
    check_measurable(sets.test, settings.view, "test")
    if comparisons.repeats < 1:
        raise UsageError(f"each kind is trained once or more often, not {comparisons.repeats} times")
    for _ in _experiments(sets.train, settings, comparisons):
        pass


def _experiments(train: Sequence[Document], settings: Settings, comparisons: Comparisons) -> Iterator[_Experiment]:
    """Yield every training: those of one kind together, all notes first."""
    seeded = [settings.changed(seed=settings.seed + repeat) for repeat in range(comparisons.repeats)]
    for repeat, each in enumerate(seeded):
        yield _Experiment("all notes", len(train), train, each, repeat)
    for size in sorted(set(comparisons.sizes)):
        if not 1 <= size <= len(train):
            raise UsageError(f"size {size}: there are {len(train)} notes to train on")
        if size < len(train):
            for repeat, each in enumerate(seeded):
                chosen = _in_order(train, each.seed)[:size]
                labels_met(chosen, settings.view)
                yield _Experiment("size", size, chosen, each, repeat)
    types = sorted({document.type for document in train})
    for name in comparisons.without_types:
        rest = [document for document in train if document.type != name]
        if len(rest) == len(train) or not rest:
            raise UsageError(f"type {name!r} cannot be left out; types: {', '.join(types)}")
        labels_met(rest, settings.view)
        for repeat, each in enumerate(seeded):
            yield _Experiment("without type", name, rest, each, repeat)
    for encoder in comparisons.encoders:
        if encoder != settings.encoder:
            for repeat, each in enumerate(seeded):
                yield _Experiment("encoder", encoder, train, each.changed(encoder=encoder), repeat)


def _in_order(train: Sequence[Document], seed: int) -> list[Document]:
    """Return notes shuffled by document identifier: order in the file does not matter."""
    order = sorted(train, key=lambda document: document.id)
    random.Random(f"sizes {seed}").shuffle(order)  # noqa: S311 # an order that a seed repeats
    return order


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
    return {
        "measures": measures_of(evaluation.overall),
        "labels": {label: json_share(card.tokens.f1.value) for label, card in evaluation.overall.labels.items()},
        "types": {name: measures_of(card) for name, card in evaluation.types.items()},
    }
