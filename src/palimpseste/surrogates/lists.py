"""The lists surrogates are drawn from, read on first use and kept for the process."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

from palimpseste.folding import fold_name

__all__ = ["Gender", "entries", "family_names", "gender_of", "given_names", "is_family_name", "sections"]

Gender = Literal["f", "m", "x"]

# A name of three letters or less reads as initials, and would meet too many words of the text.
_SHORTEST_DRAWN = 4
_LENGTH_CLASSES = (5, 8)


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


@cache
def given_names(gender: Gender, length_class: int) -> tuple[str, ...]:
    """Return the one-word given names of a gender and a length class (:func:`length_class_of`), all origins mixed."""
    return tuple(
        name for name, own in _given_names() if own == gender and _drawable(name) and length_class_of(name) == length_class
    )


@cache
def family_names(length_class: int) -> tuple[str, ...]:
    """Return the one-word family names of a length class (:func:`length_class_of`), all origins mixed."""
    names = (*_family_name_lines("lastnames_france.txt"), *_family_name_lines("lastnames_world.txt"))
    return tuple(dict.fromkeys(n for n in names if _drawable(n) and length_class_of(n) == length_class))


def length_class_of(name: str) -> int:
    """Return 0 for names of up to 5 letters, 1 for up to 8, 2 beyond."""
    return sum(len(name) > bound for bound in _LENGTH_CLASSES)


def _drawable(name: str) -> bool:
    return name.isalpha() and len(name) >= _SHORTEST_DRAWN and name[0].isupper() and not name.isupper()


@cache
def _genders() -> dict[str, Gender]:
    genders: dict[str, Gender] = {}
    for name, gender in _given_names():
        folded = fold_name(name)
        genders[folded] = gender if genders.get(folded, gender) == gender else "x"
    return genders


@cache
def _given_names() -> tuple[tuple[str, Gender], ...]:
    rows = (line.split("\t") for line in _lines("names", "firstnames.tsv"))
    return tuple((row[0], row[1]) for row in rows if row[1] in ("f", "m", "x"))  # type: ignore[misc]


@cache
def _known_family_names() -> frozenset[str]:
    return frozenset(map(fold_name, (*_family_name_lines("lastnames_france.txt"), *_family_name_lines("lastnames_world.txt"))))


def _family_name_lines(name: str) -> tuple[str, ...]:
    return tuple(line for line in _lines("names", name) if not line.startswith("#"))


def _lines(folder: str, name: str) -> list[str]:
    text = (files("palimpseste") / "data" / folder / name).read_text("utf-8")
    return [line for line in text.splitlines() if line.strip()]
