"""The steps of a training, from wherever a run stopped: nothing a later step depends on is kept outside a checkpoint.

A run that was killed and repeated ends with the same weights, to the bit, as one that was not (on a CPU).
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from palimpseste.files import write_atomically, write_json
from palimpseste.training.run.checkpoint import Checkpoint
from palimpseste.training.run.determinism import chance_state, restore_chance
from palimpseste.training.run.energy import ENERGY_FILE, EnergyMeter, with_encoder
from palimpseste.training.run.log import TrainingLog
from palimpseste.training.run.order import batch_indices, steps_per_epoch
from palimpseste.training.run.pace import Pace
from palimpseste.training.run.private import InUnits, Privacy, PrivateSteps
from palimpseste.training.run.progress import Progress
from palimpseste.training.run.schedule import rate_factor
from palimpseste.training.run.stopping import EarlyStopping
from palimpseste.training.run.workplace import Workplace

__all__ = ["LOG_FILE", "InParts", "Outcome", "Task", "run_steps", "save_weights"]

LOG_FILE = "log.jsonl"
_CHECKPOINT, _BEST = "checkpoint.pt", "best.safetensors"
_STEPS_A_LINE = 10


class Task(Protocol):
    """What is learned."""

    @property
    def module(self) -> nn.Module:
        """The network, on its device."""

    @property
    def examples(self) -> int:
        """How many windows there are to learn from."""

    def groups(self) -> list[tuple[float, list[nn.Parameter]]]:
        """Return the parameters and the highest rate of each group."""

    def loss(self, indices: list[int], step: int) -> Tensor:
        """Return the loss of some windows at a step."""

    def measures(self) -> dict[str, float]:
        """Return the measures on the dev notes; what early stopping looks at is `steered_by`."""

    @property
    def steered_by(self) -> str:
        """The measure that decides which weights are best; more is better."""


@runtime_checkable
class InParts(Protocol):
    """A task whose batches are too large for the memory: learned from in parts, whose gradients are added up."""

    def parts(self, indices: list[int]) -> list[tuple[list[int], float]]:
        """Return the windows of a batch in parts, and the share of each part's loss in that of the batch."""


class Outcome:
    """How a training ended.

    Attributes
    ----------
    steps : int
        Steps done.
    best_step : int
        Steps done when the weights kept were measured.
    energy : dict
        See :class:`~palimpseste.training.run.energy.EnergyMeter`.
    privacy : mapping, optional
        What a private training cost, as :meth:`~palimpseste.training.run.private.PrivateSteps.spent` says it.
    """

    def __init__(
        self, steps: int, best_step: int, energy: Mapping[str, object], privacy: Mapping[str, object] | None = None
    ) -> None:
        self.steps = steps
        self.best_step = best_step
        self.energy = dict(energy)
        self.privacy = privacy

    def write(self, folder: Path, workplace: Workplace, measured: Mapping[str, object], encoder: str = "") -> None:
        """Write beside a model what its training came to and took: ``metrics.json``, ``energy.json`` and the log.

        Parameters
        ----------
        folder : Path
            Of the model.
        workplace : Workplace
            Of the training.
        measured : mapping
            Measures of the weights kept.
        encoder : str
            Name or folder of the encoder that was trained on, if any.
        """
        write_json(folder / "metrics.json", {"steps": self.steps, "best_step": self.best_step, **measured})
        write_json(folder / ENERGY_FILE, with_encoder(self.energy, encoder) if encoder else self.energy)
        shutil.copyfile(workplace.path(LOG_FILE), folder / LOG_FILE)


def run_steps(
    task: Task, settings: Pace, workplace: Workplace, progress: Progress, privacy: Privacy | None = None
) -> Outcome:
    """Train to the end and leave the best weights in the module.

    Must be called within :func:`~palimpseste.training.run.determinism.deterministic`. With a privacy the task is one
    `InUnits`; its losses are told nobody, and an interrupted run ends with other weights than one that was not.

    Parameters
    ----------
    task : Task
        What is trained.
    settings : Pace
        How long and how fast.
    workplace : Workplace
        What an interrupted run goes on from.
    progress : Progress
        Who is told.
    privacy : Privacy, optional
        What weights may tell of an example.

    Raises
    ------
    UsageError
        If the privacy cannot be kept.
    """
    module = task.module
    device = next(module.parameters()).device
    an_epoch = steps_per_epoch(task.examples, settings.batch_size)
    total = settings.steps or settings.epochs * an_epoch
    every = settings.evaluate_every_steps or an_epoch
    private = None
    if privacy is not None and isinstance(task, InUnits):
        private = PrivateSteps(privacy, len(task.units()), settings.batch_size, total)
    optimizer = _optimizer(task, settings)
    scaler = torch.amp.GradScaler(device.type, enabled=settings.precision == "float16")
    stopping = EarlyStopping(settings.patience_evaluations)
    losses: list[float] = []
    done = 0

    saved = Checkpoint.load(workplace.path(_CHECKPOINT))
    if saved is not None:
        torch.set_num_threads(saved.threads)
        module.load_state_dict(saved.module)
        optimizer.load_state_dict(saved.optimizer)
        scaler.load_state_dict(saved.scaler)
        stopping = EarlyStopping(settings.patience_evaluations, **saved.stopping)
        losses, done = list(saved.losses), saved.step
        restore_chance(saved.chance)
    log = TrainingLog(workplace.path(LOG_FILE), saved.log_bytes if saved else 0)
    meter = EnergyMeter(saved.energy if saved else None)
    progress.began("training", total, done)
    module.train()
    try:
        while done < total and not stopping.is_over:
            if private is not None:
                loss = _private_step(task, settings, private, optimizer, done, total)
            else:
                loss = _step(task, settings, optimizer, scaler, done, total)
                losses.append(loss)
            done += 1
            progress.moved(done, loss)
            if losses and (len(losses) == _STEPS_A_LINE or done == total):
                log.write(step=done, epoch=round(done / an_epoch, 4), loss=sum(losses) / len(losses))
                losses.clear()
            if done % every == 0 or done == total:
                measures = task.measures()
                module.train()
                is_best = stopping.is_best(measures[task.steered_by], done)
                log.write(step=done, epoch=round(done / an_epoch, 4), dev=measures)
                progress.evaluated(done, measures, is_best=is_best)
                if is_best:
                    # A kill between this and the checkpoint is harmless: the same step writes the same file again.
                    save_weights(module, workplace.path(_BEST))
            if done % every == 0 or done == total or done % settings.checkpoint_every_steps == 0:
                _checkpoint(module, optimizer, scaler, stopping, losses, done, log, meter).save(
                    workplace.path(_CHECKPOINT)
                )
        if workplace.path(_BEST).exists():
            module.load_state_dict(load_file(workplace.path(_BEST)))
    finally:
        log.close()
        energy = meter.stop()
    return Outcome(done, stopping.best_step, energy, private.spent(done) if private is not None else None)


