"""What every network is to training, prediction and attributions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import torch
from torch import Tensor, nn

__all__ = ["CodingNetwork", "start_from_frequencies"]


class CodingNetwork(nn.Module, ABC):
    """Scores every code of stays that are rows of numbers."""

    @abstractmethod
    def forward(self, sequences: Sequence[Tensor]) -> Tensor:
        """Return the scores before the sigmoid, shape (stays, labels).

        Parameters
        ----------
        sequences : sequence of Tensor of shape (numbers,)
            One a stay, of any length from 1; on the CPU.
        """

    @property
    @abstractmethod
    def output_bias(self) -> nn.Parameter:
        """The last thing added to the scores, shape (labels,)."""

    def encoder_parameters(self) -> list[nn.Parameter]:
        """Return the parameters that were trained before; none unless there is an encoder."""
        return []

    @abstractmethod
    def attributions(self, sequence: Tensor, label: int) -> dict[str, Tensor]:
        """Return how much each number of a stay speaks for a code, by way of telling; each of shape (numbers,)."""


def start_from_frequencies(network: CodingNetwork, counts: Sequence[int], stays: int) -> None:
    """Let a network begin with the log-odds of each code: else its first steps only learn that codes are rare.

    Parameters
    ----------
    counts : sequence of int
        Training stays of each code.
    stays : int
        All of them.
    """
    share = (torch.tensor(counts, dtype=torch.float64) + 0.5) / (stays + 1)
    with torch.no_grad():
        network.output_bias.copy_(torch.logit(share))
