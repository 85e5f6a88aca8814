"""Dates told by the other dates of the note: one certain ``28.03`` makes the ``29.03`` at the next line a date too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from palimpseste.detection.rules.dates.figures import stands_among_measures
from palimpseste.detection.view import TextView
from palimpseste.document import Span

__all__ = ["repeated_dates"]

_SHORT_OR_WHOLE: Final = re.compile(r"[0-9]{1,2}([./-])[0-9]{1,2}(?:\1(?:[0-9]{2}){1,2})?")
_CANDIDATE: Final = re.compile(
    r"[0-9](?<![0-9.,:/-].)(?<![a-z°].)[0-9]?([./-])(?:1[0-2]|0?[1-9])(?![0-9a-z%°]|[.,/-][0-9])"
)
_DAYS: Final = re.compile(r"les (?<![a-z]....)([0-9]{1,2}(?:, ?[0-9]{1,2}){0,6},? et [0-9]{1,2})(?=[.,;:)\n]| \()")
# « (2012-13) »: what can be no month ends the years that begin before it.
_YEARS: Final = re.compile(
    r"[12](?<![\w°#/.-].)(?<!n° .)(?:(?<=1)9|(?<=2)0)([0-9]{2})-(1[3-9]|[2-9][0-9])(?![0-9a-z%]|[./-][0-9])"
)
_MOST_YEARS = 30
_YEAR_LENGTH = 4
_LAST_DAY = 31
# "les 2 et 3" may be anything; later days of a month are rarely anything else.
_TELLING_DAY = 6


def repeated_dates(view: TextView, found: Iterable[Span]) -> Iterator[Span]:
    """Yield the days and months written as the certain dates of the note are, lists of days, the ends of years.

    Parameters
    ----------
    view : TextView
        The note.
    found : iterable of Span
        What the rules found, dates among it.
    """
    marks = set()
    for span in found:
        if span.label == "DATE" and (match := _SHORT_OR_WHOLE.fullmatch(view.folded[span.start : span.end])):
            marks.add(match[1])
    if marks:
        for match in _CANDIDATE.finditer(view.folded):
            if match[1] in marks and _may_repeat(match, view):
                yield Span(match.start(), match.end(), "DATE", "rules.date.repeated")
    for match in _YEARS.finditer(view.folded):
        if 0 < int(match[2]) - int(match[1]) <= _MOST_YEARS:
            yield Span(match.start(), match.start() + _YEAR_LENGTH, "DATE", "rules.date.years")
            yield Span(match.start(2), match.end(2), "DATE", "rules.date.years")
    for match in _DAYS.finditer(view.folded):
        days = list(re.finditer("[0-9]+", match[1]))
        if all(int(day[0]) <= _LAST_DAY for day in days) and any(int(day[0]) >= _TELLING_DAY for day in days):
            for day in days:
                yield Span(match.start(1) + day.start(), match.start(1) + day.end(), "DATE", "rules.date.listed")


def _may_repeat(match: re.Match[str], view: TextView) -> bool:
    """Tell whether a candidate is a day of the calendar and no measure; decimals need both figures of both parts."""
    day, month = re.split("[./-]", match[0])
    if not 1 <= int(day) <= _LAST_DAY or (match[1] != "/" and len(match[0]) != 5):
        return False
    # A score is never larger than its maximum; a blood pressure is, from 9 to 22 over 4 to 12.
    if match[1] == "/" and (int(day) <= int(month) or (9 <= int(day) <= 22 and int(month) >= 4)):
        return False
    return not stands_among_measures(view.folded, match.start(), match.end())
