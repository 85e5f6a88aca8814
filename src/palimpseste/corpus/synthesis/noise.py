"""Noise over a whole document: case, accents, typing errors, misreadings, spaces, line breaks, dictations.

Labels stay exact: what is put inside a piece with a label is of that label.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.pieces import Piece
from palimpseste.corpus.synthesis.slips import misread, mistyped
from palimpseste.writings.case import without_accents

__all__ = ["noisy"]

_WORD = re.compile(r"[^\W\d_]{3,}")
_TOKEN = re.compile(r"[^\W_]{2,}")
_SPACE = re.compile(r"(?<=\S) (?=\S)")
_BREAK = re.compile(r"(?<=[^\n])\n(?=[^\n])")
_COLUMNS = re.compile(" {2,}")
_INSIDE_TOKEN = re.compile(r"(?<=[^\W_])(?=[^\W_])")
_INSIDE_DATE = re.compile(r"(?<=\d[./])(?=\d)")
_APOSTROPHE = re.compile("(?<=\\w)['’](?=\\w)")
_SPOKEN = (
    (re.compile(r" *, ?(?!\d)"), (" virgule ",)),
    (re.compile(r" *\.(?=\s|$)"), (" point", " point", " point à la ligne")),
    (re.compile(r" *:(?=\s|$)"), (" deux points", "")),
    (re.compile(r" *;(?=\s|$)"), (" point virgule",)),
    (re.compile(r"\("), ("ouvrez la parenthèse ", "entre parenthèses ")),
    (re.compile(r"\)"), (" fermez la parenthèse", "")),
    (re.compile(r"\n+"), (" à la ligne ", " ", "\n")),
)  # Marks and what somebody who dictates says for them.
_GLUEABLE = re.compile(r"(?<=[\w°:.])[ ]$")


def noisy(pieces: list[Piece], chance: Chance) -> list[Piece]:
    """Return the pieces with noise; more than half of the documents get none at all."""
    drawn = chance.below(100)
    if drawn < 8:
        pieces = _each(pieces, str.lower)
    elif drawn < 12:
        pieces = _each(pieces, str.upper)
        if chance.odds(0.25):
            pieces = _each(pieces, lambda text: _APOSTROPHE.sub(" ", text))
    elif drawn < 14:
        pieces = [Piece(text.capitalize() if label is None else text.lower(), label) for text, label in pieces]
    if chance.odds(0.12):
        pieces = _each(pieces, without_accents)
    if chance.odds(0.1):
        rate = chance.choice((0.01, 0.02, 0.05))
        pieces = _slipped(pieces, chance, _WORD, mistyped, rate)
    if chance.odds(0.05):
        rate = chance.choice((0.01, 0.03, 0.06))
        pieces = _slipped(pieces, chance, _TOKEN, misread, rate)
    if chance.odds(0.07):
        pieces = _respaced(pieces, chance)
    if chance.odds(0.08):
        pieces = _glued(pieces, chance)
    if chance.odds(0.12):
        pieces = _wrapped(pieces, chance.choice((38, 50, 60, 72, 80, 95)), cuts=chance.odds(0.2), chance=chance)
    elif chance.odds(0.06):
        pieces = _joined(pieces)
    if chance.odds(0.03):
        pieces = _broken(pieces, chance)
    if chance.odds(0.02):
        pieces = _dictated(pieces, chance)
    if chance.odds(0.04):
        pieces = [Piece(text if label else _COLUMNS.sub("\t", text), label) for text, label in pieces]
    return pieces


def _each(pieces: list[Piece], change: Callable[[str], str]) -> list[Piece]:
    return [Piece(change(text), label) for text, label in pieces]


def _slipped(
    pieces: list[Piece], chance: Chance, word: re.Pattern[str], slip: Callable[[str, Chance], str], rate: float
) -> list[Piece]:
    def slipped(match: re.Match[str]) -> str:
        return (slip(match.group(), chance) or match.group()) if chance.odds(rate) else match.group()

    return [Piece(word.sub(slipped, text), label) for text, label in pieces]


def _respaced(pieces: list[Piece], chance: Chance) -> list[Piece]:
    """Return the pieces with spaces doubled and, between words that identify nobody, left out."""
    rate = chance.choice((0.02, 0.05))

    def spaced(match: re.Match[str]) -> str:
        return "  " if chance.odds(rate) else " "

    def spaced_or_glued(match: re.Match[str]) -> str:
        if chance.odds(rate):
            return "  "
        return "" if chance.odds(rate / 2) else " "

    return [Piece(_SPACE.sub(spaced if label else spaced_or_glued, text), label) for text, label in pieces]


def _glued(pieces: list[Piece], chance: Chance) -> list[Piece]:
    """Return the pieces with spaces before some entities left out: « néle12/03 », « DrMartin »; names merge as one."""
    found: list[Piece] = []
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        following = pieces[index + 1] if index + 1 < len(pieces) else None
        if piece.label is None and following is not None and following.label and chance.odds(0.15):
            if piece.text != " " and _GLUEABLE.search(piece.text):
                found.append(Piece(piece.text[:-1]))
                index += 1
                continue
            before = found[-1].label if found else None
            if piece.text == " " and {before, following.label} == {"FIRSTNAME", "LASTNAME"} and chance.odds(0.4):
                found[-1] = Piece(found[-1].text + following.text, "LASTNAME")
                index += 2
                continue
        found.append(piece)
        index += 1
    return found


def _wrapped(pieces: list[Piece], width: int, *, cuts: bool, chance: Chance) -> list[Piece]:
    """Return the pieces wrapped at another width; where `cuts`, long words may be cut, with a hyphen or without."""
    found = []
    column = 0
    cut = "-\n" if chance.odds(0.7) else "\n"
    for text, label in pieces:
        written = []
        for token in re.split(r"(\n|[ ]+)", text):
            if token == "\n":  # noqa: S105 # a token of a text
                column = 0
            elif token.startswith(" "):
                if column > width and len(token) == 1:
                    token, column = "\n", 0
                else:
                    column += len(token)
            elif cuts and column < width < column + len(token) - 3 and token.isalpha() and chance.odds(0.5):
                place = max(2, min(len(token) - 3, width - column))
                token = token[:place] + cut + token[place:] if len(token) > 5 else token
                column = len(token) - token.rfind("\n") - 1
            else:
                column += len(token)
            written.append(token)
        found.append(Piece("".join(written), label))
    return found


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with single line breaks turned into spaces."""
    return [Piece(_BREAK.sub(" ", text), label) for text, label in pieces]


def _broken(pieces: list[Piece], chance: Chance) -> list[Piece]:
    """Return the pieces with a space inside some words, numbers and dates: « M ichel », « 2 019 », « 09.06. 15 »."""
    rate = chance.choice((0.002, 0.006, 0.015))

    def spaced(_: re.Match[str]) -> str:
        return " " if chance.odds(rate) else ""

    return _each(pieces, lambda text: _INSIDE_DATE.sub(spaced, _INSIDE_TOKEN.sub(spaced, text)))


def _dictated(pieces: list[Piece], chance: Chance) -> list[Piece]:
    """Return the pieces as speech is written down: small letters, and words for the marks between the entities."""

    def spoken(text: str) -> str:
        for mark, words in _SPOKEN:
            text = mark.sub(chance.choice(words), text)
        return text

    return [Piece(text.lower() if label else spoken(text.lower()), label) for text, label in pieces]
