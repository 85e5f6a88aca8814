"""The names of the lists that may be drawn for a name, and how one of them is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from palimpseste.folding import fold_name
from palimpseste.surrogates.draws import BitStream
from palimpseste.writings import lists
from palimpseste.writings.lists import Gender

__all__ = [
    "class_of_length",
    "draw_name",
    "every_family_name",
    "every_given_name",
    "family_names",
    "folded",
    "given_names",
    "is_free",
    "may_follow_elision",
]

Halves = tuple[tuple[str, ...], ...]

# A name of three letters or less reads as initials, and would meet too many words of the text.
_SHORTEST_DRAWN = 4
_LENGTH_CLASSES = (5, 8)
_SMALLEST_HALF = 30
# « d'Hélène » and « de Hugo » are both right: what follows an elision begins with none of the doubtful letters.
_ELIDING = frozenset("aeiou")


def given_names(gender: Gender, like: str | None = None) -> Halves:
    """Return the one-word given names of a gender: of France and of elsewhere.

    One half of the draws comes from each part, whatever the original: its origin is not kept.

    Parameters
    ----------
    gender : {"f", "m", "x"}
        Whose names they are.
    like : str, optional
        A folded name whose length class they are of; of any length by default.
    """
    return _given_names_of(gender, None if like is None else class_of_length(like))


def family_names(like: str | None = None) -> Halves:
    """Return the one-word family names: those of France, those of elsewhere; of the length class of a folded name."""
    return _family_names_of(None if like is None else class_of_length(like))


@cache
def every_family_name() -> tuple[str, ...]:
    """Return all family names that may be drawn, for a document that holds all those like one of its names."""
    return tuple(dict.fromkeys(name for names in family_names() for name in names))


@cache
def every_given_name(gender: Gender) -> tuple[str, ...]:
    """Return all given names that may be drawn, those of a gender first, for a document that holds all like one."""
    genders = dict.fromkeys((gender, "x", "f", "m"))
    return tuple(dict.fromkeys(name for each in genders for name, _, _ in _drawable_given_names(each)))


def draw_name(halves: Sequence[Sequence[str]], stream: BitStream) -> str:
    """Return a name of one of the halves, each as likely."""
    return stream.choice(stream.choice(halves))


def may_follow_elision(drawn: str) -> bool:
    """Tell whether a name of a list reads well after « d' »."""
    return folded(drawn)[:1] in _ELIDING


def is_free(drawn: str, originals: frozenset[str]) -> bool:
    """Tell whether a name of a list neither is an original value nor holds one among its words."""
    name = folded(drawn)
    return name not in originals and originals.isdisjoint(name.split())


def class_of_length(name: str) -> int:
    """Return the class of names of like length: 0 for up to 5 letters, 1 for up to 8, 2 beyond."""
    short, long = _LENGTH_CLASSES
    return (len(name) > short) + (len(name) > long)


@cache
def folded(name: str) -> str:
    """Return a name of a list folded, kept for the process; never call it on text of a document."""
    return fold_name(name)


@cache
def _given_names_of(gender: Gender, length_class: int | None) -> Halves:
    for size in (length_class, None):
        fitting = [
            (name, french)
            for name, french, its_class in _drawable_given_names(gender)
            if size is None or its_class == size
        ]
        halves = tuple(tuple(name for name, its in fitting if its is french) for french in (True, False))
        if min(map(len, halves)) >= _SMALLEST_HALF:
            return halves
    return (halves[0] + halves[1],)


@cache
def _drawable_given_names(gender: Gender) -> tuple[tuple[str, bool, int], ...]:
    """Return the given names of a gender, whether each is French, and its length class."""
    return tuple(
        (name, people == "french", class_of_length(name))
        for name, its_gender, people in lists.given_names()
        if its_gender == gender and _is_drawable(name)
    )


@cache
def _family_names_of(length_class: int | None) -> Halves:
    return tuple(
        tuple(name for name in _drawable_family_names(origin) if length_class in (None, class_of_length(name)))
        for origin in ("france", "world")
    )


@cache
def _drawable_family_names(origin: Literal["france", "world"]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(lists.family_names(origin)) if _is_drawable(name))


def _is_drawable(name: str) -> bool:
    return len(name) >= _SHORTEST_DRAWN and name.isalpha() and name[0].isupper() and not name.isupper()
