"""Words without which an expression finds nothing, looked up among those of a text before it is searched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set

from palimpseste.folding import fold

__all__ = ["Needed", "beginnings_of"]

# As many letters tell « radiateur » from « radio ».
_BEGINNING = re.compile(r"(?<!\w)\w{1,6}")


def beginnings_of(folded: str) -> list[str]:
    """Return the first letters of each word of a folded text.

    Examples
    --------
    >>> beginnings_of("vendanges de l'an 2021")
    ['vendan', 'de', 'l', 'an', '2021']
    """
    return _BEGINNING.findall(folded)


class Needed:
    """What stands in every text that an expression matches, one of some literals.

    Parameters
    ----------
    literals : iterable of str
        Each begins where a word begins, and ends where one ends or with six letters of it or more.

    Examples
    --------
    >>> needed = Needed(["galette des rois", "moisson"])
    >>> needed.among(frozenset(beginnings_of("une galette pour les moissonneurs")))
    ['moisson']
    """

    def __init__(self, literals: Iterable[str]) -> None:
        # By the longest of its words, which few texts hold.
        self._by_word: dict[str, list[tuple[Set[str], str]]] = {}
        for literal in literals:
            words = beginnings_of(fold(literal))
            self._by_word.setdefault(max(words, key=len), []).append((frozenset(words), literal))
        self._words = frozenset(self._by_word)

    def among(self, beginnings: frozenset[str]) -> Sequence[str]:
        """Return the literals all words of which begin as some of a text do: no text holds another one.

        Parameters
        ----------
        beginnings : frozenset of str
            Of the text; see :func:`beginnings_of`.
        """
        found = self._words & beginnings
        return [literal for word in found for words, literal in self._by_word[word] if words <= beginnings]
