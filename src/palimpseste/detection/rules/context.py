"""The words right before a match, compared with word lists."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

__all__ = ["ends_with_word_of", "text_before"]

_LENGTH: Final = 40
_LAST_BREAK: Final = re.compile(r"[\s('|]")


def text_before(folded: str, start: int, length: int = _LENGTH) -> str:
    """Return up to `length` characters before a position.

    Parameters
    ----------
    folded : str
        The text, folded.
    start : int
        The position.
    length : int
        The most.
    """
    return folded[max(0, start - length) : start]


def ends_with_word_of(before: str, words: Collection[str], most: int = 1, marks: str = " :=.") -> bool:
    """Tell whether a text ends with one of the words, or with up to `most` words that are one entry.

    Parameters
    ----------
    before : str
        Folded text; `marks` at its end are skipped.
    words : collection of str
        A set of folded entries, of one or several words.
    """
    if most == 1:
        return _LAST_BREAK.split(before.rstrip(marks)[-24:])[-1] in words
    last = before.rstrip(marks).replace("(", " ").replace("'", "' ").split()[-most:]
    return any(" ".join(last[-count:]) in words for count in range(1, len(last) + 1))
