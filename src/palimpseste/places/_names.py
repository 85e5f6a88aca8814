"""Writings of one place name which French speakers take for the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from palimpseste.folding import fold_name

__all__ = ["canonical_name", "short_form", "without_article", "writings_of"]

_ARTICLES = frozenset({"le", "la", "les", "l"})
_SAINTS = {"st": "saint", "ste": "sainte", "sts": "saints", "stes": "saintes"}
_ABBREVIATED = {full: short for short, full in _SAINTS.items()}
# The words after which a town's name only tells which one of several it is: Chalon-sur-Saône, Aix-en-Provence.
_COMPLEMENTS = frozenset({"sur", "en", "les", "lez", "sous", "de", "du", "des", "d", "au", "aux"})

# « Chalon s/Saône », « Chalon/Saône »; the first `s` of « Paris/Seine » is a letter of the name.
_SUR = re.compile(r"(?: s)? ?/ ?")


def canonical_name(name: str) -> str:
    """Folded name without its leading article, `St` and `S/` written in full.

    Examples
    --------
    >>> canonical_name("L'Haÿ-les-Roses"), canonical_name("ST ETIENNE"), canonical_name("Chalon s/Saône")
    ('hay les roses', 'saint etienne', 'chalon sur saone')
    """
    folded = fold_name(name)
    # Most names have nothing to write in full: no need to look at each word.
    return without_article(" ".join(_in_full(folded)) if "st" in folded or "/" in folded else folded)


def without_article(folded: str) -> str:
    """Folded name without its leading article; a name that is but an article stays whole."""
    first, _, rest = folded.partition(" ")
    return rest if rest and first in _ARTICLES else folded


def writings_of(name: str) -> Iterator[str]:
    """Folded writings under which a text may hold the name: in full, abbreviated, article dropped."""
    words = _in_full(fold_name(name))
    for writing in ([*words], [_ABBREVIATED.get(word, word) for word in words]):
        yield " ".join(writing)
        if len(writing) > 1 and writing[0] in _ARTICLES:
            yield " ".join(writing[1:])
        if "sur" in writing[1:-1]:
            yield " ".join("s" if word == "sur" else word for word in writing)


def short_form(name: str) -> str | None:
    """Folded head of a name with a complement, as people say it: `chalon` for Chalon-sur-Saône; None without one."""
    words = canonical_name(name).split()
    for position, word in enumerate(words[1:], start=1):
        if word in _COMPLEMENTS:
            return " ".join(words[:position])
    return None


def _in_full(folded: str) -> list[str]:
    """Words of a folded name, `St` and `S/` written in full."""
    words = (_SUR.sub(" sur ", folded) if "/" in folded else folded).split()
    return words if _SAINTS.keys().isdisjoint(words) else [_SAINTS.get(word, word) for word in words]
