"""Logistic regression over TF-IDF: the floor, for nothing that does less is worth its cost."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from palimpseste.coding.networks.network import CodingNetwork
from palimpseste.coding.numbers.words import PADDING, UNKNOWN

__all__ = ["LinearCoder"]


class LinearCoder(CodingNetwork):
    """One weight a word and code.

    A word that occurs c times in a stay and in n of N training stays weighs (1 + log c) (1 + log((1 + N) / (1 + n)));
    a stay's weights then have length 1. Words outside the vocabulary are left out.

    Parameters
    ----------
    word_stays : sequence of int
        Training stays of each word of the vocabulary.
    stays : int
        All of them.
    labels : int
        Codes to score.
    """

    inverse_frequency: Tensor

    def __init__(self, word_stays: Sequence[int], stays: int, labels: int) -> None:
        super().__init__()
        rarity = 1 + torch.log((1 + stays) / (1 + torch.tensor(word_stays, dtype=torch.float32)))
        self.register_buffer("inverse_frequency", torch.cat((torch.zeros(UNKNOWN + 1), rarity)))
        self.weights = nn.EmbeddingBag(len(word_stays) + UNKNOWN + 1, labels, mode="sum", padding_idx=PADDING)
        self.bias = nn.Parameter(torch.zeros(labels))
        nn.init.zeros_(self.weights.weight)

    @property
    def output_bias(self) -> nn.Parameter:
        """The last thing added to the scores."""
        return self.bias

    def forward(self, sequences: Sequence[Tensor]) -> Tensor:
        """Return the scores."""
        bags = [self._bag(sequence) for sequence in sequences]
        words = torch.cat([words for words, _ in bags])
        ends = torch.tensor([0, *(len(words) for words, _ in bags[:-1])], device=words.device).cumsum(0)
        weighed = torch.cat([weight for _, weight in bags])
        scores: Tensor = self.weights(words, ends, per_sample_weights=weighed) + self.bias
        return scores

    def attributions(self, sequence: Tensor, label: int) -> dict[str, Tensor]:
        """Return each word's exact share of the score, split evenly over where it occurs."""
        words, weight = self._bag(sequence)
        share = torch.zeros(len(self.inverse_frequency), device=words.device)
        share[words] = weight * self.weights.weight[words, label].detach()
        numbers = sequence.long().to(words.device)
        return {"weight": share[numbers] / torch.bincount(numbers)[numbers]}

    def _bag(self, sequence: Tensor) -> tuple[Tensor, Tensor]:
        words, counts = torch.unique(sequence.long().to(self.bias.device), return_counts=True)
        weight = (1 + counts.log()) * self.inverse_frequency[words]
        length = torch.linalg.vector_norm(weight)
        return words, weight / length.clamp_min(torch.finfo(weight.dtype).tiny)
