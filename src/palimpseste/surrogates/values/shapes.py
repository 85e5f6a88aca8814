"""Values of the same shape: figures for figures, letters for letters, number words for number words."""

from __future__ import annotations

import re

from palimpseste.folding import fold
from palimpseste.surrogates.draws import BitStream, NothingLeftError, first_fitting
from palimpseste.writings.case import in_case_of
from palimpseste.writings.number_words import read_number, write_number

__all__ = ["changed_shape", "dictated_surrogate", "is_dictated", "shape_surrogate"]

_CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_WORD = re.compile(r"[^\W\d_]+")
_MOST_DRAWS = 100


def changed_shape(source: str, stream: BitStream, *, figures_only: bool = False) -> str:
    """Return a drawn shape that differs from the source wherever the source holds a letter or a figure.

    Parameters
    ----------
    source : str
        What is written over.
    stream : BitStream
        Where characters are drawn from.
    figures_only : bool
        Whether letters stay.
    """

    def drawn() -> str:
        return shape_surrogate(source, stream, figures_only=figures_only)

    try:
        return first_fitting(drawn, lambda shape: shape != source, _MOST_DRAWS)
    except NothingLeftError:
        # A zero alone, which a shape keeps as a leading one; or nothing to draw for.
        return source.replace("0", str(stream.between(1, 9)))


def shape_surrogate(source: str, stream: BitStream, *, figures_only: bool = False) -> str:
    """Return the source with its figures, and its letters unless `figures_only`, drawn.

    A number keeps a leading zero, and gets none where it has none. Equal letters and figures get equal ones, however
    they are spaced.

    Parameters
    ----------
    source : str
        What is written over.
    stream : BitStream
        Where characters are drawn from.
    figures_only : bool
        Whether letters stay.
    """
    written = []
    leading = True
    for character in source:
        if character.isdecimal():
            drawn = str(stream.between(1, 9) if leading and character != "0" else stream.below(10))
            written.append("0" if leading and character == "0" else drawn)
        elif character.isalpha() and not figures_only:
            letter = stream.choice(_CAPITALS)
            written.append(letter if character.isupper() else letter.lower())
        else:
            written.append(character)
        leading = leading and not character.isalnum()
    return "".join(written)


def dictated_surrogate(source: str, stream: BitStream) -> str:
    """Return number words for number words, of like size, and letters for single letters; other words stay.

    A source without any of them gets letters for all its letters.
    """

    def drawn(match: re.Match[str]) -> str:
        word = fold(match.group())
        number = read_number((word,))
        if number is not None and number < 10:
            return in_case_of(match.group(), write_number((number + stream.between(1, 9)) % 10))
        if number is not None and number < 17:
            return in_case_of(match.group(), write_number(stream.between(11, 16)))
        if number is not None and number < 70:
            return in_case_of(match.group(), write_number(stream.between(2, 6) * 10))
        if len(word) == 1:
            return in_case_of(match.group(), stream.choice(_CAPITALS))
        return match.group()

    try:
        return first_fitting(
            lambda: _WORD.sub(drawn, source), lambda written: fold(written) != fold(source), _MOST_DRAWS
        )
    except NothingLeftError:
        return changed_shape(source, stream)


def is_dictated(source: str) -> bool:
    """Tell whether a text says figures in words."""
    return any((read_number((fold(word),)) or 70) < 70 or fold(word) == "zero" for word in _WORD.findall(source))
