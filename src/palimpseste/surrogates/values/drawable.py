"""The names of the lists that may be drawn for a name."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from palimpseste.folding import fold, fold_name
from palimpseste.writings import lists
from palimpseste.writings.lists import Gender

__all__ = [
    "as_written_here",
    "class_of_length",
    "drawable_given_names",
    "every_family_name",
    "every_given_name",
    "family_names",
    "folded",
    "given_names",
    "is_free",
    "may_follow_elision",
    "reads_as_word",
]

Parts = tuple[tuple[str, ...], ...]

# A name of three letters or less reads as initials, and would meet too many words of the text.
_SHORTEST_DRAWN = 4
_LENGTH_CLASSES = (5, 8)
_SMALLEST_PART = 30
_FOREIGN_LETTER = re.compile(r"[^\x00-\x7fàâäçéèêëîïôöùûüÿœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆ]")
# Family names that a reader takes for a word of the note: « Dr Bonjour », « AVRIL S. ».
_WORDS_OF_NOTES = frozenset(
    {
        "avril",
        "bonjour",
        "bras",
        "coeur",
        "cousin",
        "dimanche",
        "fevrier",
        "frere",
        "garcon",
        "janvier",
        "juillet",
        "juin",
        "maire",
        "maman",
        "mari",
        "mars",
        "medecin",
        "neveu",
        "parrain",
        "vivant",
    }
)
# « d'Hélène » and « de Hugo » are both right: what follows an elision begins with none of the doubtful letters.
_ELIDING = frozenset("aeiou")


@cache
def every_family_name() -> tuple[str, ...]:
    """Return all family names that may be drawn, for a document that holds all those like one of its names."""
    return tuple(dict.fromkeys(name for names in family_names() for name in names))


@cache
def every_given_name(gender: Gender) -> tuple[str, ...]:
    """Return all given names that may be drawn, those of a gender first, for a document that holds all like one."""
    genders = dict.fromkeys((gender, "x", "f", "m"))
    return tuple(dict.fromkeys(name for each in genders for name, _, _ in drawable_given_names(each)))


def may_follow_elision(drawn: str) -> bool:
    """Tell whether a name of a list reads well after « d' »."""
    return folded(drawn)[:1] in _ELIDING


def is_free(drawn: str, originals: frozenset[str]) -> bool:
    """Tell whether a name of a list neither is an original value nor holds one among its words."""
    name = folded(drawn)
    return name not in originals and originals.isdisjoint(name.split())


def reads_as_word(drawn: str) -> bool:
    """Tell whether a family name of a list would be read as a word: of kin, of the calendar or of care."""
    return folded(drawn) in _WORDS_OF_NOTES


def class_of_length(name: str) -> int:
    """Return the class of names of like length: 0 for up to 5 letters, 1 for up to 8, 2 beyond."""
    short, long = _LENGTH_CLASSES
    return (len(name) > short) + (len(name) > long)


def as_written_here(name: str) -> str:
    """Return a name of a list without the accents that French has not: « García » is « Garcia » to a registrar."""
    return name if name.isascii() else _FOREIGN_LETTER.sub(_plain_letter, name)


@cache
def folded(name: str) -> str:
    """Return a name of a list folded, kept for the process; never call it on text of a document."""
    return fold_name(name)


@cache
def given_names(gender: Gender, length_class: int | None = None) -> Parts:
    """Return the one-word given names of a gender: of France and of elsewhere.

    A name is drawn from either part whatever the original: its origin is not kept.

    Parameters
    ----------
    gender : {"f", "m", "x"}
        Whose names they are.
    length_class : int, optional
        As :func:`class_of_length` returns it; names of any length where it has too few.
    """
    for size in (length_class, None):
        fitting = [
            (name, french)
            for name, french, its_class in drawable_given_names(gender)
            if size is None or its_class == size
        ]
        parts = tuple(tuple(name for name, its in fitting if its is french) for french in (True, False))
        if min(map(len, parts)) >= _SMALLEST_PART:
            return parts
    return (parts[0] + parts[1],)


@cache
def drawable_given_names(gender: Gender) -> tuple[tuple[str, bool, int], ...]:
    """Return the given names of a gender, whether each is French, and its length class."""
    rows = {
        as_written_here(name): people == "french"
        for name, its_gender, people in reversed(lists.given_names())
        if its_gender == gender and _is_drawable(name)
    }
    return tuple((name, is_french, class_of_length(name)) for name, is_french in reversed(rows.items()))


@cache
def family_names(length_class: int | None = None) -> Parts:
    """Return the one-word family names, of one class of length or of all: those of France, those of elsewhere."""
    return tuple(
        tuple(name for name in _drawable_family_names(origin) if length_class in (None, class_of_length(name)))
        for origin in ("france", "world")
    )


@cache
def _drawable_family_names(origin: Literal["france", "world"]) -> tuple[str, ...]:
    names = filter(_is_drawable, lists.family_names(origin))
    return tuple(dict.fromkeys(map(as_written_here, names)))


def _is_drawable(name: str) -> bool:
    return len(name) >= _SHORTEST_DRAWN and name.isalpha() and name[0].isupper() and not name.isupper()


def _plain_letter(match: re.Match[str]) -> str:
    letter = match.group()
    return fold(letter).upper() if letter.isupper() else fold(letter)
