"""Ages redrawn within the same part of life, in the writing of the source."""

from __future__ import annotations

import re

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.folding import fold
from palimpseste.writings.case import in_case_of
from palimpseste.writings.number_words import read_number, write_number

__all__ = ["age"]

_FIGURES = re.compile(r"\d+(?![/½\d])")
_WORD = re.compile(r"[^\W\d_]+")
_SINGULAR = re.compile(r"\b(1|un|une)(\s*)(an|jour|semaine|heure)s\b", re.IGNORECASE)
_PLURAL = re.compile(r"(?<![\d,])((?!1\b)\d+)(\s*)(an|jour|semaine|heure)\b", re.IGNORECASE)
_YEARS = re.compile(r"(?<![a-z])(?:ans?|annees?|a|y|years?)\b")
_SHORTER = re.compile(r"mois|jour|sem|heure|\bj\b|\bm\b")


def age(source: str, chance: Chance) -> str:
    """Return another age in the writing of the source."""
    folded = fold(source)
    in_years = _YEARS.search(folded) is not None or not _SHORTER.search(folded)
    if not any(c.isdigit() for c in source):
        return _spelt(source, chance, in_years)
    first = True

    def moved(match: re.Match[str]) -> str:
        nonlocal first
        number = int(match.group())
        # « 2 ans 8 mois »: the months after the years stay below twelve.
        new = (_years(number, chance) if in_years else _other(number, chance)) if first else chance.between(1, 11)
        first = False
        return str(new).zfill(len(match.group())) if match.group().startswith("0") else str(new)

    text = _FIGURES.sub(moved, source)
    text = _SINGULAR.sub(lambda m: m.group(1) + m.group(2) + m.group(3), text)
    return _PLURAL.sub(lambda m: m.group(1) + m.group(2) + m.group(3) + ("S" if m.group(3).isupper() else "s"), text)


def _years(number: int, chance: Chance) -> int:
    if number < 4:
        return chance.between(1, 5)
    if number < 18:
        return chance.between(3, 17)
    return chance.between(18, 69) if number < 60 else chance.between(55, 102)


def _other(number: int, chance: Chance) -> int:
    return chance.between(1, 12) if number < 10 else chance.between(max(1, number - 8), number + 9)


def _spelt(source: str, chance: Chance, in_years: bool) -> str:
    words = list(_WORD.finditer(source))
    for count in range(len(words), 0, -1):
        number = read_number(tuple(fold(word.group()) for word in words[:count]))
        if number is not None:
            end = words[count - 1].end()
            hyphen = "-" if "-" in source[:end] else " "
            new = max(2, _years(number, chance) if in_years else _other(number, chance))
            return in_case_of(source[:end], write_number(new, hyphen=hyphen)) + source[end:]
    return source
