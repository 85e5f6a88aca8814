"""The steps of training the compact model: what each does is a function of its number, so that any may be resumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from palimpseste.training.compact.batches import Batcher
from palimpseste.training.compact.examples import Example, PieceTable
from palimpseste.training.compact.network import CompactNetwork
from palimpseste.training.files import write_atomically

__all__ = ["CompactPace", "train"]

# Of the examples of a step; each is worked on by one thread.
_PARTS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactPace:
    """How the compact model is trained.

    Parameters
    ----------
    width, dilations : int, tuple of int
        Of the network.
    steps : int
        Batches.
    batch_tokens : int
        About so many tokens a batch.
    learning_rate : float
        Reached after `warmup_steps`, then falls to zero in a straight line.
    warmup_steps : int
    weight_decay : float
        Of the layers; the table has none.
    dropout, word_dropout, list_dropout : float in [0, 1]
        How often an activation, a piece's own word, or all that the lists know of a piece is left out.
    averaging : float in [0, 1)
        The weights kept are a moving average of those of the steps, with this decay every tenth step.
    threads : int
        That share a step's work: no more than two find any. The weights do not depend on it.
    checkpoint_every : int
        Steps.
    seed : int
    """

    width: int = 192
    dilations: tuple[int, ...] = (1, 2, 4, 8, 16, 1)
    steps: int = 4500
    batch_tokens: int = 8000
    learning_rate: float = 3e-3
    warmup_steps: int = 100
    weight_decay: float = 0.02
    dropout: float = 0.2
    word_dropout: float = 0.25
    list_dropout: float = 0.1
    averaging: float = 0.995
    threads: int = 2
    checkpoint_every: int = 250
    seed: int = 0


def train(
    examples: Sequence[Example],
    pieces: PieceTable,
    tags: int,
    pace: CompactPace,
    checkpoint: Path | None = None,
    moved: Callable[[int, float], None] = lambda step, loss: None,
) -> CompactNetwork:
    """Return a network trained on examples.

    Adam (Kingma and Ba 2015), sparse for the table; cross-entropy of the tags.

    Parameters
    ----------
    examples : sequence of Example
    pieces : PieceTable
        That the examples speak of.
    tags : int
        How many there are.
    pace : CompactPace
    checkpoint : Path, optional
        A file that training leaves there now and then, and goes on from: same weights, bit for bit, as without
        interruption. The caller answers for its examples and pace being the same.
    moved : callable
        Told each step and the mean loss of late.
    """
    torch.manual_seed(pace.seed)
    torch.set_num_threads(1)  # of every thread: how a sum is split would change its last bits
    network = CompactNetwork(pace.width, pace.dilations, tags, pace.dropout)
    batcher = Batcher(pieces, max(pace.dilations), pace.word_dropout, pace.list_dropout)
    layers = [parameter for name, parameter in network.named_parameters() if name != "table"]
    optimizers: tuple[torch.optim.Optimizer, ...] = (
        torch.optim.AdamW(layers, lr=pace.learning_rate, weight_decay=pace.weight_decay, betas=(0.9, 0.98)),
        torch.optim.SparseAdam([network.table], lr=pace.learning_rate, betas=(0.9, 0.98)),
    )
    average = {name: value.clone() for name, value in network.state_dict().items()}
    step, late = 0, 0.0
    if checkpoint and checkpoint.exists():
        step, late = _restore(torch.load(checkpoint, weights_only=True), network, optimizers, average)
    plan: list[list[int]] = []
    epoch, first = -1, 0
    with ThreadPoolExecutor(pace.threads) as pool:
        while step < pace.steps:
            # The epoch a step falls in, from the start: plans are made anew, never stored.
            while step >= first + len(plan):
                first += len(plan)
                epoch += 1
                plan = batcher.plan(examples, pace.batch_tokens, np.random.default_rng([pace.seed, epoch]))
            chosen = [examples[index] for index in plan[step - first]]
            loss = _set_gradients(network, batcher, chosen, (pace.seed, epoch, step), pool)
            torch.nn.utils.clip_grad_norm_(layers, 5.0)
            rate = pace.learning_rate * min(1.0, (step + 1) / pace.warmup_steps) * (1.0 - step / pace.steps)
            for optimizer in optimizers:
                for group in optimizer.param_groups:
                    group["lr"] = rate
                optimizer.step()
            step += 1
            late = 0.98 * late + 0.02 * loss
            if step % 10 == 0:
                decay = min(pace.averaging, (10 + step) / (100 + step))
                for name, value in network.state_dict().items():
                    average[name].mul_(decay).add_(value, alpha=1.0 - decay)
            moved(step, late / (1.0 - 0.98**step))
            if checkpoint and (step % pace.checkpoint_every == 0 or step == pace.steps):
                write_atomically(checkpoint, partial(torch.save, _state(step, late, network, optimizers, average)))
    network.load_state_dict(average)
    return network.eval()


def _set_gradients(
    network: CompactNetwork,
    batcher: Batcher,
    examples: Sequence[Example],
    seed: tuple[int, int, int],
    pool: ThreadPoolExecutor,
) -> float:
    """Give each parameter the gradient of the mean loss of the tokens; return that loss.

    The examples are read in parts, which threads may share: two threads with a part each are faster than two threads
    of torch on the whole, and the sum is the same whoever worked on which.
    """
    tokens = sum(map(len, examples))
    parameters = list(network.parameters())

    def part(number: int) -> tuple[float, tuple[Tensor, ...]]:
        chance = np.random.default_rng([*seed, number])
        batch = batcher.batch(examples[number::_PARTS], chance)
        scores = network(*batch.inputs(), noise=chance)
        loss = functional.cross_entropy(scores, batch.tags, ignore_index=-100, reduction="sum") / tokens
        return loss.item(), torch.autograd.grad(loss, parameters)

    losses, gradients = zip(*pool.map(part, range(min(_PARTS, len(examples)))), strict=True)
    for parameter, *parts in zip(parameters, *gradients, strict=True):
        parameter.grad = sum(parts[1:], start=parts[0])
    return float(sum(losses))


def _state(
    step: int,
    late: float,
    network: CompactNetwork,
    optimizers: Sequence[torch.optim.Optimizer],
    average: dict[str, torch.Tensor],
) -> dict[str, Any]:
    return {
        "step": step,
        "late": late,
        "network": network.state_dict(),
        "optimizers": [optimizer.state_dict() for optimizer in optimizers],
        "average": average,
    }


def _restore(
    state: dict[str, Any],
    network: CompactNetwork,
    optimizers: Sequence[torch.optim.Optimizer],
    average: dict[str, torch.Tensor],
) -> tuple[int, float]:
    network.load_state_dict(state["network"])
    for optimizer, values in zip(optimizers, state["optimizers"], strict=True):
        optimizer.load_state_dict(values)
    for name, value in state["average"].items():
        average[name].copy_(value)
    return state["step"], state["late"]
