"""Word lists as regular expressions: a trie, so that hundreds of words cost no more than their common beginnings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.view import fold_same_length

__all__ = ["first_words", "listed", "one_of"]

_Trie = dict[str, "_Trie"]


def one_of(words: Iterable[str]) -> str:
    """Return the regular expression of any of the words, the longest first; a space stands for one or two spaces.

    Examples
    --------
    >>> one_of(["rue", "ruelle", "quai"])
    '(?:quai|rue(?:lle)?)'
    """
    trie: _Trie = {}
    for word in words:
        node = trie
        for character in word:
            node = node.setdefault(character, {})
        node[""] = {}
    return _expression(trie)


def listed(name: str) -> str:
    """Return the expression of any entry of a list of ``data/rules``, named with its folder (``dates/month``)."""
    return one_of(word_list(f"rules/{name}.txt"))


# Words so frequent that an entry beginning with one names its second word too.
_FREQUENT = frozenset(("de", "d", "le", "la", "n", "c", "s", "t", "p", "f", "r", "m"))


def first_words(entries: Iterable[str]) -> frozenset[str]:
    """Return the letters each entry begins with: what a rule over these entries may begin with.

    Behind a frequent word stands what follows it: ``"de serie"``, ``"d'inclusion"``, ``"n°"``.

    Examples
    --------
    >>> sorted(first_words(["n° de dossier", "nda", "d'ecrou", "jour de l'an"]))
    ["d'ecrou", 'jour', 'nda', 'n°']
    """
    return frozenset(
        _beginning(fold_same_length(entry)) for entry in entries if re.match("[A-Za-z]", fold_same_length(entry))
    )


def _beginning(entry: str) -> str:
    parts: list[str] = re.findall("[a-z]+|[0-9]+|[^a-z0-9 ]", entry)
    first = parts[0]
    if first not in _FREQUENT or len(parts) == 1:
        return first
    between = " " if entry[len(first)] == " " else ""
    return "".join((first, between, *(parts[1:3] if parts[1] == "'" else parts[1:2])))


def _expression(node: _Trie) -> str:
    branches = []
    for character in sorted(node):
        if not character:
            continue
        prefix, below = character, node[character]
        while len(below) == 1 and "" not in below:
            ((next_character, below),) = below.items()
            prefix += next_character
        literal = re.escape(prefix).replace("\\ ", "[ ]{1,2}")
        branches.append(literal + ("" if not below.keys() - {""} else _expression(below)))
    body = "|".join(branches)
    if "" in node:
        return f"(?:{body})?" if body else ""
    return f"(?:{body})" if len(branches) > 1 or body == "" else body
