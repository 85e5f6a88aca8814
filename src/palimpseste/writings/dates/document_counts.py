"""The counts in words of a document, and the dates that each may lead between, by where they stand and words alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise, product
from operator import itemgetter

from palimpseste.labels import DATES
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.counted import day_numbered
from palimpseste.writings.dates.counts_in_words import (
    Side,
    counts_told,
    gestation_of_birth,
    gestation_of_today,
    gestation_told,
    last_day_lived,
    may_tell_gestation,
    months_of_vaccine,
    tells_event,
)
from palimpseste.writings.dates.tally import Tally
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.passages import Passages

__all__ = ["tallies_of"]

# « du 8 au 25 », « dernière le 02/09, prochaine le 30/09 »
_TO = re.compile(
    r"\s{1,3}au\s{1,3}(?:[a-z]{5,8}\s{1,3})?|\s?[-–]\s?|\s{1,3}et\s{1,3}|[,;]?\s(?:et\s)?(?:la\s)?prochaine(?:\sle)?\s",
    re.IGNORECASE,
)
# « Entrée : 18.10.22 », « sortie le », « séjour du lundi 5 au »
_ENTRY = re.compile(r"(?<!\w)(?:entrée?|admise?|admission|arriv[ée]e?)(?!\w)[^.,;\n]{0,24}$", re.IGNORECASE)
_EXIT = re.compile(r"(?<!\w)sort(?:ie|i|ant)?(?!\w)[^.,;\n]{0,24}$", re.IGNORECASE)
# « NAISSANCE mardi 7/02 », « ENFANT  Lubin  [x] M  mercredi 17/05 »: a birth, whatever its label
_BORN = re.compile(
    r"(?i:(?<!\w)(?:naissance|née?|accouch\w{1,7})(?!\w)[^.;\n]{0,24})$|(?:^|\n)[^\S\n]{0,8}(?:ENFANT|Enfant|BÉBÉ|Bébé)\b[^.;\n]{0,60}$"
)
_SINCE = re.compile(r"(?<!nuit )(?<!\w)du\s{1,3}(?:[a-z]{5,8}\s{1,3})?$", re.IGNORECASE)
_STAYS = 3
# How many dates on or back from the one behind a count the date beside it stands.
_BESIDE: Mapping[Side, int] = {"left": -1, "right": 0, "last": -2, "next": 1}

_BROKEN = re.compile(r"(?<=[a-zéèê])-\n(?=[a-zéèê])")
# So many counts of a document are looked at, in its order, and so many events before each and behind it.
_MOST, _EVENTS_BEFORE, _EVENTS_BEHIND = 16, 3, 2
# A stay or convalescence may be so many days longer than a day of it that is told; so many events may begin it.
_LONGEST_STAY, _EVENTS_LIVED = 60, 8
_LONGEST_TO_BIRTH = 100
# How many days, times ten, a month has, and how late a vaccine of some months of life may be.
_MONTH_TENTHS, _LATE_VACCINE = 304, 25
# A number beside a day may count from one of so many dates before it.
_DATES_BEFORE = 3


def tallies_of(passages: Passages, calendar: Calendar) -> tuple[Tally, ...]:
    """Return what words count between the dates of a document.

    Nothing is looked at but the words between the dates, where these stand, in which unit they are written and which is
    the document's: what neighbours share.

    Parameters
    ----------
    passages : Passages
        Of the document.
    calendar : Calendar
        Its dates.
    """
    return tuple(_Counts(passages, calendar).tallies())


def _latest_of_today(tallies: Iterable[Tally]) -> list[Tally]:
    """Return tallies without the shorter of two days of today that count from the same dates: that one is past."""
    found = list(tallies)
    longest: dict[tuple[tuple[DateValue, DateValue], ...], int] = {}
    for tally in found:
        if tally.least == tally.most:
            longest[tally.pairs] = max(tally.most, longest.get(tally.pairs, 0))
    return [tally for tally in found if tally.least != tally.most or tally.most == longest[tally.pairs]]


class _Counts:
    """The counts of one document; a place is that of a date among its dates, and of the text right before it."""

    def __init__(self, passages: Passages, calendar: Calendar) -> None:
        self._passages = passages
        self._dated = calendar.dated
        self._today = calendar.reference_value
        self._places = [index for index, span in enumerate(passages.spans) if span.label in DATES]

    def tallies(self) -> Iterator[Tally]:
        found = [
            *_latest_of_today(self._told()),
            *self._numbered(),
            *self._of_gestation(),
            *self._lived(),
            *self._vaccinated(),
        ]
        yield from dict.fromkeys(found[:_MOST])

    def _told(self) -> Iterator[Tally]:
        for place, stretch in enumerate(self._stretches):
            for told in counts_told(stretch):
                pairs = {
                    (later, earlier)
                    for sides in product(told.later, told.earlier)
                    for later, earlier in product(*(self._values(side, place) for side in sides))
                    if later != earlier
                }
                if pairs:
                    yield Tally(told.least, told.most, tuple(sorted(pairs)))

    def _numbered(self) -> Iterator[Tally]:
        """Yield a tally for each numbered day that no other is counted from: « Premier pansement à J5 (13/03) »."""
        numbers = {place: number for place in range(len(self._places)) if (number := self._number(place)) is not None}
        if len(set(numbers.values())) < len(numbers):
            return
        for place, number in numbers.items():
            dated = self._dated[self._places[place]]
            events = [event for event in self._values("event", place) if event != dated.value]
            # Where words tell an event, no other date around.
            around = () if events else (self._value_at.get(each) for each in range(place - _DATES_BEFORE, place))
            since = (*events, *self._values("today", place), *filter(None, around))
            pairs = {(dated.value, event) for event in since if event != dated.value}
            if self._today is not None and place in self._events and dated.value != self._today:
                # « PTG du 12, J9 »: of today rather.
                pairs.add((self._today, dated.value))
            is_tied = dated.reach is not None and dated.reach.least == dated.reach.most
            if pairs and number > 1 and not is_tied:
                yield Tally(number, number, tuple(sorted(pairs)))

    def _of_gestation(self) -> Iterator[Tally]:
        """Yield a tally for each date of a pregnancy and the one before it: « DDR 12/05 », « le 14/02, à 39 SA »."""
        if not may_tell_gestation(self._passages.document.text):
            return
        told = {
            value: days
            for place, value in self._value_at.items()
            if value.unit == "day"
            and (days := gestation_told(self._stretches[place], self._stretches[place + 1])) is not None
        }
        today = next(filter(None, map(gestation_of_today, self._stretches)), None)
        if self._today is not None and self._today.unit == "day" and today is not None:
            told.setdefault(self._today, today)
        at_birth = next(filter(None, map(gestation_of_birth, self._stretches)), None)
        born = self._youngest if at_birth is not None else None
        if born is not None and at_birth is not None and any(value < born for value in told):
            told.setdefault(born, at_birth)
        for (earlier, since), (later, until) in pairwise(sorted(told.items(), key=itemgetter(1))):
            if until[1] > since[1]:
                least, most = until[0] - since[1], until[1] - since[0]
                yield Tally(max(least, 1), most, ((later, earlier),))

    def _lived(self) -> Iterator[Tally]:
        """Yield that the day of the note lies as far behind the event as days are told that were lived since."""
        number = max(map(last_day_lived, self._stretches))
        if number < 2:
            return
        pairs = {
            (today, event)
            for today in self._values("today", 0)
            for event in (self._value_at[place] for place in self._events[:_EVENTS_LIVED])
            if event != today
        }
        if pairs:
            yield Tally(number, number + _LONGEST_STAY, tuple(sorted(pairs)))

    def _vaccinated(self) -> Iterator[Tally]:
        """Yield how long after the birth of the youngest a vaccine of some months was given: « vaccins des 2 mois »."""
        born = self._youngest if "accin" in self._passages.document.text else None
        for place, value in self._value_at.items() if born is not None else ():
            months = months_of_vaccine(self._stretches[place])
            if months and born is not None and value.unit == "day" and value != born:
                least = months * _MONTH_TENTHS // 10
                yield Tally(least, least + _LATE_VACCINE, ((value, born),))

    def _number(self, place: int) -> int | None:
        dated = self._dated.get(self._places[place])
        if dated is None or dated.value.unit != "day":
            return None
        return day_numbered(self._stretches[place], self._stretches[place + 1])

    def _values(self, side: Side, place: int) -> tuple[DateValue, ...]:
        """Return the dates that a side of a count may be, of one that stands before the date of a place."""
        if side == "today":
            return () if self._today is None else (self._today,)
        if side == "event":
            around = bisect_left(self._events, place)
            near = self._events[max(around - _EVENTS_BEFORE, 0) : around + _EVENTS_BEHIND]
            return tuple(self._value_at[each] for each in {*near, *self._events[:1]})
        if side in ("entry", "exit"):
            return tuple(self._value_at[each] for each in self._ends_of_stays[side])
        beside = place + _BESIDE[side]
        ends = {"last": place - 1, "next": place + 1}
        if side in ends and not (0 < ends[side] < len(self._stretches) and _TO.fullmatch(self._stretches[ends[side]])):
            return ()
        value = self._value_at.get(beside)
        return () if value is None else (value,)

    @cached_property
    def _value_at(self) -> Mapping[int, DateValue]:
        """The days and months by their place among the dates."""
        values = ((place, self._dated.get(index)) for place, index in enumerate(self._places))
        return {place: dated.value for place, dated in values if dated and dated.value.unit in ("day", "month")}

    @cached_property
    def _youngest(self) -> DateValue | None:
        """The latest day of birth, by its label or by the words before it."""
        spans = self._passages.spans
        births = (
            value
            for place, value in self._value_at.items()
            if spans[self._places[place]].label == "BIRTHDATE"
            or _BORN.search(self._stretches[place][-_LONGEST_TO_BIRTH:])
        )
        return max((value for value in births if value.unit == "day"), default=None)

    @cached_property
    def _events(self) -> list[int]:
        return [place for place in sorted(self._value_at) if self._is_event(place)]

    def _is_event(self, place: int) -> bool:
        is_birth = self._passages.spans[self._places[place]].label == "BIRTHDATE"
        return is_birth or tells_event(self._stretches[place])

    @cached_property
    def _ends_of_stays(self) -> Mapping[str, list[int]]:
        """The days on which stays begin and end, by words, and those of ranges, of each a few."""
        ranges = [
            place
            for place in sorted(self._value_at)
            if place + 1 in self._value_at
            and _SINCE.search(self._stretches[place])
            and _TO.fullmatch(self._stretches[place + 1])
        ]
        entries = [place for place in sorted(self._value_at) if _ENTRY.search(self._stretches[place])]
        exits = [place for place in sorted(self._value_at) if _EXIT.search(self._stretches[place])]
        return {
            "entry": sorted({*ranges, *entries})[:_STAYS],
            "exit": sorted({*(place + 1 for place in ranges), *exits})[:_STAYS],
        }

    @cached_property
    def _stretches(self) -> list[str]:
        """The text before each date from the one before it, and that behind the last; of any other span an X."""
        text = self._passages.document.text
        stretches: list[list[str]] = [[]]
        end = 0
        for span in self._passages.spans:
            stretches[-1] += text[end : span.start], "" if span.label in DATES else "X"
            stretches += [[]] if span.label in DATES else []
            end = span.end
        stretches[-1].append(text[end:])
        # A word that a line breaks is read whole: « hospi-\ntalisée du ».
        joined = ("".join(parts) for parts in stretches)
        return [_BROKEN.sub("", each) if "-\n" in each else each for each in joined]
