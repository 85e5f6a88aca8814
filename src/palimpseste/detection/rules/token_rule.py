"""What a rule over words is: a pattern over the symbols of :mod:`palimpseste.detection.tokens`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from palimpseste.detection.tokens import Tokens
from palimpseste.document import Span
from palimpseste.labels import Label

__all__ = ["Reader", "TokenRule", "as_one"]

# Reads the tokens [first, last) of a match into spans of a source.
Reader = Callable[[Tokens, int, int, str], Iterator[Span]]

# How many tokens before a match its context may look at.
_WIDEST_CONTEXT = 4


@dataclass(frozen=True)  # without slots, as what is compiled once is kept beside the fields
class TokenRule:
    """A pattern over token symbols; the tokens of its group ``found`` are read into spans.

    What must or must not stand before a match is told apart from the pattern: a pattern that begins with a set of
    symbols is searched at the speed of a memory scan, one that begins with an assertion is tried everywhere.

    Parameters
    ----------
    name : str
        ``family.what``; becomes the source of the spans, after ``rules.``.
    pattern : str
        A regular expression over symbols with one group named ``found``.
    read : callable
        ``read(tokens, first, last, source)`` yields the spans of the tokens ``[first, last)``.
    after : str, optional
        What must stand right before the match.
    not_after : str, optional
        What must not.
    """

    name: str
    pattern: str
    read: Reader
    after: str = ""
    not_after: str = ""

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, compiled when a text first asks for it."""
        return re.compile(self.pattern)

    @cached_property
    def _source(self) -> str:
        return f"rules.{self.name}"

    @cached_property
    def _after(self) -> re.Pattern[str] | None:
        return re.compile(f"(?:{self.after})$") if self.after else None

    @cached_property
    def _not_after(self) -> re.Pattern[str] | None:
        return re.compile(f"(?:{self.not_after})$") if self.not_after else None

    def spans(self, tokens: Tokens) -> list[Span]:
        """Return what the rule finds, in offsets of the view."""
        found: list[Span] = []
        symbols = tokens.symbols
        for match in self.compiled.finditer(symbols):
            start = match.start()
            if self._not_after and self._not_after.search(symbols, max(0, start - _WIDEST_CONTEXT), start):
                continue
            if self._after and not self._after.search(symbols, max(0, start - _WIDEST_CONTEXT), start):
                continue
            first, last = match.span("found")
            if first < last:
                found += self.read(tokens, first, last, self._source)
        return found


def as_one(label: Label) -> Reader:
    """Return the reader that takes all the tokens as one span of that label."""

    def read(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
        yield Span(tokens.starts[first], tokens.end(last - 1), label, source)

    return read
