"""Where the names of several lists stand in a text, word by word, without looking at what stands around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from palimpseste.detection.lexicon import care_names
from palimpseste.detection.tokens import Tokens

__all__ = ["care_name_at", "care_names_in", "listed_names_at"]

Known = TypeVar("Known")

# Marks that may join the words of a name.
_MARKS = ("-", "'")


def listed_names_at(tokens: Tokens, first: int, names: Mapping[str, Known | None]) -> Sequence[tuple[int, Known]]:
    """Return where each name of a list that begins at a token ends, shortest first, and what the list says of it.

    Parameters
    ----------
    names : mapping of str
        Folded words, a space between two, to what is known of the name; the beginnings of names to None.
    """
    behind = tokens.words[first + 1] if first + 1 < len(tokens.words) else ""
    if behind not in _MARKS and f"{tokens.words[first]} {behind}" not in names:
        alone = names.get(tokens.words[first])
        return () if alone is None else ((first + 1, alone),)
    found: list[tuple[int, Known]] = []
    name = ""
    for index in range(first, len(tokens.words)):
        word = tokens.words[index]
        if word in _MARKS:
            continue
        name = f"{name} {word}" if name else word
        if name not in names:
            break
        known = names[name]
        if known is not None:
            found.append((index + 1, known))
    return found


def care_name_at(tokens: Tokens, first: int, *, alone: bool = False) -> tuple[int, bool] | None:
    """Return where the longest name of a place of care that begins at a token ends, and whether it is known alone.

    Parameters
    ----------
    alone : bool
        Only names known alone.
    """
    found = listed_names_at(tokens, first, care_names().get(tokens.words[first], {}))
    return next((each for each in reversed(found) if each[1] or not alone), None)


@cache
def _words_behind_first() -> Mapping[str, frozenset[str] | None]:
    """Return what may stand behind the first word of a name of a place of care; None where that is one by itself."""
    return {
        first: None
        if names.get(first) is not None
        else frozenset((*_MARKS, *(name.split(" ")[1] for name in names if " " in name)))
        for first, names in care_names().items()
    }


def care_names_in(tokens: Tokens) -> Iterator[tuple[int, int, bool]]:
    """Yield the names of places of care in turn: first token, the one behind the last, whether it is known alone."""
    free = 0
    words = [*tokens.words, ""]
    behind = _words_behind_first()
    for index in tokens.places_of(behind):
        if index < free or not ((seconds := behind[words[index]]) is None or words[index + 1] in seconds):
            continue
        if found := care_name_at(tokens, index):
            free = found[0]
            yield index, *found
