"""Weekdays without a date that say which weekday a day is, or is not: « demain jeudi », « revue mardi »."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.headings import begins_a_line
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.words import WEEKDAYS, weekday_number
from palimpseste.writings.needed import Needed
from palimpseste.writings.passages import Passages

__all__ = ["WeekdayTold", "weekdays_of", "weekdays_told"]

_NEEDED = Needed(WEEKDAYS)
_DAYS = len(WEEKDAYS)
_EVERY_DAY = (1 << _DAYS) - 1
_S = "[ \u00a0]"
_WEEKDAY = rf"(?<!\w)(?P<weekday>{'|'.join(WEEKDAYS)})(?!\w)"
_NAME = re.compile(_WEEKDAY + rf"(?P<behind>{_S}(?:prochain|dernier))?", re.IGNORECASE)
_BEFORE = re.compile(
    # « demain jeudi », « hier, dimanche »
    rf"(?:(?<!\w)(?P<today>avant-hier|hier|aujourd['’]hui|ce{_S}jour|après-demain|demain),?{_S}(?:le{_S})?"
    # « J'ai revu ce lundi »
    rf"|(?<!\w)(?P<seen>(?:re)?vue?s?|reçue?s?|examinée?s?){_S}ce{_S}"
    rf"|(?<!\w)(?P<since>depuis){_S}"
    rf"|(?<!\w)(?:dès|avant|jusqu['’]à|d['’]ici(?:{_S}à)?){_S}"
    rf"|(?<!\w)(?:revue?|revoir|rdv|rendez-vous|contr[ôo]le|consultation|sort|rappel(?:er)?|livr(?:é|aison)\w{{0,2}}"
    rf"|prévue?s?|programmée?|bloc|persiste|réévalu\w{{1,5}}|visite|passera|repasse)"
    rf"(?:{_S}(?!ce{_S}|les?{_S}|tous{_S}|hier|demain|avant-hier|après-demain|aujourd)[^\W\d_'’.-]{{1,15}}){{0,3}}{_S})$",
    re.IGNORECASE,
)
_LONGEST_BEFORE = 64
_FROM_TODAY = {"avant-hier": -2, "hier": -1, "demain": 1, "après-demain": 2}
# Of training notes that say « depuis lundi » none is of that day, one in twenty of the next.
_SINCE_AT_LEAST = 2
# What stands between a weekday and a date that is its own: « jeudi matin, le », « (jeudi ».
_BETWEEN = re.compile(r"[^.;:\n]{0,12}")


@shown_without_values
class WeekdayTold(NamedTuple):
    """A day, and which weekdays it may be by words: one bit each, Monday the lowest."""

    value: DateValue
    weekdays: int


def weekdays_of(told: Iterable[WeekdayTold]) -> Mapping[DateValue, int]:
    """Return for each day the weekdays that it may be by all words said of it, those that say most first.

    Words that leave none of these are left out.
    """
    found: dict[DateValue, int] = {}
    for value, weekdays in sorted(told, key=lambda each: (each.weekdays.bit_count(), each)):
        both = found.get(value, _EVERY_DAY) & weekdays
        if both:
            found[value] = both
    return found


def weekdays_told(passages: Passages, calendar: Calendar) -> Iterator[WeekdayTold]:
    """Yield what weekdays that stand without a date say of the day of a document, or of the entry they stand in.

    « Demain jeudi » and « hier dimanche » tell that day, « depuis lundi » that it is neither a Monday nor a Tuesday,
    « revue mardi », « avant vendredi » and « jeudi prochain » that it is none such. Nothing is looked at but the words
    outside the spans, where dates stand between them, which are equal and which is the document's.

    Parameters
    ----------
    passages : Passages
        Of the document.
    calendar : Calendar
        Its dates.
    """
    if not _NEEDED.among(passages.beginnings):
        return
    said, places = passages.squeezed
    heads: list[int] | None = None
    for found in _NAME.finditer(said):
        weekdays = _weekdays(found)
        if not weekdays or _is_beside(calendar, said, places, found):
            continue
        if heads is None:
            heads = [index for index in sorted(calendar.dated) if _is_head(passages, calendar, index)]
        behind = bisect_left(places, found.end())
        entries = [index for index in heads if index < behind]
        is_of_entry = entries and len({calendar.dated[index].value for index in heads}) > 1
        value = calendar.dated[entries[-1]].value if is_of_entry else calendar.reference_value
        if value is not None and value.unit == "day":
            yield WeekdayTold(value, weekdays)


def _is_head(passages: Passages, calendar: Calendar, index: int) -> bool:
    """Tell whether a date is a day at the head of a line, as entries of a log have."""
    is_day = calendar.dated[index].value.unit == "day" and passages.spans[index].label == "DATE"
    return is_day and begins_a_line(passages, index)


def _is_beside(calendar: Calendar, said: str, places: list[int], found: re.Match[str]) -> bool:
    """Tell whether a date stands right behind a weekday, or right before it, on its line."""
    behind = bisect_left(places, found.end())
    around = ((behind, found.end("weekday")), (behind - 1, found.start("weekday")))
    return any(
        index in calendar.dated and _BETWEEN.fullmatch(said, *sorted((edge, places[index] + (index < behind))))
        for index, edge in around
        if 0 <= index < len(places)
    )


def _weekdays(found: re.Match[str]) -> int:
    """Return which weekdays the day of the note may be; none where the words say nothing."""
    weekday = weekday_number(found["weekday"])
    before = _BEFORE.search(found.string[max(0, found.start() - _LONGEST_BEFORE) : found.start()])
    if before is not None and (before["today"] or before["seen"]):
        return _bit(weekday - _FROM_TODAY.get((before["today"] or "").lower(), 0))
    if before is not None and before["since"]:
        return _EVERY_DAY & ~sum(_bit(weekday + days) for days in range(_SINCE_AT_LEAST))
    return _EVERY_DAY & ~_bit(weekday) if before is not None or found["behind"] else 0


def _bit(weekday: int) -> int:
    return 1 << weekday % _DAYS
