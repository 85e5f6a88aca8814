"""The compact model trained so that its weights say little of any patient: DP-SGD on the layers.

The table of vectors stays as it began, drawn or that of a public model: noise on each of its rows would drown what the
few that a note speaks of learn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch
from numpy.typing import NDArray
from torch.nn import functional

from palimpseste.files import write_atomically
from palimpseste.training.compact.batches import Batcher
from palimpseste.training.compact.examples import Example, PieceTable
from palimpseste.training.compact.network import CompactNetwork
from palimpseste.training.compact.trainer import CompactPace, drawn_networks
from palimpseste.training.run.private import Privacy, PrivateSteps

__all__ = ["train_privately"]


def train_privately(
    units: Sequence[Sequence[Example]],
    pieces: PieceTable,
    tags: int,
    pace: CompactPace,
    privacy: Privacy,
    checkpoint: Path | None = None,
    moved: Callable[[int, float], None] = lambda step, loss: None,
    start: Mapping[str, NDArray[Any]] | None = None,
) -> tuple[list[CompactNetwork], Mapping[str, object]]:
    """Return the networks trained on the examples of some patients, and what that cost.

    Parameters
    ----------
    units : sequence of sequence of Example
        Of each patient.
    pieces, tags, pace, checkpoint, start
        As of `train`; of the pace, batches and dropout have no effect. Coins and noise are the operating system's, so
        that a training that goes on from a checkpoint ends with other weights.
    privacy : Privacy
        What the training is held to.
    moved : callable
        Told each step; the loss is told nobody.

    Raises
    ------
    UsageError
        If the privacy cannot be kept.
    """
    torch.set_num_threads(1)
    networks = drawn_networks(tags, pace, start)
    layers = [parameter for network in networks for name, parameter in network.named_parameters() if name != "table"]
    for network in networks:
        network.table.requires_grad_(False)
    private = PrivateSteps(privacy, len(units), privacy.patients, pace.steps)
    batcher = Batcher(pieces, max(pace.dilations))
    optimizer = torch.optim.AdamW(layers, lr=pace.learning_rate, weight_decay=pace.weight_decay, betas=(0.9, 0.98))
    average = [layer.detach().clone() for layer in layers]
    done = 0
    if checkpoint and checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        done = state["step"]
        for network, weights in zip(networks, state["networks"], strict=True):
            network.load_state_dict(weights)
        optimizer.load_state_dict(state["optimizer"])
        average = state["average"]

    def learn(patient: int) -> None:
        batch = batcher.batch(units[patient])
        for network in networks:
            scores = network(*batch.inputs())
            torch.autograd.backward(functional.cross_entropy(scores, batch.tags, ignore_index=-100))

    while done < pace.steps:
        for group in optimizer.param_groups:
            group["lr"] = pace.learning_rate * min(1.0, (done + 1) / pace.warmup_steps) * (1.0 - done / pace.steps)
        private.step(layers, learn)
        optimizer.step()
        done += 1
        decay = min(pace.averaging, (1 + done) / (10 + done))
        for mean, layer in zip(average, layers, strict=True):
            mean.mul_(decay).add_(layer.detach(), alpha=1.0 - decay)
        moved(done, float("nan"))
        if checkpoint and (done % pace.checkpoint_every == 0 or done == pace.steps):
            state = {
                "step": done,
                "networks": [network.state_dict() for network in networks],
                "optimizer": optimizer.state_dict(),
                "average": average,
            }
            write_atomically(checkpoint, partial(torch.save, state))
    with torch.no_grad():
        for mean, layer in zip(average, layers, strict=True):
            layer.copy_(mean)
    return [network.eval() for network in networks], private.spent(done)
