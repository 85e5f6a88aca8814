"""Spans as one tag a token, and back: BIOES.

A span of one token is ``S-label``; a longer one ``B-label``, then ``I-label``, and ``E-label`` at its end; the rest is
``O``. Not every sequence of tags is a set of spans: `TagScheme.allowed` says which tag may follow which, and decoding
under that constraint (:mod:`palimpseste.detection.neural.crf`) never yields anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OUTSIDE", "TagScheme"]

OUTSIDE = 0


@dataclass(frozen=True, slots=True)
class TagScheme:
    """The BIOES tags of some labels.

    Tag 0 is ``O``; label `l` (counted from 0) has ``B``, ``I``, ``E``, ``S`` at ``1 + 4 l`` to ``4 + 4 l``.

    Parameters
    ----------
    labels : tuple of str
        Their order is part of a trained model: it is saved beside the weights.
    """

    labels: tuple[str, ...]
    _index: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(set(self.labels)) != len(self.labels):
            raise ValueError("a label occurs twice")
        object.__setattr__(self, "_index", {label: 1 + 4 * index for index, label in enumerate(self.labels)})

    def __len__(self) -> int:
        return 1 + 4 * len(self.labels)

    def names(self) -> list[str]:
        """Return the tags as they are usually written, in the order of their numbers."""
        return ["O", *(f"{position}-{label}" for label in self.labels for position in "BIES")]

    def label(self, tag: int) -> str:
        """Return the label of a tag other than ``O``."""
        return self.labels[(tag - 1) // 4]

    def has(self, label: str) -> bool:
        """Tell whether a label is one of the scheme."""
        return label in self._index

    def path(self, label: str, length: int) -> list[int]:
        """Return the tags of a span of so many tokens."""
        begin = self._index[label]
        return [begin + 3] if length == 1 else [begin, *[begin + 1] * (length - 2), begin + 2]

    def allowed(self) -> NDArray[np.bool_]:
        """Return which tag may follow which, shape ``(tags, tags)``: row before, column after."""
        import numpy as np

        opens, closes = self.opening(), self.closing()
        table: NDArray[np.bool_] = np.outer(closes, opens)
        for first in self._index.values():
            begin, inside, end = first, first + 1, first + 2
            for tag in (begin, inside):
                table[tag, inside] = table[tag, end] = True
        return table

    def opening(self) -> NDArray[np.bool_]:
        """Return which tags may stand first: ``O``, ``B``, ``S``; shape ``(tags,)``."""
        return self._positions(0, 3)

    def closing(self) -> NDArray[np.bool_]:
        """Return which tags may stand last: ``O``, ``E``, ``S``; shape ``(tags,)``."""
        return self._positions(2, 3)

    def _positions(self, *positions: int) -> NDArray[np.bool_]:
        import numpy as np

        tags = np.arange(len(self))
        chosen: NDArray[np.bool_] = (tags == OUTSIDE) | np.isin((tags - 1) % 4, positions)
        return chosen

    def tags_of(self, spans: Iterable[tuple[int, int, str]], length: int) -> list[int]:
        """Return the tags of disjoint spans.

        Parameters
        ----------
        spans : iterable of (int, int, str)
            Half-open intervals of tokens and their label; those of labels unknown here are left outside.
        length : int
            Number of tokens.
        """
        tags = [OUTSIDE] * length
        for start, end, label in spans:
            begin = self._index.get(label)
            if begin is None:
                continue
            if end - start == 1:
                tags[start] = begin + 3
                continue
            tags[start] = begin
            tags[start + 1 : end - 1] = [begin + 1] * (end - start - 2)
            tags[end - 1] = begin + 2
        return tags

    def spans_of(self, tags: Sequence[int]) -> Iterator[tuple[int, int, str]]:
        """Yield the spans that an allowed sequence of tags spells, as half-open intervals of tokens."""
        start = 0
        for index in compress(range(len(tags)), tags):  # all but OUTSIDE, which is zero
            position = (tags[index] - 1) % 4
            if position in (0, 3):
                start = index
            if position in (2, 3):
                yield start, index + 1, self.label(tags[index])
