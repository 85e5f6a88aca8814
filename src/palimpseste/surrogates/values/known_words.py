"""The names of a document, found where a word is, begins or holds one, in a time that is the same for any number."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import takewhile

__all__ = ["KnownWords"]


class KnownWords:
    """Folded words, the first of which come before others.

    Parameters
    ----------
    words : iterable of str
        In their order; one that comes again keeps its first place.

    Examples
    --------
    >>> known = KnownWords(["durand", "paul", "pauline"])
    >>> known.first_within("pdurandpaul", 4), list(known.begun_by("pau"))
    ('durand', ['paul', 'pauline'])
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._places: dict[str, int] = {}
        for word in words:
            self._places.setdefault(word, len(self._places))
        self._sorted = sorted(self._places)
        self._lengths = sorted({len(word) for word in self._places})

    def __contains__(self, word: str) -> bool:
        return word in self._places

    def first_within(self, word: str, least: int) -> str | None:
        """Return the first of those of so many letters or more that stand in a word; None where none does."""
        found = (
            word[start : start + length]
            for length in self._lengths
            if least <= length <= len(word)
            for start in range(len(word) - length + 1)
        )
        return min(filter(self._places.__contains__, found), key=self._places.__getitem__, default=None)

    def first_among(self, words: Iterable[str]) -> str | None:
        """Return the first of those that some words are; None where none of these is one."""
        return min(filter(self._places.__contains__, words), key=self._places.__getitem__, default=None)

    def begun_by(self, letters: str) -> Iterator[str]:
        """Yield those that begin with some letters, by alphabet."""
        following = map(self._sorted.__getitem__, range(bisect_left(self._sorted, letters), len(self._sorted)))
        return takewhile(lambda word: word.startswith(letters), following)
