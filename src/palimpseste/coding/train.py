"""Train a model of codes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from palimpseste.coding.building import make_network
from palimpseste.coding.coder import Coder
from palimpseste.coding.numbers.data import encode_stays, read_training_stays
from palimpseste.coding.numbers.values import as_read
from palimpseste.coding.settings import CodingSettings
from palimpseste.coding.stays.stay import Stay
from palimpseste.coding.task import CodingTask
from palimpseste.coding.threshold import OperatingPoint
from palimpseste.training.run.determinism import deterministic, device_named
from palimpseste.training.run.loop import Outcome, run_steps
from palimpseste.training.run.running import UNWATCHED, Running
from palimpseste.training.run.workplace import Workplace

__all__ = ["train"]


def train(
    stays: Iterable[Stay],
    dev: Iterable[Stay],
    settings: CodingSettings,
    target: Path,
    running: Running = UNWATCHED,
) -> Coder:
    """Train to the end, or on from where an interrupted run stopped, write the model's folder and return the model.

    The weights kept are those of the highest micro F1 on `dev`, at the threshold that is best there.

    Parameters
    ----------
    stays, dev : iterable of Stay
        Coded; each is gone through once and not kept as text.
    settings : CodingSettings
        Which model, and how it is trained.
    target : Path
        See :mod:`palimpseste.coding.coder`.
    running : Running
        Where it runs, what it may take the place of, and who watches.

    Raises
    ------
    UsageError
        If there is nothing to learn or to measure, the encoder cannot be loaded, or an interrupted run was asked for
        something else.
    """
    place = device_named(running.device, settings.precision)
    data = read_training_stays(as_read(stays, settings), settings)
    measured = encode_stays(as_read(dev, settings), data.reader, data.space)
    digests = {"train_documents": data.stays.digest, "dev_documents": measured.digest}
    workplace = Workplace(target, {**settings.to_mapping(), **digests}, running)
    running.progress.said(
        f"{len(data.stays):,} stays of {len(data.space.codes):,} codes to learn, {len(measured):,} to measure on"
    )
    with deterministic(settings.seed, place):
        network = make_network(data, settings).to(place)
        task = CodingTask(network, data.stays, measured, len(data.space.codes), settings)
        outcome = run_steps(task, settings, workplace, running.progress)
        point = task.operating_point()
        coder = Coder(network, data.reader, data.space, settings, point.threshold)
        workplace.finish(lambda folder: _fill(folder, coder, outcome, point, workplace))
    return coder


def _fill(folder: Path, coder: Coder, outcome: Outcome, point: OperatingPoint, workplace: Workplace) -> None:
    coder.save(folder)
    encoder = coder.settings.encoder if coder.settings.has_encoder else ""
    outcome.write(folder, workplace, {"dev": asdict(point)}, encoder)
