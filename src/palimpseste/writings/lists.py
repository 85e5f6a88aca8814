"""The lists surrogates are drawn from, read on first use and kept for the process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

from palimpseste.folding import fold_name
from palimpseste.surrogates.draws import BitStream

__all__ = [
    "Gender",
    "draw_name",
    "entries",
    "family_names_like",
    "folded",
    "gender_of",
    "given_names_like",
    "is_family_name",
    "is_free",
    "sections",
]

Gender = Literal["f", "m", "x"]
Halves = tuple[tuple[str, ...], ...]

# A name of three letters or less reads as initials, and would meet too many words of the text.
_SHORTEST_DRAWN = 4
_LENGTH_CLASSES = (5, 8)
_SMALLEST_HALF = 30
_VOWELS = frozenset("aeiouyh")


@cache
def entries(name: str) -> tuple[str, ...]:
    """Return the lines of a list of ``data/surrogates``, headings and blank lines left out."""
    return tuple(line for line in _lines("surrogates", name) if not line.startswith("#"))


@cache
def sections(name: str) -> dict[str, tuple[str, ...]]:
    """Return the lines of a list of ``data/surrogates`` by ``[section]``."""
    found: dict[str, list[str]] = {}
    for line in entries(name):
        if line.startswith("["):
            current = found.setdefault(line.strip("[]"), [])
        else:
            current.append(line)
    return {section: tuple(lines) for section, lines in found.items()}


@cache
def gender_of(given_name: str) -> Gender | None:
    """Return the gender of a folded given name: ``x`` where both bear it, None where the list has no such name."""
    return _genders().get(given_name)


@cache
def is_family_name(folded: str) -> bool:
    """Tell whether a folded name is on the lists of family names."""
    return folded in _known_family_names()


def given_names_like(folded_name: str, gender: Gender) -> Halves:
    """Return the one-word given names of a gender that may stand for a folded name: of France and of elsewhere.

    They are of its length class, and begin with a vowel where it does, so that « d'Alice » stays grammatical. One half
    of the draws comes from each part, whatever the original: its origin is not kept.
    """
    return _given_names_of(gender, _length_class(folded_name), folded_name[:1] in _VOWELS)


def family_names_like(folded_name: str) -> Halves:
    """Return the one-word family names that may stand for a folded name: those of France, those of elsewhere."""
    return _family_names_of(_length_class(folded_name), folded_name[:1] in _VOWELS)


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
        for name, its_gender, people in _given_names()
        if its_gender == gender and _is_drawable(name)
    )


def _family_names_of(length_class: int, vowel: bool) -> Halves:
    return tuple(
        _family_names_by_class(file).get((length_class, vowel), ())
        for file in ("lastnames_france.txt", "lastnames_world.txt")
    )


@cache
def _family_names_by_class(file: str) -> dict[tuple[int, bool], tuple[str, ...]]:
    groups: dict[tuple[int, bool], list[str]] = {}
    for name in dict.fromkeys(_family_name_lines(file)):
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


@cache
def _genders() -> dict[str, Gender]:
    genders: dict[str, Gender] = {}
    for name, gender, _ in _given_names():
        folded = fold_name(name)
        genders[folded] = gender if genders.get(folded, gender) == gender else "x"
    return genders


@cache
def _given_names() -> tuple[tuple[str, Gender, str], ...]:
    rows = (line.split("\t") for line in _lines("names", "firstnames.tsv"))
    return tuple((row[0], row[1], row[2]) for row in rows if row[1] in ("f", "m", "x"))  # type: ignore[misc] # just checked


@cache
def _known_family_names() -> frozenset[str]:
    return frozenset(
        map(fold_name, (*_family_name_lines("lastnames_france.txt"), *_family_name_lines("lastnames_world.txt")))
    )


def _family_name_lines(name: str) -> tuple[str, ...]:
    return tuple(line for line in _lines("names", name) if not line.startswith("#"))


def _lines(folder: str, name: str) -> list[str]:
    text = (files("palimpseste") / "data" / folder / name).read_text("utf-8")
    return [line for line in text.splitlines() if line.strip()]
