"""Spans of a text as spans of tokens: no character of a span is ever left out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.document import Span
from palimpseste.errors import PalimpsesteError

__all__ = ["TokenSpan", "token_spans"]


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """Tokens, and what was found in them.

    Parameters
    ----------
    first, last : int
        Half-open interval of tokens.
    found : tuple of Span
        What was found there, in offsets of the text; several where a token holds parts of more than one.
    """

    first: int
    last: int
    found: tuple[Span, ...]

    @property
    def main(self) -> Span:
        """The longest of what was found, which gives the label; of two of one length the first."""
        return max(self.found, key=len)


def token_spans(spans: Sequence[Span], starts: Sequence[int], ends: Sequence[int]) -> list[TokenSpan]:
    """Return the whole tokens that each span touches; spans that touch one token are together.

    Parameters
    ----------
    spans : sequence of Span
        Sorted and disjoint.
    starts, ends : sequence of int
        Where each token starts and ends in the text; sorted, no two overlap.

    Raises
    ------
    PalimpsesteError
        If a span touches no token, as no tokenizer should let happen.
    """
    together: list[TokenSpan] = []
    for span in spans:
        first, last = bisect_right(ends, span.start), bisect_left(starts, span.end)
        if first >= last:
            raise PalimpsesteError(f"a span of label {span.label} at {span.start} touches no token")
        if together and first < together[-1].last:
            before = together.pop()
            together.append(TokenSpan(before.first, max(last, before.last), (*before.found, span)))
        else:
            together.append(TokenSpan(first, last, (span,)))
    return together
