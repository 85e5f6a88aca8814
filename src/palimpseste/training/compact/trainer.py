"""The steps of training the compact model: what each does is a function of its number, so that any may be resumed.

Several networks are trained, that differ in what chance gave them (first weights, order of the notes, dropout) and so
in their mistakes; their scores are added (Hansen and Salamon 1990). Each has a thread of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from palimpseste.files import write_atomically
from palimpseste.training.compact.batches import Batcher
from palimpseste.training.compact.examples import Example, PieceTable
from palimpseste.training.compact.network import CompactNetwork, start_from

__all__ = ["CompactPace", "drawn_networks", "train"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactPace:
    """How the compact model is trained.

    Parameters
    ----------
    members : int
        How many networks are trained.
    width, dilations : int, tuple of int
        Of each network.
    steps : int
        Batches.
    batch_tokens : int
        About so many tokens a batch.
    learning_rate : float
        Reached after `warmup_steps`, then falls to zero in a straight line.
    warmup_steps : int
        Steps over which the rate rises from zero.
    weight_decay : float
        Of the layers; the table has none.
    dropout, word_dropout, list_dropout, piece_dropout : float in [0, 1]
        How often an activation, a piece's own word, all that the lists know of a piece, or the whole piece is left out.
    averaging : float in [0, 1)
        The weights kept are a moving average of those of the steps, with this decay every tenth step.
    checkpoint_every : int
        Steps.
    seed : int
        Of the first weights, of the order of examples and of dropout.
    is_halfway : bool
        Keep the weights halfway between those of the model gone on from and those that it learned (Wortsman et al.
        2022).
    """

    members: int = 2
    width: int = 144
    dilations: tuple[int, ...] = (1, 2, 4, 8, 16, 1)
    steps: int = 4500
    batch_tokens: int = 8000
    learning_rate: float = 3e-3
    warmup_steps: int = 100
    weight_decay: float = 0.02
    dropout: float = 0.2
    word_dropout: float = 0.25
    list_dropout: float = 0.1
    piece_dropout: float = 0.1
    averaging: float = 0.995
    checkpoint_every: int = 250
    seed: int = 0
    is_halfway: bool = False


def train(
    examples: Sequence[Example],
    pieces: PieceTable,
    tags: int,
    pace: CompactPace,
    checkpoint: Path | None = None,
    moved: Callable[[int, float], None] = lambda step, loss: None,
    start: Mapping[str, NDArray[Any]] | None = None,
) -> list[CompactNetwork]:
    """Return the networks trained on examples.

    Adam (Kingma and Ba 2015), sparse for the table; cross-entropy of the tags.

    Parameters
    ----------
    examples : sequence of Example
        Learned from, in an order drawn anew each time.
    pieces : PieceTable
        That the examples speak of.
    tags : int
        How many there are.
    pace : CompactPace
        Shape of the networks, steps, learning rate.
    checkpoint : Path, optional
        A file that training leaves there now and then, and goes on from: same weights, bit for bit, as without
        interruption. The caller answers for its examples and pace being the same.
    moved : callable
        Told each step and the mean loss of late.
    start : mapping of str to array, optional
        Weights to begin with, of the shape that the pace says; drawn without them.

    Raises
    ------
    ValueError
        If the weights to begin with are of another shape.
    """
    torch.set_num_threads(1)  # of each thread: how a sum is split would change its last bits
    networks = drawn_networks(tags, pace, start)
    members = [_Member(network, examples, pieces, pace, number) for number, network in enumerate(networks)]
    if checkpoint and checkpoint.exists():
        for member, state in zip(members, torch.load(checkpoint, weights_only=True), strict=True):
            member.restore(state)
    step = members[0].step
    with ThreadPoolExecutor(len(members)) as pool:
        while step < pace.steps:
            losses = list(pool.map(_Member.advance, members))
            step += 1
            moved(step, sum(losses) / len(losses))
            if checkpoint and (step % pace.checkpoint_every == 0 or step == pace.steps):
                write_atomically(checkpoint, partial(torch.save, [member.state() for member in members]))
    return [member.averaged() for member in members]


def drawn_networks(
    tags: int, pace: CompactPace, start: Mapping[str, NDArray[Any]] | None = None
) -> list[CompactNetwork]:
    """Return networks with the weights to begin with: drawn, or those of a start of the same shape.

    Parameters
    ----------
    tags : int
        How many.
    pace : CompactPace
        With the number of networks and the seed.
    start : mapping, optional
        Weights by name.

    Raises
    ------
    ValueError
        If the start is of another shape.
    """
    networks = [_network(tags, pace, number) for number in range(pace.members)]
    if start is not None:
        start_from(start, networks)
    return networks


def _network(tags: int, pace: CompactPace, number: int) -> CompactNetwork:
    # The weights of all layers are drawn from torch's own generator.
    torch.manual_seed(pace.seed * pace.members + number)
    return CompactNetwork(pace.width, pace.dilations, tags, pace.dropout)


class _Member:
    """One network and all that its next step depends on."""

    def __init__(
        self,
        network: CompactNetwork,
        examples: Sequence[Example],
        pieces: PieceTable,
        pace: CompactPace,
        number: int,
    ) -> None:
        self.step = 0
        self._examples, self._pace = examples, pace
        self._seed = [pace.seed, number]
        self._network = network
        self._batcher = Batcher(pieces, max(pace.dilations), pace.word_dropout, pace.list_dropout, pace.piece_dropout)
        self._layers = [parameter for name, parameter in self._network.named_parameters() if name != "table"]
        self._optimizers: tuple[torch.optim.Optimizer, ...] = (
            torch.optim.AdamW(self._layers, lr=pace.learning_rate, weight_decay=pace.weight_decay, betas=(0.9, 0.98)),
            torch.optim.SparseAdam([self._network.table], lr=pace.learning_rate, betas=(0.9, 0.98)),
        )
        self._average = {name: value.clone() for name, value in network.state_dict().items()}
        self._late = 0.0
        self._plan: list[list[int]] = []
        self._epoch, self._first = -1, 0  # of the plan, and the step it begins with

    def advance(self) -> float:
        """Take a step; return the mean loss of late."""
        pace, step = self._pace, self.step
        # The epoch a step falls in, from the start: plans are made anew, never stored.
        while step >= self._first + len(self._plan):
            self._first += len(self._plan)
            self._epoch += 1
            chance = np.random.default_rng([*self._seed, self._epoch])
            self._plan = self._batcher.plan(self._examples, pace.batch_tokens, chance)
        chance = np.random.default_rng([*self._seed, self._epoch, step])
        batch = self._batcher.batch([self._examples[index] for index in self._plan[step - self._first]], chance)
        scores = self._network(*batch.inputs(), noise=chance)
        loss = functional.cross_entropy(scores, batch.tags, ignore_index=-100)
        rate = pace.learning_rate * min(1.0, (step + 1) / pace.warmup_steps) * (1.0 - step / pace.steps)
        for optimizer in self._optimizers:
            for group in optimizer.param_groups:
                group["lr"] = rate
            optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call] # torch leaves it untyped
        torch.nn.utils.clip_grad_norm_(self._layers, 5.0)
        for optimizer in self._optimizers:
            optimizer.step()
        self.step = step = step + 1
        self._late = 0.98 * self._late + 0.02 * loss.item()
        if step % 10 == 0:
            decay = min(pace.averaging, (10 + step) / (100 + step))
            for name, value in self._network.state_dict().items():
                self._average[name].mul_(decay).add_(value, alpha=1.0 - decay)
        return self._late / (1.0 - 0.98**step)

    def averaged(self) -> CompactNetwork:
        """Return the network with the moving average of its weights."""
        self._network.load_state_dict(self._average)
        return self._network.eval()

    def state(self) -> dict[str, Any]:
        """Return what `restore` goes on from."""
        return {
            "step": self.step,
            "late": self._late,
            "network": self._network.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self._optimizers],
            "average": self._average,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Be as at a state."""
        self.step, self._late = state["step"], state["late"]
        self._network.load_state_dict(state["network"])
        for optimizer, values in zip(self._optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(values)
        self._average = state["average"]
