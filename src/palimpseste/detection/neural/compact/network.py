"""The compact model's arithmetic: whole numbers, held in floats.

Every weight and activation is a small whole number. A sum of their products stays below 2**24, where single-precision
floats hold every whole number exactly, so the order in which a library adds them cannot matter: the scores are the
same on every machine, at the speed of its best matrix product. `Network.__init__` proves the bound for the weights it
is given.

A layer adds to the state what a convolution over three tokens (a *dilation* apart) makes of it, and keeps what is
positive (He et al. 2016; Strubell et al. 2017 for dilated convolutions in the recognition of names). Several such
networks may stand side by side, each with columns of its own in every array; their scores are added.

Where ONNX Runtime is installed it takes over after some thousand tokens, since bringing it in costs as much as these
(`integers`): the scores are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from palimpseste.detection.neural.compact.integers import IntegerKernels

__all__ = ["Network", "Steps"]

Floats = NDArray[np.float32]
Activations = NDArray[np.uint8]

_EXACT = 1 << 24


class Steps:
    """What one unit of each kind of whole number stands for. Powers of two, so that scaling is exact too."""

    table: Final = 2.0**-6
    activation: Final = 2.0**-5
    kernel: Final = 2.0**-8
    bias: Final = 2.0**-13  # activation x kernel
    output: Final = 2.0**-7
    score: Final = 2.0**-12  # activation x output


_ACTIVATION_LIMIT = 255.0
_KERNEL = np.float32(Steps.kernel)
# So many tokens are scored by NumPy before ONNX Runtime is looked for, and so many are its trial.
_BEFORE_INTEGERS = 20_000
_TRIAL = 64
_TABLE_TO_ACTIVATION = np.float32(Steps.table / Steps.activation)


class Network:
    """Scores of tags from vectors of tokens.

    Parameters
    ----------
    arrays : mapping of str to array
        ``table`` (rows, width) and ``offset`` (width,) of int8; for each layer ``kernel_i`` (members, 3 share, share)
        of int8 and ``bias_i`` (width,) of int32; ``output`` (width, tags) of int8, ``output_bias`` (tags,) of int32.
        The share of a member is its columns of the width.
    dilations : sequence of int
        Distance between the tokens that each layer joins.

    Raises
    ------
    ValueError
        If some input could take a sum beyond what floats hold exactly.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], dilations: Sequence[int]) -> None:
        self._arrays = {name: array for name, array in arrays.items() if name != "table"}
        self._integers: IntegerKernels | None = None
        self._left = _BEFORE_INTEGERS
        self.table: NDArray[np.int8] = arrays["table"]
        self.dilations = tuple(dilations)
        self._offset = arrays["offset"].astype(np.float32)
        self._kernels = [_floats(arrays[f"kernel_{i}"]) for i in range(len(self.dilations))]
        self._biases = [_floats(arrays[f"bias_{i}"]) for i in range(len(self.dilations))]
        self._output, self._output_bias = _floats(arrays["output"]), _floats(arrays["output_bias"])
        members = {len(kernel) for kernel in self._kernels} or {1}
        if len(members) > 1 or len(self._offset) % min(members):
            raise ValueError("the arrays are not of one network")
        self._members = members.pop()
        # The state that a layer adds to is at most 255 / kernel step: counted with the sum it joins.
        state = _ACTIVATION_LIMIT / Steps.kernel
        sums = [
            (np.abs(kernel).sum(axis=1).reshape(-1), bias)
            for kernel, bias in zip(self._kernels, self._biases, strict=True)
        ]
        for weights, bias in (*sums, (np.abs(self._output).sum(axis=0), self._output_bias)):
            if (weights * _ACTIVATION_LIMIT + np.abs(bias) + state).max() >= _EXACT:
                raise ValueError("the weights are too large for exact arithmetic")

    @property
    def width(self) -> int:
        """Length of a token's vector."""
        return len(self._offset)

    @property
    def tags(self) -> int:
        """How many tags are scored."""
        return len(self._output_bias)

    @property
    def reach(self) -> int:
        """How many tokens on each side may bear on the scores of one."""
        return sum(self.dilations)

    def activated(self, vectors: NDArray[np.integer]) -> Activations:
        """Return what the first layer reads of vectors, each of their values by itself, in units of `Steps.activation`.

        Parameters
        ----------
        vectors : array of shape (tokens, width)
            For each token the sum of its rows of the table.
        """
        state = np.add(vectors, self._offset, dtype=np.float32)
        state *= _TABLE_TO_ACTIVATION
        _activate(state)
        whole: Activations = state.astype(np.uint8)
        return whole

    def scores(self, activations: Activations) -> Floats:
        """Return the scores of each tag at each token, shape ``(tokens, tags)``, in units of `Steps.score`.

        Parameters
        ----------
        activations : array of shape (tokens, width)
            What `activated` makes of the vectors of the tokens.
        """
        if self._integers is None and self._left > 0:
            self._left -= len(activations)
            if self._left <= 0:
                self._integers = self._tried_integers()
        if self._integers is None or not len(activations):
            return self._by_floats(activations)
        return self._integers(activations)

    def _tried_integers(self) -> IntegerKernels | None:
        """Return the network as ONNX Runtime computes it, if that is there and a trial gives the scores of NumPy."""
        from palimpseste.detection.neural.compact.integers import IntegerKernels

        trial = self.activated(np.random.default_rng(0).integers(-512, 512, (_TRIAL, self.width)))
        try:
            kernels = IntegerKernels(self._arrays, self.dilations, Steps.kernel)
            return kernels if np.array_equal(kernels(trial), self._by_floats(trial)) else None
        except Exception:  # whatever a library of others raises, NumPy is there
            return None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_integers": None, "_left": _BEFORE_INTEGERS}

    def _by_floats(self, activations: Activations) -> Floats:
        share = self.width // self._members
        total = np.tile(self._output_bias, (len(activations), 1))
        for member in range(self._members):
            columns = slice(member * share, (member + 1) * share)
            total += self._state(activations[:, columns], member, columns) @ self._output[columns]
        return total

    def _state(self, activations: Activations, member: int, columns: slice) -> Floats:
        """Return the state of a member behind its last layer, shape ``(tokens, share)``."""
        state = activations.astype(np.float32)
        count, width = state.shape
        around = np.zeros((count, 3 * width), dtype=np.float32)
        step = np.empty_like(state)
        for dilation, kernel, bias in zip(self.dilations, self._kernels, self._biases, strict=True):
            reached = max(0, count - dilation)
            around[:dilation, :width] = 0
            around[dilation:, :width] = state[:reached]
            around[:, width : 2 * width] = state
            around[:reached, 2 * width :] = state[dilation:]
            around[reached:, 2 * width :] = 0
            np.matmul(around, kernel[member], out=step)
            step += bias[columns]
            step *= _KERNEL
            state += step
            _activate(state)
        return state


def _floats(array: NDArray[Any]) -> Floats:
    return np.ascontiguousarray(array, dtype=np.float32)


def _activate(state: Floats) -> None:
    """Round to whole numbers, halves to even, and keep those within the limits."""
    np.clip(state, 0.0, _ACTIVATION_LIMIT, out=state)
    np.rint(state, out=state)
