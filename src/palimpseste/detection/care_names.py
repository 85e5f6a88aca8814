"""Where the names of places of care that the lists know stand in a text, without looking at what stands around them."""

from __future__ import annotations

from collections.abc import Iterator

from palimpseste.detection.lexicon import care_names
from palimpseste.detection.tokens import Tokens

__all__ = ["care_name_at", "care_names_in"]

# The most tokens of a name, its hyphens and apostrophes counted.
_LONGEST = 12


def care_name_at(tokens: Tokens, first: int, *, alone: bool = False) -> tuple[int, bool] | None:
    """Return where the longest known name that begins at a token ends, and whether it is known alone; None without one.

    Parameters
    ----------
    alone : bool
        Only names known alone.
    """
    names = care_names().get(tokens.words[first])
    if names is None:
        return None
    words: list[str] = []
    longest = None
    for index in range(first, min(first + _LONGEST, len(tokens.words))):
        word = tokens.words[index]
        if word not in ("-", "'"):
            words.append(word)
            known = names.get(tuple(words))
            if known or (known is not None and not alone):
                longest = index + 1, known
    return longest


def care_names_in(tokens: Tokens) -> Iterator[tuple[int, int, bool]]:
    """Yield the known names one after the other: first token, the one behind the last, whether it is known alone."""
    free = 0
    known = care_names()
    for index, word in enumerate(tokens.words):
        if index >= free and word in known and (found := care_name_at(tokens, index)):
            free = found[0]
            yield index, *found
