"""The process that trains a model on gold, and measures it beside the one of before; it ends with the service."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.neural.compact.settings import BUNDLED
from palimpseste.document import Document
from palimpseste.service.background.processes.beside import begin, reason_of

__all__ = ["MODEL", "RoundScores", "TrainingWork", "train_on"]

MODEL = "model"
_SECONDS_BETWEEN = 0.5
_NICENESS = 10
_LEARNING_RATE = 1e-3


class RoundScores(msgspec.Struct, frozen=True):
    """How well detectors find what is gold.

    Parameters
    ----------
    f1 : float, optional
        By word, over all labels; None where there is nothing to find and nothing was.
    fully_redacted : float, optional
        Share of the notes with anything to hide in which all of it was.
    """

    f1: float | None
    fully_redacted: float | None


@dataclass(frozen=True, slots=True)
class TrainingWork:
    """How models are trained.

    Parameters
    ----------
    choice : DetectorChoice
        The detectors of the site; a model is put in the place of theirs.
    steps, copies : int
        Batches, and synthetic copies of each note.
    """

    choice: DetectorChoice
    steps: int
    copies: int


def train_on(
    connection: Connection, work: TrainingWork, folder: Path, training: list[Document], held_out: list[Document]
) -> None:
    """Train; tell steps done and steps in all, at last the scores of before and of after, or a reason.

    Parameters
    ----------
    connection : Connection
        To the service, which this process ends with.
    work : TrainingWork
        How.
    folder : Path
        Where the model goes.
    training, held_out : list of Document
        What is learned from, and what is measured on.
    """
    begin(connection, _NICENESS)
    try:
        before = _scores_of(work.choice, held_out)
        _train(connection, work, folder / MODEL, training)
        told: object = (before, _scores_of(replace(work.choice, model=folder / MODEL), held_out))
    except Exception as error:
        told = reason_of(error, folder)
    connection.send(told)


def _train(connection: Connection, work: TrainingWork, model: Path, documents: list[Document]) -> None:
    from palimpseste.training.compact.build import Copying, build
    from palimpseste.training.compact.trainer import CompactPace
    from palimpseste.training.compare.folds import dev_split

    learned, development = dev_split(documents, 0)
    build(
        learned,
        development,
        model,
        pace=CompactPace(steps=work.steps, learning_rate=_LEARNING_RATE),
        copying=Copying(copies=work.copies),
        start=[work.choice.model if work.choice.model and work.choice.is_compact() else BUNDLED],
        progress=_Telling(connection),
    )


def _scores_of(choice: DetectorChoice, gold: Sequence[Document]) -> RoundScores:
    from palimpseste.evaluation import evaluate
    from palimpseste.evaluation.systems import predicted

    found = predicted(Deidentifier.detecting(choice), gold)
    scores = evaluate(gold, found, bootstrap=0).overall.micro
    return RoundScores(_number(scores.tokens.f1.value), _number(scores.redaction.fully_redacted_where_present.value))


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


@dataclass(slots=True)
class _Telling:
    """Tells the service of the steps of a training, twice a second; of texts it tells nothing."""

    connection: Connection
    _steps: int = field(default=0)
    _told: float = field(default=0.0)

    def began(self, what: str, total_steps: int, done_steps: int) -> None:
        self._steps = total_steps

    def moved(self, step: int, loss: float) -> None:
        if time.monotonic() - self._told > _SECONDS_BETWEEN:
            self._told = time.monotonic()
            self.connection.send((step, self._steps))

    def evaluated(self, step: int, measures: Mapping[str, float], *, is_best: bool) -> None:
        pass

    def said(self, message: str) -> None:
        pass
