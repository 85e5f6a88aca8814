"""From annotated notes to the folder of a compact model: copies, examples, training, calibration, export."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palimpseste import __version__
from palimpseste.corpus.synthesis import synthesise
from palimpseste.detection.confidence.calibration import CALIBRATIONS
from palimpseste.detection.confidence.precision import bundled_precision
from palimpseste.detection.neural.compact import CompactModel, CompactSettings
from palimpseste.detection.neural.compact.model import RECORD, WEIGHTS
from palimpseste.detection.neural.compact.network import Network
from palimpseste.detection.neural.compact.origin import Origin
from palimpseste.detection.neural.compact.settings import SETTINGS
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.files import read_json, write_atomically, write_json, write_text
from palimpseste.labels import LABELS
from palimpseste.training.compact.calibration import calibrated, read_notes_with_evidence, rule_tallies
from palimpseste.training.compact.confidence import calibrations_json
from palimpseste.training.compact.examples import Example, ExampleMaker
from palimpseste.training.compact.network import CompactNetwork, halfway, integers
from palimpseste.training.compact.private import train_privately
from palimpseste.training.compact.start import TALLIES, Start
from palimpseste.training.compact.trainer import CompactPace, train
from palimpseste.training.compare.folds import folds_of
from palimpseste.training.run.energy import EnergyMeter
from palimpseste.training.run.patients import by_patient
from palimpseste.training.run.private import Privacy, request_of
from palimpseste.training.run.progress import Progress, Silent

__all__ = ["Copying", "build"]

# What was done, beside the model; and what an interrupted training goes on from.
CHECKPOINT = "checkpoint.pt"

# How often the rules and the record are shown as evidence: the model must also do without.
_RULES_SHOWN, _RECORD_SHOWN = 0.9, 0.55


@dataclass(frozen=True, slots=True, kw_only=True)
class Copying:
    """How the training notes are multiplied; see :func:`palimpseste.corpus.synthesis.synthesise`.

    Parameters
    ----------
    copies : int
        Of each note, beside the note itself.
    lists : Path, optional
        Folder of larger lists of names.
    carriers : tuple of Path
        Real prose.
    carrier_share, sheet_share : float in [0, 1]
        How likely a copy is followed by a document of real prose; by one of templates alone.
    """

    copies: int = 20
    lists: Path | None = None
    carriers: tuple[Path, ...] = ()
    carrier_share: float = 0.15
    sheet_share: float = 0.1


@dataclass(frozen=True, slots=True)
class _Source:
    """What networks learn from: notes, how they are multiplied, the pace, where to go on from."""

    training: Sequence[Document]
    copying: Copying
    pace: CompactPace
    checkpoint: Path
    weights: Mapping[str, NDArray[Any]] | None


def build(
    training: Sequence[Document],
    development: Sequence[Document],
    folder: Path,
    *,
    pace: CompactPace,
    copying: Copying,
    most_over_redaction: float = 0.01,
    half: int | None = None,
    start: Sequence[Path] = (),
    progress: Progress | None = None,
    privacy: Privacy | None = None,
) -> CompactSettings:
    """Train a compact model and write its folder; return its settings.

    Interrupted and called again with the same arguments it goes on, and ends with the same bytes.

    Parameters
    ----------
    training, development : sequence of Document
        Annotated; disjoint.
    folder : Path
        Made if need be.
    pace : CompactPace
        Shape of the network, steps, learning rate.
    copying : Copying
        How the training notes are multiplied.
    most_over_redaction : float in (0, 1)
        See :func:`palimpseste.training.compact.calibration.calibrated`.
    half : {0, 1}, optional
        Train one network on this half of the training notes, with chance of its own, and tell what each rule changes on
        the other.
    start : sequence of Path
        Folders of compact models to go on from, side by side, in place of weights drawn by chance; the pace gives way
        to their shape. Models of halves, and what went on from them, say which rules stay, each half by the notes it
        never saw (cross-fitting: Chernozhukov et al. 2018, 3); any other single model keeps the rules that stand beside
        it; else the development notes say which.
    progress : Progress, optional
        Told how far the training is.
    privacy : Privacy, optional
        What the weights may say of any patient of `training`; then there are no copies, since several notes lend their
        words to one, and the record of the training says nothing of the notes.

    Raises
    ------
    UsageError
        If a set is empty or not annotated, the sets share a document, the folder holds another training, or there is
        no model of these labels to go on from, or none at all to stay halfway from.
    """
    progress = progress or Silent()
    _check(training, development)
    unseen: list[Document] = []
    if privacy is not None:
        copying = replace(copying, copies=0)
        if half is not None:
            raise UsageError("a private training learns from all notes at once: leave the half out")
    if half is not None:
        halves = [[training[position] for position in positions] for positions in folds_of(training, 2, 0)]
        training, unseen = halves[half], halves[1 - half]
        pace = replace(pace, members=1, seed=2 * pace.seed + half + 1)
    if pace.is_halfway and not start:
        raise UsageError("halfway needs a model to go on from: name it with --start")
    begun = Start.read(start) if start else None
    if begun is not None:
        pace = begun.paced(pace)
    begun_with = [_sha256(each / WEIGHTS) for each in start]
    fingerprint = _fingerprint(training, development, pace, copying, begun_with, privacy)
    _claim(folder, fingerprint)
    meter = EnergyMeter()
    source = _Source(training, copying, pace, folder / CHECKPOINT, begun.weights if begun else None)
    spent: Mapping[str, object] | None = None
    counted: dict[str, object]
    if privacy is None:
        networks, examples, tokens = _learned(source, progress)
        documents = {"training": len(training), "development": len(development), "examples": examples}
        counted = {"fingerprint": fingerprint, "documents": documents, "tokens": tokens}
    else:
        networks, spent = _learned_privately(source, privacy, progress)
        counted = {"documents": {"development": len(development)}, "privacy": spent}
    arrays = integers(networks)
    if pace.is_halfway and begun is not None:
        arrays = halfway(begun.weights, arrays)
    write_atomically(folder / WEIGHTS, lambda partial: _write_arrays(partial, arrays))
    network = Network(arrays, pace.dilations)
    settings = replace(_fitted(network, development, most_over_redaction, begun, progress), privacy=spent)
    tallies = begun.tallies if begun else None
    if unseen:
        progress.said("trying each rule on the other half of the training notes")
        model = CompactModel(network, replace(settings, evidence_only=()))
        tallies = rule_tallies(model, read_notes_with_evidence(unseen))
    if tallies is not None:
        write_json(folder / TALLIES, tallies)
    write_text(folder / SETTINGS, settings.to_json())
    progress.said("fitting on the development notes: how sure each span is")
    made = CompactModel(network, settings)
    write_text(folder / CALIBRATIONS, calibrations_json(made, development, bundled_precision()))
    write_json(
        folder / RECORD,
        {
            **counted,
            "finished": True,
            "version": __version__,
            "pace": asdict(pace),
            "copying": {**asdict(copying), "lists": copying.lists is not None, "carriers": len(copying.carriers)},
            "begun_with_sha256": begun_with,
            "weights_sha256": _sha256(folder / WEIGHTS),
            "energy": meter.stop(),
        },
    )
    (folder / CHECKPOINT).unlink(missing_ok=True)
    return settings


def _claim(folder: Path, fingerprint: str) -> None:
    """Make the folder, and write there which training it is of; refuse that of another."""
    folder.mkdir(parents=True, exist_ok=True)
    before = read_json(folder / RECORD)
    if before and before.get("fingerprint") != fingerprint:
        raise UsageError(f"{folder} holds another training: other notes or settings; choose another folder")
    write_json(folder / RECORD, {"fingerprint": fingerprint, "finished": False})


def _learned(source: _Source, progress: Progress) -> tuple[list[CompactNetwork], int, int]:
    """Return the networks that learned from notes and their copies, how many these were, and their tokens."""
    maker = ExampleMaker(TagScheme(LABELS))
    examples = list(_examples(source.training, maker, source.copying, source.pace.seed, progress))
    tokens = sum(map(len, examples))
    progress.said(f"{len(examples):,} documents, {tokens:,} tokens, {len(maker.pieces):,} distinct pieces")
    progress.began("training", source.pace.steps, 0)
    tags = len(TagScheme(LABELS))
    networks = train(examples, maker.pieces, tags, source.pace, source.checkpoint, progress.moved, source.weights)
    return networks, len(examples), tokens


def _learned_privately(
    source: _Source, privacy: Privacy, progress: Progress
) -> tuple[list[CompactNetwork], Mapping[str, object]]:
    """Return the networks that learned from notes patient by patient, and what that cost."""
    maker, pace = ExampleMaker(TagScheme(LABELS)), source.pace
    units = [
        list(_examples([source.training[at] for at in positions], maker, source.copying, pace.seed, Silent()))
        for positions in by_patient(source.training).values()
    ]
    units = [unit for unit in units if unit]
    progress.began("training", pace.steps, 0)
    tags = len(TagScheme(LABELS))
    return train_privately(units, maker.pieces, tags, pace, privacy, source.checkpoint, progress.moved, source.weights)


def _fitted(
    network: Network,
    development: Sequence[Document],
    most_over_redaction: float,
    begun: Start | None,
    progress: Progress,
) -> CompactSettings:
    """Return the settings of a network: what is fitted on the development notes, and the rules that stand beside it."""
    return calibrated(
        network,
        CompactSettings(LABELS, network.dilations, 1.0, 0.5, (), Origin.of_this_package(RuleDetector().rule_names)),
        read_notes_with_evidence(development),
        most_over_redaction=most_over_redaction,
        tallies=begun.tallies if begun else None,
        evidence_only=begun.evidence_only if begun else None,
        moved=lambda what: progress.said(f"fitting on the development notes: {what}"),
    )


def _check(training: Sequence[Document], development: Sequence[Document]) -> None:
    for name, documents in (("training", training), ("development", development)):
        if not any(document.entities for document in documents):
            raise UsageError(f"no annotated span in the {name} notes")
    shared = {document.id for document in training} & {document.id for document in development}
    if shared:
        raise UsageError(f"document {min(shared)!r} is in the training and in the development notes")


def _examples(
    training: Sequence[Document], maker: ExampleMaker, copying: Copying, seed: int, progress: Progress
) -> Iterator[Example]:
    made: Iterable[Document] = ()
    if copying.copies:
        made = synthesise(
            training,
            seed=seed,
            copies=copying.copies,
            lists_folder=copying.lists,
            carriers=copying.carriers or None,
            carrier_share=copying.carrier_share,
            sheet_share=copying.sheet_share,
        )
    expected = round(len(training) * (1 + copying.copies * (1 + copying.sheet_share + copying.carrier_share)))
    progress.began("documents", expected, 0)
    number = 0
    for documents in (training, made):
        for document in documents:
            chance = Random(f"{seed} {document.id}")  # noqa: S311 # a choice that a seed repeats
            example = maker(document, rules=chance.random() < _RULES_SHOWN, record=chance.random() < _RECORD_SHOWN)
            if len(example):  # a batch of empty notes would have no loss
                yield example
            number += 1
            progress.moved(number, float("nan"))


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _fingerprint(
    training: Sequence[Document],
    development: Sequence[Document],
    pace: CompactPace,
    copying: Copying,
    begun_with: Sequence[str],
    privacy: Privacy | None,
) -> str:
    """Return a hash of all a training depends on but the program itself."""
    settings: list[object] = [asdict(pace), asdict(copying), begun_with]
    if privacy is not None:
        settings.append(request_of(privacy))
    digest = hashlib.sha256(json.dumps(settings, default=str, sort_keys=True).encode())
    for document in (*training, *development):
        spans = [(span.start, span.end, span.label) for span in document.entities]
        content = [document.id, document.text, document.patient.known(), spans]
        digest.update(hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).digest())
    return digest.hexdigest()


def _write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays as a compressed ``.npz``: same arrays, same bytes."""
    with path.open("wb") as stream:
        np.savez_compressed(stream, **{name: arrays[name] for name in sorted(arrays)})
