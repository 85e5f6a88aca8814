"""Gradient times input: what a score would lose, to first order, if the vector of a word were zero."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

__all__ = ["gradient_times_input"]


def gradient_times_input(network: nn.Module, embedding: nn.Module, sequence: Tensor, label: int) -> Tensor:
    """Return the product, summed over the width of the vectors, for whatever `embedding` was given.

    Shrikumar, Greenside and Kundaje (2017, section 2) discuss it. The network is evaluated without dropout.

    Parameters
    ----------
    network : nn.Module
        Gives scores of shape (1, labels) for a list of one sequence.
    embedding : nn.Module
        The part of it that gives vectors.
    sequence : Tensor
        Numbers of words.
    label : int
        Whose score is explained.

    Returns
    -------
    Tensor of shape (rows, numbers)
        In the order the vectors were asked for.
    """
    vectors: list[Tensor] = []

    def keep(_module: nn.Module, _given: Any, output: Tensor) -> None:
        vectors.append(output)

    hook = embedding.register_forward_hook(keep)
    was_training = network.training
    network.eval()
    try:
        with torch.enable_grad():
            score = network([sequence])[0, label]
            gradients = torch.autograd.grad(score, vectors)
    finally:
        hook.remove()
        network.train(was_training)
    return torch.cat([(one * other).sum(-1).detach() for one, other in zip(vectors, gradients, strict=True)])
