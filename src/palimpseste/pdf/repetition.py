"""Lines that several pages bear at one place: headers, footers, letterheads printed on every sheet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from palimpseste.folding import fold
from palimpseste.pdf.layout import Page
from palimpseste.pdf.segments import Segment

__all__ = ["is_page_number", "repeated"]

_SAME_HEIGHT = 8.0
_HEADER_END = 0.25
_FOOTER_START = 0.8
_SIDE = 0.3
_DIGITS = re.compile(r"\d+")
_NUMBER = r"(?:\d{1,4}|[ivx]{1,5})"
_PAGE_NUMBER = re.compile(
    rf"[-–—.(\[ ]{{0,3}}(?:(?:page|p\.?|feuillet|folio)\s{{0,3}}(?:n°|:)?\s{{0,3}})?{_NUMBER}"
    rf"(?:\s{{0,3}}(?:/|sur|de|of)\s{{0,3}}{_NUMBER})?[-–—.)\] ]{{0,3}}"
)
_LONGEST_NUMBER = 24


def is_page_number(segment: Segment) -> bool:
    """Tell whether a segment reads as the number of a page: ``3``, ``- 3 -``, ``Page 3 sur 7``, ``3/7``."""
    text = fold(segment.text)
    return len(text) <= _LONGEST_NUMBER and _PAGE_NUMBER.fullmatch(text) is not None


def repeated(pages: Sequence[Page], segments: Sequence[Sequence[Segment]]) -> list[set[int]]:
    """Return, for each page, the positions of the segments that another page bears at the same place.

    Places are in the upper quarter, the lower fifth or the outer thirds of the page; digits may differ. A segment
    counts if it stands on at least two pages and on half of the pages that follow its first.
    """
    seen: dict[tuple[str, str], list[tuple[float, int, int]]] = defaultdict(list)
    for page, (sheet, every) in enumerate(zip(pages, segments, strict=True)):
        for position, segment in enumerate(every):
            zone = _zone_of(segment, sheet)
            # From the bottom, footers stand at the same height whatever the size of the page.
            height = sheet.height - segment.baseline if zone == "bottom" else segment.baseline
            if zone:
                seen[zone, _DIGITS.sub("0", fold(segment.text))].append((height, page, position))
    found: list[set[int]] = [set() for _ in pages]
    for places in seen.values():
        for near in _near(sorted(places)):
            on = sorted({page for _, page, _ in near})
            if len(on) >= 2 and 2 * len(on) >= len(pages) - on[0]:
                for _, page, position in near:
                    found[page].add(position)
    return found


def _zone_of(segment: Segment, page: Page) -> str:
    if segment.box.bottom < _HEADER_END * page.height:
        return "top"
    if segment.box.top > _FOOTER_START * page.height:
        return "bottom"
    if segment.box.right < _SIDE * page.width:
        return "left"
    if segment.box.left > (1 - _SIDE) * page.width:
        return "right"
    return ""


def _near(places: list[tuple[float, int, int]]) -> list[list[tuple[float, int, int]]]:
    """Return the places in groups of one height."""
    groups: list[list[tuple[float, int, int]]] = []
    for place in places:
        if groups and place[0] - groups[-1][0][0] <= _SAME_HEIGHT:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups
