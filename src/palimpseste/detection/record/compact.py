"""The letters and digits of a text on one string, so that a value is found whatever separates its parts.

``06 12.34-56 78``, ``LE BI-<line break>HAN`` and ``D U R A N D`` all read as one run there. Searching is done by the
memory scan of ``bytes.find``; the way back to the text is built at the first hit only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress
from typing import Final

from palimpseste.detection.view import TextView, fold_same_length

__all__ = ["CompactText", "compact", "folded_words"]

_KEPT: Final = b"abcdefghijklmnopqrstuvwxyz0123456789"
_DROPPED: Final = bytes(code for code in range(256) if code not in _KEPT)
_IS_KEPT: Final = bytes(1 if code in _KEPT else 0 for code in range(256))
# Offsets made once: most notes are shorter, and making numbers is what building the positions costs.
_OFFSETS: Final = tuple(range(1 << 13))
# What a scanner confuses reads the same: O and 0; I, l and 1.
_MISREAD: Final = bytes.maketrans(b"oil", b"011")
_MISREAD_LETTERS: Final = (b"o", b"i", b"l")
_WORD: Final = re.compile("[a-z]+|[0-9]+")


def compact(value: str) -> bytes:
    """Return the folded letters and digits of a value."""
    return fold_same_length(value).encode("latin-1", "replace").translate(None, _DROPPED)


def folded_words(value: str) -> list[str]:
    """Return the folded words and numbers of a value."""
    return _WORD.findall(fold_same_length(value))


class CompactText:
    """The folded letters and digits of a view, with the way back to its offsets.

    Attributes
    ----------
    letters : bytes
        ASCII letters and digits only.
    misread : bytes
        The same, with what a scanner confuses made equal.
    """

    __slots__ = ("_bytes", "_positions", "letters", "misread", "view")

    def __init__(self, view: TextView) -> None:
        self.view = view
        # One byte a character: what Latin-1 lacks becomes "?", which is dropped like any mark.
        self._bytes = view.folded.encode("latin-1", "replace")
        self.letters = self._bytes.translate(None, _DROPPED)
        self.misread = self.letters.translate(_MISREAD)
        self._positions: list[int] | None = None

    @property
    def positions(self) -> list[int]:
        """Offset in the view of each letter."""
        if self._positions is None:
            length = len(self._bytes)
            self._positions = list(
                compress(_OFFSETS if length <= len(_OFFSETS) else range(length), self._bytes.translate(_IS_KEPT))
            )
        return self._positions

    def occurrences(self, needle: bytes) -> Iterator[int]:
        """Return where a run of letters begins, in indices of ``letters``; occurrences do not overlap."""
        return _places(self.letters, needle)

    def misread_occurrences(self, number: bytes) -> Iterator[int]:
        """Yield where a number begins, half of its digits at most misread as letters."""
        letters, length = self.letters, len(number)
        for index in _places(self.misread, number.translate(_MISREAD)):
            written = letters[index : index + length]
            if written == number or 2 * sum(map(written.count, _MISREAD_LETTERS)) <= length:
                yield index

    def may_hold(self, number: bytes) -> bool:
        """Tell whether a number stands in the text, misread or not."""
        return number.translate(_MISREAD) in self.misread

    def look_alikes(self, needle: bytes) -> Iterator[int]:
        """Return where a run of letters, or what a scanner may read for it, begins."""
        return _places(self.misread, needle.translate(_MISREAD))

    def extent(self, index: int, length: int) -> tuple[int, int]:
        """Return the interval of the view that a run of letters covers."""
        positions = self.positions
        return positions[index], positions[index + length - 1] + 1

    def breaks(self, index: int, length: int) -> list[int]:
        """Return the places inside a run where the text has something between two letters."""
        places = self.positions[index : index + length]
        return [k for k in range(1, length) if places[k] - places[k - 1] > 1]

    def gap(self, index: int) -> str:
        """Return what stands in the text before a letter that is not the first, after the letter before it."""
        positions = self.positions
        return self.view.text[positions[index - 1] + 1 : positions[index]]

    def is_whole_number(self, start: int, end: int) -> bool:
        """Tell whether no digit stands beside an interval, nor a mark that continues a number."""
        text = self.view.text
        if start:
            before = text[start - 1]
            if before.isdecimal() or (before in "/.,-" and start > 1 and text[start - 2].isdecimal()):
                return False
            if before.isalpha() and not text[start].isdecimal():
                return False
        after = text[end : end + 2]
        if after[:1].isdecimal() or (after[:1] in ("/", ",", "-") and after[1:].isdecimal()):
            return False
        return not (after[:1].isalpha() and text[end - 1].isalpha())


def _places(letters: bytes, needle: bytes) -> Iterator[int]:
    find, length = letters.find, len(needle)
    index = find(needle)
    while index >= 0:
        yield index
        index = find(needle, index + length)
