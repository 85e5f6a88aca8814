"""Accents of names that are drawn for places and bodies, given back to small letters in a text that writes accents.

A name without any may have none, or its writer leaves them out; what is written over it shall not look otherwise than
the words around.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from palimpseste.detection.lexicon import word_list
from palimpseste.folding import fold
from palimpseste.places import PlaceTable
from palimpseste.surrogates.places.bodies.care_names import names_of_care
from palimpseste.writings import lists

__all__ = ["with_accents"]

_WORD = re.compile(r"[^\W\d_]+")


def with_accents(written: str, source: str) -> str:
    """Return a name in small letters with the accents that its words have in the lists that it may be drawn from.

    Words that the old name has too stay as they are, and so does any word that some name of the lists has without.

    Parameters
    ----------
    written : str
        The new name.
    source : str
        The old one.
    """
    if not written.islower() or not written.isascii():
        return written
    kept = frozenset(_WORD.findall(source))
    return _WORD.sub(
        lambda found: found.group() if found.group() in kept else _accented().get(found.group(), found.group()), written
    )


@cache
def _accented() -> Mapping[str, str]:
    """Return how words are written with their accents, in small letters, by the words without them."""
    found: dict[str, set[str]] = {}
    for name in _names():
        for word in _WORD.findall(name.lower()):
            found.setdefault(fold(word), set()).add(word)
    alone = {bare: next(iter(words)) for bare, words in found.items() if len(words) == 1}
    return MappingProxyType({bare: word for bare, word in alone.items() if bare != word and bare.isascii()})


def _names() -> Iterator[str]:
    yield from (commune.name for commune in PlaceTable.bundled().communes)
    yield from names_of_care()
    yield from word_list("names/care_houses.txt")
    for listed in ("houses.txt", "saints.txt", "eponyms.txt", "bodies.txt", "streets.txt", "hamlets.txt"):
        yield from lists.entries(listed)
