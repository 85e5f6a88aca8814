"""What a token is, in every token-level measure of this package.

A token is a run of word characters (letters, digits, underscore, with the combining accents that follow them) or one
character that is neither a word character nor a space: ``12/03/2021`` is five tokens, ``l'hôpital`` three, ``45ans``
one. This is the word and punctuation split of the AP-HP evaluation (Tannier et al. 2023), without its French
exceptions: there ``M.`` and ``1,5`` are one token, and ``45ans`` two. NFC and NFD readings have the same tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

from palimpseste.document import Span

__all__ = ["TOKEN", "label_tokens", "token_bounds", "touched_tokens"]

# One literal for the tokeniser and for BLEU, which reads a mask as one more kind of token.
TOKEN = r"(?:\w[\u0300-\u036f]*)+|[^\w\s]"  # noqa: S105 # of a text
_TOKEN = re.compile(TOKEN)


def token_bounds(text: str) -> tuple[list[int], list[int]]:
    """Return the starts and the ends of the tokens of a text, in code points."""
    starts: list[int] = []
    ends: list[int] = []
    for match in _TOKEN.finditer(text):
        starts.append(match.start())
        ends.append(match.end())
    return starts, ends


def touched_tokens(start: int, end: int, starts: Sequence[int], ends: Sequence[int]) -> range:
    """Return the indices of the tokens that share a code point with ``[start, end)``.

    Parameters
    ----------
    start, end : int
        Half-open interval of code points.
    starts, ends : sequence of int
        Bounds of the tokens, sorted.
    """
    return range(bisect_right(ends, start), bisect_left(starts, end))


def label_tokens(
    spans: Iterable[Span], columns: Mapping[str, int], starts: Sequence[int], ends: Sequence[int]
) -> dict[int, int]:
    """Return the column of the label of each labelled token.

    A token is labelled when it overlaps a span, by a single code point if need be. Where two spans share a token, it
    takes the label of the one that covers more of it, the first on a tie, so that a token has one label.

    Parameters
    ----------
    spans : iterable of Span
        Those whose label is not in `columns` label nothing.
    columns : mapping
        Label to column.
    starts, ends : sequence of int
        The tokens, as :func:`token_bounds` returns them.
    """
    covered: dict[int, int] = {}
    labelled: dict[int, int] = {}
    for span in sorted(spans):
        column = columns.get(span.label)
        if column is None:
            continue
        for token in touched_tokens(span.start, span.end, starts, ends):
            length = min(span.end, ends[token]) - max(span.start, starts[token])
            if length > covered.get(token, 0):
                covered[token] = length
                labelled[token] = column
    return labelled
