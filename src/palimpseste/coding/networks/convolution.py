"""A convolutional network over word vectors (Dalloux et al. 2020; the network is that of Kim 2014)."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from palimpseste.coding.networks.gradients import gradient_times_input
from palimpseste.coding.networks.network import CodingNetwork
from palimpseste.coding.numbers.words import PADDING

__all__ = ["ConvolutionCoder"]

_WIDTHS = (3, 4, 5)


class ConvolutionCoder(CodingNetwork):
    """Filters over 3, 4 and 5 words; the highest answer of each, anywhere in the stay, is what codes are scored by.

    Parameters
    ----------
    vectors : Tensor of shape (words, size)
        First vectors of the words; they go on learning. The first is that of padding and stays zero.
    filters : int
        Of each width.
    labels : int
        Codes to score.
    dropout : float
        Share of the answers set to zero in training, in [0, 1).
    """

    def __init__(self, vectors: Tensor, filters: int, labels: int, dropout: float) -> None:
        super().__init__()
        words, size = vectors.shape
        self.vectors = nn.Embedding(words, size, padding_idx=PADDING, _weight=vectors.clone())
        # Padding on both sides: a word at the edge is seen by as many windows as any other.
        self.convolutions = nn.ModuleList(nn.Conv1d(size, filters, width, padding=width - 1) for width in _WIDTHS)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(filters * len(_WIDTHS), labels)

    @property
    def output_bias(self) -> nn.Parameter:
        """The last thing added to the scores."""
        return self.head.bias

    def forward(self, sequences: Sequence[Tensor]) -> Tensor:
        """Return the scores."""
        device = self.head.bias.device
        rows = pad_sequence([row.long() for row in sequences], batch_first=True, padding_value=PADDING).to(device)
        lengths = torch.tensor([len(row) for row in sequences], device=device)[:, None]
        vectors = self.vectors(rows).transpose(1, 2)
        pooled = []
        for width, convolution in zip(_WIDTHS, self.convolutions, strict=True):
            answers = torch.relu(convolution(vectors))
            # Windows that see nothing but padding answer with their bias: they must not win.
            sees_words = torch.arange(answers.shape[2], device=device) < lengths + width - 1
            pooled.append(answers.masked_fill(~sees_words[:, None, :], 0.0).amax(dim=2))
        scores: Tensor = self.head(self.dropout(torch.cat(pooled, dim=1)))
        return scores

    def attributions(self, sequence: Tensor, label: int) -> dict[str, Tensor]:
        """Return gradient times input."""
        return {"gradient": gradient_times_input(self, self.vectors, sequence, label)[0]}