def _step(
    task: Task,
    settings: Pace,
    optimizer: torch.optim.Optimizer,
    scaler: torch.amp.GradScaler,
    done: int,
    total: int,
) -> float:
    factor = rate_factor(done, total, settings.warmup_share)
    for group in optimizer.param_groups:
        group["lr"] = group["highest"] * factor
    indices = batch_indices(done, task.examples, settings.batch_size, settings.seed)
    device = next(task.module.parameters()).device
    optimizer.zero_grad(set_to_none=True)
    total_loss = 0.0
    for part, share in task.parts(indices) if isinstance(task, InParts) else [(indices, 1.0)]:
        with _autocast(device, settings):
            loss = share * task.loss(part, done)
        torch.autograd.backward(scaler.scale(loss))
        total_loss += float(loss.detach())
    if settings.clip_norm:
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(task.module.parameters(), settings.clip_norm)
    scaler.step(optimizer)
    scaler.update()
    return total_loss


def _private_step(
    task: Task, settings: Pace, private: PrivateSteps, optimizer: torch.optim.Optimizer, done: int, total: int
) -> float:
    factor = rate_factor(done, total, settings.warmup_share)
    for group in optimizer.param_groups:
        group["lr"] = group["highest"] * factor
    units = task.units() if isinstance(task, InUnits) else []

    def learn(patient: int) -> None:
        windows = units[patient]
        for first in range(0, len(windows), settings.batch_size):
            together = windows[first : first + settings.batch_size]
            for part, share in task.parts(together) if isinstance(task, InParts) else [(together, 1.0)]:
                torch.autograd.backward(task.loss(part, done) * (share * len(together) / len(windows)))

    private.step([parameter for group in optimizer.param_groups for parameter in group["params"]], learn)
    optimizer.step()
    return math.nan  # what the loss was is said of notes


def _autocast(device: torch.device, settings: Pace) -> Any:
    if settings.precision == "float32":
        return nullcontext()
    return torch.autocast(device.type, dtype=getattr(torch, settings.precision))


def _optimizer(task: Task, settings: Pace) -> torch.optim.Optimizer:
    groups = []
    for highest, parameters in task.groups():
        for decays in (True, False):
            # Biases and norms are vectors.
            chosen = [p for p in parameters if (p.ndim > 1) == decays]
            if chosen:
                decay = settings.weight_decay if decays else 0.0
                groups.append({"params": chosen, "lr": highest, "highest": highest, "weight_decay": decay})
    return torch.optim.AdamW(groups)


def _checkpoint(
    module: nn.Module,
    optimizer: torch.optim.Optimizer,
    scaler: torch.amp.GradScaler,
    stopping: EarlyStopping,
    losses: list[float],
    done: int,
    log: TrainingLog,
    meter: EnergyMeter,
) -> Checkpoint:
    state = asdict(stopping)
    del state["patience"]
    return Checkpoint(
        step=done,
        module=module.state_dict(),
        optimizer=optimizer.state_dict(),
        scaler=scaler.state_dict(),
        chance=chance_state(),
        stopping=state,
        losses=list(losses),
        log_bytes=log.size,
        threads=torch.get_num_threads(),
        energy=meter.total(),
    )


def save_weights(module: nn.Module, path: Path) -> None:
    """Write the weights of a module as safetensors, atomically."""
    # Weights shared by two names are written under both: safetensors refuses to guess.
    weights = {name: tensor.detach().cpu().clone().contiguous() for name, tensor in module.state_dict().items()}
    write_atomically(path, lambda partial: save_file(weights, partial, metadata={"format": "pt"}))
