r"""Label-aware attention: each code looks at the words that speak for it (LAAT; Vu, Nguyen and Nguyen 2020, section 3).

With :math:`H \in R^{d \times n}` the hidden states of the n sub-words of a stay, all segments behind each other,

.. math::

    Z = \tanh(V H)           \qquad V \in R^{d_a \times d} \\
    A = softmax(W Z)         \qquad W \in R^{L \times d_a}, \text{ each row over the n sub-words} \\
    D = H A^T                \qquad D \in R^{d \times L} \\
    y_l = u_l \cdot d_l + b_l \qquad \text{the score of code } l

Padding is masked out of the softmax. Here states are rows: the tensors are the transposes of the above.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention
from torch.utils.checkpoint import checkpoint

__all__ = ["LabelAttention"]


class LabelAttention(nn.Module):
    """Scores every code by attention of its own.

    Parameters
    ----------
    hidden_size : int
        d.
    labels : int
        L.
    attention_size : int
        d_a.
    labels_at_once : int
        Labels whose attention is in memory together; beyond, it is computed again backwards. Results are the same.
    """

    def __init__(self, hidden_size: int, labels: int, attention_size: int, labels_at_once: int = 1024) -> None:
        super().__init__()
        self.first = nn.Linear(hidden_size, attention_size, bias=False)  # V
        self.second = nn.Linear(attention_size, labels, bias=False)  # W
        self.last = nn.Linear(hidden_size, labels)  # u and b
        self.labels_at_once = labels_at_once

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """Return the scores, shape (stays, labels).

        Parameters
        ----------
        hidden : Tensor of shape (stays, sub-words, hidden size)
            What the encoder made of each sub-word of a stay, its segments side by side.
        mask : bool Tensor of shape (stays, sub-words)
            False at padding.
        """
        projected = torch.tanh(self.first(hidden))
        size = self.labels_at_once
        parameters = (self.second.weight, self.last.weight, self.last.bias)
        weights = zip(*(torch.split(parameter, size) for parameter in parameters), strict=True)
        if self.second.out_features <= size or not torch.is_grad_enabled():
            return torch.cat([_scores(hidden, projected, mask, *each) for each in weights], dim=1)
        chunks = [checkpoint(_scores, hidden, projected, mask, *each, use_reentrant=False) for each in weights]
        return torch.cat(chunks, dim=1)

    def weights(self, hidden: Tensor, mask: Tensor, label: int) -> Tensor:
        """Return the attention of one label, a row of A: shape (stays, sub-words), 0 at padding, sum 1.

        Parameters
        ----------
        hidden : Tensor of shape (stays, sub-words, width)
            What the encoder gives.
        mask : Tensor of shape (stays, sub-words)
            True where there is a sub-word.
        label : int
            The place of the label.
        """
        return _attention(torch.tanh(self.first(hidden)), mask, self.second.weight[label : label + 1]).squeeze(1)


def _attention(projected: Tensor, mask: Tensor, second: Tensor) -> Tensor:
    """Return A, shape (stays, labels, sub-words)."""
    similarity = torch.einsum("la,bna->bln", second, projected)
    return torch.softmax(similarity.masked_fill(~mask[:, None, :], float("-inf")), dim=2)


def _scores(hidden: Tensor, projected: Tensor, mask: Tensor, second: Tensor, last: Tensor, bias: Tensor) -> Tensor:
    # D without A in memory, where torch has a kernel for it: labels ask, sub-words are asked.
    asked = second.expand(len(hidden), 1, *second.shape)
    keys, values, shown = projected[:, None], hidden[:, None], mask[:, None, None, :]
    documents = scaled_dot_product_attention(asked, keys, values, attn_mask=shown, scale=1.0).squeeze(1)
    return torch.einsum("bld,ld->bl", documents, last) + bias
