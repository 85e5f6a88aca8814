"""The compact model as it is trained: its arithmetic is that of whole numbers from the first step.

Weights, activations and scores are multiples of powers of two small enough that every product and sum is exact in
single precision. What PyTorch computes here is therefore, bit for bit, what
:mod:`palimpseste.detection.neural.compact.network` computes with NumPy, on any machine (quantisation-aware training
with a straight-through gradient: Bengio, Léonard, Courville 2013; Jacob et al. 2018).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from palimpseste.detection.neural.compact.features import Evidence
from palimpseste.detection.neural.compact.network import Steps
from palimpseste.labels import LABELS

__all__ = ["CompactNetwork", "integers", "side_by_side", "start_from"]


class CompactNetwork(nn.Module):
    """Vectors of the rows, summed; residual dilated convolutions; one score a tag.

    Parameters
    ----------
    width : int
        Of every layer.
    dilations : sequence of int
        Of the convolutions, each over three tokens.
    tags : int
        Scores a token gets.
    dropout : float
        Of activations, where there is noise to draw it from.
    """

    def __init__(self, width: int, dilations: Sequence[int], tags: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.dilations = tuple(dilations)
        self.dropout = dropout
        self.table = nn.Parameter(torch.randn(Evidence(LABELS).rows, width) * 0.15)
        self.offset = nn.Parameter(torch.full((width,), 0.5))
        self.kernels = nn.ParameterList(
            nn.Parameter(torch.randn(width, width, 3) * (0.7 / (3 * width)) ** 0.5) for _ in dilations
        )
        self.biases = nn.ParameterList(nn.Parameter(torch.zeros(width)) for _ in dilations)
        self.output = nn.Parameter(torch.randn(width, tags) * width**-0.5)
        self.output_bias = nn.Parameter(torch.zeros(tags))

    def forward(
        self,
        used: Tensor,
        rows: Tensor,
        offsets: Tensor,
        weights: Tensor,
        pieces: Tensor,
        at: Tensor,
        found: Tensor,
        inside: Tensor,
        noise: np.random.Generator | None = None,
    ) -> Tensor:
        """Return the scores of a batch laid end to end, shape ``(tokens, tags)``.

        Parameters
        ----------
        used : tensor of shape (rows in use,)
            The rows of the table that the batch speaks of; `rows` and `found` count in these.
        rows, offsets, weights : tensors
            The rows of each distinct piece of the batch, where each piece's begin, and 0 for a row left out, else 1.
        pieces : tensor of shape (tokens,)
            Which of these pieces each token is.
        at, found : tensors of equal length
            Evidence: a token and a row.
        inside : tensor of shape (tokens, 1)
            0 for the padding between documents (at least the largest dilation wide), else 1.
        noise : Generator, optional
            Of dropout: its bytes are far faster than Bernoulli draws of PyTorch.
        """
        table = _stepped(functional.embedding(used, self.table, sparse=True), Steps.table, 127)
        vectors = functional.embedding_bag(rows, table, offsets, mode="sum", per_sample_weights=weights)
        summed = functional.embedding(pieces, vectors).index_add(0, at, functional.embedding(found, table))
        # From here on one unit is a step of activation.
        state = (summed + _stepped(self.offset, Steps.table, 127)) / Steps.activation
        state = self._activated(state, inside, noise)
        for dilation, kernel, bias in zip(self.dilations, self.kernels, self.biases, strict=True):
            step = self._convolved(state, _stepped(kernel, Steps.kernel, 127), dilation)
            step = step + _stepped(bias, Steps.bias, 1 << 20) / Steps.activation
            state = self._activated(state + step, inside, noise)
        scores = state @ (_stepped(self.output, Steps.output, 127) * Steps.activation)
        return scores + _stepped(self.output_bias, Steps.score, 1 << 20)

    @staticmethod
    def _convolved(state: Tensor, kernel: Tensor, dilation: int) -> Tensor:
        # An image one line high, channels last: the layout in which convolution is fastest on a CPU.
        image, weights = state.T[None, :, None], kernel[:, :, None]
        return functional.conv2d(image, weights, padding=(0, dilation), dilation=(1, dilation))[0, :, 0].T

    def _activated(self, values: Tensor, inside: Tensor, noise: np.random.Generator | None) -> Tensor:
        kept = inside
        if noise and self.dropout:
            bytes_ = noise.integers(0, 256, tuple(values.shape), np.uint8)
            # NumPy makes numbers of truth values many times faster than PyTorch.
            stays = (bytes_ >= int(256 * self.dropout)).astype(np.float32)
            kept = torch.from_numpy(stays).mul_(inside / (1.0 - self.dropout))
        return cast(Tensor, _Activation.apply(values, kept))  # type: ignore[no-untyped-call] # torch leaves it untyped


def integers(networks: Sequence[CompactNetwork]) -> dict[str, np.ndarray]:
    """Return the weights of networks as the whole numbers they stand for, side by side in one.

    See :class:`palimpseste.detection.neural.compact.network.Network` for the arrays; its scores are their sum.
    """
    return side_by_side([_integers_of(network) for network in networks])


def side_by_side(models: Sequence[Mapping[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """Return the arrays of the model that has the networks of all of some models."""

    def joined(name: str) -> np.ndarray:
        parts = [arrays[name] for arrays in models]
        if name == "output_bias":
            return np.asarray(np.stack(parts).sum(axis=0), dtype=np.int32)
        return np.concatenate(parts, axis=1 if name == "table" else 0)

    return {name: joined(name) for name in models[0]}


def halfway(before: Mapping[str, np.ndarray], after: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the whole numbers halfway between the weights of two models of one shape, rounded to even ones.

    One that went on from the other lies in the same basin, so that what is between them errs less than either (Wortsman
    et al. 2022).
    """
    sums = {name: before[name].astype(np.int64) + after[name] for name in after}
    return {name: np.rint(total / 2).astype(after[name].dtype) for name, total in sums.items()}


