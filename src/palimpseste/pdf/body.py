"""Which segments of each page are the body, and which stand aside.

Aside stand, in the order they are looked for: what is not upright or outside the page; what several pages bear at one
place, with all that is above a repeated header or below a repeated footer; numbers of pages; what stands beside the
frame of the body; a letterhead or a footer told by its letters or a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.pdf.frame import Frame, body_size, frame_of, has_body_size
from palimpseste.pdf.layout import Layout, Page
from palimpseste.pdf.margins import foot_rows, head_rows
from palimpseste.pdf.repetition import is_page_number, repeated
from palimpseste.pdf.segments import Segment, rows_of, segments_of

__all__ = ["Parts", "parted"]

_NUMBER_ZONE = 0.12
_HEADER_END = 0.25
_FOOTER_START = 0.8
_BESIDE = 2.0
_ROW = 1.5


@dataclass(frozen=True, slots=True)
class Parts:
    """The segments of a page, in two parts.

    Parameters
    ----------
    body : tuple of Segment
        What the page says.
    aside : tuple of Segment
        Letterheads, footers, margins, numbers of pages.
    """

    body: tuple[Segment, ...]
    aside: tuple[Segment, ...]


def parted(layout: Layout) -> list[Parts]:
    """Return the parts of each page."""
    every = [segments_of(page.words) for page in layout.pages]
    again = repeated(layout.pages, every)
    size = body_size(segment for segments in every for segment in segments)
    return [_parts(page, each, found, size) for page, each, found in zip(layout.pages, every, again, strict=True)]


def _parts(page: Page, segments: list[Segment], again: set[int], size: float) -> Parts:
    aside = {i for i, s in enumerate(segments) if i in again or not s.is_upright or _is_outside(s, page)}
    aside |= _beyond_repeated(page, segments, again)
    aside |= {i for i, s in enumerate(segments) if _in_number_zone(s, page) and is_page_number(s)}
    aside |= _beside(segments, aside, size)
    left = [segment for i, segment in enumerate(segments) if i not in aside]
    margins = {
        id(s) for rows in (head_rows(page, left, size), foot_rows(page, left, size)) for row in rows for s in row
    }
    kept = tuple(segment for segment in left if id(segment) not in margins)
    taken = {id(segment) for segment in kept}
    return Parts(kept, tuple(segment for segment in segments if id(segment) not in taken))


def _is_outside(segment: Segment, page: Page) -> bool:
    box = segment.box
    return box.right < 0 or box.bottom < 0 or box.left > page.width or box.top > page.height


def _in_number_zone(segment: Segment, page: Page) -> bool:
    return segment.box.bottom < _NUMBER_ZONE * page.height or segment.box.top > (1 - _NUMBER_ZONE) * page.height


def _beyond_repeated(page: Page, segments: Sequence[Segment], again: set[int]) -> set[int]:
    """Return what stands above or beside a repeated header, or below or beside a repeated footer.

    A header goes down to the last row that is repeated, as long as most of what is above it is so too: a column that
    every page bears beside the body is no header of it.
    """
    place = {id(segment): i for i, segment in enumerate(segments)}
    rows = [[place[id(s)] for s in row] for row in rows_of(s for s in segments if s.is_upright)]
    first = [row for row in rows if segments[row[0]].box.bottom < _HEADER_END * page.height]
    last = [row for row in reversed(rows) if segments[row[0]].box.top > _FOOTER_START * page.height]
    return {i for block in (first, last) for row in block[: _mostly_repeated(block, segments, again)] for i in row}


def _mostly_repeated(rows: Sequence[Sequence[int]], segments: Sequence[Segment], again: set[int]) -> int:
    """Return how many rows, from the edge of the page, end with a repeated one and are repeated for the most part."""
    best = characters = known = 0
    for number, row in enumerate(rows, start=1):
        in_row = sum(segments[i].characters for i in row)
        repeated_in_row = sum(segments[i].characters for i in row if i in again)
        characters, known = characters + in_row, known + repeated_in_row
        if 2 * repeated_in_row > in_row and 2 * known > characters:
            best = number
    return best


def _beside(segments: Sequence[Segment], aside: set[int], size: float) -> set[int]:
    """Return what stands wholly to the left or the right of the body's frame, if it is no cell of a table's row.

    A single segment in the rhythm of the body's lines, such as a margin number, stays with it.
    """
    upright = [s for i, s in enumerate(segments) if i not in aside and s.is_upright]
    frame = frame_of(upright, size)
    if frame is None:
        return set()
    found: set[int] = set()
    for is_left in (True, False):
        side = [
            i
            for i, s in enumerate(segments)
            if i not in aside and s.is_upright and _stands_beside(s, frame, size, is_left)
        ]
        if side and not _is_tabular([segments[i] for i in side], upright, frame, size):
            found |= set(side)
    return found


def _stands_beside(segment: Segment, frame: Frame, size: float, is_left: bool) -> bool:
    """Tell whether a segment is beside the frame; one in other letters than the body's may reach into it."""
    inner = segment.box.right if is_left else segment.box.left
    if not has_body_size(segment, size):
        inner = (segment.box.left + segment.box.right) / 2
    return inner < frame.left - _BESIDE if is_left else inner > frame.right + _BESIDE


def _is_tabular(side: Sequence[Segment], every: Sequence[Segment], frame: Frame, size: float) -> bool:
    """Tell whether most of a side stands in the rows of the body, in its letters."""
    others = [s.baseline for s in every if s.box.right > frame.left and s.box.left < frame.right]
    in_rows = sum(any(abs(s.baseline - other) <= _ROW for other in others) for s in side)
    return 2 * in_rows > len(side) and 2 * sum(has_body_size(s, size) for s in side) > len(side)
