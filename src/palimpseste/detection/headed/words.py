"""The lists of words that begin names of places of care and of bodies, and where such words stand in a note."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.tokens import Tokens

__all__ = ["LINK", "OF_MATTERS", "OF_REGIONS_AND_FIELDS", "WORD", "HeadWords", "entries_of", "with_spaces"]

_LISTS = (
    *("bodies", "brands", "care", "care_brands", "services", "hospitals", "before_names", "of_places", "inside_bodies"),
    *("rescue", "before_doctors", "before_families", "practices"),
)
# The lists are written with spaces for these marks.
_MARKS = "'’.-"
# A line may break behind it.
LINK = "(?:(?:de[ ]la|de[ ]l|du|des|de|d|la|les|le|l)(?:[ ]{1,2}|[ ]?\n))?"
# « centre catalan d'imagerie »
OF_REGIONS_AND_FIELDS = ("cabinet", "centre", "groupe", "institut", "pole")
# « CNR des légionelles »
OF_MATTERS = ("cnr", "centre national de reference")
WORD = re.compile("[a-z]+")


@dataclass(frozen=True, slots=True, repr=False)
class HeadWords:
    """The words of a note that heads begin with.

    Parameters
    ----------
    folded : str
        The note, folded.
    flat : str
        The same, with spaces for the marks that the lists have spaces for.
    starts : sequence of int
        Where such words stand.
    text : str
        The note as it is written.
    """

    folded: str
    flat: str
    starts: Sequence[int]
    text: str

    @classmethod
    def of(cls, tokens: Tokens) -> HeadWords:
        """Look through a note."""
        folded, first_words = tokens.view.folded, _first_words()
        starts = [tokens.starts[index] for index in tokens.places_of(first_words)]
        return cls(folded, with_spaces(folded), starts, tokens.view.text)

    def found(self, *heads: re.Pattern[str]) -> list[list[re.Match[str]]]:
        """Return what each expression finds where such a word stands, in order and apart."""
        found: list[list[re.Match[str]]] = []
        for head in heads:
            found.append([])
            for start in self.starts:
                match = head.match(self.flat, start) if not found[-1] or start >= found[-1][-1].end() else None
                if match is not None:
                    found[-1].append(match)
        return found


def with_spaces(folded: str) -> str:
    """Return a folded text with spaces for the marks that the lists have spaces for."""
    for mark in _MARKS:
        folded = folded.replace(mark, " ")
    return folded


@cache
def entries_of(*names: str) -> frozenset[str]:
    """Return the entries of some lists."""
    return frozenset(word for name in names for word in word_list(f"heads/{name}.txt"))


@cache
def _first_words() -> frozenset[str]:
    # Figures begin a token of their own: « AG2R ».
    first = {found[0] for head in entries_of(*_LISTS) if (found := WORD.match(head)) is not None}
    return frozenset(first.union(OF_REGIONS_AND_FIELDS, OF_MATTERS))
