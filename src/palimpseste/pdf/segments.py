"""Words put together to segments: words of one line that follow each other without a wide gap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from statistics import median

from palimpseste.pdf.layout import Box, Word

__all__ = ["Segment", "rows_of", "segments_of"]

# In heights of the font: justified text rarely stretches its spaces so far, columns rarely stand closer.
_WIDE_GAP = 1.2
_SAME_ROW = 0.4


@dataclass(frozen=True, slots=True, repr=False)
class Segment:
    """Words of one line that follow each other without a wide gap.

    Parameters
    ----------
    words : tuple of Word
        From left to right; in the order they are written where they are not upright.
    box : Box
        Around them.
    baseline : float
        That of the first word, in points.
    size : float
        The median of their fonts', in points.
    """

    words: tuple[Word, ...]
    box: Box
    baseline: float
    size: float

    @classmethod
    def of(cls, words: Sequence[Word]) -> Segment:
        """Return the segment of some words, at least one, in their order."""
        box = Box.around(word.box for word in words)
        return cls(tuple(words), box, words[0].baseline, median(word.size for word in words))

    @property
    def text(self) -> str:
        """The words with single spaces between."""
        return " ".join(word.text for word in self.words)

    @property
    def characters(self) -> int:
        """How many characters it has."""
        return sum(len(word.text) for word in self.words)

    @property
    def is_upright(self) -> bool:
        """Tell whether the segment is written from left to right."""
        return self.words[0].is_upright

    def __repr__(self) -> str:
        return f"Segment(<{len(self.words)} words>, {self.box})"


def segments_of(words: Iterable[Word]) -> list[Segment]:
    """Return the segments of a page, from top to bottom, those of one row from left to right; those on a side last."""
    upright = [word for word in words if word.is_upright]
    found: list[Segment] = []
    for row in _rows(upright):
        held = [row[0]]
        for word in row[1:]:
            gap = word.box.left - held[-1].box.right
            if gap > _WIDE_GAP * min(word.size, held[-1].size):
                found.append(Segment.of(held))
                held = []
            held.append(word)
        found.append(Segment.of(held))
    return found + [Segment.of(line) for line in _lines_on_side(word for word in words if not word.is_upright)]


def rows_of(segments: Iterable[Segment]) -> list[list[Segment]]:
    """Return the segments by row, from top to bottom, each row from left to right."""
    rows: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda s: s.baseline):
        if rows and segment.baseline - rows[-1][0].baseline <= _SAME_ROW * max(segment.size, rows[-1][0].size):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return [sorted(row, key=lambda s: s.box.left) for row in rows]


def _lines_on_side(words: Iterable[Word]) -> list[list[Word]]:
    """Return the lines of words that are not upright, in the order of the file: a name stays beside its title."""
    lines: list[list[Word]] = []
    for word in words:
        if lines and _apart(lines[-1][-1].box, word.box) <= _WIDE_GAP * min(word.size, lines[-1][-1].size):
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def _apart(one: Box, other: Box) -> float:
    """Return how far one box is from another, 0 where they touch."""
    across = max(one.left - other.right, other.left - one.right, 0.0)
    down = max(one.top - other.bottom, other.top - one.bottom, 0.0)
    return hypot(across, down)


def _rows(words: list[Word]) -> list[list[Word]]:
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w.baseline, w.box.left)):
        if rows and word.baseline - rows[-1][0].baseline <= _SAME_ROW * max(word.size, rows[-1][0].size):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda w: w.box.left) for row in rows]
