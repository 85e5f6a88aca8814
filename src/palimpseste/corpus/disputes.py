"""Where people who annotated the same note differ: the places, and what each marked there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from palimpseste.document import Span

__all__ = ["Dispute", "disputes_of"]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A place of a note that was not marked alike.

    Parameters
    ----------
    start, end : int
        The place, in code points.
    choices : tuple of tuple of Span
        What each person marked in it, in the order of the persons; nothing, perhaps.
    """

    start: int
    end: int
    choices: tuple[tuple[Span, ...], ...]


def disputes_of(sides: Sequence[Sequence[Span]]) -> tuple[list[Span], list[Dispute]]:
    """Return the spans that all marked alike, and the places where they differ.

    Parameters
    ----------
    sides : sequence of sequence of Span
        What each person marked: spans of one person do not overlap.

    Returns
    -------
    list of Span, list of Dispute
        In the order of the note. Spans that overlap, of whomever, are in one dispute.
    """
    marked = [{Span(span.start, span.end, span.label) for span in side} for side in sides]
    alike = set.intersection(*marked) if marked else set()
    odd = sorted(set.union(*marked) - alike) if marked else []
    places: list[tuple[int, int]] = []
    for span in odd:
        if places and span.start < places[-1][1]:
            places[-1] = (places[-1][0], max(span.end, places[-1][1]))
        else:
            places.append((span.start, span.end))
    disputes = [
        Dispute(start, end, tuple(tuple(_inside(side - alike, start, end)) for side in marked)) for start, end in places
    ]
    return sorted(alike), disputes


def _inside(side: Iterable[Span], start: int, end: int) -> list[Span]:
    return sorted(span for span in side if start <= span.start and span.end <= end)
