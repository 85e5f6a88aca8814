"""Ages in the writing of the source: unchanged where birth and document are shifted alike, else moved a little."""

from __future__ import annotations

import re

from palimpseste.folding import fold
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.case import in_case_of
from palimpseste.writings.number_words import read_number, write_number

__all__ = ["age_surrogate"]

# Neither part of a fraction such as 1/2.
_FIGURES = re.compile(r"(?<![/\d])\d+(?!/?\d)(?!/)")
_SINGULAR = re.compile(r"\b(1|un|une)(\s*)(an|jour|semaine|heure)s\b", re.IGNORECASE)
_PLURAL = re.compile(r"(?<![\d,])((?!1\b)\d+)(\s*)(an|jour|semaine|heure)\b", re.IGNORECASE)


def age_surrogate(index: int, setting: Setting, *, is_told: bool) -> str:
    """Return the surrogate of an age: the age itself where other dates tell it, else a near one, alike written.

    Parameters
    ----------
    index : int
        The span.
    setting : Setting
        The document.
    is_told : bool
        Whether a date of birth and a date of the document are known and move alike, so that their difference stays.
    """
    source = setting.source(index)
    if is_told:
        return source
    stream = setting.draws.stream("AGE", fold(setting.values[index]), "change")
    if any(c.isdigit() for c in source):
        first = True

        def moved(match: re.Match[str]) -> str:
            nonlocal first
            number = int(match.group())
            # « 2 ans 8 mois »: the months after the years stay below twelve.
            new = _changed(number, stream, setting) if first else _other(number, 11, stream)
            first = False
            return f"{new:0{len(match.group())}d}" if match.group().startswith("0") else str(new)

        return _agreed(_FIGURES.sub(moved, source))
    return _spelt(source, stream, setting)


def _changed(number: int, stream: BitStream, setting: Setting) -> int:
    lowest, highest = setting.options.age_change_units
    size = stream.between(lowest, highest)
    up = bool(stream.bits(1)) or number - size < 1
    return number + size if up else number - size


def _other(number: int, highest: int, stream: BitStream) -> int:
    drawn = stream.between(1, highest - 1)
    return drawn + 1 if drawn >= number else drawn


def _spelt(source: str, stream: BitStream, setting: Setting) -> str:
    """Move an age in words: the longest run of words from the first that spells a number."""
    words = re.findall(r"[^\W\d_]+", source)
    for count in range(len(words), 0, -1):
        number = read_number(tuple(fold(word) for word in words[:count]))
        if number is not None:
            end = _end_of_words(source, count)
            hyphen = "-" if "-" in source[:end] else " "
            written = in_case_of(source[:end], write_number(_changed(number, stream, setting), hyphen=hyphen))
            return written + source[end:]
    # No number we read, such as one in another language: an adult's age in figures.
    return str(stream.between(30, 80))


def _end_of_words(source: str, count: int) -> int:
    return [match.end() for match in re.finditer(r"[^\W\d_]+", source)][count - 1]


def _agreed(text: str) -> str:
    text = _SINGULAR.sub(lambda m: m.group(1) + m.group(2) + m.group(3), text)
    return _PLURAL.sub(lambda m: m.group(1) + m.group(2) + m.group(3) + ("S" if m.group(3).isupper() else "s"), text)
