"""One set of disjoint spans out of all that the detectors found.

Nothing found is lost: of two overlapping spans the larger stands, and what the smaller covers beyond it stays masked as
a span of its own (Tannier et al. 2023, hybrid approach). A probability stays with the span whose source and label
stand, whatever those it covers say.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter

from palimpseste.document import Span
from palimpseste.labels import Label

__all__ = ["joined", "meets", "merge", "of_both", "trimmed"]


def merge(spans: Sequence[Span], text: str) -> list[Span]:
    """Return disjoint spans, sorted, that together cover every letter and digit the given ones cover.

    Parameters
    ----------
    spans : sequence of Span
        In order of trust: of spans with the same extent the first gives the label.
    text : str
        The text the offsets refer to; a remainder is kept only if it holds a letter or a digit, trimmed to those.
    """
    is_covered = bytearray(len(text))
    kept: list[Span] = []
    for span in sorted(spans, key=len, reverse=True):
        if is_covered.find(_COVERED, span.start, span.end) < 0:
            is_covered[span.start : span.end] = _COVERED * (span.end - span.start)
            kept.append(span)
            continue
        for start, end in _uncovered(is_covered, span.start, span.end):
            start, end = trimmed(text, start, end)
            if start < end:
                is_covered[start:end] = _COVERED * (end - start)
                kept.append(span.at(start, end))
    return joined(sorted(kept, key=_START), partial(_label_of_both, text))


_COVERED = b"\1"
_START = attrgetter("start")


def _uncovered(is_covered: bytearray, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of an interval that nothing covers; what is covered behind one that was yielded is seen."""
    while (start := is_covered.find(0, start, end)) >= 0:
        covered = is_covered.find(_COVERED, start, end)
        stop = end if covered < 0 else covered
        yield start, stop
        start = stop


# What may stand between two parts of one address, or between an institution and its site on the same line.
_BETWEEN: dict[Label, str] = {"ADDRESS": " ,-\n", "HOSPITAL": " ,-"}
_WIDEST_BETWEEN = 4


def _label_of_both(text: str, before: Span, span: Span) -> Label | None:
    """Return the label of neighbours that are parts of one address or of one place of care; None for others."""
    if before.label != span.label or span.label not in _BETWEEN or span.start - before.end > _WIDEST_BETWEEN:
        return None
    allowed = _BETWEEN[span.label]
    return span.label if all(character in allowed for character in text[before.end : span.start]) else None


def joined(spans: Iterable[Span], label_of: Callable[[Span, Span], Label | None]) -> list[Span]:
    """Return spans, neighbours that are one thing made one: its source is that of the first.

    Parameters
    ----------
    spans : iterable of Span
        Disjoint and sorted.
    label_of : callable
        Returns the label of a span, which may be joined already, and the next as one; None where they are two.
    """
    found: list[Span] = []
    for span in spans:
        label = label_of(found[-1], span) if found else None
        if label is None:
            found.append(span)
        else:
            before = found[-1]
            found[-1] = Span(before.start, span.end, label, before.source, of_both(before, span))
    return found


def meets(spans: Sequence[Span], start: int, end: int) -> bool:
    """Tell whether an interval has a character of one of some disjoint, sorted spans; time is that of a search.

    Parameters
    ----------
    spans : sequence of Span
        Disjoint and sorted.
    start, end : int
        Half-open interval of code points, in their offsets.
    """
    before = bisect_left(spans, end, key=_START)
    return before > 0 and spans[before - 1].end > start


def of_both(one: Span, other: Span) -> float | None:
    """Return the probability of two spans made one: both must be right, and nothing is known where one says none."""
    if one.probability is None or other.probability is None:
        return None
    return min(one.probability, other.probability)


# A hyphen or an apostrophe at the edge of a remainder belongs to the word it joins.
_JOINS = "-'"


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the interval without spaces and punctuation at its edges; empty if it holds no letter or digit.

    Parameters
    ----------
    text : str
        What the interval is of.
    start, end : int
        Half-open interval of code points.
    """
    while start < end and not (text[start].isalnum() or text[start] in _JOINS):
        start += 1
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in _JOINS):
        end -= 1
    if not any(character.isalnum() for character in text[start:end]):
        return start, start
    return start, end
