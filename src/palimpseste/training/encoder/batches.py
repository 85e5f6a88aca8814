"""The windows of one step as tensors, handed to the network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from palimpseste.training.encoder.examples import Example

__all__ = ["Batch", "tagged_batch"]


@dataclass(frozen=True, slots=True, repr=False)
class Batch:
    """Windows of one step.

    Parameters
    ----------
    ids, attention : Tensor of shape (windows, sub-words)
        What the encoder takes: numbers of sub-words, and 1 where they are to be looked at, 0 at padding.
    heads, tags : Tensor of shape (windows, words)
        Place of the first sub-word of each word, and its tag; 0 beyond a window's last word.
    words : bool Tensor of shape (windows, words)
        Where there is a word.
    """

    ids: Tensor
    attention: Tensor
    heads: Tensor
    tags: Tensor
    words: Tensor


def tagged_batch(examples: Sequence[Example], pad: int, device: torch.device) -> Batch:
    """Return examples as tensors, the shorter ones filled up.

    Parameters
    ----------
    examples : sequence of Example
        Windows of notes.
    pad : int
        What shorter ones are filled up with.
    device : torch.device
        Where the tensors go.
    """
    pieces = max(len(e.ids) for e in examples)
    words = max(len(e.heads) for e in examples)
    ids = torch.full((len(examples), pieces), pad)
    attention = torch.zeros_like(ids)
    heads = torch.zeros((len(examples), words), dtype=torch.long)
    tags = torch.zeros_like(heads)
    is_word = torch.zeros(heads.shape, dtype=torch.bool)
    for row, example in enumerate(examples):
        ids[row, : len(example.ids)] = torch.tensor(example.ids)
        attention[row, : len(example.ids)] = 1
        heads[row, : len(example.heads)] = torch.tensor(example.heads)
        tags[row, : len(example.tags)] = torch.tensor(example.tags)
        is_word[row, : len(example.heads)] = True
    return Batch(*(t.to(device) for t in (ids, attention, heads, tags, is_word)))
