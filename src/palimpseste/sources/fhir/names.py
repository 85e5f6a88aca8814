"""Names of persons on one line, read into the parts that bear a label."""

from __future__ import annotations

import re

from palimpseste.detection.lexicon import word_list
from palimpseste.folding import fold
from palimpseste.labels import Label

__all__ = ["parts_of_name"]

_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_TITLES = frozenset(word_list("fhir/titles.txt"))


def parts_of_name(display: str) -> list[tuple[int, int, Label]]:
    """Return the intervals of the names in a display, titles left out: all in capitals is a last name, else the last.

    Nothing with a letter is left out but titles: what cannot be told apart is a name all the same.
    """
    words = [match for match in _WORD.finditer(display) if fold(match.group()) not in _TITLES]
    capitals = [len(match.group()) > 1 and match.group().isupper() for match in words]
    if all(capitals) or not any(capitals):
        capitals = [match is words[-1] for match in words]
    return [
        (match.start(), match.end(), "LASTNAME" if is_last else "FIRSTNAME")
        for match, is_last in zip(words, capitals, strict=True)
    ]
