"""The order in which a page is read: columns one after the other, everything else row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from palimpseste.pdf.columns import columns_of
from palimpseste.pdf.segments import Segment, rows_of

__all__ = ["Line", "lines_in_order"]

_DEPTH = 6
_PARAGRAPH_GAP = 0.75


@dataclass(frozen=True, slots=True)
class Line:
    """Segments that are read as one line.

    Parameters
    ----------
    segments : tuple of Segment
        From left to right.
    page : int
        From 1.
    follows_gap : bool
        Whether a gap stands before it, as between paragraphs.
    """

    segments: tuple[Segment, ...]
    page: int
    follows_gap: bool = False


def lines_in_order(segments: Iterable[Segment], page: int) -> list[Line]:
    """Return the lines of a page in the order they are read; what is not upright comes last."""
    every = list(segments)
    upright = [segment for segment in every if segment.is_upright]
    lines = _read(upright, page, _DEPTH)
    return lines + [Line((segment,), page) for segment in every if not segment.is_upright]


def _read(segments: Sequence[Segment], page: int, depth: int) -> list[Line]:
    columns = columns_of(segments) if depth else None
    if columns is None:
        return _row_by_row(segments, page)
    parts = (columns.above, columns.left, columns.right, columns.below)
    return [line for part in parts for line in _read(part, page, depth - 1)]


def _row_by_row(segments: Sequence[Segment], page: int) -> list[Line]:
    lines = []
    bottom: float | None = None
    for row in rows_of(segments):
        top = min(segment.box.top for segment in row)
        size = max(segment.size for segment in row)
        lines.append(Line(tuple(row), page, bottom is not None and top - bottom > _PARAGRAPH_GAP * size))
        bottom = max(segment.box.bottom for segment in row)
    return lines
