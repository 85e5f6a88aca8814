"""The passages of one document that are read: its spans, what stands in them, and what stands around."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from palimpseste.document import Document, Span
from palimpseste.folding import fold
from palimpseste.writings.case import plain
from palimpseste.writings.needed import beginnings_of

__all__ = ["Passages", "alphanumeric"]

# Stands for a span where what it holds may not be read.
_HIDDEN = "�"
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")


@dataclass(frozen=True, repr=False)
class Passages:
    """One document and the spans of it that are read.

    Parameters
    ----------
    document : Document
        The document.
    spans : tuple of Span
        Sorted and disjoint.
    values : tuple of str
        The text of each span, on one line, composed.
    """

    document: Document
    spans: tuple[Span, ...]
    values: tuple[str, ...]

    @classmethod
    def at(cls, document: Document, spans: Sequence[Span]) -> Passages:
        """Return the passages of a document at its spans."""
        values = (plain(document.text[span.start : span.end]) for span in spans)
        return Passages(document, tuple(spans), tuple(values))

    def source(self, index: int) -> str:
        """Return the text of a span exactly as it stands."""
        span = self.spans[index]
        return self.document.text[span.start : span.end]

    def before(self, index: int, count: int) -> str:
        """Return up to `count` characters before a span."""
        start = self.spans[index].start
        return self.document.text[max(0, start - count) : start]

    def behind(self, index: int, count: int) -> str:
        """Return up to `count` characters behind a span."""
        end = self.spans[index].end
        return self.document.text[end : end + count]

    def outside_before(self, index: int, count: int) -> str:
        """Return up to `count` characters before a span, each other span in them one that no word holds.

        Examples
        --------
        >>> spans = [Span(7, 10, "DATE"), Span(13, 17, "CITY")]
        >>> Passages.at(Document("1", "vue le 3/4 à Lens"), spans).outside_before(1, 6)
        'e � à '
        """
        pieces: list[str] = []
        end, left = self.spans[index].start, count
        for span in reversed(self.spans[max(0, index - count) : index]):
            pieces += (self.document.text[max(span.end, end - left) : end], _HIDDEN)
            left -= end - span.end + 1
            end = span.start
            if left <= 0:
                break
        else:
            pieces.append(self.document.text[max(0, end - left) : end])
        return "".join(reversed(pieces))[-count:]

    def outside(self) -> Iterator[str]:
        """Yield the stretches of the text that no span holds, in order."""
        end = 0
        for span in self.spans:
            yield self.document.text[end : span.start]
            end = span.end
        yield self.document.text[end:]

    @cached_property
    def squeezed(self) -> tuple[str, list[int]]:
        """The text, each span as one blank, and the place of each: how long values are cannot be seen."""
        stretches = list(self.outside())
        places = accumulate(map(len, stretches[:-1]))
        return " ".join(stretches), [end + place for place, end in enumerate(places)]

    @cached_property
    def folded(self) -> str:
        """The text without what spans hold, folded."""
        return fold(self.squeezed[0])

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The beginnings of the words outside the spans, by which :class:`~palimpseste.writings.needed.Needed` asks."""
        return frozenset(beginnings_of(self.folded))

    def between(self, index: int, other: int) -> str:
        """Return the text between two spans, the first of which comes first."""
        return self.document.text[self.spans[index].end : self.spans[other].start]


def alphanumeric(value: str) -> str:
    """Return the letters and digits of a value in lower case: what is left when spacing and punctuation vary."""
    return (value if value.isalnum() else _NOT_ALPHANUMERIC.sub("", value)).lower()
