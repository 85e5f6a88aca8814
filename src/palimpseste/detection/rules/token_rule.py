"""What a rule over words is: a pattern over the symbols of :mod:`palimpseste.detection.tokens`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from palimpseste.detection.tokens import Tokens
from palimpseste.document import Span
from palimpseste.labels import Label

__all__ = ["Reader", "TokenRule", "as_one"]

# Reads the tokens [first, last) of a match into spans of a source.
Reader = Callable[[Tokens, int, int, str], Iterator[Span]]

# How many tokens before a match its context may look at.
_WIDEST_CONTEXT = 4


@dataclass(frozen=True, slots=True)
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
    compiled: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _after: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    _not_after: re.Pattern[str] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "compiled", re.compile(self.pattern))
        object.__setattr__(self, "_after", re.compile(f"(?:{self.after})$") if self.after else None)
        object.__setattr__(self, "_not_after", re.compile(f"(?:{self.not_after})$") if self.not_after else None)

    def spans(self, tokens: Tokens) -> Iterator[Span]:
        """Yield what the rule finds, in offsets of the view."""
        source = "rules." + self.name
        symbols = tokens.symbols
        for match in self.compiled.finditer(symbols):
            start = match.start()
            if self._not_after and self._not_after.search(symbols, max(0, start - _WIDEST_CONTEXT), start):
                continue
            if self._after and not self._after.search(symbols, max(0, start - _WIDEST_CONTEXT), start):
                continue
            first, last = match.span("found")
            if first < last:
                yield from self.read(tokens, first, last, source)


def as_one(label: Label) -> Reader:
    """Return the reader that takes all the tokens as one span of that label."""

    def read(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
        yield Span(tokens.starts[first], tokens.end(last - 1), label, source)

    return read
