"""What a text says of how a name in it is spelt: « Bonnin avec deux n », « Noa, sans h », « orthographié BONIN »."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from palimpseste.folding import fold

__all__ = ["LONGEST_CALLING", "LONGEST_REMARK", "Spelling", "is_said_misspelt", "spellings_said"]

_REMARK = re.compile(
    r"[\s,;(/]{1,3}(?:et )?(?:(?P<held>avec|sans) (?:une? |le )?|(?:avec )?(?P<twice>deux |2 ))"
    r"(?P<letter>i grec|[a-z](?![\w'’-]))"
)
# What any begins with, letters not folded yet.
_BEGUN = re.compile(r"[\s,;(/]{1,3}[ADESades2\x80-\U0010ffff]|[\x80-\U0010ffff]")
_MOST_REMARKS = 3
LONGEST_REMARK = 48
_SAID_BEFORE = re.compile(
    r"(?:^|\W)(?:(?:mal )?(?:orthographiee?|ecrite?|epelee?|notee?|saisie?|imprimee?)|et non)[ :(«\"]{1,3}$"
)
LONGEST_CALLING = 24


@dataclass(frozen=True, slots=True, repr=False)
class Spelling:
    """What is said of the spelling of a word.

    Parameters
    ----------
    letters : str
        Folded letters in a row: ``nn``.
    held : bool
        Whether the word has them.
    """

    letters: str
    held: bool

    def suits(self, word: str) -> bool:
        """Tell whether a word is spelt so."""
        return (self.letters in fold(word)) == self.held


def spellings_said(behind: str) -> Iterator[Spelling]:
    """Yield what a text says, right at its start, of the spelling of the name before it.

    Examples
    --------
    >>> [(said.letters, said.held) for said in spellings_said(", sans h, avec deux t")]
    [('h', False), ('tt', True)]
    """
    if _BEGUN.match(behind) is None:
        return
    folded, start = fold(behind[:LONGEST_REMARK]), 0
    for _ in range(_MOST_REMARKS):
        remark = _REMARK.match(folded, start)
        if remark is None:
            return
        letter = "y" if remark["letter"] == "i grec" else remark["letter"]
        yield Spelling(letter * 2 if remark["twice"] else letter, remark["held"] != "sans")
        start = remark.end()


def is_said_misspelt(before: str) -> bool:
    """Tell whether a text ends in words that call what follows another spelling: « (orthographié »."""
    return _SAID_BEFORE.search(fold(before[-LONGEST_CALLING:])) is not None
