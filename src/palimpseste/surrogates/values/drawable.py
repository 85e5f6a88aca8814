"""The names of the lists that may be drawn for a name, and how one of them is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from palimpseste.folding import fold_name
from palimpseste.surrogates.draws import BitStream
from palimpseste.writings.lists import Gender, family_names, given_names

__all__ = [
    "draw_name",
    "every_family_name",
    "every_given_name",
    "family_names_like",
    "folded",
    "given_names_like",
    "is_free",
]

Halves = tuple[tuple[str, ...], ...]

# A name of three letters or less reads as initials, and would meet too many words of the text.
_SHORTEST_DRAWN = 4
_LENGTH_CLASSES = (5, 8)
_SMALLEST_HALF = 30
_VOWELS = frozenset("aeiouyh")


def given_names_like(folded_name: str, gender: Gender) -> Halves:
    """Return the one-word given names of a gender that may stand for a folded name: of France and of elsewhere.

    They are of its length class, and begin with a vowel where it does, so that « d'Alice » stays grammatical. One half
    of the draws comes from each part, whatever the original: its origin is not kept.
    """
    return _given_names_of(gender, _length_class(folded_name), folded_name[:1] in _VOWELS)


def family_names_like(folded_name: str) -> Halves:
    """Return the one-word family names that may stand for a folded name: those of France, those of elsewhere."""
    group = (_length_class(folded_name), folded_name[:1] in _VOWELS)
    return (_family_names_by_class("france").get(group, ()), _family_names_by_class("world").get(group, ()))


@cache
def every_family_name() -> tuple[str, ...]:
    """Return all family names that may be drawn, for a document that holds all those like one of its names."""
    groups = (*_family_names_by_class("france").values(), *_family_names_by_class("world").values())
    return tuple(dict.fromkeys(name for names in groups for name in names))


@cache
def every_given_name(gender: Gender) -> tuple[str, ...]:
    """Return all given names that may be drawn, those of a gender first, for a document that holds all like one."""
    genders = dict.fromkeys((gender, "x", "f", "m"))
    return tuple(dict.fromkeys(name for each in genders for name, _, _ in _drawable_given_names(each)))


def draw_name(halves: Sequence[Sequence[str]], stream: BitStream) -> str:
    """Return a name of one of the halves, each as likely."""
    return stream.choice(stream.choice(halves))


def is_free(drawn: str, originals: frozenset[str]) -> bool:
    """Tell whether a name of a list neither is an original value nor holds one among its words."""
    name = folded(drawn)
    return name not in originals and originals.isdisjoint(name.split())


@cache
def folded(name: str) -> str:
    """Return a name of a list folded, kept for the process; never call it on text of a document."""
    return fold_name(name)


@cache
def _given_names_of(gender: Gender, length_class: int, vowel: bool) -> Halves:
    for size, begins in ((length_class, vowel), (length_class, None), (None, None)):
        fitting = [
            (name, french)
            for name, french, its_class in _drawable_given_names(gender)
            if (size is None or its_class == size) and (begins is None or _begins_with_vowel(name[0]) == begins)
        ]
        halves = tuple(tuple(name for name, its in fitting if its is french) for french in (True, False))
        if min(map(len, halves)) >= _SMALLEST_HALF:
            return halves
    return (halves[0] + halves[1],)


@cache
def _drawable_given_names(gender: Gender) -> tuple[tuple[str, bool, int], ...]:
    """Return the given names of a gender, whether each is French, and its length class."""
    return tuple(
        (name, people == "french", _length_class(name))
        for name, its_gender, people in given_names()
        if its_gender == gender and _is_drawable(name)
    )


@cache
def _family_names_by_class(origin: Literal["france", "world"]) -> dict[tuple[int, bool], tuple[str, ...]]:
    groups: dict[tuple[int, bool], list[str]] = {}
    for name in dict.fromkeys(family_names(origin)):
        if _is_drawable(name):
            groups.setdefault((_length_class(name), _begins_with_vowel(name[0])), []).append(name)
    return {group: tuple(names) for group, names in groups.items()}


def _length_class(name: str) -> int:
    """Return 0 for names of up to 5 letters, 1 for up to 8, 2 beyond."""
    short, long = _LENGTH_CLASSES
    return (len(name) > short) + (len(name) > long)


def _is_drawable(name: str) -> bool:
    return len(name) >= _SHORTEST_DRAWN and name.isalpha() and name[0].isupper() and not name.isupper()


@cache
def _begins_with_vowel(letter: str) -> bool:
    return fold_name(letter)[:1] in _VOWELS
