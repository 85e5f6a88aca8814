"""A writing of a name taken apart: whole words, initials, particles, and what stands between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple

from palimpseste.folding import fold
from palimpseste.remembered import remembered
from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings import lists
from palimpseste.writings.case import letters_of_name

__all__ = ["Kind", "NameWord", "ParsedName", "parse_initials", "parse_name"]

Kind = Literal["family", "given"]
Role = Literal["full", "initial", "particle"]

_PIECE = re.compile(r"[dDlL](?=['’])|[^\W_]+(?:['’´`][^\W_]+)*|[\W_]+")
_APOSTROPHES = re.compile(r"[\W_]")
# DURANDPaul, PaulDURAND: a run of capitals and a capitalised word with nothing between.
_GLUED = re.compile(r"(?P<last>[^\W\d_a-zà-ÿ]{2,})(?P<first>[^\W\d_a-zà-ÿ][a-zà-ÿ]+(?:-[^\W\d_a-zà-ÿ][a-zà-ÿ]+)?)")
_GLUED_REVERSED = re.compile(r"(?P<first>[^\W\d_a-zà-ÿ][a-zà-ÿ]+)(?P<last>[^\W\d_a-zà-ÿ]{3,})")

# Kept as they stand: they tell nothing of where a name comes from, or too little to matter.
_FRENCH_PARTICLES = frozenset({"de", "du", "des", "d", "la", "le", "les", "l"})
# Replaced by one another: kept, they would tell the origin that the drawn name hides.
FOREIGN_PARTICLES = frozenset(
    [
        "abou",
        "abu",
        "ait",
        "al",
        "bel",
        "ben",
        "bin",
        "bint",
        "bou",
        "da",
        "dal",
        "das",
        "del",
        "della",
        "den",
        "der",
        "di",
        "do",
        "dos",
        "el",
        "mac",
        "mc",
        "o",
        "ould",
        "ter",
        "van",
        "von",
    ]
)
_VOWELS = frozenset("aeiouy")


@shown_without_values
class NameWord(NamedTuple):
    """One word of a name.

    Parameters
    ----------
    text : str
        As written, OCR digits included.
    kind : {"family", "given"}
        Whether it is a family or a given name.
    role : {"full", "initial", "particle"}
        Whether it is whole, abbreviated, or a particle.
    key : str
        Folded, the same for all writings.
    """

    text: str
    kind: Kind
    role: Role
    key: str


@dataclass(frozen=True, repr=False)
class ParsedName:
    """The pieces of a name: words, and what stands between them as plain strings."""

    pieces: tuple[str | NameWord, ...]

    @cached_property
    def full(self) -> tuple[NameWord, ...]:
        """Words that are neither initials nor particles."""
        return tuple(piece for piece in self.pieces if isinstance(piece, NameWord) and piece.role == "full")

    @cached_property
    def initials(self) -> tuple[NameWord, ...]:
        """Abbreviated words."""
        return tuple(piece for piece in self.pieces if isinstance(piece, NameWord) and piece.role == "initial")


@remembered
def parse_name(text: str, kind: Kind) -> ParsedName:
    """Return the pieces of a name.

    Parameters
    ----------
    text : str
        One line of composed text.
    kind : {"family", "given"}
        What its words are; a glued last and first name holds both.

    Examples
    --------
    >>> [piece.role for piece in parse_name("de La Tour", "family").pieces if not isinstance(piece, str)]
    ['particle', 'particle', 'full']
    """
    glued = (_GLUED.fullmatch(text) or _GLUED_REVERSED.fullmatch(text)) if kind == "family" else None
    if glued and not text.startswith(("Mac", "Mc")):
        ordered = sorted(glued.groupdict(), key=glued.start)
        return ParsedName(
            tuple(
                piece
                for group in ordered
                for piece in parse_name(glued.group(group), "family" if group == "last" else "given").pieces
            )
        )
    raw = _PIECE.findall(letters_of_name(text))
    pieces: list[str | NameWord] = []
    last = max((i for i, piece in enumerate(raw) if piece[0].isalnum()), default=-1)
    for position, piece in enumerate(raw):
        if not piece[0].isalnum():
            pieces.append(piece)
            continue
        following = raw[position + 1] if position + 1 < len(raw) else ""
        for word in _words(piece, kind, dotted=following.startswith("."), is_last=position == last):
            pieces.append(word)
    return ParsedName(tuple(pieces))


def parse_initials(text: str, kind: Kind) -> ParsedName:
    """Return the pieces of what is said to be initials, each letter of it one: « TUP-ALB »."""
    pieces = (_letters(piece, kind) if piece[0].isalnum() else [piece] for piece in _PIECE.findall(text))
    return ParsedName(tuple(chain.from_iterable(pieces)))


def _words(piece: str, kind: Kind, *, dotted: bool, is_last: bool) -> list[NameWord]:
    # « Kerloc'h » and « Kerloch » are one name.
    key = fold(piece if piece.isalnum() else _APOSTROPHES.sub("", piece))
    if not is_last and (key in _FRENCH_PARTICLES or (key in FOREIGN_PARTICLES and kind == "family" and len(key) > 1)):
        return [NameWord(piece, kind, "particle", key)]
    if len(key) == 1 or (dotted and len(key) <= 3):
        return [NameWord(piece, kind, "initial", key)]
    if is_last and kind == "given" and piece.istitle() and _abbreviates_a_given_name(key):
        return [NameWord(piece, kind, "initial", key)]
    if len(key) <= 3 and _reads_as_initials(piece, key, kind):
        return _letters(piece, kind)
    return [NameWord(piece, kind, "full", key)]


def _letters(piece: str, kind: Kind) -> list[NameWord]:
    return [NameWord(letter, kind, "initial", fold(letter)) for letter in piece]


def _abbreviates_a_given_name(key: str) -> bool:
    """Tell whether two consonants begin a given name: « M-Th », « Ph »."""
    return len(key) == 2 and _VOWELS.isdisjoint(key) and not lists.is_listed("given", key)


def _reads_as_initials(piece: str, key: str, kind: Kind) -> bool:
    """Tell whether two or three letters are initials (BG, JB, TTH, mlb) rather than a short name (LI, BA, JON, ng)."""
    if kind == "given" and piece.isupper():
        return lists.gender_of(key) is None and key[1:-1] not in _VOWELS
    is_known = lists.is_family_name(key) if kind == "family" else lists.gender_of(key) is not None
    # « YLG »: no name begins so.
    return (piece.isupper() or piece.islower()) and not is_known and _VOWELS.isdisjoint(key.removeprefix("y"))
