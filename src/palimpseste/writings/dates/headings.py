"""Years at the head of a line, which are those of the dates behind them: « 2021. CVF 71 % (mars), 64 % (oct.) »."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.words import SHORT_WEEKDAYS, WEEKDAYS
from palimpseste.writings.passages import Passages

__all__ = ["begins_a_line", "headed"]

_WEEKDAY = rf"(?:{'|'.join(WEEKDAYS)}|(?:{'|'.join(SHORT_WEEKDAYS)})\.?|lu|ma|me|je|ve|sa|di)"
# « 16/05 21h14 (patiente) », « - Ve 15/05 : », « le 12 : » at the head of a line.
_HEAD = re.compile(rf"(?:^|\n)[^\S\n]{{0,8}}(?:[-–•*\[(>][ \u00a0]?)?(?:(?:le|{_WEEKDAY})[ \u00a0])?$", re.IGNORECASE)
_LONGEST_HEAD = 24

# A line before it that breaks off amid a sentence, « opéré en », goes on in the next.
_LINE_BEGUN = re.compile(r"(?:\A|[.:;!?)»|]\s*\n|\n\s*\n)[ \u00a0\t•*–-]{0,8}\Z")
_HEAD_ENDED = re.compile(r"[ \u00a0]?[.:](?!\d)|[ \u00a0]{2}|\t")
_LONGEST_BEFORE = 24


def begins_a_line(passages: Passages, index: int) -> bool:
    """Tell whether a date stands at the head of a line, alone or behind its weekday, as the entries of a log do."""
    return _HEAD.search(passages.before(index, _LONGEST_HEAD)) is not None


def headed(passages: Passages, written: Mapping[int, WrittenDate | None]) -> dict[int, int]:
    """Return the spans of dates without their year whose line begins with one, each with the span of that.

    Parameters
    ----------
    passages : Passages
        Of the document.
    written : mapping of int to WrittenDate or None
        What its dates say, by span.
    """
    found: dict[int, int] = {}
    head, line_end = None, -1
    for index, each in _in_order(written):
        span = passages.spans[index]
        if span.start > line_end:
            head = None
        if each.unit == "year" and _is_head(passages, index):
            head, line_end = index, _end_of_line(passages.document.text, span.end)
        elif head is not None and each.year is None and each.month is not None:
            found[index] = head
    return found


def _in_order(written: Mapping[int, WrittenDate | None]) -> Iterable[tuple[int, WrittenDate]]:
    return ((index, each) for index in sorted(written) if (each := written[index]) is not None)


def _is_head(passages: Passages, index: int) -> bool:
    text, span = passages.document.text, passages.spans[index]
    is_begun = _LINE_BEGUN.search(text[max(0, span.start - _LONGEST_BEFORE) : span.start])
    return bool((is_begun or not text[: span.start].strip()) and _HEAD_ENDED.match(text, span.end))


def _end_of_line(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end
