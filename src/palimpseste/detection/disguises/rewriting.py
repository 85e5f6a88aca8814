"""A text that is rewritten step by step, with the interval of the first text that each character stands for."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

__all__ = ["Edit", "Rewriting"]

# An interval ``[start, end)`` of the text as it is, and what is read there instead.
Edit = tuple[int, int, str]

# Offsets in four bytes each: in lists, those of a long text took ten times the memory.
_OFFSETS = "I"
_COUNTED = array(_OFFSETS, range(1 << 14))


class Rewriting:
    """A text and where it came from.

    Parameters
    ----------
    text : str
        As it came.

    Attributes
    ----------
    text : str
        As it is read now.
    starts, ends : array of int
        For each character the interval ``[start, end)`` of the text as it came that it stands for; both empty while
        that is the character itself.
    is_mirrored : bool
        Whether intervals run backwards somewhere.
    """

    __slots__ = ("ends", "is_mirrored", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = self.ends = array(_OFFSETS)
        self.is_mirrored = False

    def replace(self, edits: Iterable[Edit]) -> None:
        """Read intervals otherwise; each character of a replacement stands for the whole interval.

        Parameters
        ----------
        edits : iterable of Edit
            Disjoint and sorted, none of an empty interval.
        """
        text = self.text
        pieces: list[str] = []
        starts, ends = array(_OFFSETS), array(_OFFSETS)
        at = 0
        for start, end, new in edits:
            if not pieces:
                self._number()
            pieces += text[at:start], new
            starts += self.starts[at:start]
            ends += self.ends[at:start]
            starts.extend([min(self.starts[start:end])] * len(new))
            ends.extend([max(self.ends[start:end])] * len(new))
            at = end
        if pieces:
            self.text = "".join((*pieces, text[at:]))
            starts += self.starts[at:]
            ends += self.ends[at:]
            self.starts, self.ends = starts, ends

    def mirror(self, intervals: Iterable[tuple[int, int]]) -> None:
        """Read intervals backwards.

        Parameters
        ----------
        intervals : iterable of pairs of int
            Disjoint, ``[start, end)``.
        """
        self._number()
        # The view that the text was read by has the same.
        self.starts, self.ends = self.starts[:], self.ends[:]
        characters = list(self.text)
        for start, end in intervals:
            characters[start:end] = characters[start:end][::-1]
            self.starts[start:end] = self.starts[start:end][::-1]
            self.ends[start:end] = self.ends[start:end][::-1]
        self.text = "".join(characters)
        self.is_mirrored = True

    def translate(self, table: dict[int, str]) -> None:
        """Read characters as others, one for one."""
        self.text = self.text.translate(table)

    def _number(self) -> None:
        if not self.starts:
            self.starts = _counted(0, len(self.text))
            self.ends = _counted(1, len(self.text) + 1)


def _counted(first: int, end: int) -> array[int]:
    return _COUNTED[first:end] if end <= len(_COUNTED) else array(_OFFSETS, range(first, end))
