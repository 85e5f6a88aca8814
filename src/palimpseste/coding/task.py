"""Codes as what the common training loop learns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

from palimpseste.coding.networks import CodingNetwork
from palimpseste.coding.numbers.data import EncodedStays
from palimpseste.coding.settings import CodingSettings
from palimpseste.coding.threshold import OperatingPoint, ThresholdSearch

__all__ = ["CodingTask", "probabilities"]


class CodingTask:
    """Learns the codes of stays.

    Parameters
    ----------
    network : CodingNetwork
        Learns, in place.
    stays, dev : EncodedStays
        Learned from; measured on.
    labels : int
        Outputs.
    settings : CodingSettings
        Loss, batches and pace.
    """

    def __init__(
        self, network: CodingNetwork, stays: EncodedStays, dev: EncodedStays, labels: int, settings: CodingSettings
    ) -> None:
        self.network = network
        self._stays = stays
        self._dev = dev
        self._labels = labels
        self._settings = settings

    @property
    def module(self) -> nn.Module:
        """The network."""
        return self.network

    @property
    def examples(self) -> int:
        """How many stays there are."""
        return len(self._stays)

    @property
    def steered_by(self) -> str:
        """The measure that decides: micro F1 under the best threshold, both on the dev stays."""
        return "f1"

    def groups(self) -> list[tuple[float, list[nn.Parameter]]]:
        """Return the encoder's parameters, where there is one, and the others, each with its highest rate."""
        encoder = self.network.encoder_parameters()
        known = set(map(id, encoder))
        others = [parameter for parameter in self.network.parameters() if id(parameter) not in known]
        groups = [(self._settings.learning_rate, encoder), (self._settings.head_learning_rate, others)]
        return [group for group in groups if group[1]]

    def loss(self, indices: list[int], step: int) -> Tensor:
        """Return the binary cross-entropy of some stays, the mean over stays and codes."""
        scores = self.network([torch.from_numpy(self._stays.numbers[index]) for index in indices]).float()
        # Only the codes of a batch ever become rows of zeros and ones.
        goal = torch.zeros(len(indices), self._labels)
        for row, index in enumerate(indices):
            goal[row, torch.from_numpy(self._stays.labels[index]).long()] = 1.0
        return binary_cross_entropy_with_logits(scores, goal.to(scores.device))

    def measures(self) -> dict[str, float]:
        """Return micro precision, recall and F1 on the dev stays, and the threshold they are best at."""
        found = self.operating_point()
        return {"f1": found.f1, "precision": found.precision, "recall": found.recall, "threshold": found.threshold}

    def operating_point(self) -> OperatingPoint:
        """Return the best threshold of the present weights on the dev stays."""
        search = ThresholdSearch()
        rows = (self._dev.numbers[index] for index in range(len(self._dev)))
        for index, scores in enumerate(probabilities(self.network, rows, self._settings.batch_size)):
            gold = self._dev.labels[index].tolist()
            search.take(scores, gold, int(self._dev.unlearned[index][0]))
        return search.best()


def probabilities(
    network: CodingNetwork, rows: Iterator[NDArray[np.int32]], batch_size: int
) -> Iterator[NDArray[np.float32]]:
    """Yield the probability of every code of stays that are rows of numbers, a batch in memory at a time.

    Parameters
    ----------
    network : CodingNetwork
        Trained.
    rows : iterator of array of int32
        Texts of stays as numbers of words.
    batch_size : int
        Stays at once.
    """
    was_training = network.training
    network.eval()
    try:
        batch: list[Tensor] = []
        for row in rows:
            batch.append(torch.from_numpy(row))
            if len(batch) == batch_size:
                yield from _probabilities(network, batch)
                batch = []
        if batch:
            yield from _probabilities(network, batch)
    finally:
        network.train(was_training)


def _probabilities(network: CodingNetwork, batch: Sequence[Tensor]) -> NDArray[np.float32]:
    with torch.inference_mode():
        found: NDArray[np.float32] = torch.sigmoid(network(batch).float()).cpu().numpy()
    return found
