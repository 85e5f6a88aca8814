"""What a PDF file shows, as frozen values: pages, words and where they stand.

Lengths are points (1/72 inch) of the page as it is displayed; x grows to the right, y grows downwards from the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Box", "Layout", "Page", "Word"]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with sides along those of the page, in points.

    Parameters
    ----------
    left, right : float
        From the left edge of the page.
    top, bottom : float
        From its top, downwards.
    """

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """How wide the rectangle is, in points."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How high the rectangle is, in points."""
        return self.bottom - self.top

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Box:
        """Return the smallest box that holds some boxes, at least one."""
        every = list(boxes)
        return cls(
            min(box.left for box in every),
            min(box.top for box in every),
            max(box.right for box in every),
            max(box.bottom for box in every),
        )


@dataclass(frozen=True, slots=True, repr=False)
class Word:
    """Characters without space between them.

    Parameters
    ----------
    text : str
        At least one character, none of them a space.
    box : Box
        From the top of its ascenders to the bottom of its descenders.
    size : float
        Of the font.
    baseline : float
        What the characters stand on.
    edges : tuple of float
        Left edge of each character, then the right edge of the last; empty where the word is not upright.
    """

    text: str
    box: Box
    size: float
    baseline: float
    edges: tuple[float, ...]

    @property
    def is_upright(self) -> bool:
        """Tell whether the word is written from left to right."""
        return bool(self.edges)

    def part(self, start: int, end: int) -> Box:
        """Return where the characters ``[start, end)`` stand; all of the word where it is not upright."""
        if not self.edges:
            return self.box
        return Box(self.edges[start], self.box.top, self.edges[end], self.box.bottom)

    def __repr__(self) -> str:
        return f"Word(<{len(self.text)} characters>, {self.box})"


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Parameters
    ----------
    number : int
        From 1.
    width, height : float
        As displayed.
    words : tuple of Word
        In the order of the file.
    images : tuple of Box
        Where pictures stand.
    rules : tuple of Box
        Straight lines, drawn flat or upright.
    """

    number: int
    width: float
    height: float
    words: tuple[Word, ...] = ()
    images: tuple[Box, ...] = ()
    rules: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """The pages of a file."""

    pages: tuple[Page, ...]

    def to_values(self) -> list[Any]:
        """Return lists of numbers and strings, for JSON."""
        return [
            [
                page.number,
                page.width,
                page.height,
                [[w.text, *_values_of(w.box), w.size, w.baseline, list(w.edges)] for w in page.words],
                [_values_of(box) for box in page.images],
                [_values_of(box) for box in page.rules],
            ]
            for page in self.pages
        ]

    @classmethod
    def from_values(cls, values: Sequence[Any]) -> Layout:
        """Read what :meth:`to_values` made."""
        return cls(
            tuple(
                Page(
                    int(number),
                    float(width),
                    float(height),
                    tuple(
                        Word(str(text), Box(*map(float, box)), float(size), float(baseline), tuple(map(float, edges)))
                        for text, *box, size, baseline, edges in words
                    ),
                    tuple(Box(*map(float, box)) for box in images),
                    tuple(Box(*map(float, box)) for box in rules),
                )
                for number, width, height, words, images, rules in values
            )
        )


def _values_of(box: Box) -> list[float]:
    return [round(box.left, 2), round(box.top, 2), round(box.right, 2), round(box.bottom, 2)]
