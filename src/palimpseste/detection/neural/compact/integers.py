"""The compact model's arithmetic by ONNX Runtime, in integers of eight bits: the same scores in a sixth of the time.

Activations are whole numbers from 0 to 255 and weights from -128 to 127, so that their products are what processors
multiply fastest. On some machines the runtime adds two products in 16 bits, where the largest do not fit; there, and
wherever a trial gives another score than NumPy, it is not used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.neural.compact.graph import FLOAT, UINT8, Graph, row

__all__ = ["IntegerKernels"]

Arrays = Mapping[str, NDArray[Any]]

# The runtime multiplies few rows by other code than many.
_TRIED_ROWS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 64, 65)
_HIGHEST, _LARGEST, _LOWEST = 255, 127, -128


class IntegerKernels:
    """Scores of tags from what the first layer reads, by a session of ONNX Runtime on one thread.

    Parameters
    ----------
    arrays : mapping of str to array
        Those of :class:`~palimpseste.detection.neural.compact.network.Network`.
    dilations : sequence of int
        Distance between the tokens that each layer joins.
    scale : float
        From the unit of a layer's sums to that of activations.

    Raises
    ------
    ImportError
        If ONNX Runtime is not installed.
    ValueError
        If it adds products in fewer bits than their sum needs, or the weights are no integers of eight bits.
    """

    def __init__(self, arrays: Arrays, dilations: Sequence[int], scale: float) -> None:
        if any(
            array.dtype != np.int8
            for name, array in arrays.items()
            if name.startswith(("kernel", "output")) and "bias" not in name
        ):
            raise ValueError("weights are not integers of eight bits")
        if not _is_exact(arrays["kernel_0"].shape[1:]):
            raise ValueError("ONNX Runtime does not add whole numbers exactly on this machine")
        self._session = _session(_network(arrays, dilations, scale))

    def __call__(self, activations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the scores of each tag at each token, shape ``(tokens, tags)``."""
        scores: NDArray[np.float32] = self._session.run(None, {"activations": activations})[0]
        return scores


def _session(graph: bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # warnings of the runtime are about its optimiser, never about the notes
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def _is_exact(shape: tuple[int, ...]) -> bool:
    """Tell whether the largest activations and weights are multiplied and added without loss."""
    signs = np.full(shape, _LARGEST, dtype=np.int8)
    signs[:, 1::2] = _LOWEST
    graph = Graph()
    wanted = _product(graph, "given", signs, 1.0, np.zeros(shape[1]))
    session = _session(graph.written(("given", UINT8, shape[0]), (wanted, FLOAT, shape[1])))
    for rows in _TRIED_ROWS:
        given = np.full((rows, shape[0]), _HIGHEST, dtype=np.uint8)
        if not np.array_equal(session.run(None, {"given": given})[0], given.astype(np.int64) @ signs.astype(np.int64)):
            return False
    return True


def _network(arrays: Arrays, dilations: Sequence[int], scale: float) -> bytes:
    graph = Graph()
    rows, columns = graph.constant(row(0)), graph.constant(row(1))
    width = len(arrays["offset"])
    members = len(arrays["kernel_0"]) if dilations else 1
    share = width // members
    states = []
    for member in range(members):
        first = member * share
        here = graph.node(
            "Slice", "activations", graph.constant(row(first)), graph.constant(row(first + share)), columns
        )
        for layer, dilation in enumerate(dilations):
            padded = graph.node("Pad", here, graph.constant(row(dilation, 0, dilation, 0)))
            before = graph.node("Slice", padded, rows, graph.constant(row(-2 * dilation)), rows)
            beyond = graph.constant(row(2 * dilation)), graph.constant(row(1 << 62))
            behind = graph.node("Slice", padded, *beyond, rows)
            around = graph.node("Concat", before, here, behind, axis=1)
            bias = arrays[f"bias_{layer}"][first : first + share] * scale
            step = _product(graph, around, arrays[f"kernel_{layer}"][member], scale, bias)
            here = _activated(graph, graph.node("Add", graph.node("Cast", here, to=FLOAT), step))
        states.append(here)
    wanted = _product(graph, graph.node("Concat", *states, axis=1), arrays["output"], 1.0, arrays["output_bias"])
    return graph.written(("activations", UINT8, width), (wanted, FLOAT, len(arrays["output_bias"])))


def _product(graph: Graph, given: str, weights: NDArray[Any], scale: float, bias: NDArray[Any]) -> str:
    """Add the product of activations and weights, added up in whole numbers, then scaled and moved in one go."""
    kept, one = graph.constant(weights.astype(np.int8)), graph.constant(np.array(1, dtype=np.float32))
    scaled, moved = graph.constant(np.array(scale, dtype=np.float32)), graph.constant(bias.astype(np.float32))
    return graph.own_node("MatMulIntegerToFloat", given, kept, one, scaled, "", "", moved)


def _activated(graph: Graph, values: str) -> str:
    """Add the rounding of values, halves to even, to what a byte holds: those beyond become the nearest."""
    one, zero = graph.constant(np.array(1, dtype=np.float32)), graph.constant(np.array(0, dtype=np.uint8))
    return graph.node("QuantizeLinear", values, one, zero)
