"""Rows of whole numbers of different lengths in one flat array: 4 bytes a number, 8 a row, and nothing else."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

__all__ = ["Ragged"]


class Ragged:
    """Rows that are added one by one and read in any order."""

    def __init__(self, rows: Iterable[Iterable[int]] = ()) -> None:
        self._values = array("i")
        self._ends = array("q", [0])
        for row in rows:
            self.append(row)

    def append(self, row: Iterable[int]) -> None:
        """Add a row."""
        self._values.extend(row)
        self._ends.append(len(self._values))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, row: int) -> NDArray[np.int32]:
        if not 0 <= row < len(self):
            raise IndexError(row)
        # A copy: a view would keep the array from growing.
        return np.array(self._values[self._ends[row] : self._ends[row + 1]], dtype=np.int32)

    @property
    def count(self) -> int:
        """How many numbers all rows have."""
        return len(self._values)

    @property
    def nbytes(self) -> int:
        """Bytes the numbers and the ends of rows take."""
        return len(self._values) * self._values.itemsize + len(self._ends) * self._ends.itemsize

    def flat(self) -> NDArray[np.int32]:
        """Return all numbers, row after row; no row may be added while the array lives."""
        return np.frombuffer(self._values, dtype=np.int32)

    def renumbered(self, new_number: NDArray[np.int32]) -> Ragged:
        """Return the rows with each number replaced; numbers that become negative are dropped."""
        return Ragged(new[new >= 0].tolist() for new in (new_number[self[row]] for row in range(len(self))))
