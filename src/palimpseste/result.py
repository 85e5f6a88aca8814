"""What leaves: text that was released, and where it differs from the text it came from.

Text as it came is a ``str``, text that was released a `ReleasedText`; documents are read, results are written. What
writes results takes nothing else, so that an original on its way out is an error of types (ADR 18).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import date
from itertools import starmap
from operator import attrgetter
from typing import Any, NamedTuple, NewType

from palimpseste.document import Document, Span
from palimpseste.privacy.accountant import Ledger

__all__ = ["Draft", "OffsetMap", "ReleasedText", "Replacement", "Result"]

# Called where a draft was checked and nowhere else, but for parts of such a text and for what another process released.
ReleasedText = NewType("ReleasedText", str)


class Replacement(NamedTuple):
    """One stretch of the original text and the stretch that stands for it in the new one.

    Both intervals are half-open; the new one may be empty.
    """

    start: int
    end: int
    new_start: int
    new_end: int


class OffsetMap:
    """Carries intervals across a replacement, in both directions.

    Outside the replaced stretches the map is a translation. Inside one, an interval is widened to the whole stretch:
    an annotation that touches a replaced value covers the whole surrogate.

    Parameters
    ----------
    replacements : iterable of Replacement
        Sorted and disjoint, in both texts.
    """

    __slots__ = ("_new_starts", "_starts", "replacements")

    def __init__(self, replacements: Iterable[Replacement]) -> None:
        self.replacements = tuple(replacements)
        self._starts = [replacement.start for replacement in self.replacements]
        self._new_starts = [replacement.new_start for replacement in self.replacements]

    def __eq__(self, other: object) -> bool:
        return self.replacements == other.replacements if isinstance(other, OffsetMap) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.replacements)

    def to_new(self, start: int, end: int) -> tuple[int, int]:
        """Return the interval of the new text that covers ``[start, end)`` of the original."""
        return self._carry(start, end, self._starts, forward=True)

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """Return the interval of the original text that covers ``[start, end)`` of the new one."""
        return self._carry(start, end, self._new_starts, forward=False)

    def span_to_new(self, span: Span) -> Span:
        """Return an annotation of the original text as it stands on the new text: all but its place kept."""
        return span.at(*self.to_new(span.start, span.end))

    def span_to_original(self, span: Span) -> Span:
        """Return an annotation of the new text as it stands on the original text: all but its place kept."""
        return span.at(*self.to_original(span.start, span.end))

    def _carry(self, start: int, end: int, starts: list[int], *, forward: bool) -> tuple[int, int]:
        if not 0 <= start <= end:
            raise ValueError(f"an interval needs 0 <= start <= end, got start={start}, end={end}")
        if start == end:
            place = self._edge(start, starts, forward=forward, upper=False)
            return place, place
        return (
            self._edge(start, starts, forward=forward, upper=False),
            self._edge(end, starts, forward=forward, upper=True),
        )

    def _edge(self, offset: int, starts: list[int], *, forward: bool, upper: bool) -> int:
        """Carry one edge; an edge strictly inside a replaced stretch moves to that stretch's outer edge."""
        index = bisect_right(starts, offset - 1 if upper else offset) - 1
        if index < 0:
            return offset
        replacement = self.replacements[index]
        original, new = (replacement.start, replacement.end), (replacement.new_start, replacement.new_end)
        (_, end), (carried_start, carried_end) = (original, new) if forward else (new, original)
        if offset >= end:
            return offset - end + carried_end
        return carried_end if upper else carried_start


@dataclass(frozen=True, slots=True, repr=False)
class Draft:
    """A document written anew by a replacer, and not yet checked: not to be written anywhere.

    Parameters
    ----------
    document_id : str
        The document's identifier.
    text : str
        The new text.
    spans : tuple of Span
        The replaced stretches, in offsets of the new text.
    original_spans : tuple of Span
        The same, in offsets of the original text and the same order.
    offsets : OffsetMap
        Carries any annotation from one text to the other.
    type : str
        The document's type.
    date : datetime.date, optional
        The document's date after the policy for dates.
    ledger : Ledger, optional
        What the surrogates spent of a privacy budget, where the policy has one.
    kept : tuple of Span
        What was found and the policy leaves as it is, in offsets of the new text: found, not missed, and not replaced.
    is_contradicted : bool
        Whether a language model masked nothing where another detector found something.
    words_kept : int
        How many occurrences of words that the site never masks would have been masked.
    """

    document_id: str
    text: str
    spans: tuple[Span, ...]
    original_spans: tuple[Span, ...]
    offsets: OffsetMap
    type: str = ""
    date: date | None = None
    ledger: Ledger | None = None
    kept: tuple[Span, ...] = ()
    is_contradicted: bool = False
    words_kept: int = 0

    @property
    def found(self) -> tuple[Span, ...]:
        """What was found: replaced, then kept."""
        return (*self.spans, *self.kept)

    def __repr__(self) -> str:
        name = self.__class__.__name__
        return f"{name}(document_id={self.document_id!r}, <{len(self.text)} characters>, <{len(self.spans)} spans>)"


@dataclass(frozen=True, slots=True, repr=False)
class Result(Draft):
    """A de-identified document: a draft whose text was checked and released.

    It has the parameters of `Draft`; :class:`palimpseste.deidentifier.Deidentifier` makes it.
    """

    text: ReleasedText

    def part(self, start: int, end: int) -> ReleasedText:
        """Return the stretch ``[start, end)`` of the new text, which is released as the whole is."""
        return ReleasedText(self.text[start:end])

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        # Between processes: tuples are written in a third of the time that dataclasses take.
        values = [getattr(self, each.name) for each in fields(self)]
        spans, original_spans, replacements = (
            list(map(_SPAN, self.spans)),
            list(map(_SPAN, self.original_spans)),
            list(map(tuple, self.offsets.replacements)),
        )
        return _remade, (self.__class__, *values[:2], spans, original_spans, replacements, *values[5:])

    def to_document(self) -> Document:
        """Return the new text as a document with its spans, to be read like any other; it carries no record."""
        return Document(self.document_id, self.text, self.type, self.date, entities=self.spans)


_SPAN = attrgetter(*(each.name for each in fields(Span)))


def _remade(
    kind: type[Result],
    document_id: str,
    text: ReleasedText,
    spans: list[Any],
    original_spans: list[Any],
    replacements: list[Any],
    *others: Any,
) -> Result:
    offsets = OffsetMap(starmap(Replacement, replacements))
    return kind(document_id, text, tuple(starmap(Span, spans)), tuple(starmap(Span, original_spans)), offsets, *others)
