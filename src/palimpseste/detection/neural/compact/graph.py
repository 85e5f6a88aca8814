"""A graph of computation in the form that ONNX Runtime reads, written byte by byte: the package onnx is not needed.

Only what the compact model's network asks for: constants, nodes with one output, one input and one output of the whole.
The numbers of fields and types are those of ``onnx.proto``, which never change.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["FLOAT", "UINT8", "Graph"]

FLOAT: Final = 1
UINT8: Final = 2
_TYPES: Final = {"float32": FLOAT, "uint8": UINT8, "int8": 3, "int32": 6, "int64": 7}
_OPERATORS, _VERSION = 17, 8
# Where the runtime keeps operators of its own, and their version.
_OWN_DOMAIN, _OWN_OPERATORS = "com.microsoft", 1


class Graph:
    """Nodes and constants, each known by the name it was given."""

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._constants: list[bytes] = []

    def constant(self, array: NDArray[Any]) -> str:
        """Add an array; return its name."""
        name = f"c{len(self._constants)}"
        dimensions = b"".join(_field(1, size) for size in array.shape)
        little = array.astype(array.dtype.newbyteorder("<"), copy=False)
        kind = _field(2, _TYPES[array.dtype.name])
        self._constants.append(dimensions + kind + _field(8, name) + _field(9, little.tobytes()))
        return name

    def node(self, kind: str, *inputs: str, **numbers: int) -> str:
        """Add a node, with its attributes that are whole numbers; return the name of its output."""
        attributes = (_field(5, _field(1, key) + _field(3, value) + _field(20, 2)) for key, value in numbers.items())
        return self._node(kind, inputs, b"".join(attributes))

    def own_node(self, kind: str, *inputs: str) -> str:
        """Add a node of an operator that the runtime has beside those of ONNX; an empty name is an input left out."""
        return self._node(kind, inputs, _field(7, _OWN_DOMAIN))

    def _node(self, kind: str, inputs: tuple[str, ...], further: bytes) -> str:
        name = f"n{len(self._nodes)}"
        self._nodes.append(b"".join(_field(1, each) for each in inputs) + _field(2, name) + _field(4, kind) + further)
        return name

    def written(self, given: tuple[str, int, int], wanted: tuple[str, int, int]) -> bytes:
        """Return the whole; what is given and what is wanted are each a name, a type, and how many columns."""
        graph = b"".join(_field(1, node) for node in self._nodes) + _field(2, "network")
        graph += b"".join(_field(5, constant) for constant in self._constants)
        graph += _field(11, _matrix(*given)) + _field(12, _matrix(*wanted))
        own = _field(8, _field(1, _OWN_DOMAIN) + _field(2, _OWN_OPERATORS))
        return _field(1, _VERSION) + _field(7, graph) + _field(8, _field(2, _OPERATORS)) + own


def _matrix(name: str, kind: int, columns: int) -> bytes:
    shape = _field(1, _field(2, "tokens")) + _field(1, _field(1, columns))
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape)))


def _field(number: int, value: bytes | str | int) -> bytes:
    if isinstance(value, int):
        return _whole(number << 3) + _whole(value)
    content = value.encode() if isinstance(value, str) else value
    return _whole(number << 3 | 2) + _whole(len(content)) + content


def _whole(number: int) -> bytes:
    written = bytearray()
    number &= (1 << 64) - 1
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)


def row(*numbers: int) -> NDArray[np.int64]:
    """Return whole numbers as an array of one dimension: where a slice begins, how much is padded."""
    return np.array(numbers, dtype=np.int64)
