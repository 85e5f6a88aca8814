"""Days that the layout says follow one another: entries of a log, days at clock times, « les 26 et 27/11 »."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.dates.headings import begins_a_line
from palimpseste.writings.dates.tally import Tally
from palimpseste.writings.dates.words import weekday_before
from palimpseste.writings.passages import Passages

__all__ = ["successions_of"]

_AND = re.compile(r"[ \u00a0]?,[ \u00a0]|[ \u00a0]et[ \u00a0]|[ \u00a0]|[ \u00a0]?[-–][ \u00a0]?")
_HYPHENS = "-–"
# « entrée 28/09/2024 23:47 - sortie 29/09/2024 06:20 », « prélevé le 12/03 à 7h40 »
_HOUR = re.compile(r"[ \u00a0]?(?:à |- |[-–,] ?)?\d{1,2}[ \u00a0]?[h:]")
_LONGEST_HOUR = 8
# « PASSAGE AUX URGENCES … entrée 28/09 23:47 - sortie 29/09 06:20 »
_EMERGENCIES = re.compile(r"urgences|UHCD|(?<!\w)SAU(?!\w)", re.IGNORECASE)
_COMES = re.compile(r"(?<!\w)(?:entrée?|arriv[ée]e?|admission|admise?)[ \u00a0:]{1,3}(?:le[ \u00a0])?$", re.IGNORECASE)
_LEAVES = re.compile(r"(?<!\w)(?:sortie?|départ|fin)[ \u00a0:]{1,3}(?:le[ \u00a0])?$", re.IGNORECASE)
_LONGEST_TITLE, _LONGEST_HEAD = 400, 24
# By how many days new dates may be off a day, or a week, and still be taken for one: those of a log, those of a list.
_OF_LOG, _OF_LIST, _OF_WEEKS, _OF_PASSAGE = 7, 2, 3, 30
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
    timed = [index for index in days if _HOUR.match(passages.behind(index, _LONGEST_HOUR))]
    found = (
        *_of_passage(passages, days, timed),
        *_of_lists(passages, days),
        *_of_log(passages, days),
        *_at_hours(days, timed),
    )
    return tuple(dict.fromkeys(found))[:_MOST]


def _of_log(passages: Passages, days: Mapping[int, DatedSpan]) -> Iterator[Tally]:
    """Yield the entries of a log: dates at the heads of lines, none earlier than the one before it."""
    heads = [(index, dated) for index, dated in days.items() if begins_a_line(passages, index)]
    if any(later.value < earlier.value for (_, earlier), (_, later) in pairwise(heads)):
        return
    for (first, earlier), (second, later) in pairwise(heads):
        # « jeu 23/03/23 », « ven 24/03/23 »: each with its weekday
        is_entry = later.written.year is None or all(_has_weekday(passages, index) for index in (first, second))
        if earlier.value != later.value and is_entry:
            yield Tally(_DAY, _DAY, ((later.value, earlier.value),), _OF_LOG)


def _has_weekday(passages: Passages, index: int) -> bool:
    """Tell whether a weekday stands before a date, on its line."""
    return weekday_before(passages.before(index, _LONGEST_HEAD).rpartition("\n")[2]) is not None


def _at_hours(days: Mapping[int, DatedSpan], timed: Sequence[int]) -> Iterator[Tally]:
    """Yield the days behind which a clock time stands, of two one after another in the text the later."""
    for one, other in pairwise(timed):
        earlier, later = sorted((days[one].value, days[other].value))
        if earlier != later:
            yield Tally(_DAY, _DAY, ((later, earlier),), _OF_LOG)


def _of_passage(passages: Passages, days: Mapping[int, DatedSpan], timed: Sequence[int]) -> Iterator[Tally]:
    """Yield the departure behind the arrival of a passage at the emergencies, which hardly lasts two days."""
    if len(timed) < 2 or _EMERGENCIES.search(passages.document.text, 0, _LONGEST_TITLE) is None:
        return
    for one, other in pairwise(timed):
        comes = _COMES.search(passages.before(one, _LONGEST_HEAD))
        leaves = _LEAVES.search(passages.between(one, other))
        if comes and leaves and days[one].value < days[other].value:
            yield Tally(_DAY, _DAY, ((days[other].value, days[one].value),), _OF_PASSAGE)


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
