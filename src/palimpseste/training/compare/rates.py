"""A learning rate raised until over-fitting, as Richard, Talbot and Gimbert (2023, section 3.2) choose theirs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from palimpseste.detection.neural.encoder.detector import EncoderDetector
from palimpseste.document import Document
from palimpseste.evaluation import evaluate
from palimpseste.training.compare.experiments import run_experiment
from palimpseste.training.encoder.metrics import measures_of
from palimpseste.training.encoder.predictions import check_measurable, predictions_of
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.running import Running
from palimpseste.training.run.workplace import digest_of

__all__ = ["Trial", "chosen_of", "raised", "rates_from"]

_STEPS = (1, 2, 5)
_DECADES = 3


@dataclass(frozen=True, slots=True)
class Trial:
    """One training.

    Parameters
    ----------
    rate : float
        Highest rate of encoder and head.
    learned, held_out : float
        The measure that `Settings.metric` names, on notes learned from and on the others.
    """

    rate: float
    learned: float
    held_out: float


def rates_from(lowest: float) -> Iterator[float]:
    """Yield rates over three decades, three a decade: once, twice and five times the lowest, and so on."""
    for decade in range(_DECADES):
        for step in _STEPS:
            yield float(f"{lowest * step * 10**decade:.6g}")


def raised(
    train: Sequence[Document],
    dev: Sequence[Document],
    settings: Settings,
    rates: Iterable[float],
    folder: Path,
    running: Running,
) -> list[Trial]:
    """Train at one rate after another until the measure on the held-out notes falls; return all trials.

    What was trained into the folder before is read there.

    Parameters
    ----------
    train, dev : sequence of Document
        Annotated; of the first, as many as there are of the others are measured on.
    settings : Settings
        All but the rates.
    rates : iterable of float
        Rising.
    folder : Path
        Keeps what is needed to go on after an interruption.

    Raises
    ------
    UsageError
        As :func:`~palimpseste.training.encoder.ner.train_ner`.
    """
    check_measurable(dev, settings.view, "held-out")
    folder.mkdir(parents=True, exist_ok=True)
    measured_on = [digest_of(train), digest_of(dev)]

    def measure(detector: EncoderDetector) -> dict[str, Any]:
        return {"learned": value(detector, train[: len(dev)]), "held_out": value(detector, dev)}

    def value(detector: EncoderDetector, notes: Sequence[Document]) -> float:
        card = evaluate(notes, predictions_of(detector, notes), view=settings.view, bootstrap=0).overall
        return measures_of(card)[settings.metric]

    trials: list[Trial] = []
    for rate in rates:
        running.progress.said(f"rate {rate:g}")
        chosen = settings.changed(learning_rate=rate, head_learning_rate=rate)
        asked = json.dumps([chosen.to_mapping(), *measured_on], sort_keys=True)
        name = f"rate-{hashlib.sha256(asked.encode()).hexdigest()[:12]}"
        found = run_experiment(folder, name, train, dev, chosen, measure, running)
        trials.append(Trial(rate, found["learned"], found["held_out"]))
        if len(trials) > 1 and trials[-1].held_out < trials[-2].held_out:
            break
    return trials


def chosen_of(trials: Sequence[Trial]) -> Trial:
    """Return the trial with the best measure on held-out notes; of several, that of the lowest rate."""
    return max(trials, key=lambda trial: (trial.held_out, -trial.rate))
