"""Whether a note is written so that detectors cannot read it, whatever disguises are seen through.

A detector of such notes has to leave ordinary ones alone: Greek letters and a foreign sign here and there, lists of
letters, codes of genes and drugs, notes of a few words. It tells in words that quote nothing.
"""

from __future__ import annotations

import re
from itertools import islice

from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.view import TextView

__all__ = ["abnormality_of"]

# Letters of alphabets that are not read: three of a word, or two where each is a syllable; a font without meaning.
_FOREIGN = re.compile(
    "[\u0370-\u1cff\u1f00-\u1fff\u2c80-\u2dff\ua4d0-\uabff\ufb1d-\ufdff\ufe70-\ufefc\U00010000-\U0001e9ff]{3}"
    "|[\u2e80-\u2fff\u3005-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]{2}"
    "|[\ue000-\uf8ff]{3}"
)
# Letters that stand alone, six in a row, with whatever between them; a tag or a comment within a word.
_LETTER = r"[^\W\d_](?![^\W_]|['.])"
_APART = re.compile(rf"[\W_]{_LETTER}(?:[^\w\n(),;+]{{1,3}}|_){_LETTER}(?:(?:[^\w\n(),;+]{{1,3}}|_){_LETTER}){{4}}")
_TAG = re.compile(r"[^\W\d_]<(?:/?[a-zA-Z][^<>\n]{0,300}|!--[^\n]{0,300}--)>[^\W\d_]")
# Figures and signs for letters within small words: « p4t13nt », « dur@nd ».
_SIGN = re.compile(r"[013457$€!@](?<=[a-zà-ÿ].)[a-zà-ÿ]")
_SIGNS = re.compile(r"(?<![\w@.])[a-zà-ÿ]+(?:[013457$€!@][a-zà-ÿ]+)+(?![\w@.])")
_MOST_SIGNS, _WORDS_FOR_A_SIGN = 3, 20

_WORD = re.compile("(?<![^\\W_])[a-z]{4,}(?![^\\W_])")
_SAMPLE, _FEWEST_WORDS = 60, 12
_FEWEST_KNOWN, _ENOUGH_KNOWN = 0.15, 0.5


def abnormality_of(view: TextView) -> str:
    """Return in words why detectors cannot read a text, or the empty string; time is linear in its length."""
    text = view.text
    if not text.isascii() and _FOREIGN.search(text):
        return "letters of an alphabet that is not read"
    if _APART.search(text):
        return "words taken apart letter by letter"
    if "<" in text and _TAG.search(text):
        return "tags within words"
    if _SIGN.search(text) and sum(1 for _ in islice(_SIGNS.finditer(text), _MOST_SIGNS + 1)) > max(
        _MOST_SIGNS, len(text) / 6 / _WORDS_FOR_A_SIGN
    ):
        return "figures and signs within words"
    return _reading_of([word.group() for word in islice(_WORD.finditer(view.folded), _SAMPLE)])


def _reading_of(words: list[str]) -> str:
    """Return why the words of a text are none of the language, or the empty string."""
    if len(words) < _FEWEST_WORDS or _are_known(words, _FEWEST_KNOWN):
        return ""
    backwards = _are_known([word[::-1] for word in words], _ENOUGH_KNOWN)
    return "words written backwards" if backwards else "words of no known language"


def _are_known(words: list[str], share: float) -> bool:
    """Tell whether the language has such a share of the words at least."""
    lexicon = alphabet().lexicon
    known = (word for word in words if word in lexicon or in_dictionary(word))
    return any(count / len(words) >= share for count, _ in enumerate(known, 1))
