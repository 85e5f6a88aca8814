"""Where the body of a page stands, and how large its letters are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from palimpseste.pdf.segments import Segment

__all__ = ["Frame", "body_size", "frame_of", "has_body_size"]

_SAME_SIZE = 0.07
_PROSE_WORDS = 5
_PROSE_LINES = 3
_EDGE_SHARE = 0.08
_PLACE = 6.0


@dataclass(frozen=True, slots=True)
class Frame:
    """From where to where the lines of a body reach.

    Parameters
    ----------
    left, right : float
        In points from the left edge of the page.
    """

    left: float
    right: float


def body_size(segments: Iterable[Segment]) -> float:
    """Return the height of the font most characters have; 0 where there is none."""
    sizes: Counter[float] = Counter()
    for segment in segments:
        sizes[round(segment.size * 4) / 4] += segment.characters
    return max(sizes, key=lambda size: (sizes[size], size), default=0.0)


def has_body_size(segment: Segment, size: float) -> bool:
    """Tell whether a segment is as large as the body."""
    return abs(segment.size - size) <= _SAME_SIZE * size


def frame_of(segments: Sequence[Segment], size: float) -> Frame | None:
    """Return where the prose of a page stands, or None where it has too little of it.

    Left edges of a single line, or that few characters share, do not move the frame: those of a column beside the body.
    """
    prose = [s for s in segments if len(s.words) >= _PROSE_WORDS and has_body_size(s, size)]
    if len(prose) < _PROSE_LINES:
        return None
    total = sum(segment.characters for segment in prose)
    left: Counter[int] = Counter()
    lines: Counter[int] = Counter()
    for segment in prose:
        place = round(segment.box.left / _PLACE)
        left[place] += segment.characters
        lines[place] += 1
    shared = [place for place in left if left[place] >= _EDGE_SHARE * total and lines[place] > 1]
    edge = min(shared or left) * _PLACE - _PLACE
    inside = [segment for segment in prose if segment.box.left >= edge]
    return Frame(min(s.box.left for s in inside), max(s.box.right for s in inside))
