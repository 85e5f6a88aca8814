"""The text of lines, and where each character of it stands on the pages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from palimpseste.pdf.layout import Box, Word
from palimpseste.pdf.order import Line

__all__ = ["ASIDE", "PlacedText", "PlacedWord", "text_of"]

# Between the body and what stands aside: a line of its own that no note has.
ASIDE = "\n\f\n"
_BETWEEN_SEGMENTS = "    "


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word of a text, and where it stands in the file.

    Parameters
    ----------
    start : int
        Where it begins in the text.
    page : int
        From 1.
    word : Word
        The word, with its box.
    """

    start: int
    page: int
    word: Word

    @property
    def end(self) -> int:
        """Where the word ends in the text."""
        return self.start + len(self.word.text)


@dataclass(frozen=True, slots=True, repr=False)
class PlacedText:
    """A text, and where each word of it stands in the file.

    Parameters
    ----------
    text : str
        All of it.
    words : tuple of PlacedWord
        In the order of the text.
    """

    text: str
    words: tuple[PlacedWord, ...]

    def touched(self, start: int, end: int) -> Iterator[tuple[PlacedWord, int, int]]:
        """Yield the words that ``[start, end)`` touches, each with the part of it that is touched."""
        index = bisect_right(self.words, start, key=lambda placed: placed.end)
        for placed in self.words[index:]:
            if placed.start >= end:
                return
            yield placed, max(start - placed.start, 0), min(end, placed.end) - placed.start

    def boxes(self, start: int, end: int) -> list[tuple[int, Box]]:
        """Return where ``[start, end)`` stands: a page and a box for each word."""
        return [(placed.page, placed.word.part(first, last)) for placed, first, last in self.touched(start, end)]

    def __repr__(self) -> str:
        return f"PlacedText(<{len(self.text)} characters>, <{len(self.words)} words>)"


def text_of(body: Sequence[Line], aside: Sequence[Line] = ()) -> PlacedText:
    """Return the text of some lines, as they break on the pages.

    Segments of a line are parted by four spaces, paragraphs by an empty line, and what stands aside, where there is
    any, follows after a line that holds a form feed.
    """
    pieces: list[str] = []
    words: list[PlacedWord] = []
    length = 0

    def add(piece: str) -> None:
        nonlocal length
        pieces.append(piece)
        length += len(piece)

    def add_line(line: Line) -> None:
        for position, segment in enumerate(line.segments):
            if position:
                add(_BETWEEN_SEGMENTS)
            for index, word in enumerate(segment.words):
                if index:
                    add(" ")
                words.append(PlacedWord(length, line.page, word))
                add(word.text)

    for lines, opening in ((body, ""), (aside, ASIDE)):
        if lines:
            add(opening)
        for number, line in enumerate(lines):
            if number:
                add("\n\n" if line.follows_gap else "\n")
            add_line(line)
    if pieces:
        add("\n")
    return PlacedText("".join(pieces), tuple(words))
