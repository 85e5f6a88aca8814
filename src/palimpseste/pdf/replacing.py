"""What is written where in a new file: the words that were kept, and what stands for the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from palimpseste.pdf.layout import Box
from palimpseste.pdf.text import PlacedText, PlacedWord
from palimpseste.result import ReleasedText, Replacement, Result

__all__ = ["Blot", "Writing", "pieces_of"]


@dataclass(frozen=True, slots=True, repr=False)
class Writing:
    """Text to write on a page.

    Parameters
    ----------
    page : int
        From 1.
    box : Box
        Where: the text is made as wide as the box if it was kept, and no wider if it is new.
    baseline, size : float
        Of the letters.
    text : str
        The text.
    is_new : bool
        Whether it stands for a value.
    is_upright : bool
        Whether it is written from left to right; else from bottom to top.
    """

    page: int
    box: Box
    baseline: float
    size: float
    text: str
    is_new: bool = False
    is_upright: bool = True


@dataclass(frozen=True, slots=True)
class Blot:
    """A black box on a page.

    Parameters
    ----------
    page : int
        From 1.
    box : Box
        Where.
    """

    page: int
    box: Box


def pieces_of(text: PlacedText, result: Result, *, as_boxes: bool) -> Iterator[Writing | Blot]:
    """Yield what a new file holds, in the order of the text.

    Parameters
    ----------
    text : PlacedText
        The text as it came, and where it stands.
    result : Result
        The same de-identified, with its replacements.
    as_boxes : bool
        Whether replaced values become black boxes instead of what stands for them.
    """
    replacements = iter(result.offsets.replacements)
    following = next(replacements, None)
    for placed in text.words:
        done = placed.start
        while following is not None and following.start < placed.end:
            yield from _kept(placed, done, following.start)
            if following.start >= placed.start:
                yield from _replaced(text, following, result.text, as_boxes)
            done = max(done, min(following.end, placed.end))
            if following.end > placed.end:
                break
            following = next(replacements, None)
        yield from _kept(placed, done, placed.end if following is None else min(following.start, placed.end))


def _kept(placed: PlacedWord, start: int, end: int) -> Iterator[Writing]:
    """Yield the part of a word between two offsets of the text."""
    if start >= end:
        return
    word = placed.word
    first, last = start - placed.start, end - placed.start
    box = word.part(first, last)
    yield Writing(placed.page, box, word.baseline, word.size, word.text[first:last], is_upright=word.is_upright)


def _replaced(
    text: PlacedText, replacement: Replacement, new: ReleasedText, as_boxes: bool
) -> Iterator[Writing | Blot]:
    """Yield what stands for a value, on each line the value stood on."""
    touched = list(text.touched(replacement.start, replacement.end))
    lines = [list(line) for _, line in groupby(touched, key=lambda t: (t[0].page, t[0].word.baseline))]
    boxes = [Box.around(placed.word.part(first, last) for placed, first, last in line) for line in lines]
    if as_boxes:
        yield from (Blot(line[0][0].page, box) for line, box in zip(lines, boxes, strict=True))
        return
    values = _shared(new[replacement.new_start : replacement.new_end].split(), [box.width for box in boxes])
    for line, box, value in zip(lines, boxes, values, strict=True):
        if value:
            placed = line[0][0]
            yield Writing(placed.page, box, placed.word.baseline, placed.word.size, value, True, placed.word.is_upright)


def _shared(words: Sequence[str], widths: Sequence[float]) -> list[str]:
    """Return the words shared out over lines, each line as much as its width allows."""
    total = sum(widths) or 1.0
    characters = sum(len(word) + 1 for word in words)
    shares: list[list[str]] = [[] for _ in widths]
    line, reached, placed = 0, 0.0, 0
    for word in words:
        while line < len(widths) - 1 and placed >= (reached + widths[line]) / total * characters:
            reached += widths[line]
            line += 1
        shares[line].append(word)
        placed += len(word) + 1
    return [" ".join(share) for share in shares]