def start_from(arrays: Mapping[str, np.ndarray], networks: Sequence[CompactNetwork]) -> None:
    """Give networks the weights that `integers` made of others of their shape.

    Raises
    ------
    ValueError
        If they are of another shape.
    """
    members = len(networks)
    shapes = {name: array.shape for name, array in integers(networks).items()}
    if shapes != {name: array.shape for name, array in arrays.items()}:
        raise ValueError("the weights are of another shape")

    def set_to(parameter: Tensor, whole: np.ndarray, step: float) -> None:
        parameter.copy_(torch.from_numpy(whole.astype(np.float32)) * step)

    with torch.no_grad():
        for number, network in enumerate(networks):
            set_to(network.table, np.split(arrays["table"], members, axis=1)[number], Steps.table)
            set_to(network.offset, np.split(arrays["offset"], members)[number], Steps.table)
            set_to(network.output, np.split(arrays["output"], members)[number], Steps.output)
            # Only their sum is known: the first has it all.
            set_to(network.output_bias, arrays["output_bias"] * (number == 0), Steps.score)
            for index, (kernel, bias) in enumerate(zip(network.kernels, network.biases, strict=True)):
                width = kernel.shape[0]
                joined = arrays[f"kernel_{index}"][number].reshape(3, width, width)
                set_to(kernel, np.ascontiguousarray(joined.transpose(2, 1, 0)), Steps.kernel)
                set_to(bias, np.split(arrays[f"bias_{index}"], members)[number], Steps.bias)


def _integers_of(network: CompactNetwork) -> dict[str, np.ndarray]:
    def whole(values: Tensor, step: float, limit: int, kind: type) -> np.ndarray:
        return np.asarray((values.detach() / step).round().clamp(-limit, limit).numpy().astype(kind))

    arrays = {
        "table": whole(network.table, Steps.table, 127, np.int8),
        "offset": whole(network.offset, Steps.table, 127, np.int8),
        "output": whole(network.output, Steps.output, 127, np.int8),
        "output_bias": whole(network.output_bias, Steps.score, 1 << 20, np.int32),
    }
    for index, (kernel, bias) in enumerate(zip(network.kernels, network.biases, strict=True)):
        # Before, at and after the token, then channels in and out.
        joined = kernel.permute(2, 1, 0).reshape(-1, kernel.shape[0])
        arrays[f"kernel_{index}"] = whole(joined, Steps.kernel, 127, np.int8)[None]
        arrays[f"bias_{index}"] = whole(bias, Steps.bias, 1 << 20, np.int32)
    return arrays


class _Activation(torch.autograd.Function):
    """Whole numbers of 0 to 255, times what is kept; the gradient passes where nothing was cut off."""

    @staticmethod
    def forward(ctx: Any, values: Tensor, kept: Tensor) -> Tensor:
        clamped = values.clamp(0, 255)
        # Compared into numbers, not truth values, for the reason above.
        ctx.save_for_backward(torch.eq(values, clamped, out=torch.empty_like(values)).mul_(kept))
        return clamped.round_().mul_(kept)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        (passed,) = ctx.saved_tensors
        return gradient * passed, None


class _Stepping(torch.autograd.Function):
    """The nearest multiples of a step within a limit; the gradient passes within the limit."""

    @staticmethod
    def forward(ctx: Any, values: Tensor, step: float, limit: int) -> Tensor:
        ctx.save_for_backward(values.abs() <= limit * step)
        return (values / step).round_().clamp_(-limit, limit).mul_(step)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        (passed,) = ctx.saved_tensors
        return gradient * passed, None, None


def _stepped(values: Tensor, step: float, limit: int) -> Tensor:
    return cast(Tensor, _Stepping.apply(values, step, limit))  # type: ignore[no-untyped-call] # as above
