"""The text as detectors read it: composed, with plain spaces and quotes, beside a folded copy of the same length.

Clinical text comes with decomposed accents, non-breaking spaces, typographic quotes, Windows line ends and soft
hyphens. Detectors see none of that: they work on a view, and the spans they find are carried back to the text as it
came.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["TextView", "fold_same_length"]

# One character for one character, so that offsets never move.
_PLAIN = {
    "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2007": " ", "\u2002": " ", "\u2003": " ", "\u3000": " ",
    "\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u00b4": "'", "\u0060": "'", "\u2032": "'",
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
    "\u201c": '"', "\u201d": '"', "\u2026": ".", "\u0000": " ",
    "\x0b": "\n", "\x0c": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n",
}  # fmt: skip
_UNPLAIN_ASCII = ("\r", *(character for character in _PLAIN if character.isascii()))
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
# Marks that join the letter before them, and the later parts of Korean syllables.
_JOINING = f"[{_INVISIBLE}\u0300-\u036f\u1160-\u11ff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f]"
_NEEDS_REBUILDING = re.compile(_JOINING)
_CLUSTER = re.compile(f"(?s).{_JOINING}*")

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
        dropped.
    folded : str
        ``text`` in lower case without accents; same length, so both share offsets.
    """

    original: str
    text: str
    folded: str
    _starts: tuple[int, ...] = field(default=())
    _ends: tuple[int, ...] = field(default=())

    @classmethod
    def of(cls, original: str) -> TextView:
        """Return the view of a text. Time is linear in its length."""
        if original.isascii() and not any(character in original for character in _UNPLAIN_ASCII):
            return cls(original, original, original.lower())
        starts: tuple[int, ...] = ()
        ends: tuple[int, ...] = ()
        text = original
        if _NEEDS_REBUILDING.search(original):
            pieces = list(_compose(original))
            text = "".join(piece[0] for piece in pieces)
            starts = tuple(piece[1] for piece in pieces)
            ends = tuple(piece[2] for piece in pieces)
        if "\r" in text:
            text = text.replace("\r\n", " \n").replace("\r", "\n")
        for character, plain in _PLAIN.items():
            if character in text:
                text = text.replace(character, plain)
        return cls(original, text, fold_same_length(text), starts, ends)

    @property
    def shares_offsets(self) -> bool:
        """Tell whether offsets here are those of the original text."""
        return not self._starts

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """Return the interval of the original text read as ``[start, end)`` here, for ``start < end``."""
        if not self._starts:
            return start, end
        return self._starts[start], self._ends[end - 1]

    def from_original(self, start: int, end: int) -> tuple[int, int]:
        """Return the interval here that holds whatever of ``[start, end)`` of the original text is read here."""
        if not self._starts:
            return start, end
        return bisect_right(self._ends, start), bisect_left(self._starts, end)

    def __len__(self) -> int:
        return len(self.text)

    def __repr__(self) -> str:
        return f"TextView(<{len(self.text)} characters>)"


def _compose(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each character of the composed text with the interval of the original it stands for."""
    for cluster in _CLUSTER.finditer(text):
        raw = cluster.group()
        if len(raw) == 1:
            if raw not in _INVISIBLE:
                yield raw, cluster.start(), cluster.end()
            continue
        kept = "".join(character for character in raw if character not in _INVISIBLE)
        for character in unicodedata.normalize("NFC", kept):
            yield character, cluster.start(), cluster.end()
