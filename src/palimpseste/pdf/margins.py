"""Letterheads and footers told by one page alone: apart from the rest, and set in another way."""

from __future__ import annotations

from collections.abc import Sequence

from palimpseste.pdf.frame import has_body_size
from palimpseste.pdf.layout import Box, Page
from palimpseste.pdf.segments import Segment, rows_of

__all__ = ["foot_rows", "head_rows"]

_HEAD_END = 0.27
_FOOT_START = 0.86
_APART = 0.9
_SMALLER = 0.93
_SMALL_SHARE = 0.4
_RULE_WIDTH = 0.35
_TABLE_ROW = 80.0
_MARGIN = 0.07
_FAR_APART = 2.5
_CENTRED = 3.0
_UNLIKE = 10.0
_NEAR_MIDDLE = 0.12


def head_rows(page: Page, segments: Sequence[Segment], size: float) -> list[list[Segment]]:
    """Return the rows of a letterhead: the first rows of the page, if a rule or smaller letters tell them.

    A block of rows ends at a gap of nearly a line, at a drawn rule, or where the letters grow to those of the body. The
    first block told by none of these ends the letterhead. Several centred lines are one too, and what stands in the
    upper margin, far from the rest; a title in larger letters is none.

    Parameters
    ----------
    page : Page
        Which.
    segments : sequence of Segment
        Of the page, from the top.
    size : float
        Of the letters of the body, in points.
    """
    rows = rows_of(segments)
    best = 0
    for end in range(1, len(rows)):
        if _bottom(rows[end - 1]) > _HEAD_END * page.height:
            break
        grows = _is_small(rows[end - 1 : end], size) and not _is_small(rows[end : end + 1], size)
        is_end, is_ruled = _is_end(page, rows, end, size, grows)
        block = rows[best:end]
        is_apart = _top(rows[end]) - _bottom(rows[end - 1]) >= _FAR_APART * size
        in_margin = is_apart and _bottom(rows[end - 1]) < _MARGIN * page.height
        if is_ruled or in_margin or (is_end and (_is_small(block, size) or _is_centred(block, page))):
            best = end
        elif is_end:
            break
    return rows[:best]


def foot_rows(page: Page, segments: Sequence[Segment], size: float) -> list[list[Segment]]:
    """Return the rows of a footer: the last rows of the page, if a rule or smaller letters tell them.

    Parameters
    ----------
    page : Page
        Which.
    segments : sequence of Segment
        Of the page, from the top.
    size : float
        Of the letters of the body, in points.
    """
    rows = rows_of(segments)
    best = len(rows)
    for start in range(len(rows) - 1, 0, -1):
        if _top(rows[start]) < _FOOT_START * page.height:
            break
        shrinks = _is_small(rows[start : start + 1], size) and not _is_small(rows[start - 1 : start], size)
        is_end, is_ruled = _is_end(page, rows, start, size, shrinks)
        if is_ruled or (is_end and _is_small(rows[start:best], size)):
            best = start
        elif is_end:
            break
    return rows[best:]


def _is_end(page: Page, rows: Sequence[Sequence[Segment]], place: int, size: float, changes: bool) -> tuple[bool, bool]:
    """Tell whether a block ends between two rows, and whether a rule says so."""
    above, below = _bottom(rows[place - 1]), _top(rows[place])
    is_ruled = _is_ruled(page, above - 0.3 * size, below + 0.3 * size)
    return is_ruled or changes or below - above >= _APART * size, is_ruled


def _is_small(rows: Sequence[Sequence[Segment]], size: float) -> bool:
    """Tell whether much of a block is set in smaller letters than the body, and little of it in the body's."""
    characters = sum(s.characters for row in rows for s in row)
    small = sum(s.characters for row in rows for s in row if s.size < _SMALLER * size)
    like_body = sum(s.characters for row in rows for s in row if has_body_size(s, size))
    return small >= _SMALL_SHARE * characters and like_body <= small


def _is_centred(rows: Sequence[Sequence[Segment]], page: Page) -> bool:
    """Tell whether a block of several lines of several lengths stands in the middle of the page."""
    boxes = [Box.around(segment.box for segment in row) for row in rows]
    if len(boxes) < 2 or max(box.width for box in boxes) - min(box.width for box in boxes) < _UNLIKE:
        return False
    middles = [(box.left + box.right) / 2 for box in boxes]
    return max(middles) - min(middles) < _CENTRED and abs(middles[0] - page.width / 2) < _NEAR_MIDDLE * page.width


def _is_ruled(page: Page, top: float, bottom: float) -> bool:
    """Tell whether a rule stands between two heights, alone: the lines of a table come in numbers."""
    level = [rule for rule in page.rules if _is_level(rule, page)]
    return any(
        top <= rule.top and rule.bottom <= bottom and not any(_is_next(rule, other) for other in level)
        for rule in level
    )


def _is_next(rule: Box, other: Box) -> bool:
    return (
        abs(rule.left - other.left) < 2 and abs(rule.right - other.right) < 2 and 3 < other.top - rule.top < _TABLE_ROW
    )


def _is_level(rule: Box, page: Page) -> bool:
    return rule.width > rule.height and rule.width >= _RULE_WIDTH * page.width


def _top(row: Sequence[Segment]) -> float:
    return min(segment.box.top for segment in row)


def _bottom(row: Sequence[Segment]) -> float:
    return max(segment.box.bottom for segment in row)
