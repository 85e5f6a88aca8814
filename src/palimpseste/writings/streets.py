"""The patterns of street lines, made from their word lists on first use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from palimpseste.writings import lists

__all__ = ["StreetPatterns", "street_patterns"]

# « 2e », « 3ème »: a floor or a door, wherever it stands.
_FLOOR = r"\d+\s*(?:er|ère|e|è|ème|eme|nd)\b"


@dataclass(frozen=True, slots=True)
class StreetPatterns:
    """What a part of a street line may look like.

    Parameters
    ----------
    street, house : re.Pattern
        A whole part: groups ``before``, ``type``, ``gap``, ``name`` and ``after``.
    complement : re.Pattern
        The start of a part that only tells building, floor, door or box.
    kept : re.Pattern
        A word that stays.
    named : re.Pattern
        The name of a house that is the word for a street or house behind an article: « Le Parvis ».
    """

    street: re.Pattern[str]
    house: re.Pattern[str]
    complement: re.Pattern[str]
    kept: re.Pattern[str]
    named: re.Pattern[str]


@cache
def street_patterns() -> StreetPatterns:
    """Return the patterns, compiled once a process."""
    types, houses, complements, others = (_any_of(section) for section in ("types", "houses", "complements", "others"))
    complement = rf"(?:{complements}|{_FLOOR})(?![^\W\d_])"
    # « avenue de la porte de Clichy »: what follows an article is no complement.
    named = "".join(rf"(?<!\b{word})" for word in ("de", "la", "du", "des", "le", "les"))
    after = rf"(?P<name>.+?)(?:{named}(?P<after>\s+{complement}.*))?"
    flags = re.IGNORECASE | re.DOTALL
    return StreetPatterns(
        street=re.compile(
            rf"(?P<before>.*?(?<![^\W\d_]))(?P<type>{types})(?P<gap>\s+(?=\S)|(?<=\.)(?=\w)){after}", flags
        ),
        house=re.compile(rf"(?P<before>.*?(?<![^\W_]))(?P<type>{houses})(?P<gap>\s+){after}", flags),
        complement=re.compile(rf"\W*{complement}", flags),
        kept=re.compile(rf"{complements}|{_FLOOR}|{types}|{houses}|{others}", flags),
        named=re.compile(rf"(?:l[ae]s?\s+|l['’]|d(?:u|es)\s+|de\s+l(?:a\s+|['’]))(?:{types}|{houses})", flags),
    )


def _any_of(section: str) -> str:
    words = {word for line in lists.sections("street_words.txt")[section] for word in line.split()}
    # The longest first: « rés. » before « r. ».
    return "(?:" + "|".join(_optional_dot(word) for word in sorted(words, key=lambda word: (-len(word), word))) + ")"


def _optional_dot(word: str) -> str:
    escaped = re.escape(word).replace(r"\-", "[ -]")
    return escaped + "?" if word.endswith(".") else escaped
