"""What names, towns and streets are drawn from: the project's own lists, and larger ones of a folder.

A lists folder may hold ``lastnames.tsv`` (name, births...), ``firstnames.tsv`` (name, male, female...) and
``streets.tsv`` (street, department), each with a heading line; what is missing there is drawn from the project's lists.
Frequencies are tempered, by their square root, and mixed with uniform draws, so that rare names come often.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import sqrt
from pathlib import Path

from palimpseste.corpus.synthesis.chance import Chance, Weighted
from palimpseste.detection.lexicon import word_list
from palimpseste.errors import UsageError
from palimpseste.folding import fold, fold_name
from palimpseste.places import Commune, PlaceTable, WorldCity
from palimpseste.writings import lists as own
from palimpseste.writings.atlas import grammar_of

__all__ = ["Lists", "sections_of", "titled"]

_PARTS = re.compile(r"[^\s'’-]+|[\s'’-]")
_STREET = re.compile(r"(\S+)\s+(.+)")
_SMALL_WORDS = frozenset({"de", "du", "des", "la", "le", "les", "l", "d", "et", "a", "au", "aux", "en", "sur", "sous"})
_LONGEST_STREET = 30
_MULTIPLE_NAMES = 0.08
_PARTICLES = ("de", "de la", "du", "Le", "La", "Ben", "El", "Al", "Da", "Dos", "Van", "Van der", "Di", "Del", "Mac")
_COMPOUND_HEADS = {
    "m": ("Jean", "Jean", "Jean", "Pierre", "Louis", "Paul", "Charles", "Marc", "Mohamed"),
    "f": ("Marie", "Marie", "Marie", "Anne", "Rose", "Lou", "Jeanne", "Fatima", "Claire"),
}


@dataclass(frozen=True)
class Lists:
    """Lists to draw from, read on first use.

    Parameters
    ----------
    folder : Path or None
        Where larger lists are.
    """

    folder: Path | None = None

    @classmethod
    def of(cls, folder: Path | str | None) -> Lists:
        """Return the lists of a folder, or the project's own.

        Raises
        ------
        UsageError
            If there is no such folder, none of the lists is in it, or a line is wrong.
        """
        if folder is None:
            return _lists_of(None)
        path = Path(folder)
        known = ("lastnames.tsv", "firstnames.tsv", "streets.tsv")
        if not path.is_dir():
            raise UsageError(f"lists {path}: no such folder")
        if not any((path / name).is_file() for name in known):
            raise UsageError(f"lists {path}: holds none of {', '.join(known)}")
        lists = _lists_of(path)
        # Read now, so that a wrong line is told before anything is drawn.
        if not (lists._family.items and lists._given):
            raise UsageError(f"lists {path}: a list of names holds none")
        return lists

    def family_name(self, chance: Chance, *, single: bool = False) -> str:
        """Return a family name in its own case; of one word where `single` is asked for."""
        name = self._family_name(chance)
        if single:
            for _ in range(20):
                if name.isalpha():
                    return name
                name = self._family_name(chance)
            return "".join(filter(str.isalpha, name))
        if chance.odds(_MULTIPLE_NAMES):
            other = self._family_name(chance)
            drawn = chance.below(10)
            if drawn < 5:
                return f"{name}-{other}"
            if drawn < 7:
                return f"{name} {other}"
            return f"{chance.choice(_PARTICLES)} {name}" if " " not in name else name
        return name

    def _family_name(self, chance: Chance) -> str:
        drawn = chance.below(100)
        if drawn < 4:
            return self.given_name(chance, chance.choice(("f", "m")), single=True)
        if drawn < 9:
            return chance.choice(self._family_words)
        if drawn < 30:
            return chance.choice(self._world)
        if drawn < 55:
            return self._written(chance.choice(self._family.items))
        return self._written(chance.weighted(self._family))

    def given_name(self, chance: Chance, gender: str, *, single: bool = False) -> str:
        """Return a given name of a gender (``f``, ``m``, any other for both) in its own case.

        Parameters
        ----------
        chance : Chance
            Of the copy.
        gender : str
            Of who bears it.
        single : bool
            Whether it is no double name.
        """
        if gender not in ("f", "m"):
            gender = chance.choice(("f", "m"))
        table = self._given[gender]
        drawn = chance.below(100)
        if drawn < 25:
            name = chance.choice(self._own_given[gender])
        elif drawn < 50:
            name = self._written_given(chance.choice(table.items))
        else:
            name = self._written_given(chance.weighted(table))
        if single and not name.isalpha():
            return self.given_name(chance, gender, single=True)
        if not single and name.isalpha() and chance.odds(0.07):
            head = (
                chance.choice(_COMPOUND_HEADS[gender]) if chance.odds(0.7) else chance.choice(self._own_given[gender])
            )
            return head + chance.choice(("-", "-", "-", " ")) + name
        return name

    def town(self, chance: Chance, grammar: str) -> Commune:
        """Return a commune whose name takes the same words before it as `grammar` says."""
        table = self._towns[grammar]
        return chance.choice(table.items) if chance.odds(0.35) else chance.weighted(table)

    def any_town(self, chance: Chance) -> Commune:
        """Return a commune."""
        drawn = chance.below(100)
        return self.town(chance, "consonant" if drawn < 72 else "vowel" if drawn < 97 else "le")

    def foreign_town(self, chance: Chance) -> WorldCity:
        """Return a town abroad."""
        return chance.weighted(self._foreign)

    def street(self, chance: Chance) -> tuple[str, str]:
        """Return type and name of a street in their own case: « rue », « de la Gare »."""
        if self._streets and chance.odds(0.85):
            found = _STREET.fullmatch(chance.choice(self._streets))
            # Longer ones are sentences: « de l'Orme au numéro deux cent dix-sept ».
            if (
                found
                and found.group(1).isalpha()
                and len(found.group(2)) < _LONGEST_STREET
                and "numéro" not in found[2]
            ):
                return found.group(1).lower(), _street_titled(found.group(2))
        kind = chance.weighted(_STREET_TYPES)
        return kind, chance.choice(own.entries("streets.txt"))

    @cached_property
    def _family(self) -> Weighted[str]:
        rows = list(self._rows("lastnames.tsv", 2))
        if rows:
            names = [name for name, *_ in rows]
            return Weighted(names, [sqrt(count) for _, count, *_ in rows])
        names = list(_own_family("lastnames_france.txt"))
        return Weighted(names, [1.0] * len(names))

    @cached_property
    def _world(self) -> Sequence[str]:
        return _own_family("lastnames_world.txt")

    @cached_property
    def _family_words(self) -> Sequence[str]:
        """Family names that are ordinary words too."""
        common = _common_words()
        names = [self._written(name) for name in self._family.items if name.isalpha() and fold(name) in common]
        return names or self._family.items

    @cached_property
    def _given(self) -> dict[str, Weighted[str]]:
        rows = list(self._rows("firstnames.tsv", 3))
        found = {}
        for gender in ("m", "f"):
            counted = [(name, male, female) if gender == "m" else (name, female, male) for name, male, female in rows]
            borne = [(name, count) for name, count, other in counted if count * 3 > other]
            if borne:
                found[gender] = Weighted([name for name, _ in borne], [sqrt(count) for _, count in borne])
            else:
                names = self._own_given[gender]
                found[gender] = Weighted(names, [1.0] * len(names))
        return found

    @cached_property
    def _own_given(self) -> dict[str, Sequence[str]]:
        rows = [line.split("\t") for line in own.lines_of("names", "firstnames.tsv")[1:]]
        return {g: tuple(row[0] for row in rows if row[1] in (g, "x")) for g in ("f", "m")}

    @cached_property
    def _towns(self) -> dict[str, Weighted[Commune]]:
        groups: dict[str, list[Commune]] = {"le": [], "les": [], "vowel": [], "consonant": []}
        for commune in PlaceTable.bundled().communes:
            if commune.zips:
                groups[grammar_of(commune.name)].append(commune)
        return {g: Weighted(towns, [sqrt(t.population + 50) for t in towns]) for g, towns in groups.items()}

    @cached_property
    def _foreign(self) -> Weighted[WorldCity]:
        cities = PlaceTable.bundled().world_cities
        near = frozenset(sections_of("countries.txt")[""])
        weights = ((8 if city.country in near else 1) * sqrt(city.population + 10_000) for city in cities)
        return Weighted(cities, weights)

    @cached_property
    def _streets(self) -> Sequence[str]:
        if self.folder is None or not (self.folder / "streets.tsv").is_file():
            return ()
        text = (self.folder / "streets.tsv").read_text("utf-8")
        return tuple(line.split("\t", 1)[0] for line in text.splitlines()[1:] if line.strip())

    def _rows(self, name: str, columns: int) -> Iterator[tuple[str, int, int]]:
        if self.folder is None or not (self.folder / name).is_file():
            return
        path = self.folder / name
        for number, line in enumerate(path.read_text("utf-8").splitlines()[1:], start=2):
            cells = line.split("\t")
            try:
                counts = [int(cell) for cell in cells[1:columns]]
                yield cells[0], counts[0], counts[-1]
            except (ValueError, IndexError):
                raise UsageError(f"{path}:{number}: a name and {columns - 1} counts between tabs are wanted") from None

    def _written(self, name: str) -> str:
        if not name.isupper():
            return name
        return _family_writings().get(fold_name(name)) or titled(name)

    def _written_given(self, name: str) -> str:
        if not name.isupper():
            return name
        return _given_writings().get(fold_name(name)) or titled(name)


@cache
def _lists_of(folder: Path | None) -> Lists:
    return Lists(folder)


def titled(name: str) -> str:
    """Return a name in capitals with a capital for each of its words only.

    Examples
    --------
    >>> titled("LE GOFF-N'DIAYE"), titled("MCDONALD")
    ("Le Goff-N'Diaye", 'McDonald')
    """
    words = [part.capitalize() for part in _PARTS.findall(name)]
    return "".join("Mc" + w[2:].capitalize() if w.startswith("Mc") and len(w) > 4 else w for w in words)


def _street_titled(name: str) -> str:
    """Return the name of a street with its capitals: « de la Gare », « du 8 Mai 1945 »."""
    words = _PARTS.findall(name)
    return "".join(w.lower() if w.lower() in _SMALL_WORDS and len(name) > 2 else w.capitalize() for w in words)


@cache
def sections_of(name: str) -> dict[str, tuple[str, ...]]:
    """Return the lines of a list of ``data/synthesis`` by ``[section]``, comments and blank lines left out."""
    found: dict[str, list[str]] = {}
    current: list[str] = found.setdefault("", [])
    for line in own.lines_of("synthesis", name):
        if line.startswith("["):
            current = found.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            current.append(line)
    return {section: tuple(lines) for section, lines in found.items()}


_STREET_TYPES = Weighted(
    [
        "rue",
        "avenue",
        "chemin",
        "impasse",
        "route",
        "allée",
        "place",
        "boulevard",
        "square",
        "quai",
        "passage",
        "cours",
    ],
    [40, 12, 10, 8, 7, 7, 6, 6, 2, 2, 2, 1],
)


@cache
def _common_words() -> frozenset[str]:
    return frozenset(fold(word) for word in word_list("words/language/common.txt") if len(word) > 2)


@cache
def _own_family(name: str) -> tuple[str, ...]:
    return tuple(line for line in own.lines_of("names", name) if not line.startswith("#"))


@cache
def _family_writings() -> dict[str, str]:
    return {fold_name(n): n for file in ("lastnames_world.txt", "lastnames_france.txt") for n in _own_family(file)}


@cache
def _given_writings() -> dict[str, str]:
    rows = own.lines_of("names", "firstnames.tsv")[1:]
    return {fold_name(name): name for name in (row.split("\t")[0] for row in rows)}
