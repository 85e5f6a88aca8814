"""The text as detectors read it: composed, with plain spaces and quotes, beside a folded copy of the same length.

Clinical text comes with decomposed accents, non-breaking spaces, typographic quotes, Windows line ends and soft
hyphens; some comes in disguise, with letters of other alphabets, codes or tags (`disguises`). Detectors see none of
that: they work on a view, and the spans they find are carried back to the text as it came.
"""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from palimpseste.detection.disguises.characters import read_characters
from palimpseste.detection.disguises.encodings import decode
from palimpseste.detection.disguises.markup import strip_emphasis, strip_tags
from palimpseste.detection.disguises.rewriting import Rewriting

__all__ = ["TextView", "fold_same_length"]

# One character for one character, so that offsets never move.
_PLAIN = {
    "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2007": " ", "\u2002": " ", "\u2003": " ", "\u3000": " ",
    "\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u00b4": "'", "\u0060": "'", "\u2032": "'",
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
    "\u201c": '"', "\u201d": '"', "\u2026": ".", "\u0000": " ",
    "\x0b": "\n", "\x0c": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n",
}  # fmt: skip
_PLAIN_ASCII = {character: plain for character, plain in _PLAIN.items() if character.isascii()}
# Letters whose decomposition does not begin with a Latin base letter.
_BASE = {"œ": "o", "æ": "a", "ß": "s", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "t", "ı": "i", "ŋ": "n", "ħ": "h"}


def _fold_character(character: str) -> str:
    lowered = character.lower()
    if len(lowered) != 1:
        lowered = lowered[0]
    if lowered in _BASE:
        return _BASE[lowered]
    base = unicodedata.normalize("NFD", lowered)[0]
    if base.isdecimal():
        return str(unicodedata.decimal(base))
    return base


_LATIN1 = bytes(ord(folded) if ord(folded := _fold_character(chr(code))) < 256 else code for code in range(256))


class _FoldTable(dict[int, str]):
    def __missing__(self, code: int) -> str:
        folded = _fold_character(chr(code))
        if len(self) < 4096:
            self[code] = folded
        return folded


_FOLD = _FoldTable()


def fold_same_length(text: str) -> str:
    """Return the text in lower case without accents, one character for one.

    Unlike :func:`palimpseste.folding.fold`, ligatures become one letter (``œ`` is ``o``), so offsets agree with the
    text.
    """
    if text.isascii():
        return text.lower()
    try:
        return text.encode("latin-1").translate(_LATIN1).decode("latin-1")
    except UnicodeEncodeError:
        return text.translate(_FOLD)


@dataclass(frozen=True, slots=True, repr=False)
class TextView:
    """A text, its plain reading and its folded reading.

    Parameters
    ----------
    original : str
        The text as it came.
    text : str
        Composed (NFC), line ends as line feeds, spaces, quotes and dashes in their plain form, invisible characters
        dropped, disguises seen through.
    folded : str
        ``text`` in lower case without accents; same length, so both share offsets.
    """

    original: str
    text: str
    folded: str
    _starts: array[int]
    _ends: array[int]
    _is_mirrored: bool = False

    @classmethod
    def of(cls, original: str) -> TextView:
        """Return the view of a text. Time is linear in its length."""
        rewriting = Rewriting(original)
        decode(rewriting)
        strip_tags(rewriting)
        read_characters(rewriting)
        rewriting.text = _in_plain_signs(rewriting.text)
        strip_emphasis(rewriting)
        return cls.read(original, rewriting)

    @classmethod
    def read(cls, original: str, rewriting: Rewriting) -> TextView:
        """Return the view of a text as it was rewritten."""
        folded = fold_same_length(rewriting.text)
        return cls(original, rewriting.text, folded, rewriting.starts, rewriting.ends, rewriting.is_mirrored)

    def rewriting(self) -> Rewriting:
        """Return the view as a text that may be rewritten further."""
        rewriting = Rewriting(self.text)
        rewriting.starts, rewriting.ends = self._starts, self._ends
        rewriting.is_mirrored = self._is_mirrored
        return rewriting

    @property
    def shares_offsets(self) -> bool:
        """Tell whether offsets here are those of the original text."""
        return not self._starts

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """Return the interval of the original text read as ``[start, end)`` here, for ``start < end``."""
        if not self._starts:
            return start, end
        if self._is_mirrored:
            return min(self._starts[start:end]), max(self._ends[start:end])
        return self._starts[start], self._ends[end - 1]

    def from_original(self, start: int, end: int) -> tuple[int, int]:
        """Return the interval here that holds whatever of ``[start, end)`` of the original text is read here."""
        if not self._starts:
            return start, end
        if self._is_mirrored:
            pairs = enumerate(zip(self._starts, self._ends, strict=True))
            held = [index for index, (first, last) in pairs if first < end and start < last]
            return (held[0], held[-1] + 1) if held else (0, 0)
        return bisect_right(self._ends, start), bisect_left(self._starts, end)

    def __len__(self) -> int:
        return len(self.text)

    def __repr__(self) -> str:
        return f"TextView(<{len(self.text)} characters>)"


def _in_plain_signs(text: str) -> str:
    """Return a text of the same length with plain line ends, spaces, quotes and dashes."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    for character, plain in (_PLAIN_ASCII if text.isascii() else _PLAIN).items():
        if character in text:
            text = text.replace(character, plain)
    return text
