"""The writing of a source, laid over a surrogate: case, accents, hyphens, letter spacing, line breaks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

__all__ = [
    "broken_like",
    "in_case_of",
    "laid_over",
    "letters_of_name",
    "like",
    "plain",
    "without_accents",
    "words_joined",
]

_LINE_BREAK = re.compile(r"(?<![^\S\n])[^\S\n]*\n\s*")
_HYPHENATED_BREAK = re.compile(r"(?<=\w)[-­]\s*\n\s*(?=[^\W\d_])")
# J-E-A-N, M|A|L|O, C  L  A  I  R  E: single letters, always the same separator.
_SPACED_LETTERS = re.compile(r"[^\W\d_](?:([\s|*/_-]{1,3})[^\W\d_])(?:\1[^\W\d_])+")
_INVISIBLE = re.compile("[­​‌‍⁠﻿]")
_OCR_DIGITS = str.maketrans("0158|", "olsbl")


def plain(source: str) -> str:
    """Return a source as one line of composed text, letters no longer spaced out and cut words joined."""
    if source.isascii() and "\n" not in source and not _SPACED_LETTERS.fullmatch(source):
        return source
    text = unicodedata.normalize("NFC", _INVISIBLE.sub("", source))
    spaced = _SPACED_LETTERS.fullmatch(text)
    if spaced:
        return text.replace(spaced.group(1), "")
    return _LINE_BREAK.sub(" ", _HYPHENATED_BREAK.sub(_joined_break, text))


def words_joined(source: str) -> str:
    """Return a source composed, with the words that a line break cuts joined; other line breaks stay."""
    if source.isascii() and "\n" not in source:
        return source
    return _HYPHENATED_BREAK.sub(_joined_break, unicodedata.normalize("NFC", _INVISIBLE.sub("", source)))


def _joined_break(match: re.Match[str]) -> str:
    # "AUDIBERT-\nREYNAUD" may be a compound or a cut word; a capital after small letters tells a compound.
    text = match.string
    after, before = text[match.end()], text[match.start() - 1]
    return "-" if after.isupper() and before.islower() else ""


def letters_of_name(text: str) -> str:
    """Return text with the digits that OCR puts for letters read as letters, where letters stand around."""
    if text.isalpha() or not any(c.isdigit() or c == "|" for c in text) or sum(map(str.isalpha, text)) < 2:
        return text
    return text.translate(_OCR_DIGITS)


def without_accents(text: str) -> str:
    """Return text without its diacritics, case kept."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text.replace("œ", "oe").replace("Œ", "OE"))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def in_case_of(source: str, target: str) -> str:
    """Return the target in the case of the source: upper, lower, or its own where the source is mixed.

    OCR leaves a small l among capitals; a source counts as upper where two thirds of its letters are.
    """
    if len(source) > 1:
        if source.isupper() and source.isalpha():
            return target.upper()
        if source.islower():
            return target.lower()
        if source[0].isupper() and source[1:].islower():
            return target
    letters = [c for c in source if c.isalpha()]
    if not letters:
        return target
    upper = sum(map(str.isupper, letters))
    if upper == len(letters) and (len(letters) > 1 or len(source.strip(".")) == 1):
        return target.upper() if len(letters) > 1 else target
    if len(letters) >= 4 and upper * 3 >= len(letters) * 2:
        return target.upper()
    if upper == 0:
        return target.lower()
    return target


def like(source: str, target: str) -> str:
    """Return the target written as the source is.

    Capitals or small letters without any accent are taken for a writing that drops accents.

    Examples
    --------
    >>> like("DURAND", "Mercier"), like("lefevre", "Ménard"), like("Lefèvre", "Ménard"), like("J E A N", "Paul")
    ('MERCIER', 'menard', 'Ménard', 'P A U L')
    """
    written = in_case_of(source, target)
    if source.isascii() and not written.isascii() and (written.isupper() or written.islower()):
        written = without_accents(written)
    spaced = _SPACED_LETTERS.fullmatch(source)
    if spaced:
        return spaced.group(1).join(written)
    if "\n" in source:
        return broken_like(source, written)
    return written


def broken_like(source: str, target: str, *, every: bool = False) -> str:
    r"""Put the source's line breaks into the target, each after as many words, so that the layout stands.

    Those that find no space are left out, or stand before the target where `every` one is to be kept.

    Examples
    --------
    >>> broken_like("centre hospitalier\n  de Dijon", "centre hospitalier de Lens")
    'centre hospitalier\n  de Lens'
    """
    breaks = list(_LINE_BREAK.finditer(source))
    spaces = [place for place, character in enumerate(target) if character == " "]
    at: dict[int, str] = {}
    before = ""
    for found in breaks:
        words = len(source[: found.start()].split())
        free = [place for place in spaces if not at or place > max(at)]
        if free:
            at[min(free, key=lambda place: abs(len(target[:place].split()) - words))] = found.group()
        else:
            before += found.group()
    return (before if every else "") + "".join(at.get(place, character) for place, character in enumerate(target))


def laid_over(source: str, is_slot: Callable[[str], bool], characters: str) -> str:
    """Return the source with its slots, in order, filled with the characters; slots beyond them stay empty."""
    filling = iter(characters)
    return "".join(next(filling, "") if is_slot(c) else c for c in source)
