"""Pages drawn with words in a few lines of a test, without a PDF file."""

from __future__ import annotations

from collections.abc import Sequence

from palimpseste.pdf.layout import Box, Layout, Page, Word

WIDTH, HEIGHT = 600.0, 800.0


def line(text: str, x: float, y: float, size: float = 10.0) -> list[Word]:
    """Return the words of a line that begins at `x` and stands on `y`; two spaces or more are a wide gap."""
    words = []
    advance = size / 2
    column = 0
    for index, part in enumerate(text.split(" ")):
        column += index > 0
        if part:
            left = x + column * advance
            edges = tuple(left + advance * i for i in range(len(part) + 1))
            box = Box(left, y - 0.85 * size, edges[-1], y + 0.25 * size)
            words.append(Word(part, box, size, y, edges))
        column += len(part)
    return words


def lines(texts: Sequence[str], x: float, y: float, size: float = 10.0, pitch: float = 13.0) -> list[Word]:
    """Return the words of lines below each other."""
    return [word for row, text in enumerate(texts) for word in line(text, x, y + row * pitch, size)]


def turned(text: str, x: float, y: float) -> Word:
    """Return a word that stands on its side."""
    return Word(text, Box(x, y - 5 * len(text), x + 8, y), 8.0, y, ())


def page(words: Sequence[Word], number: int = 1, rules: Sequence[Box] = (), images: Sequence[Box] = ()) -> Page:
    """Return a page of some words."""
    return Page(number, WIDTH, HEIGHT, tuple(words), tuple(images), tuple(rules))


def layout(*pages: Sequence[Word]) -> Layout:
    """Return pages of words."""
    return Layout(tuple(page(words, number) for number, words in enumerate(pages, start=1)))


PROSE = tuple(f"ligne {number} d'un compte rendu qui tient toute la largeur de la page" for number in range(12))
