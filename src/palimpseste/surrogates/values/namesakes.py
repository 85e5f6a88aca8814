"""Names that a reader sees belong to another of the document: one word as first and last name, near spellings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from palimpseste.folding import one_error_apart
from palimpseste.writings import lists
from palimpseste.writings.names import Kind

__all__ = ["counterparts", "feminines", "namesakes", "near_names"]

Word = tuple[Kind, str]

# « Lou », « Luc » are near too many.
_SHORTEST_NEAR = 4
_LONGEST_NEAR = 24
_OTHER: Mapping[Kind, Kind] = {"family": "given", "given": "family"}


def counterparts(words: Iterable[Word], known: Collection[Word]) -> dict[Word, Word]:
    """Return the known word of the other kind that each word is, where no list of its own has it: « prénom Faure ».

    Parameters
    ----------
    words : iterable of (kind, key)
        Names.
    known : collection of (kind, key)
        Those that they may be.
    """
    found: dict[Word, Word] = {}
    for kind, key in words:
        other = _OTHER[kind], key
        if other in known and not lists.is_listed(kind, key):
            found[kind, key] = other
    return found


def namesakes(words: Iterable[Word]) -> list[str]:
    """Return the keys that are first and last names, and listed as both or as neither: « Benoît Marjorie Benoit »."""
    every = set(words)
    both = (key for kind, key in every if kind == "given" and ("family", key) in every)
    return sorted(key for key in both if lists.is_listed("given", key) == lists.is_listed("family", key))


def near_names(words: Iterable[Word], known: Iterable[Word], *, among_words: bool) -> dict[Word, Word]:
    """Return the name of the same kind that each word is one letter from, or the masculine or feminine of.

    Parameters
    ----------
    words : iterable of (kind, key)
        Names, none of which is known.
    known : iterable of (kind, key)
        Those that they may be near to.
    among_words : bool
        Whether they may be near to one another as well; each is then of one pair at most.

    Examples
    --------
    >>> near_names([("given", "valentin"), ("given", "valentine"), ("given", "paul")], [], among_words=True)
    {('given', 'valentine'): ('given', 'valentin')}
    """
    found: dict[Word, Word] = {}
    waiting = {(kind, form): (kind, key) for kind, key in known for form in _forms(key)}
    for kind, key in words:
        forms = tuple(_forms(key)) if waiting or among_words else ()
        beside = (waiting.get((kind, form)) for form in forms)
        near = next((other for other in beside if other is not None and _are_near(key, other[1])), None)
        if near is not None:
            found[kind, key] = near
        if among_words and near is None:
            for form in forms:
                waiting.setdefault((kind, form), (kind, key))
        if among_words and near is not None:
            for form in _forms(near[1]):
                if waiting.get((kind, form)) == near:
                    del waiting[kind, form]
    return found


def feminines(key: str) -> Iterator[str]:
    """Yield what the feminine of a folded given name may be: « valentine », « lucienne »."""
    yield key + "e"
    yield f"{key}{key[-1:]}e"


def _are_near(one: str, other: str) -> bool:
    return one_error_apart(one, other) or one in feminines(other) or other in feminines(one)


def _forms(key: str) -> Iterator[str]:
    """Yield a key and what is left of it without one letter or the end of its feminine: near names share one."""
    if _SHORTEST_NEAR <= len(key) <= _LONGEST_NEAR:
        yield key
        yield from (key[:at] + key[at + 1 :] for at in range(len(key)))
        if key.endswith("e"):
            yield key[:-2]
