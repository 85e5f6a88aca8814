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


def head_rows(page: Page, segments: Sequence[Segment], size: float) -> list[list[Segment]]:
    """Return the rows of a letterhead: the first rows of the page, if a rule or smaller letters tell them.

    A block of rows ends at a gap of nearly a line, or at a drawn rule. A title in larger letters is no letterhead.
    """
    rows = rows_of(segments)
    best = 0
    for end in range(1, len(rows)):
        if _bottom(rows[end - 1]) > _HEAD_END * page.height:
            break
        above, below = _bottom(rows[end - 1]), _top(rows[end])
        ruled = _is_ruled(page, above - 0.3 * size, below + 0.3 * size)
        if not ruled and below - above < _APART * size:
            continue
        if ruled or _is_small(rows[:end], size):
            best = end
    return rows[:best]


def foot_rows(page: Page, segments: Sequence[Segment], size: float) -> list[list[Segment]]:
    """Return the rows of a footer: the last rows of the page, if a rule or smaller letters tell them."""
    rows = rows_of(segments)
    best = len(rows)
    for start in range(len(rows) - 1, 0, -1):
        if _top(rows[start]) < _FOOT_START * page.height:
            break
        above, below = _bottom(rows[start - 1]), _top(rows[start])
        ruled = _is_ruled(page, above - 0.3 * size, below + 0.3 * size)
        if not ruled and below - above < _APART * size:
            continue
        if ruled or _is_small(rows[start:], size):
            best = start
    return rows[best:]


def _is_small(rows: Sequence[Sequence[Segment]], size: float) -> bool:
    """Tell whether much of a block is set in smaller letters than the body, and little of it in the body's."""
    characters = sum(s.characters for row in rows for s in row)
    small = sum(s.characters for row in rows for s in row if s.size < _SMALLER * size)
    like_body = sum(s.characters for row in rows for s in row if has_body_size(s, size))
    return small >= _SMALL_SHARE * characters and like_body <= small


def _is_ruled(page: Page, top: float, bottom: float) -> bool:
    return any(_is_level(rule, page) and top <= rule.top and rule.bottom <= bottom for rule in page.rules)


def _is_level(rule: Box, page: Page) -> bool:
    return rule.width > rule.height and rule.width >= _RULE_WIDTH * page.width


def _top(row: Sequence[Segment]) -> float:
    return min(segment.box.top for segment in row)


def _bottom(row: Sequence[Segment]) -> float:
    return max(segment.box.bottom for segment in row)
