"""Days that the layout says follow one another: entries of a log, days at clock times, « les 26 et 27/11 »."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.dates.headings import begins_a_line
from palimpseste.writings.dates.tally import Tally
from palimpseste.writings.passages import Passages

__all__ = ["successions_of"]

_AND = re.compile(r"[ \u00a0]?,[ \u00a0]|[ \u00a0]et[ \u00a0]|[ \u00a0]|[ \u00a0]?[-–][ \u00a0]?")
_HYPHENS = "-–"
# « entrée 28/09/2024 23:47 - sortie 29/09/2024 06:20 », « prélevé le 12/03 à 7h40 »
_HOUR = re.compile(r"[ \u00a0]?(?:à |- |[-–,] ?)?\d{1,2}[ \u00a0]?[h:]")
_LONGEST_HOUR = 8
# By how many days new dates may be off a day, or a week, and still be taken for one: those of a log, those of a list.
_OF_LOG, _OF_LIST, _OF_WEEKS = 7, 2, 3
_DAY, _WEEK = 1, 7
# So many of a document are looked at, in its order.
_MOST = 40


def successions_of(passages: Passages, calendar: Calendar) -> tuple[Tally, ...]:
    """Return the days of a document that follow one another by its layout, each with the one before it.

    Of training notes, entries of a log that leave their year unsaid follow one another by a day in 58 of 100, by up to
    three in 85; days of a list that leave their month unsaid by a day in 48, by a week in 27; days with a clock time
    right behind them by a day in 54, by up to three in 73. Nothing is looked at but where dates stand, what stands
    between them and right behind them, how they are written, which are equal and their order: what neighbours share.

    Parameters
    ----------
    passages : Passages
        Of the document.
    calendar : Calendar
        Its dates.
    """
    days = {
        index: dated
        for index, dated in sorted(calendar.dated.items())
        if dated.value.unit == "day" and passages.spans[index].label == "DATE"
    }
    found = (*_of_lists(passages, days), *_of_log(passages, days), *_at_hours(passages, days))
    return tuple(dict.fromkeys(found))[:_MOST]


def _of_log(passages: Passages, days: Mapping[int, DatedSpan]) -> Iterator[Tally]:
    """Yield the entries of a log: dates at the heads of lines, none earlier than the one before it."""
    heads = [dated for index, dated in days.items() if begins_a_line(passages, index)]
    if any(later.value < earlier.value for earlier, later in pairwise(heads)):
        return
    for earlier, later in pairwise(heads):
        if earlier.value != later.value and later.written.year is None:
            yield Tally(_DAY, _DAY, ((later.value, earlier.value),), _OF_LOG)


def _at_hours(passages: Passages, days: Mapping[int, DatedSpan]) -> Iterator[Tally]:
    """Yield the days behind which a clock time stands, each with the one before it in the text."""
    timed = [dated for index, dated in days.items() if _HOUR.match(passages.behind(index, _LONGEST_HOUR))]
    for earlier, later in pairwise(timed):
        if earlier.value < later.value:
            yield Tally(_DAY, _DAY, ((later.value, earlier.value),), _OF_LOG)


def _of_lists(passages: Passages, days: Mapping[int, DatedSpan]) -> Iterator[Tally]:
    """Yield the days of lists, of which all but the last leave their month unsaid."""
    for index, earlier in days.items():
        later = days.get(index + 1)
        if later is None or earlier.written.month is not None or earlier.value == later.value:
            continue
        between = passages.between(index, index + 1)
        if _AND.fullmatch(between):
            pairs = ((later.value, earlier.value),)
            yield Tally(_DAY, _DAY, pairs, _OF_LIST)
            if between.strip(" \u00a0") not in _HYPHENS or not between.strip(" \u00a0"):
                yield Tally(_WEEK, _WEEK, pairs, _OF_WEEKS)
