"""Characters as a PDF library tells them, one after another, put together to words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from palimpseste.pdf.layout import Box, Word

__all__ = ["UNKNOWN", "Glyph", "words_of"]

UNKNOWN = "\ufffd"
# PDFium marks a hyphen at the end of a line by these.
_HYPHENS = ("\x02", "\ufffe")
# Bullets of the fonts Symbol and Wingdings, which stand in the private area of Unicode.
_BULLETS = frozenset("\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf0a8\uf06e\uf02d")
_TOUCHING = 0.25
_SAME_BASELINE = 0.3


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character of a page, and where it stands.

    Parameters
    ----------
    character : str
        As the library tells it: one character, or a sign of its own for a hyphen or what it does not know.
    box : Box
        Around the character.
    size : float
        Of the font, in points.
    baseline : float
        What the character stands on, in points: from the top of the page, or from its left edge if it is not upright.
    is_upright : bool
        Whether it is written from left to right.
    """

    character: str
    box: Box
    size: float
    baseline: float
    is_upright: bool = True


def words_of(glyphs: Iterable[Glyph]) -> Iterator[Word]:
    """Yield the words, in the order of the glyphs.

    A word ends at a space, at a gap of a quarter of its font's height, and where the baseline or the direction changes.
    """
    held: list[Glyph] = []
    for glyph in glyphs:
        character = _character_of(glyph.character)
        if not character or character.isspace():
            if held and character:
                yield _word(held)
                held = []
            continue
        glyph = Glyph(character, glyph.box, glyph.size, glyph.baseline, glyph.is_upright)
        if held and not _follows(held[-1], glyph):
            yield _word(held)
            held = []
        held.append(glyph)
    if held:
        yield _word(held)


def _character_of(character: str) -> str:
    if character in _HYPHENS:
        return "-"
    if character in _BULLETS:
        return "•"
    if character == "\0" or "\ud800" <= character <= "\udfff":
        return UNKNOWN
    if character == "\u00ad":
        return "-"
    if character < " " or character in "\u200b\u200c\u200d\ufeff":
        return " " if character in "\t\n\r\f\v" else ""
    return character


def _follows(before: Glyph, after: Glyph) -> bool:
    if before.is_upright != after.is_upright:
        return False
    if not after.is_upright:
        return True
    size = max(before.size, after.size, 1.0)
    gap = after.box.left - before.box.right
    return -size < gap < _TOUCHING * size and abs(after.baseline - before.baseline) < _SAME_BASELINE * size


def _word(glyphs: list[Glyph]) -> Word:
    box = Box.around(glyph.box for glyph in glyphs)
    edges: tuple[float, ...] = ()
    if all(glyph.is_upright for glyph in glyphs):
        edges = (*(round(glyph.box.left, 2) for glyph in glyphs), round(glyphs[-1].box.right, 2))
    size = max(glyph.size for glyph in glyphs)
    return Word("".join(g.character for g in glyphs), box, round(size, 2), round(glyphs[0].baseline, 2), edges)
