"""The lists of names and words that are read with and drawn from, loaded on first use and kept for the process."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from palimpseste.folding import fold_name

__all__ = [
    "Gender",
    "compound_births",
    "entries",
    "entries_abroad",
    "entries_told",
    "family_births",
    "family_names",
    "gender_of",
    "given_births",
    "given_names",
    "is_compound",
    "is_counted",
    "is_family_name",
    "is_listed",
    "lines_of",
    "mean_births",
    "sections",
    "usual_short_forms",
]

Gender = Literal["f", "m", "x"]


@cache
def entries(name: str) -> tuple[str, ...]:
    """Return the lines of a list of ``data/surrogates``, headings and blank lines left out."""
    return tuple(line for line in lines_of("surrogates", name) if not line.startswith("#"))


@cache
def entries_abroad(name: str) -> tuple[str, ...]:
    """Return the lines of a list of ``data/abroad``, as :func:`entries`."""
    return tuple(line for line in lines_of("abroad", name) if not line.startswith("#"))


def entries_told(name: str) -> tuple[str, ...]:
    """Return the lines of a table of ``data/told``, as :func:`entries`."""
    return tuple(line for line in lines_of("told", name) if not line.startswith("#"))


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


def is_listed(kind: Literal["family", "given"], folded: str) -> bool:
    """Tell whether a folded name is on the lists of its kind."""
    return is_family_name(folded) if kind == "family" else gender_of(folded) is not None


def is_counted(folded: str) -> bool:
    """Tell whether births in France were counted under a folded given name."""
    return folded in _counted_given_names()


@cache
def usual_short_forms() -> Mapping[str, frozenset[str]]:
    """Return the folded given names that each usual short form stands for: « max », Maxence or Maxime."""
    rows = (line.split("\t") for line in entries("short_names.tsv"))
    return MappingProxyType({short: frozenset(whole.split()) for short, whole in rows})


@cache
def given_names() -> tuple[tuple[str, Gender, str], ...]:
    """Return every given name of the list, its gender, and the people that bears it, ``french`` for that of France."""
    rows = (line.split("\t") for line in lines_of("names", "firstnames.tsv"))
    return tuple((row[0], row[1], row[2]) for row in rows if row[1] in ("f", "m", "x"))  # type: ignore[misc] # just checked


def family_names(origin: Literal["france", "world"]) -> tuple[str, ...]:
    """Return the family names met in France, or elsewhere, in the order of their list."""
    return tuple(line for line in lines_of("names", f"lastnames_{origin}.txt") if not line.startswith("#"))


@cache
def family_births() -> dict[str, int]:
    """Return how many people were born in France under each family name that may be drawn, where any was counted."""
    return {name: int(births) for name, births in _counted("family_births.tsv.gz")}


@cache
def given_births() -> dict[str, tuple[int, int, int]]:
    """Return boys, girls and their mean year of birth for each given name that may be drawn, where any was counted."""
    rows = _counted("given_births.tsv.gz")
    return {name: (int(male), int(female), int(mean)) for name, male, female, mean in rows}


@cache
def compound_births() -> dict[str, tuple[int, int, int]]:
    """Return boys, girls and their mean year of birth for each double given name that may be drawn: « Jean-Luc »."""
    rows = _counted("compound_births.tsv.gz")
    return {name: (int(male), int(female), int(mean)) for name, male, female, mean in rows}


@cache
def mean_births() -> Mapping[str, int]:
    """Return the mean year of birth of those who bear each folded given name that is counted, single or double."""
    counted: dict[str, tuple[int, int]] = {}
    for name, (male, female, mean) in (given_births() | compound_births()).items():
        births, sum_of_years = counted.get(folded := fold_name(name), (0, 0))
        counted[folded] = births + male + female, sum_of_years + (male + female) * mean
    return MappingProxyType({name: round(years / births) for name, (births, years) in counted.items()})


def is_compound(halves: tuple[str, str]) -> bool:
    """Tell whether two folded given names make a double one that is counted."""
    return halves in _counted_compounds()


@cache
def _genders() -> dict[str, Gender]:
    genders: dict[str, Gender] = {}
    for name, gender, _ in given_names():
        folded = fold_name(name)
        genders[folded] = gender if genders.get(folded, gender) == gender else "x"
    return genders


@cache
def _counted_given_names() -> frozenset[str]:
    return frozenset(map(fold_name, given_births()))


@cache
def _counted_compounds() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(fold_name(name).split()) for name in compound_births())


@cache
def _known_family_names() -> frozenset[str]:
    return frozenset(map(fold_name, (*family_names("france"), *family_names("world"))))


def _counted(name: str) -> list[list[str]]:
    packed = (files("palimpseste") / "data" / "names" / name).read_bytes()
    return [line.split("\t") for line in gzip.decompress(packed).decode("utf-8").splitlines()[1:]]


def lines_of(folder: str, name: str) -> list[str]:
    """Return the lines of a file of a folder of data that are not empty."""
    text = (files("palimpseste") / "data" / folder / name).read_text("utf-8")
    return [line for line in text.splitlines() if line.strip()]
