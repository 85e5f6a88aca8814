"""A note as a decoder copies it: words with the white space before them, in passages that it reads at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.detection.generative.pieces import Pieces, bytes_of
from palimpseste.errors import UsageError

__all__ = ["Passage", "Segment", "passages_of", "segments_of"]

# White space, then letters with their marks, figures, or one sign. All repetitions are bounded: so is a segment.
_SEGMENT = re.compile(r"\s{0,16}(?:(?:[^\W\d_][\u0300-\u036f]{0,4}){1,24}|\d{1,24}|\S)|\s{1,16}")


@dataclass(frozen=True, slots=True, repr=False)
class Segment:
    """A word, or a part of a very long one, with the white space before it.

    Parameters
    ----------
    start, word, end : int
        Offsets in the text: of the white space, of the word, and behind it; white space alone has ``word == end``.
    gap : str
        The white space.
    ids : tuple of int
        The tokens that spell it.
    """

    start: int
    word: int
    end: int
    gap: str
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Passage:
    """Segments that a decoder reads at once.

    Parameters
    ----------
    text : str
        What they spell, joined.
    segments : tuple of Segment
        In order, without a gap between them.
    """

    text: str
    segments: tuple[Segment, ...]


def segments_of(text: str, pieces: Pieces) -> list[Segment]:
    """Return the segments of a text, which together are all of it."""
    found = [match.span() for match in _SEGMENT.finditer(text)]
    cuts: list[int] = []
    reached = 0
    for start, end in found:
        reached += len(bytes_of(text[start:end]))
        cuts.append(reached)
    spelling = pieces.spell(text, cuts)
    segments: list[Segment] = []
    at = 0
    for (start, end), cut in zip(found, cuts, strict=True):
        first = at
        while at < len(spelling.ids) and spelling.ends[at] <= cut:
            at += 1
        word = end - len(text[start:end].lstrip())
        segments.append(Segment(start, word, end, text[start:word], tuple(spelling.ids[first:at])))
    return segments


def passages_of(text: str, pieces: Pieces, most_tokens: int) -> list[Passage]:
    """Return a text in passages of at most so many tokens, cut at an end of line where there is one in their last half.

    Parameters
    ----------
    text : str
        Of a note.
    pieces : Pieces
        Of the decoder, which counts tokens.
    most_tokens : int
        At least 1.

    Raises
    ------
    UsageError
        If a single word has more tokens.
    """
    segments = segments_of(text, pieces)
    passages: list[Passage] = []
    first = 0
    while first < len(segments):
        last, size = first, 0
        while last < len(segments) and size + len(segments[last].ids) <= most_tokens:
            size += len(segments[last].ids)
            last += 1
        if last == first:
            raise UsageError(f"the model reads {most_tokens} tokens at once, which one word may have")
        if last < len(segments):
            lines = (at for at in range(last, (first + last) // 2, -1) if "\n" in segments[at].gap)
            last = next(lines, last)
        passages.append(_passage(text, segments[first:last]))
        first = last
    return passages


def _passage(text: str, segments: Sequence[Segment]) -> Passage:
    return Passage(text[segments[0].start : segments[-1].end], tuple(segments))
