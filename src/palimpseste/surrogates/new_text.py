"""The text of a document as it is written anew, span by span."""

from __future__ import annotations

from palimpseste.document import Span
from palimpseste.result import Replacement

__all__ = ["NewText"]


class NewText:
    """A text as it is written anew, from its beginning to its end.

    Parameters
    ----------
    source : str
        The text as it came.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._length = 0
        self.end = 0
        self.spans: list[Span] = []
        self.replaced: list[Span] = []
        self.kept: list[Span] = []
        self.replacements: list[Replacement] = []

    def keep(self, span: Span) -> None:
        """Leave a span as it is."""
        moved = self._length - self.end
        self.kept.append(span.at(span.start + moved, span.end + moved))

    def replace(self, span: Span, surrogate: str) -> None:
        """Write a surrogate over a span that follows all that is written."""
        between = self._source[self.end : span.start]
        start = self._length + len(between)
        self._length = start + len(surrogate)
        self._pieces += (between, surrogate)
        self.replaced.append(span)
        self.replacements.append(Replacement(span.start, span.end, start, self._length))
        if surrogate:
            self.spans.append(Span(start, self._length, span.label, span.source))
        self.end = span.end

    @property
    def text(self) -> str:
        """The new text, what follows the last span as it came."""
        return "".join((*self._pieces, self._source[self.end :]))
