"""Whether segments stand in columns, and where: a gutter that no line crosses, with lines on both sides of it.

A table has gutters too, but its cells stand in rows, and few of them are prose: a table is read row by row, columns one
after the other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from palimpseste.pdf.segments import Segment, rows_of

__all__ = ["Columns", "columns_of"]

_LINES = 3
_CLEAR = 2.0
_PROSE_WORDS = 4
_MOST_SEGMENTS = 3_000
_MOST_GUTTERS = 60
_SHARED_HEIGHT = 0.5
_APART = 2.0
_IN_ROWS = 0.6
_SAME_BASELINE = 1.0


@dataclass(frozen=True, slots=True)
class Columns:
    """A page or a part of it that has two columns; segments are in no order within each part.

    Parameters
    ----------
    above, below : list of Segment
        What crosses the gutter above and below the columns.
    left, right : list of Segment
        The columns.
    """

    above: list[Segment]
    left: list[Segment]
    right: list[Segment]
    below: list[Segment]


def columns_of(segments: Sequence[Segment]) -> Columns | None:
    """Return the largest two columns among some segments, or None where there are none."""
    if not 2 * _LINES <= len(segments) <= _MOST_SEGMENTS:
        return None
    rows = rows_of(segments)
    best: Columns | None = None
    for gutter in _gutters(segments):
        for found in _runs(rows, gutter):
            if best is None or _size(found) > _size(best):
                best = found
    return best


def _size(columns: Columns) -> int:
    return len(columns.left) + len(columns.right)


def _gutters(segments: Sequence[Segment]) -> list[float]:
    """Return where a gutter may be: just before the left edges that several segments share."""
    edges: dict[int, int] = {}
    for segment in segments:
        place = round(segment.box.left / 3)
        edges[place] = edges.get(place, 0) + 1
    ranked = sorted(edges, key=lambda place: -edges[place])
    return [place * 3 - 3.0 for place in ranked if edges[place] >= 2][:_MOST_GUTTERS]


def _runs(rows: list[list[Segment]], gutter: float) -> list[Columns]:
    """Return the stretches of rows that do not cross the gutter and are columns."""
    found = []
    start = 0
    for end in range(len(rows) + 1):
        if end < len(rows) and not any(_crosses(segment, gutter) for segment in rows[end]):
            continue
        if columns := _trimmed(rows, start, end, gutter):
            found.append(columns)
        start = end + 1
    return found


def _crosses(segment: Segment, gutter: float) -> bool:
    return segment.box.left < gutter - _CLEAR and segment.box.right > gutter + _CLEAR


def _trimmed(rows: list[list[Segment]], start: int, end: int, gutter: float) -> Columns | None:
    """Return the columns between two rows, without the rows at either end that stand alone on one side, apart."""
    while start < end - 1 and _is_lone(rows[start], gutter) and _gap(rows, start) > _APART * rows[start][0].size:
        start += 1
    while start < end - 1 and _is_lone(rows[end - 1], gutter) and _gap(rows, end - 2) > _APART * rows[end - 1][0].size:
        end -= 1
    inside = [segment for row in rows[start:end] for segment in row]
    left = [segment for segment in inside if segment.box.right <= gutter + _CLEAR]
    right = [segment for segment in inside if segment.box.right > gutter + _CLEAR]
    if min(len(left), len(right)) < _LINES:
        return None
    shared = min(map(_bottom, (left, right))) - max(map(_top, (left, right)))
    if shared < _SHARED_HEIGHT * min(_bottom(side) - _top(side) for side in (left, right)):
        return None
    if not _are_columns(left, right):
        return None
    above = [segment for row in rows[:start] for segment in row]
    return Columns(above, left, right, [segment for row in rows[end:] for segment in row])


def _is_lone(row: list[Segment], gutter: float) -> bool:
    """Tell whether a row has segments on one side of the gutter only."""
    return len({segment.box.left < gutter for segment in row}) == 1


def _gap(rows: list[list[Segment]], index: int) -> float:
    """Return the space between a row and the next."""
    return _top(rows[index + 1]) - _bottom(rows[index])


def _top(segments: list[Segment]) -> float:
    return min(segment.box.top for segment in segments)


def _bottom(segments: list[Segment]) -> float:
    return max(segment.box.bottom for segment in segments)


def _are_columns(left: list[Segment], right: list[Segment]) -> bool:
    """Tell columns from the cells of a table."""
    prose = [median(len(segment.words) for segment in side) >= _PROSE_WORDS for side in (left, right)]
    if all(prose):
        return True
    fewer, more = sorted((left, right), key=len)
    baselines = sorted(segment.baseline for segment in more)
    return sum(_stands_in(segment.baseline, baselines) for segment in fewer) < _IN_ROWS * len(fewer)


def _stands_in(baseline: float, baselines: list[float]) -> bool:
    place = bisect_left(baselines, baseline - _SAME_BASELINE)
    return place < len(baselines) and baselines[place] <= baseline + _SAME_BASELINE
