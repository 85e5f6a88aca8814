"""Which text of a file is its body: two extractors behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from palimpseste.pdf.body import parted
from palimpseste.pdf.layout import Layout
from palimpseste.pdf.options import ExtractorName
from palimpseste.pdf.order import Line, lines_in_order
from palimpseste.pdf.segments import segments_of

__all__ = ["EXTRACTORS", "Extraction", "body", "full"]


@dataclass(frozen=True, slots=True)
class Extraction:
    """The lines of a file, in the order in which they are read.

    Parameters
    ----------
    body : tuple of Line
        Those that become the text.
    aside : tuple of Line
        Those set apart from it: letterheads, footers, margins.
    """

    body: tuple[Line, ...]
    aside: tuple[Line, ...] = ()


def full(layout: Layout) -> Extraction:
    """Return all lines as the body."""
    lines = (line for page in layout.pages for line in lines_in_order(segments_of(page.words), page.number))
    return Extraction(tuple(lines))


def body(layout: Layout) -> Extraction:
    """Return the lines without, and those with, margins, letterheads, headers, footers, page numbers, side notes."""
    kept: list[Line] = []
    aside: list[Line] = []
    for page, parts in zip(layout.pages, parted(layout), strict=True):
        kept += lines_in_order(parts.body, page.number)
        aside += lines_in_order(parts.aside, page.number)
    return Extraction(tuple(kept), tuple(aside))


EXTRACTORS: Mapping[ExtractorName, Callable[[Layout], Extraction]] = {"body": body, "full": full}
