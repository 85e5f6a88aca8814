"""Writings of ages: what one says, and other numbers in the same form.

A fraction (« 3 ans ½ », « et demi ») is a word of the form and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

from palimpseste.folding import fold
from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.case import in_case_of
from palimpseste.writings.number_words import read_number, write_number

__all__ = ["IN_A_YEAR", "OLDEST_YEARS", "AgeUnit", "AgeValue", "WrittenAge", "read_age"]

AgeUnit = Literal["year", "month", "week", "day", "hour"]
_UNITS: tuple[AgeUnit, ...] = get_args(AgeUnit)
# A fraction, which is no number of its own; or a number, small l and capital O misread for figures.
_FIGURES = re.compile(r"[1-3]/[2-4](?!\d)|(?P<number>[lIO]*\d[\dlIO]*)")
_FIGURES_MISREAD = str.maketrans("lIO", "110")
_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN_WORDS = re.compile(r"[\s-]+")
_MOST_WORDS = 8
# The word or letter after a number; « ans » may be followed by figures, never by a letter.
_UNIT_AFTER = re.compile(
    r"\s*-?\s*(?:(?P<year>années?|ann[ée]es?|ans?|a|yo|y|years?|piges?|balais)|(?P<month>mois|months?|mo|m)"
    r"|(?P<week>semaines?|sem|weeks?|s)|(?P<day>jours?|days?|j|d)|(?P<hour>heures?|hours?|h))(?![^\W\d_])",
    re.IGNORECASE,
)
_UNIT_WORD = re.compile(
    r"(\s*)(année|annee|an|jour|semaine|heure|pige|year|month|week|day|hour)s?(?![^\W\d_])", re.IGNORECASE
)
# « 3 ans ½ », « cinq mois et demi », « 3a1/2 »
_HALF = re.compile(r"\s*-?(?:et[\s-]*)?(?:demie?(?![^\W\d_])|½|1/2(?!\d))", re.IGNORECASE)
_FEMININE = frozenset(("année", "annee", "semaine", "heure", "pige"))
# How many of the finer unit are written before the coarser one counts one more.
_SMALLER: dict[tuple[AgeUnit, AgeUnit], int] = {
    ("year", "month"): 12,
    ("year", "week"): 52,
    ("year", "day"): 365,
    ("month", "week"): 4,
    ("month", "day"): 30,
    ("week", "day"): 7,
    ("day", "hour"): 24,
}
OLDEST_YEARS = 120
IN_A_YEAR: dict[AgeUnit, int] = {"year": 1, "month": 12, "week": 52, "day": 365, "hour": 8760}
_LARGEST_IN_WORDS = 9999


@shown_without_values
class AgeValue(NamedTuple):
    """An age as a whole number.

    Parameters
    ----------
    units : tuple of AgeUnit
        What it is written in, one unit or a coarser and a finer one (« 2 ans 8 mois »).
    number : int
        In the finer of them; months of 30 days or 4 weeks, years of 52 weeks, where they are written together.
    """

    units: tuple[AgeUnit, ...]
    number: int

    @property
    def in_parts(self) -> tuple[int, ...]:
        """The number in each of the units, as it is written: 2 and 8 for « 2 ans 8 mois »."""
        return (self.number,) if len(self.units) == 1 else divmod(self.number, self.finer_in_coarser)

    @property
    def finer_in_coarser(self) -> int:
        """How many of the finer unit make one of the coarser; 1 where there is but one unit."""
        return 1 if len(self.units) == 1 else _SMALLER[self.units[0], self.units[1]]


@dataclass(frozen=True, slots=True, repr=False)
class _Number:
    start: int
    end: int
    value: int
    source: str


@dataclass(frozen=True, slots=True, repr=False)
class WrittenAge:
    """What a writing of an age says; several ages where it names several (« 40-45 ans »).

    Parameters
    ----------
    values : tuple of AgeValue
        In order.
    pieces : tuple of str or tuple
        The writing: literals, and for each value the sources of its numbers.
    """

    values: tuple[AgeValue, ...]
    pieces: tuple[str | tuple[str, str], ...]

    @property
    def is_half_more(self) -> bool:
        """Whether it is one age in years or months, and half a unit more: « 3 ans ½ »."""
        units = [age.units for age in self.values]
        return units in ([("year",)], [("month",)]) and any(map(_HALF.search, self._literals))

    @property
    def _literals(self) -> list[str]:
        return [piece for piece in self.pieces if isinstance(piece, str)]

    def in_full(self) -> WrittenAge:
        """Return the form of whole units that is left where the half is taken out."""
        return replace(
            self, pieces=tuple(_HALF.sub("", piece, 1) if isinstance(piece, str) else piece for piece in self.pieces)
        )

    def write(self, numbers: Sequence[int], oldest_years: int | None = None) -> str:
        """Return other numbers, one a value, in the same form; each at the nearest that the form can write.

        That is at least 1, at most 120 years, or `oldest_years`; and where two units are written, at least 1 of each
        and fewer of the finer than make one of the coarser.
        """
        written = iter(
            part
            for value, number in zip(self.values, numbers, strict=True)
            for part in _parts(value.units, number, oldest_years or OLDEST_YEARS)
        )
        text: list[str] = []
        number = 0
        for piece in self.pieces:
            if isinstance(piece, tuple):
                number = next(written)
                text.append(_in_writing_of(piece[0], piece[1], number))
            else:
                text.append(_unit_agreed(piece, number) if text else piece)
        return "".join(text)


def read_age(source: str) -> WrittenAge | None:
    """Return what a writing of an age says; None where it holds no number we read, such as one in another language.

    Examples
    --------
    >>> [(age.units, age.number) for age in read_age("2 ans 8 mois").values]
    [(('year', 'month'), 32)]
    >>> read_age("soixante-dix-huit ans").write([81])
    'quatre-vingt-un ans'
    """
    numbers = sorted((*_figures(source), *_number_words(source)), key=lambda number: number.start)
    if not numbers:
        return None
    ends = [*(number.start for number in numbers[1:]), len(source)]
    between = [source[number.end : end] for number, end in zip(numbers, ends, strict=True)]
    units = _units(between)
    values: list[AgeValue] = []
    place = 0
    while place < len(numbers):
        pair = tuple(units[place : place + 2])
        if len(pair) == 2 and pair in _SMALLER:
            base = _SMALLER[pair]
            values.append(AgeValue(pair, numbers[place].value * base + numbers[place + 1].value))
            place += 2
        else:
            values.append(AgeValue((units[place],), numbers[place].value))
            place += 1
    pieces: list[str | tuple[str, str]] = [source[: numbers[0].start]]
    for number, after in zip(numbers, between, strict=True):
        pieces += [(number.source, after), after]
    return WrittenAge(tuple(values), tuple(pieces))


def _unit_agreed(after: str, number: int) -> str:
    """Return what follows a number with its unit in the singular or plural that the number takes."""
    match = _UNIT_WORD.match(after)
    if match is None:
        return after
    plural = "" if number < 2 else "S" if match.group(2).isupper() else "s"
    return f"{match.group(1)}{match.group(2)}{plural}{after[match.end() :]}"


def _figures(source: str) -> Iterator[_Number]:
    for match in _FIGURES.finditer(source):
        figures = match.group("number")
        if figures:
            yield _Number(match.start(), match.end(), int(figures.translate(_FIGURES_MISREAD)[:9]), figures)


def _number_words(source: str) -> Iterator[_Number]:
    words = list(_WORD.finditer(source))
    place = 0
    while place < len(words):
        found = next(
            (
                (end, value)
                for end in range(min(len(words), place + _MOST_WORDS), place, -1)
                if (value := _spelt(source, words[place:end])) is not None
            ),
            None,
        )
        start = words[place].start()
        if found is None or source[start - 1 : start] == "-":
            # Joined to a word that is no number: « twenty-six », where « six » is another language's.
            place += 1
            continue
        end, value = found
        stop = words[end - 1].end()
        yield _Number(start, stop, value, source[start:stop])
        place = end


def _spelt(source: str, words: Sequence[re.Match[str]]) -> int | None:
    if not all(_BETWEEN_WORDS.fullmatch(source, one.end(), other.start()) for one, other in pairwise(words)):
        return None
    folded = (fold(word.group()) for word in words)
    return read_number(tuple("un" if word == "une" else word for word in folded))


def _units(between: Sequence[str]) -> list[AgeUnit]:
    """Return the unit of each number from what follows it.

    Where nothing says it: that of the next number (« 40-45 ans »), months after years (« 2 ans 8 »), years.
    """
    said: list[AgeUnit | None] = []
    for after in between:
        match = _UNIT_AFTER.match(after)
        said.append(next(unit for unit in _UNITS if match.group(unit)) if match else None)
    units: list[AgeUnit] = []
    for place, unit in enumerate(said):
        later = next((other for other in said[place + 1 :] if other), None)
        before_is_year = place > 0 and said[place - 1] == "year"
        units.append(unit or later or ("month" if before_is_year else "year"))
    return units


def _parts(units: tuple[AgeUnit, ...], number: int, oldest_years: int) -> tuple[int, ...]:
    """Return the numbers that are written for an age, within what can be written."""
    finest = units[-1]
    largest = oldest_years * IN_A_YEAR[finest]
    if len(units) == 1:
        return (min(max(number, 1), largest),)
    base = _SMALLER[units[0], finest]
    coarse, fine = divmod(min(max(number, base + 1), largest), base)
    return coarse, max(fine, 1)


def _in_writing_of(source: str, after: str, number: int) -> str:
    if any(map(str.isdecimal, source)):
        return f"{number:0{len(source)}d}" if source.startswith("0") else str(number)
    spelt = write_number(min(number, _LARGEST_IN_WORDS), hyphen="-" if "-" in source else " ")
    match = _UNIT_WORD.match(after)
    if spelt.endswith("un") and match and match.group(2).lower() in _FEMININE:
        spelt += "e"
    written = in_case_of(source, spelt)
    return written[0].upper() + written[1:] if source[0].isupper() else written
