"""Spelling reduced to what clinicians keep when they type fast: letters without case, accents or punctuation."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["fold", "fold_name"]

# Letters that NFD leaves whole. "ẞ" and "Œ" never occur here: the text is lower-cased first.
_WHOLE_LETTERS = str.maketrans(
    {"œ": "oe", "æ": "ae", "ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"}
)


def _decomposed(text: str) -> str:
    """Return lower-cased text without accents, ligatures opened, letter by letter."""
    parts = unicodedata.normalize("NFD", text)
    return "".join(char for char in parts if not unicodedata.combining(char)).translate(_WHOLE_LETTERS)


# Nearly all that is ever folded is made of these: a table is three times faster than decomposition.
_LATIN_LETTERS = {code: _decomposed(chr(code)) for code in range(0x80, 0x250)}
_SEPARATORS = re.compile(r"[\s\-‐‑‒–—―−'’‘ʼ`´.·_]+")


def fold(text: str) -> str:
    """Lower-case text without accents, ligatures opened.

    The result may be longer or shorter than `text`, so offsets do not carry over.

    Examples
    --------
    >>> fold("L'Œuvre de Saint-Étienne")
    "l'oeuvre de saint-etienne"
    """
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    folded = lowered.translate(_LATIN_LETTERS)
    return folded if folded.isascii() else _decomposed(folded)


def fold_name(text: str) -> str:
    """Folded words of a name, joined by single spaces; hyphens, apostrophes and dots separate words.

    Examples
    --------
    >>> fold_name("L'Haÿ-les-Roses")
    'l hay les roses'
    >>> fold_name("  ST. ÉTIENNE ")
    'st etienne'
    """
    # Separators go first: folding would turn the spacing accents "´" and "`" into nothing or leave them be.
    return fold(_SEPARATORS.sub(" ", text)).strip()
