"""Runs an experiment: finds the spans, writes every version, trains on it, keeps what was predicted.

::

    folder/
    ├── design.json           what is compared: a run that goes on must find the same
    ├── spans.jsonl           what the detectors found: offsets and labels
    ├── attack.json           how well each version's dates are linked
    ├── fidelity/<version>.json
    ├── predictions/<version>/<model>-<seed>.jsonl, ...-on-original.jsonl
    └── training/             one folder a training under way, gone when it has predicted

No text is written: a version is made anew where it is needed, in the memory of the process that trains on it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future, wait
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from palimpseste.coding.predictions import write_predictions
from palimpseste.coding.settings import CodingSettings
from palimpseste.coding.stays.stay import Stay
from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.engines.run.journal import fingerprint_of
from palimpseste.engines.worker import compute_on_one_processor, prepare_process, settle_process
from palimpseste.errors import UsageError
from palimpseste.files import read_json, write_atomically, write_json, write_text
from palimpseste.surrogates.keys import MasterKey
from palimpseste.utility.attacks import AttackSize, attacked, date_strategy_of
from palimpseste.utility.design import Design, Training
from palimpseste.utility.fidelity.tally import FidelityTally
from palimpseste.utility.processes import processes
from palimpseste.utility.stays import AnnotatedStay, read_annotated_stays
from palimpseste.utility.versions import COHORT, ORIGINAL, Version, check_gold

__all__ = ["Watch", "chosen_stays", "fidelity_file", "predictions_file", "read_attack", "run_experiment"]

_DESIGN, _SPANS, _ATTACK = "design.json", "spans.jsonl", "attack.json"
_STAYS_A_TASK = 25
# What every training imports.
_LOADED = (__name__, "palimpseste.coding.train", "palimpseste.coding.coder")

T = TypeVar("T")
SpansOf = Mapping[str, Sequence[Span]]
# What is under way, how much of it is done, and of how much.
Watch = Callable[[str, int, int], None]


def run_experiment(design: Design, folder: Path, key: MasterKey, *, jobs: int, watch: Watch) -> None:
    """Run what is not done yet of an experiment.

    Parameters
    ----------
    design : Design
        Stays, policies, models and sizes.
    folder : Path
        Where everything is kept; an interrupted run is gone on with.
    key : MasterKey
        Of the surrogates.
    jobs : int
        Processes; each trains on its share of the processors.
    watch : callable
        Told what is under way, how many parts of it are done, and of how many.

    Raises
    ------
    UsageError
        If the folder holds another experiment, or one under another key, or stays cannot be read.
    DocumentError
        If a document cannot be de-identified: an experiment without it would be another one.
    PalimpsesteError
        If a process dies.
    """
    stays = chosen_stays(design)
    check_gold([document for each in stays for document in each.documents], design.versions)
    folder.mkdir(parents=True, exist_ok=True)
    _claim(design, key, folder)
    _run(design, stays, folder, key, jobs, watch)
    shutil.rmtree(folder / "training", ignore_errors=True)


def _run(design: Design, stays: Sequence[AnnotatedStay], folder: Path, key: MasterKey, jobs: int, watch: Watch) -> None:
    compute_on_one_processor()
    with processes(jobs, _prepare, loaded=_LOADED) as pool:
        if any(version.spans == "detected" for version in design.versions):
            _detect(stays, folder, pool, watch)
        all_files = [predictions_file(folder, training) for training in design.all_trainings()]
        for path in all_files:
            path.parent.mkdir(parents=True, exist_ok=True)
        (folder / "fidelity").mkdir(exist_ok=True)
        secret = key.to_bytes()
        attacks = [pool.submit(_attack, design, folder, design.attack)] if design.attack else []
        trainings = [
            pool.submit(_train, design, version, settings, folder, secret, jobs)
            for version in design.versions
            for settings in design.models_of(version)
        ]
        _finish(
            [*attacks, *trainings], lambda: watch("trainings", sum(path.exists() for path in all_files), len(all_files))
        )


def predictions_file(folder: Path, training: Training, *, on_original: bool = False) -> Path:
    """Return where the predictions of a training are: on the test stays of its version, or on the original ones.

    Parameters
    ----------
    folder : Path
        Of the experiment.
    training : Training
        Whose.
    on_original : bool
        Whether those on the original test stays.
    """
    return folder / "predictions" / f"{training.slug}{'-on-original' if on_original else ''}.jsonl"


def read_attack(folder: Path) -> dict[str, dict[str, float]]:
    """Return how well the dates of each version were linked, by slug; empty where no attack was made."""
    found: Any = read_json(folder / _ATTACK)
    return found or {}


def fidelity_file(folder: Path, version: Version) -> Path:
    """Return where the measures of a version that need no training are."""
    return folder / "fidelity" / f"{version.slug}.json"


def _claim(design: Design, key: MasterKey, folder: Path) -> None:
    # Under another key it would be another experiment.
    asked = json.loads(json.dumps({**design.to_mapping(), **fingerprint_of(key.to_bytes(), {})}))
    before = read_json(folder / _DESIGN)
    if before is None and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty and holds no experiment; name another folder")
    if before is not None and before != asked:
        changed = sorted(name for name in {*asked, *before} if before.get(name) != asked.get(name))
        raise UsageError(f"{folder} holds an experiment of other {', '.join(changed)}; name another folder")
    write_json(folder / _DESIGN, asked)


def _prepare() -> None:
    """Make a process one that writes no memory to disk."""
    prepare_process()
    settle_process()


def _finish(tasks: Sequence[Future[T]], tell: Callable[[], None]) -> None:
    """Wait for tasks; the first error ends them all."""
    waiting = set(tasks)
    try:
        while waiting:
            done, waiting = wait(waiting, timeout=1.0)
            for task in done:
                task.result()
            tell()
    except BaseException:
        for task in waiting:
            task.cancel()
        raise


def chosen_stays(design: Design) -> list[AnnotatedStay]:
    """Return the stays of an experiment."""
    found: list[AnnotatedStay] = []
    training = 0
    for each in read_annotated_stays(design.files):
        training += each.split == "train"
        if each.split != "train" or not design.most_training_stays or training <= design.most_training_stays:
            found.append(each)
    return found


def _detect(stays: Sequence[AnnotatedStay], folder: Path, pool: Executor, watch: Watch) -> None:
    """Write what the detectors find, all of it or nothing."""
    target = folder / _SPANS
    if target.exists():
        return
    tasks = [
        pool.submit(
            _spans_found, [document for each in stays[first : first + _STAYS_A_TASK] for document in each.documents]
        )
        for first in range(0, len(stays), _STAYS_A_TASK)
    ]
    _finish(tasks, lambda: watch("detection", sum(task.done() for task in tasks), len(tasks)))
    lines = (
        json.dumps({"id": name, "spans": [[span.start, span.end, span.label] for span in spans]}) + "\n"
        for task in tasks
        for name, spans in task.result()
    )
    write_text(target, "".join(lines))


def _spans_found(documents: Sequence[Document]) -> list[tuple[str, tuple[Span, ...]]]:
    # Gold spans must not help.
    detector = _detector()
    return [(document.id, detector.detect(replace(document, entities=()))) for document in documents]


_known_detector: Deidentifier | None = None


def _detector() -> Deidentifier:
    global _known_detector
    if _known_detector is None:
        _known_detector = Deidentifier.default(policy="tag")
    return _known_detector


def _read_spans(folder: Path) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = {}
    for line in (folder / _SPANS).read_text(encoding="utf-8").splitlines():
        values = json.loads(line)
        found[values["id"]] = [Span(start, end, label) for start, end, label in values["spans"]]
    return found


def _attack(design: Design, folder: Path, size: AttackSize) -> None:
    """Write how well the dates of each version are linked."""
    if (folder / _ATTACK).exists():
        return
    strategies = {
        version: date_strategy_of(version.made_policy()) for version in design.versions if version != ORIGINAL
    }
    success = attacked((strategy for strategy in strategies.values() if strategy), size)
    found = {version.slug: asdict(success[strategy]) for version, strategy in strategies.items() if strategy}
    write_json(folder / _ATTACK, found)


def _train(design: Design, version: Version, settings: CodingSettings, folder: Path, secret: bytes, jobs: int) -> None:
    """Do the trainings of a model on a version that have not been done; runs in a process of its own."""
    import os

    import torch

    from palimpseste.coding.train import train
    from palimpseste.training.run.running import Running

    todo = [each for each in design.trainings(version, settings) if not predictions_file(folder, each).exists()]
    if not todo:
        return
    torch.set_num_threads(max(1, (os.cpu_count() or 1) // jobs))
    stays = chosen_stays(design)
    texts = _written(stays, version, folder, secret)
    original_test = [each.stay for each in stays if each.split == "test"]
    for training in todo:
        target = folder / "training" / training.slug.replace("/", "-")
        target.parent.mkdir(exist_ok=True)
        coder = train(texts["train"], texts["dev"], training.settings, target, Running(force=True))
        if version != ORIGINAL:
            path = predictions_file(folder, training, on_original=True)
            write_atomically(path, partial(_write, coder.predict(original_test)))
        # The last file to be written tells that the training is done.
        write_atomically(predictions_file(folder, training), partial(_write, coder.predict(texts["test"])))
        shutil.rmtree(target)


def _write(predictions: Iterable[Any], path: Path) -> None:
    write_predictions(predictions, path)


def _written(stays: Sequence[AnnotatedStay], version: Version, folder: Path, secret: bytes) -> dict[str, list[Stay]]:
    """Return the stays of each split in a version, and write how true its test stays are to the original."""
    texts: dict[str, list[Stay]] = {}
    if version == ORIGINAL:
        for each in stays:
            texts.setdefault(each.split, []).append(each.stay)
        return texts
    deidentifier = Deidentifier.default(key=MasterKey(secret), cohort=COHORT, policy=version.made_policy())
    detected = _read_spans(folder) if version.spans == "detected" else None
    tally = FidelityTally()
    for each in stays:
        results = [deidentifier.replace(document, _spans(document, detected)) for document in each.documents]
        if each.split == "test":
            for document, result in zip(each.documents, results, strict=True):
                tally.add(document, result)
        texts.setdefault(each.split, []).append(each.rewritten(results))
    write_json(fidelity_file(folder, version), asdict(tally.measured()))
    return texts


def _spans(document: Document, detected: SpansOf | None) -> Sequence[Span]:
    return document.entities if detected is None else detected[document.id]
