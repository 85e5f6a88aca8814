"""Spelling reduced to what clinicians keep when they type fast: letters without case, accents or punctuation."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["FIGURES_MISREAD", "I_MISREAD", "L_MISREAD", "fold", "fold_name", "one_error_apart"]

# Letters that character recognition writes for figures, as the figures they stand for: a table for ``str.translate``.
FIGURES_MISREAD = str.maketrans("OoIl", "0011")
# An l that it writes for I among capitals: « PERPlGNAN », « lMAGERIE ».
I_MISREAD = re.compile(
    r"l(?:(?<=[A-ZÀ-ÖØ-Ý]l)(?=[A-ZÀ-ÖØ-Ý])|(?<=[A-ZÀ-ÖØ-Ýl][A-ZÀ-ÖØ-Ý]l)(?![^\W_])|(?<![^\W_]l)(?=[A-ZÀ-ÖØ-Ý]{3}))"
)
# An I that it writes for l among small letters: « cIinique ».
L_MISREAD = re.compile(r"I(?<=[a-zà-öø-ý]I)(?=[a-zà-öø-ý])")

# Letters that NFD leaves whole. "ẞ" and "Œ" never occur here: the text is lower-cased first.
_WHOLE_LETTERS = str.maketrans(
    {"œ": "oe", "æ": "ae", "ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"}
)


# The accents of French and its neighbours, which a pattern takes out faster than they are told one by one.
_ACCENTS = re.compile("[\u0300-\u034e\u0350-\u036f]+")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
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
    latin = _latin_of(lowered)
    if latin is not None and (folded := latin.translate(_FOLDED_LATIN)).isascii():
        return folded.decode()
    return _folded(lowered)


def _folded(lowered: str) -> str:
    """Return any text in small letters without accents, ligatures opened."""
    folded = _ACCENTS.sub("", unicodedata.normalize("NFD", lowered))
    return folded if folded.isascii() else _NOT_ASCII.sub(_without_marks, folded)


def _latin_of(lowered: str) -> bytes | None:
    """Return a text with a byte a letter, which are translated faster; None where it has others than Latin-1."""
    latin = lowered.encode("latin-1", "ignore")
    return latin if len(latin) == len(lowered) else None


def _without_marks(match: re.Match[str]) -> str:
    """Return letters and signs without the marks among them, ligatures opened."""
    return "".join(char for char in match[0] if not unicodedata.combining(char)).translate(_WHOLE_LETTERS)


def fold_name(text: str) -> str:
    """Folded words of a name, joined by single spaces; hyphens, apostrophes and dots separate words.

    Examples
    --------
    >>> fold_name("L'Haÿ-les-Roses")
    'l hay les roses'
    >>> fold_name("  ST. ÉTIENNE ")
    'st etienne'
    """
    if text.isascii() and text.isalnum():
        return text.lower()
    latin = _latin_of(text.replace("’", "'").lower())
    if latin is not None and (folded := latin.translate(_FOLDED_NAME)).isascii():
        return b" ".join(folded.split()).decode()
    # Separators go first: folding would turn the spacing accents "´" and "`" into nothing or leave them be.
    return fold(_SEPARATORS.sub(" ", text)).strip()


def _folded_latin(separators: str = "") -> bytes:
    """Return what stands for each byte of Latin-1, separators as spaces; one that no letter alone stands for stays."""
    letters = [(code, _folded(chr(code))) for code in range(256)]
    return bytes(
        ord(" ") if chr(code) in separators else ord(letter) if len(letter) == 1 and letter.isascii() else code
        for code, letter in letters
    )


_FOLDED_LATIN = _folded_latin()
_FOLDED_NAME = _folded_latin("".join(letter for letter in map(chr, range(256)) if _SEPARATORS.match(letter)))


def one_error_apart(left: str, right: str, misread: frozenset[tuple[str, str]] = frozenset()) -> bool:
    """Tell whether one letter added, dropped or replaced, or two neighbours exchanged, separates two different words.

    Parameters
    ----------
    left, right : str
        Folded words.
    misread : frozenset of pairs of str
        Letters that are read for each other and count as one error whatever their number: ``("rn", "m")``.

    Examples
    --------
    >>> one_error_apart("durand", "durant"), one_error_apart("marin", "martin"), one_error_apart("paul", "pual")
    (True, True, True)
    >>> one_error_apart("durand", "durand"), one_error_apart("marine", "martins")
    (False, False)
    """
    if left == right or abs(len(left) - len(right)) > 1:
        return False
    shorter = min(len(left), len(right))
    head = 0
    while head < shorter and left[head] == right[head]:
        head += 1
    tail = 0
    while tail < shorter - head and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    ours, theirs = left[head : len(left) - tail], right[head : len(right) - tail]
    if len(ours) <= 1 and len(theirs) <= 1:
        return True
    return (len(ours) == 2 and ours == theirs[::-1]) or (ours, theirs) in misread
