"""What a rule over words is: a pattern over the symbols of :mod:`palimpseste.detection.tokens`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from palimpseste.detection.tokens import Tokens
from palimpseste.document import Span

__all__ = ["Found", "TokenRule"]

# Reads a group of a match, the tokens [first, last), into spans.
Reader = Callable[[Tokens, int, int, str], Iterator[Span]]
Found = Iterator[Span]


@dataclass(frozen=True, slots=True)
class TokenRule:
    """A pattern over token symbols; the tokens of its group ``found`` are read into spans.

    Parameters
    ----------
    name : str
        ``family.what``; becomes the source of the spans, after ``rules.``.
    pattern : str
        A regular expression over symbols with one group named ``found``.
    read : callable
        ``read(tokens, first, last, source)`` yields the spans of the tokens ``[first, last)``.
    """

    name: str
    pattern: str
    read: Reader
    compiled: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "compiled", re.compile(self.pattern))

    def spans(self, tokens: Tokens) -> Found:
        """Yield what the rule finds, in offsets of the view."""
        source = "rules." + self.name
        for match in self.compiled.finditer(tokens.symbols):
            first, last = match.span("found")
            if first < last:
                yield from self.read(tokens, first, last, source)
