"""Counts of many notes by label and name, a dozen bytes each, as they come."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Set

import numpy as np
from numpy.typing import NDArray

from palimpseste.leakage.fill_mask import NoteCounts

__all__ = ["Tallies"]


class Tallies:
    """What was counted of each note.

    Parameters
    ----------
    counts : iterable of NoteCounts
        One a note; read once.
    """

    def __init__(self, counts: Iterable[NoteCounts]) -> None:
        self.notes = 0
        self._found: defaultdict[tuple[str, str], tuple[array[int], array[float]]] = defaultdict(
            lambda: (array("I"), array("d"))
        )
        for note in counts:
            for label, named in note.items():
                for name, count in named.items():
                    if count:
                        places, values = self._found[label, name]
                        places.append(self.notes)
                        values.append(count)
            self.notes += 1

    @property
    def labels(self) -> Set[str]:
        """Those of which anything was counted."""
        return {label for label, _ in self._found}

    def column(self, name: str, labels: Iterable[str]) -> NDArray[np.float64]:
        """Return a count of each note, of some labels together, shape (notes,)."""
        column = np.zeros(self.notes)
        for label in labels:
            places, values = self._found.get((label, name), ((), ()))
            column[np.asarray(places, dtype=np.intp)] += np.asarray(values, dtype=np.float64)
        return column
