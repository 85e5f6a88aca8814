"""Addresses that go on: up to their postal code, and back to their number in words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from palimpseste.detection.rules.numbers import NUMBER_WORD
from palimpseste.detection.view import TextView
from palimpseste.document import Span

__all__ = ["widened_addresses"]

_LONGEST: Final = 60
# What is no part of an address that its postal code ends: other lines of a letterhead, a number that rings...
_ELSEWHERE: Final = re.compile(
    r"\n *\n|\n[^\n]*\n[^\n]*\n|[0-9]{5}|@|\b(?:tel|fax|port|mail|dr|docteur|pr|mme|service|unite|pole|secretariat"
    r"|standard|consultations?|ipp|ne|nee|www|code postal|ville|commune|par|sur rendez)\b"
)
# ... the other column of a letterhead, told by the gap before it or before the code...
_COLUMN: Final = re.compile(r"\S[^\S\n]{3,}\S")
# ... and the end of a sentence, told by the capital behind it.
_SENTENCE_END: Final = re.compile(r"[.;?!] [A-Z]|\.\n")
_SPACE: Final = re.compile(r"[^\S\n]+")
_ANY: Final = re.compile(r"[^\W_]")
# "cent deux", "quatre vingt quatorze bis", before a street
_NUMBER: Final = re.compile(
    rf"(?<![a-z-])(?!une? )((?:deux |trois |quatre |cinq )?cents?(?: {NUMBER_WORD})?|{NUMBER_WORD})"
    r"(?: (?:bis|ter))?,? $"
)
_BEFORE: Final = 45


def widened_addresses(view: TextView, found: Sequence[Span]) -> Iterator[Span]:
    """Yield the addresses among the spans that go on beyond them, as they are whole.

    What stands between a street line and its postal code is of the address: a floor, a gate's code, a colour of
    shutters. So is the number in words before a street (``quatorze rue du Phare``).

    Parameters
    ----------
    view : TextView
        The note.
    found : sequence of Span
        What the rules found, addresses and postal codes among it.
    """
    codes = sorted(span.start for span in found if span.label == "ZIP" and not span.source.endswith(".abroad"))
    for span in found:
        if span.label != "ADDRESS":
            continue
        start, end = span.start, span.end
        if view.folded[start].isalpha() and (number := _NUMBER.search(view.folded, max(0, start - _BEFORE), start)):
            start = number.start()
        place = bisect_left(codes, end)
        if place < len(codes):
            end = _end_before(view, end, codes[place])
        if (start, end) != (span.start, span.end):
            yield Span(start, end, "ADDRESS", "rules.address.whole")


def _end_before(view: TextView, end: int, code: int) -> int:
    """Return where the address ends whose postal code follows; ``end`` where the two are not of one address."""
    if code - end > 4 * _LONGEST:
        return end
    gap = view.text[end:code]
    if len(_SPACE.sub(" ", gap)) > _LONGEST or not _ANY.search(gap):
        return end
    if _COLUMN.search(view.text, end - 1, code + 1):
        return end
    if _ELSEWHERE.search(view.folded[end:code]) or _SENTENCE_END.search(gap):
        return end
    trimmed = gap.rstrip(" \t\n,.-–—|:")
    return end + len(trimmed)
