"""The writing of a source, laid over a surrogate: case, accents, hyphens, letter spacing, line breaks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

__all__ = [
    "broken_like",
    "has_titled_word",
    "in_case_of",
    "is_laid_out",
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
# Runs of spaces that set words apart in columns.
_TITLED = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ]")
_COLUMN = re.compile(r"[^\S\n]*\t[^\S\n]*|[^\S\n]{2,}")
_VOWELS = frozenset("aeiouyàâäéèêëîïôöùûü")
_LETTERS = re.compile(r"[^\W\d_]+")
_SHORTEST_CUT = 5
_ONE_SOUND = frozenset(
    {"ch", "ph", "th", "gn", "bl", "br", "cl", "cr", "dr", "fl", "fr", "gl", "gr", "pl", "pr", "tr", "vr"}
)
_INVISIBLE = re.compile("[­​‌‍⁠﻿]")
_OCR_DIGITS = str.maketrans("0158|", "olsbl")


def plain(source: str) -> str:
    """Return a source as one line of composed text, letters no longer spaced out and cut words joined."""
    if source.isascii() and "\n" not in source and not _SPACED_LETTERS.fullmatch(source):
        return source
    text = unicodedata.normalize("NFC", source if source.isprintable() else _INVISIBLE.sub("", source))
    spaced = _SPACED_LETTERS.fullmatch(text)
    if spaced:
        return text.replace(spaced.group(1), "")
    if "\n" not in text:
        return text
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


def has_titled_word(text: str) -> bool:
    """Tell whether a word of a text begins with a capital and goes on in small letters."""
    return _TITLED.search(text) is not None


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

    Those that find no space are left out. Where `every` one is to be kept, a word that was cut by a hyphen is so again,
    figures are parted where they were, and a break that finds no place at all stands before the target; spaces that
    make columns are put in too.

    Parameters
    ----------
    source : str
        With the line breaks.
    target : str
        Without.
    every : bool
        Whether none may be lost.

    Examples
    --------
    >>> broken_like("centre hospitalier\n  de Dijon", "centre hospitalier de Lens")
    'centre hospitalier\n  de Lens'
    >>> broken_like("VALEN-\nCIENNES", "MONTAUBAN", every=True)
    'MON-\nTAUBAN'
    """
    breaks = sorted(_LINE_BREAK.finditer(source), key=re.Match.start)
    if every and not _COLUMN.search(target):
        breaks = sorted((*breaks, *_columns_between(breaks, source)), key=re.Match.start)
    at: dict[int, tuple[int, str]] = {}  # by place: how much of the target goes, and what stands there
    before, last = "", -1
    for left, found in zip(range(len(breaks) - 1, -1, -1), breaks, strict=True):
        placed = _place_of(found, target, last, left, every=every)
        if placed is None:
            before += found.group() if "\n" in found.group() else ""
        else:
            last, gone, text = placed
            at[last] = (gone, text)
    written, end = [before if every else ""], 0
    for place, (gone, text) in at.items():
        written += (target[end:place], text)
        end = place + gone
    return "".join((*written, target[end:]))


def is_laid_out(source: str) -> bool:
    """Tell whether a source holds a line break, or spaces that make columns."""
    return "\n" in source or _COLUMN.search(source) is not None


def _columns_between(breaks: Sequence[re.Match[str]], source: str) -> Iterator[re.Match[str]]:
    taken = [found.span() for found in breaks]
    for found in _COLUMN.finditer(source):
        if (
            found.start()
            and found.end() < len(source)
            and not any(a < found.end() and found.start() < b for a, b in taken)
        ):
            yield found


def _place_of(found: re.Match[str], target: str, last: int, left: int, *, every: bool) -> tuple[int, int, str] | None:
    """Return where a break of a source stands in a target behind the last one, what of it goes, and what stands there.

    Parameters
    ----------
    found : re.Match
        The break.
    target : str
        What it is put into.
    last : int
        Where the break before stands.
    left : int
        How many breaks follow, for which room is left.
    every : bool
        Whether words and figures may be parted.
    """
    source, text = found.string, found.group()
    is_cut = found.start() > 1 and source[found.start() - 1] in "-\u00ad" and source[found.start() - 2].isalnum()
    share = len("".join(source[: found.start()].split())) / max(1, len("".join(source.split()))) * len(target)
    if every and is_cut and "\n" in text:
        hyphens = [
            place + 1 for place, character in enumerate(target) if character == "-" and last < place < len(target) - 1
        ]
        cuts = [place for place in _cuts(target) if place > last]
        if hyphens:
            return min(hyphens, key=lambda place: abs(place - share)), 0, text
        if cuts:
            return min(cuts, key=lambda place: abs(place - share)), 0, "-" + text
    spaces = [place for place, character in enumerate(target) if character == " " and place > last]
    if spaces:
        words = len(source[: found.start()].split())
        room = spaces[: max(1, len(spaces) - left)] if every else spaces
        return min(room, key=lambda place: abs(len(target[:place].split()) - words)), 1, text
    if every and target[:1].isdigit() and source[found.start() - 1 : found.start()].isdigit():
        figures = sum(map(str.isdigit, source[: found.start()]))
        parted = [i for i in range(last + 1, len(target)) if sum(map(str.isdigit, target[:i])) == figures]
        return (parted[0], 0, text) if parted and parted[0] else None
    return None


def _cuts(target: str) -> Iterator[int]:
    """Yield the places where a word of a target may be cut: between a vowel or two consonants and a consonant."""
    for word in _LETTERS.finditer(target):
        if len(word.group()) < _SHORTEST_CUT:
            continue
        letters = word.group().lower()
        for place in range(2, len(letters) - 1):
            if (
                letters[place] not in _VOWELS
                and letters[place + 1] in _VOWELS
                and letters[place - 1 : place + 1] not in _ONE_SOUND
            ):
                yield word.start() + place


def laid_over(source: str, is_slot: Callable[[str], bool], characters: str) -> str:
    """Return the source with its slots, in order, filled with the characters; slots beyond them stay empty.

    Parameters
    ----------
    source : str
        Any text.
    is_slot : callable
        Tells which of its characters are replaced.
    characters : str
        By which.
    """
    filling = iter(characters)
    return "".join(next(filling, "") if is_slot(c) else c for c in source)
