"""Dates of a document on one calendar: what each writing means there.

Partial dates are completed by the others: a day from the month beside it, a year from the date of the document or the
nearest full date.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property, lru_cache

from palimpseste.labels import DATES
from palimpseste.writings.dates.counted import (
    apart,
    day_numbered,
    days_from_last,
    days_from_today,
    days_of_life,
    days_stayed,
)
from palimpseste.writings.dates.counts_in_words import bounds_pregnancy
from palimpseste.writings.dates.forms import DateUnit, WrittenDate
from palimpseste.writings.dates.headings import headed
from palimpseste.writings.dates.reach import Reach, reach_of_day, reach_of_year
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.words import weekday_before, weekday_number
from palimpseste.writings.passages import Passages

__all__ = ["Calendar", "DatedSpan", "day_or_none"]

# « en 98 », « depuis 04 », « 1956 à 58 »: two figures are a year. « du 12 », « le 4 », « du 18-19 »: they are a day.
_BEFORE_YEAR = re.compile(
    r"(?:\ben|\bdepuis|\bann[ée]es?|\bdébut|\bfin|\bété|\bhiver|(?:19|20)\d\d(?:\s?[-–/]|\s(?:à|et|ou)))\s?'?$",
    re.IGNORECASE,
)
# « née le 4 », of a newborn, is a day; « née en 56 », « né 56 » a year.
_BEFORE_DAY = re.compile(r"\ble\s{1,3}$", re.IGNORECASE)
_RANGE_GAP = 24
# « nuit du 8 au 9 », « week-end (8-9 mars) »: the second day is the next one, whatever they are.
_NIGHT = re.compile(
    r"(?<!\w)(?:nuits?|week-?ends?|we)(?!\w)(?:\s{1,3}du\s{1,3}(?:[a-z]{5,8}\s{1,3})?|[^.;:\n()]{0,40}\(\s?)$",
    re.IGNORECASE,
)
_TO = re.compile(
    r"(?:\s(?:à\s)?\d{1,2}\s?h(?:\s?\d\d)?)?\s{1,3}au\s{1,3}(?:[a-z]{5,8}\s{1,3})?|\s?[-–]\s?|\s{1,3}et\s{1,3}",
    re.IGNORECASE,
)
_LONGEST_NIGHT = 60
# « sortie prévue le 12 », « arrêt de travail jusqu'au 22 », « jusqu'au 31 inclus »: the day is still to come.
_AHEAD = re.compile(
    r"\b(?:(?:[àa]\s{1,3}partir|d[èe]s)(?=\s{1,3}(?:du|le)\b)|pr[ée]vue?s?|rendez-vous|rdv|prochaine?s?|arr[êe]t(?:\s{1,3}de\s{1,3}travail)?(?=\s{1,3}jusqu))\b[^.;:!?\n\d]{0,30}$",
    re.IGNORECASE,
)
# So does a full date, which is then not that of the document: « je la reverrai le 18.06.2024 ».
_TO_COME = re.compile(
    r"\b(?:re(?:verr|voir|voyons)\w*|revoir|convoqu[ée]+e?s?|jusqu['’]au|valables?|p[ée]rem\w+|p[ée]rim\w+|expir\w+|[ée]ch[ée]ance"
    r"|avant(?=\s{1,3}le\s{1,3}$))"
    r"\b[^.;:!?\n\d]{0,30}$",
    re.IGNORECASE,
)
# So does a date behind another, before which a clause says nothing but an appointment: « Consultation avec Dr X le ».
_APPOINTMENT = re.compile(
    r"(?:^|[.;:,•)\n–+-])\s{0,9}(?:\d[.)]\s)?(?:radio\s\+\s|scanner\s\+\s)?(?:revue?\s(?:en|à\sla)\s)?"
    r"(?:consultation|contr[ôo]le|cs|visite|hdj|rendez-vous|rdv|ablation)(?!\w)(?![^.;:!?\n\d]{0,60}\b(?:vue?|du)\b)"
    r"[^.;:!?\n\d]{0,60}\ble\s(?:[a-z]{5,8}\s)?$",
    re.IGNORECASE,
)
_LONGEST_APPOINTMENT = 100
# « Validé par Dr Marchand le 11/02/2025 », « Signé à Séné, le 1er avril 2025 » at the head of a line dates a note.
_SIGNED = re.compile(r"\n[^\S\n]{0,8}(?:validé|signé)e?\b[^;!?\n\d]{0,80}$", re.IGNORECASE)
_LONGEST_SIGNED = 100
# « Flers, le 26/06/2025 » and « Le 20/02/25 » on a line of their own, or of a column, date a letter.
_HEADED = re.compile(
    r"(?:^|\n)[^\S\n]{0,99}(?:[^\W\d_][^\n.;:!?\d]{0,40},[^\S\n])?le[^\S\n]?:?[^\S\n]?(?:[a-z]{5,8}[^\S\n])?$",
    re.IGNORECASE,
)
_END_OF_COLUMN = re.compile(r"[^\S\n]*\n|[^\S\n]*$|[^\S\n]{3}")
_LONGEST_HEAD = 160
_INCLUDED = re.compile(r"\s{1,3}inclus\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;:!?]\s")
_LONGEST_WEEKDAY = 30
# A weekday tells which day is meant as far as this.
_SHORTEST_REACH = 27
# A date without its year belongs to a full one beside it, else to one of the year around the note's own.
_BESIDE = 60
# A day alone is of the days right behind the last date that says its month, or of those right behind the document's.
_SOON, _AT_ONCE = 10, 2
_YEAR = 366
# Words that count the days of a date stand within so many characters.
_LONGEST_COUNT = 40
# A year that is nowhere said, and how many around it weekdays may tell.
_ANY_YEAR, _YEARS_TOLD = 2020, 6
_LONGEST = 500
_LAST_ORDINAL = date.max.toordinal()
# Century of a two-digit year where nothing in the document dates it: a birth is past, a stay is recent.
_PIVOT_YEAR = 2035
_YEARS_AHEAD = 10

_cached_read = lru_cache(maxsize=8192)(read_date)


@dataclass(frozen=True, slots=True)
class DatedSpan:
    """A date of a document, completed.

    Parameters
    ----------
    index : int
        The span.
    written : WrittenDate
        What is written there.
    day : datetime.date
        The day it means; the middle of the month or year where it says no more.
    unit : {"day", "month", "year"}
        The finest part that is written.
    value : DateValue
        The same as a whole number in that unit.
    reach : Reach, optional
        What completed it, and how far that reaches.
    with_month : WrittenDate, optional
        The form of a day alone that says its month as well, like the date behind it which completes it.
    with_year : WrittenDate, optional
        The form that says its year as well, of a date whose year stands at the head of its line.
    """

    index: int
    written: WrittenDate
    day: date
    unit: DateUnit
    value: DateValue
    reach: Reach | None
    with_month: WrittenDate | None = None
    with_year: WrittenDate | None = None


class Calendar:
    """The dates of one document.

    Parameters
    ----------
    passages : Passages
        Of the document.
    """

    def __init__(self, passages: Passages) -> None:
        self._passages = passages
        self._written: dict[int, WrittenDate | None] = {
            index: self._read(index)
            for index, span in enumerate(passages.spans)
            if span.label in DATES and len(span) <= _LONGEST
        }

    @cached_property
    def dated(self) -> dict[int, DatedSpan]:
        """The dates that could be read, by span."""
        found: dict[int, DatedSpan] = {}
        for index in sorted(self._written, reverse=True):
            # From the last to the first: the first end of a range leans on the second.
            written = self._written[index]
            if written is not None:
                completed = self._completed(index, written, found)
                if completed is not None:
                    day, reach = completed
                    following = found.get(index + 1)
                    with_month = self._with_month(index, written, found)
                    if following is not None and following.unit == "day" == written.unit and self._is_night(index):
                        reach = Reach(following.value, -1, -1)
                    value = DateValue.of(written, day)
                    with_year = written.with_year() if index in self._heads else None
                    found[index] = DatedSpan(index, written, day, written.unit, value, reach, with_month, with_year)
        return found | self._counted(found)

    def _counted(self, found: Mapping[int, DatedSpan]) -> dict[int, DatedSpan]:
        """Return the days whose distance from another the words beside them tell, each as far from it as they say."""
        days = {index: dated for index, dated in found.items() if dated.unit == "day" and dated.with_month is None}
        today = self.reference_value or (days[min(days)].value if days else None)
        ordered = sorted({each.middle for each in (today, *(dated.value for dated in days.values())) if each})
        numbers: dict[int, int] = {}
        counted: dict[int, DatedSpan] = {}
        for index, dated in days.items():
            before = self._text_before(index)
            number = day_numbered(before, self._text_behind(index))
            if number is not None:
                numbers[index] = number
            steps = days_from_today(before)
            # Where another day stands between, today is not the day that is taken for it.
            if steps and today is not None and _follows(ordered, dated.value.middle, today.middle, steps):
                counted[index] = replace(dated, reach=Reach(today, steps, steps))
        for index, (first, steps) in apart(numbers).items():
            counted[index] = replace(days[index], reach=Reach(days[first].value, steps, steps))
        return self._counted_from_others(found, days) | counted

    def _counted_from_others(
        self, found: Mapping[int, DatedSpan], days: Mapping[int, DatedSpan]
    ) -> dict[int, DatedSpan]:
        """Return the days that words count from the date before them, from the first day of a stay, from a birth."""
        births = [each.value for each in days.values() if self._passages.spans[each.index].label == "BIRTHDATE"]
        youngest = max((birth for birth in (*self._record_birth, *births) if birth.unit == "day"), default=None)
        counted: dict[int, DatedSpan] = {}
        last: int | None = None
        for index in sorted(days):
            before, first = self._text_before(index), found.get(index - 1)
            steps = days_from_last(before) if last is not None else None
            stayed = days_stayed(self._text_before(index - 1)) if first is not None and first.unit == "day" else None
            lived = days_of_life(self._text_behind(index))
            if steps is not None and last is not None:
                counted[index] = replace(days[index], reach=Reach(days[last].value, steps, steps))
            elif stayed is not None and first is not None and _TO.fullmatch(self._passages.between(index - 1, index)):
                counted[index] = replace(days[index], reach=Reach(first.value, *stayed))
            elif lived is not None and youngest is not None:
                counted[index] = replace(days[index], reach=Reach(youngest, lived, lived))
            last = index
        return counted

    def _text_before(self, index: int) -> str:
        """Return what stands between a span and the one before it, no more than words that count need."""
        start = self._passages.spans[index].start
        since = self._passages.spans[index - 1].end if index else 0
        return self._passages.document.text[max(since, start - _LONGEST_COUNT) : start]

    def _text_behind(self, index: int) -> str:
        """Return what stands between a span and the next, no more than words that count need."""
        spans, end = self._passages.spans, self._passages.spans[index].end
        until = spans[index + 1].start if index + 1 < len(spans) else None
        return self._passages.document.text[end : min(until or end + _LONGEST_COUNT, end + _LONGEST_COUNT)]

    @cached_property
    def ranges(self) -> list[tuple[DateValue, DateValue]]:
        """The first and last days of ranges: « du 2 au 27 mars », « 5-6/01 »."""
        return [
            (dated.value, following.value)
            for index, dated in self.dated.items()
            if (following := self.dated.get(index + 1)) is not None
            and dated.unit == following.unit == "day"
            and dated.value != following.value
            and _TO.fullmatch(self._passages.between(index, index + 1))
        ]

    @property
    def unreadable(self) -> int:
        """How many dates could not be read and get drawn figures of the same shape."""
        return len(self._written) - len(self.dated)

    @cached_property
    def knows_birth(self) -> bool:
        """Whether a birth date is known, so that ages stay right under the shift, here or in another document."""
        patient = self._passages.document.patient
        return bool(patient.birthdate and _cached_read(patient.birthdate)) or any(
            self._passages.spans[index].label == "BIRTHDATE" for index in self.dated
        )

    @cached_property
    def births(self) -> tuple[DateValue, ...]:
        """The dates of birth that are known, that of the record first."""
        return tuple(dict.fromkeys((*self._record_birth, *self._written_births)))

    def all_births(self, *, recorded_only: bool) -> tuple[DateValue, ...]:
        """Return the dates of birth that are known, that of the record first; that one alone if only it counts."""
        return self._record_birth if recorded_only else self.births

    @cached_property
    def _record_birth(self) -> tuple[DateValue, ...]:
        recorded = self._passages.document.patient.birthdate
        written = _cached_read(recorded, year_alone=True) if recorded else None
        if written is None or written.year is None:
            return ()
        year = _full_year(written.year, self._latest_year)
        day = day_or_none(year, written.month or 7, written.day or (15 if written.month else 2))
        return () if day is None else (DateValue.of(written, day),)

    @cached_property
    def _written_births(self) -> tuple[DateValue, ...]:
        return tuple(
            self.dated[index].value for index in sorted(self.dated) if self._passages.spans[index].label == "BIRTHDATE"
        )

    def _is_night(self, index: int) -> bool:
        """Tell whether a day and the next span are the two days of one night or of one week-end."""
        return bool(
            _NIGHT.search(self._passages.before(index, _LONGEST_NIGHT))
            and _TO.fullmatch(self._passages.between(index, index + 1))
        )

    def _read(self, index: int) -> WrittenDate | None:
        span = self._passages.spans[index]
        source = self._passages.source(index)
        if span.label == "BIRTHDATE":
            year_alone = len(span) > 2 or not _BEFORE_DAY.search(self._passages.before(index, 10))
        else:
            year_alone = len(span) == 2 and bool(_BEFORE_YEAR.search(self._passages.before(index, 10)))
        return _cached_read(source, year_alone=year_alone)

    def _completed(
        self, index: int, written: WrittenDate, later: dict[int, DatedSpan]
    ) -> tuple[date, Reach | None] | None:
        """Return the day a writing means and what completed it; None where there is no such day."""
        if written.unit == "year" or written.month is not None:
            return self._without_days_alone.get(index)
        day, reach = self._day_alone(index, written.day or 1, later)
        return (day, reach) if day is not None else None

    @cached_property
    def _without_days_alone(self) -> dict[int, tuple[date, Reach | None]]:
        """The days that all writings but those of a day alone mean, and what completed them."""
        found = {}
        for index, written in self._written.items():
            if written is None or (written.unit != "year" and written.month is None):
                continue
            year, reach = self._year(index, written), None
            if written.month is None:
                day = day_or_none(year, 7, 2) if year is not None else None
            elif year is not None:
                day = day_or_none(year, written.month, written.day or 15)
            else:
                day, reach = self._yearless(index, written)
            if day is not None:
                found[index] = day, reach
        return found

    @cached_property
    def _heads(self) -> dict[int, int]:
        return headed(self._passages, self._written)

    def _headed(self, index: int, written: WrittenDate) -> tuple[date, Reach] | None:
        """Return the day of a date in the year at the head of its line, and that year; None without one."""
        head = self._written.get(self._heads.get(index, -1))
        year = self._year(self._heads[index], head) if head is not None else None
        day = day_or_none(year, written.month or 0, written.day or 15) if year is not None else None
        return (day, reach_of_year(DateValue.of(written, day).unit, DateValue("year", day.year))) if day else None

    def _yearless(self, index: int, written: WrittenDate) -> tuple[date | None, Reach | None]:
        headed_day = self._headed(index, written)
        if headed_day is not None:
            return headed_day
        near = self._near_year(index)
        around, value = near if near is not None else (date(self._unsaid_year, 7, 1), None)
        candidates = _nearest_first(written, around)
        nearest = candidates[0] if candidates else None
        told = self._on_its_weekday(index, [d for d in candidates if abs((d - around).days) <= _YEAR])
        if told is not None and told != nearest:
            return told, None
        if nearest is None or value is None:
            return nearest, None
        # « le 22/09 » of a note of the 22/09/2023 that looks ahead: « droits jusqu'au 31/12/2024 ».
        said = (day for day in candidates if day <= nearest and day in self._days_in_full)
        same = next(said, nearest) if told is None and written.unit == "day" else nearest
        if same != nearest:
            return same, None
        return nearest, reach_of_year(DateValue.of(written, nearest).unit, value)

    @cached_property
    def _unsaid_year(self) -> int:
        """A year for dates of a text that says none: that on whose days most of their weekdays fall."""
        read = [(index, written) for index, written in self._written.items() if written is not None]
        says_month = any(written.month is not None for _, written in read)
        told = [
            # Days alone of a text that says no month are of January.
            (weekday_number(weekday.group("weekday")), written.month or 1, written.day)
            for index, written in read
            if written.day is not None and says_month == (written.month is not None)
            for weekday in [weekday_before(self._passages.before(index, _LONGEST_WEEKDAY))]
            if weekday is not None
        ]

        def fitting(year: int) -> int:
            days = ((day_or_none(year, month, day), number) for number, month, day in told)
            return sum(day is not None and day.weekday() == number for day, number in days)

        years = sorted(range(_ANY_YEAR - _YEARS_TOLD, _ANY_YEAR + _YEARS_TOLD), key=lambda year: abs(year - _ANY_YEAR))
        return max(years, key=fitting)

    def _on_its_weekday(self, index: int, days: Iterable[date]) -> date | None:
        """Return the first of some days that falls on the weekday written before a date, if any does."""
        weekday = weekday_before(self._passages.before(index, _LONGEST_WEEKDAY))
        if weekday is None:
            return None
        number = weekday_number(weekday.group("weekday"))
        return next((day for day in days if day.weekday() == number), None)

    def _year(self, index: int, written: WrittenDate) -> int | None:
        if written.year is None:
            return None
        if self._passages.spans[index].label == "DATE":
            return _full_year(written.year, self._latest_planned)
        return _full_year(written.year, self._latest_year)

    @property
    def _latest_planned(self) -> int:
        """The latest year that a date of two figures may be of: a stay may be planned."""
        own = self._passages.document.date
        return own.year + _YEARS_AHEAD if own is not None else _PIVOT_YEAR

    @cached_property
    def _latest_year(self) -> int:
        """The latest year that a birth may be of: it is past."""
        return self.reference.year if self.reference else _PIVOT_YEAR

    def _day_alone(self, index: int, day: int, later: dict[int, DatedSpan]) -> tuple[date | None, Reach | None]:
        """Complete a day by the month of the date after it in a range, else of the one before, else of the document.

        The last day of the number that the document can know of is meant, or the next where words say that it is ahead,
        it is tomorrow, or it comes soon after the last date of the text that says its month. Where nothing dates the
        document it is the nearest of that number.
        """
        following = self._following(index, later)
        if following is not None:
            says_month = following.written.month is not None or following.with_month is not None
            same_month = says_month and self._with_month(index, self._written[index], later) is None
            reach = reach_of_day(following.value, is_before=True, same_month=same_month)
            return _last_day_numbered(day, following.day), reach
        near, before = self._near(index), self._begun.get(index)
        if near is not None and self._passages.spans[index].label == "BIRTHDATE":  # a birth is past
            return _last_day_numbered(day, near[0]), reach_of_day(near[1], is_before=True)
        if before is not None:
            start, value = before
            return _first_day_numbered(day, start), reach_of_day(value, is_before=False) if value else None
        if near is None:
            return _last_day_numbered(day, date(self._unsaid_year, 1, 31)), None
        told = self._day_of_its_weekday(index, day, near[0])
        if told is not None:
            return told, reach_of_day(near[1], is_before=told <= near[0])
        soon = self._on_a_weekday_near_another(index, day) or self._soon_after(index, day)
        if soon is not None:
            return soon
        today, value = self._today_before(index) or near
        ahead = _first_day_numbered(day, today)
        if self._is_ahead(index) or (ahead is not None and (ahead - today).days <= _AT_ONCE):
            return ahead, reach_of_day(value, is_before=False)
        last = _last_day_numbered(day, near[0])
        if self.reference is None and ahead is not None and last is not None and ahead - today < near[0] - last:
            return ahead, reach_of_day(value, is_before=False)
        return last, reach_of_day(near[1], is_before=True)

    def _soon_after(self, index: int, day: int) -> tuple[date, Reach] | None:
        """Return the day of a number that comes soon after the last date that says its month; None where none does.

        None too where the document tells of no later day, unless it comes at once: « vol du 6 » behind « le 5 avril ».
        """
        said = self._last_month_said(index)
        if said is None:
            return None
        start, value = said
        found = _first_day_numbered(day, start)
        if found is None or (found - start).days > (_SOON if found <= self._last_known else _AT_ONCE):
            return None
        return found, reach_of_day(value, is_before=False)

    def _on_a_weekday_near_another(self, index: int, day: int) -> tuple[date, Reach] | None:
        """Return the day of a number that is on the weekday before it, near the last date that says its month.

        Or else near the latest full date, the day of the document where no other is said.
        """
        latest = self._full(self._latest_full) if self._full_days else None
        for said in (self._last_month_said(index), latest):
            told = self._day_of_its_weekday(index, day, said[0]) if said is not None else None
            if told is not None and said is not None:
                return told, reach_of_day(said[1], is_before=told <= said[0])
        return None

    def _last_month_said(self, index: int) -> tuple[date, DateValue] | None:
        """Return the last date before a span that says its month; None where there is none."""
        place = bisect_left(self._months_said, index, key=lambda said: said[0])
        return self._months_said[place - 1][1:] if place else None

    @cached_property
    def _last_known(self) -> date:
        """The date of the document, else the latest of its text that says its month."""
        return self._passages.document.date or max((said for _, said, _ in self._months_said), default=date.min)

    @cached_property
    def _months_said(self) -> list[tuple[int, date, DateValue]]:
        """The dates of the text to the day that say their month, births left out, by their spans."""
        found = []
        for index in self._written_indices:
            written = self._written[index]
            if written is None or written.day is None or written.month is None or written.feast:
                continue
            completed = self._without_days_alone.get(index)
            if completed is not None and self._passages.spans[index].label == "DATE":
                found.append((index, completed[0], DateValue.of(written, completed[0])))
        return found

    def _is_ahead(self, index: int) -> bool:
        """Tell whether the words around a day alone say that it is still to come when the document is written."""
        return bool(_AHEAD.search(self._text_before(index)) or _INCLUDED.match(self._text_behind(index)))

    def _today_before(self, index: int) -> tuple[date, DateValue] | None:
        """Return the date of the document, else the latest full date before a span; None where there is none."""
        own = self._passages.document.date
        place = bisect_left(self._full_indices, index)
        if own is not None or not place:
            return None if own is None else (own, DateValue("day", own.toordinal()))
        return self._full(self._latest_so_far[place - 1])

    @cached_property
    def _latest_so_far(self) -> list[int]:
        """The span of the latest full date up to each of them."""
        latest: list[int] = []
        for index in self._full_indices:
            is_later = not latest or self._full_days[index] > self._full_days[latest[-1]]
            latest.append(index if is_later else latest[-1])
        return latest

    def _following(self, index: int, later: dict[int, DatedSpan]) -> DatedSpan | None:
        """Return the day shortly behind a day alone that completes it, as in « du 2 au 27 mars »; None for none."""
        # Later dates are completed before, from the last to the first.
        following = next(reversed(later.values()), None)
        if following is None or following.unit != "day" or self._gap(index, following.index) > _RANGE_GAP:
            return None
        between = self._passages.between(index, following.index)
        if "\n" in between and not _TO.fullmatch(between):
            return None
        # A month that another sentence says is its own, and « 6 et 7. Gaz le 4 » is no range.
        written = self._written[index]
        is_falling = written is not None and (written.day or 0) > following.day.day
        is_apart = _SENTENCE_END.search(between)
        return None if is_apart and (is_falling or following.written.month is not None) else following

    def _with_month(self, index: int, written: WrittenDate | None, later: dict[int, DatedSpan]) -> WrittenDate | None:
        following = self._following(index, later)
        if following is None or written is None:
            return None
        return written.with_month_of(following.with_month or following.written)

    def _day_of_its_weekday(self, index: int, day: int, near: date) -> date | None:
        """Return the day of that number nearest to another that falls on the weekday written before it, if any is."""
        around = (near + timedelta(days=days) for step in range(_SHORTEST_REACH + 1) for days in (step, -step))
        return self._on_its_weekday(index, (each for each in around if each.day == day))

    @cached_property
    def _begun(self) -> dict[int, tuple[date, DateValue | None]]:
        """From which day on each day alone counts that stands shortly behind another date, and what said the month.

        « le 12/03, le 15 et le 2 » goes on from the 12th, « sept. 2023 : 25, 26 » from the first of the month.
        """
        found: dict[int, tuple[date, DateValue | None]] = {}
        since: tuple[date, DateValue | None] | None = None
        previous = None
        for index in self._written_indices:
            written = self._written[index]
            is_near = previous is not None and self._gap(previous, index) <= _RANGE_GAP
            if previous is not None and is_near and self._is_lower_behind_a_sentence(previous, index):
                is_near = False
            previous = index
            if written is None:
                since = None
            elif written.month is not None:
                since = self._start_of(index, written)
            elif written.day is not None and since is not None and is_near:
                found[index] = since
                day = _first_day_numbered(written.day, since[0])
                since = None if day is None else (day, since[1])
            else:
                since = None
        return found

    def _is_lower_behind_a_sentence(self, previous: int, index: int) -> bool:
        """Tell whether a day alone is lower than that of the sentence before: « sort le 30/09. Venu le 21 »."""
        before, written = self._written[previous], self._written[index]
        is_lower = before is not None and written is not None and (written.day or 31) < (before.day or 0)
        return is_lower and bool(_SENTENCE_END.search(self._passages.between(previous, index)))

    def _start_of(self, index: int, written: WrittenDate) -> tuple[date, DateValue | None] | None:
        """Return from which day on days alone behind a date with its month count; None for a season or a feast."""
        completed = self._without_days_alone.get(index)
        if completed is None or written.unit not in ("day", "month") or written.feast:
            return None
        day = completed[0]
        return (day, DateValue.of(written, day)) if written.day is not None else (day.replace(day=1), None)

    @cached_property
    def _written_indices(self) -> list[int]:
        return sorted(self._written)

    def _gap(self, index: int, following: int) -> int:
        return self._passages.spans[following].start - self._passages.spans[index].end

    @cached_property
    def _full_days(self) -> dict[int, date]:
        """Dates of the text, births left out, that need no completing but of a century."""
        found = {}
        for index, written in self._written.items():
            if written is None or self._passages.spans[index].label != "DATE" or written.unit != "day":
                continue
            year = self._year(index, written)
            if year is not None and written.month is not None and not written.feast:
                day = day_or_none(year, written.month, written.day or 0)
                if day is not None:
                    found[index] = day
        return found

    @cached_property
    def _days_in_full(self) -> frozenset[date]:
        return frozenset(self._full_days.values())

    @cached_property
    def _full_indices(self) -> list[int]:
        return sorted(self._full_days)

    @cached_property
    def reference(self) -> date | None:
        """The date of the document, else the latest full date of its text that words do not say is ahead."""
        return self._passages.document.date or (self._full_days[self._latest_full] if self._full_days else None)

    @cached_property
    def reference_value(self) -> DateValue | None:
        """The date of the document, as `reference`, in the unit it is written in."""
        if self._passages.document.date is not None:
            return DateValue("day", self._passages.document.date.toordinal())
        if not self._full_days:
            return None
        return self._full_value(self._latest_full)

    def _near_year(self, index: int) -> tuple[date, DateValue] | None:
        """Return the date that completes one whose year is unsaid; None where the text holds none that could.

        That of the document; else the full date beside it on its line; else the one before it where it lies between
        that and the next; else the latest full date; else the first that says its year; else a birth of these years;
        else the first date of the text.
        """
        if self._passages.document.date is None and self._full_days:
            nearest = self._nearest_full(index)
            first, second = sorted((index, nearest))
            is_apart = self._gap(first, second) > _BESIDE or "\n" in self._passages.between(first, second)
            around = self._between_of_a_year(index) if is_apart else nearest
            return self._full(self._latest_full if around is None else around)
        return self._near(index)

    def _between_of_a_year(self, index: int) -> int | None:
        """Return the full date before a span, where its date lies between that and the next, of one year; None else.

        None too where that day of the year around the latest full date is past.
        """
        place, written = bisect_left(self._full_indices, index), self._written[index]
        around = self._full_indices[max(place - 1, 0) : place + 1]
        if not 0 < place < len(self._full_indices) or written is None:
            return None
        first, second, latest = (self._full_days[each] for each in (*around, self._latest_full))
        own = day_or_none(first.year, written.month or 0, written.day or 15)
        is_between = first.year == second.year and own is not None and first <= own <= second
        nearest = _nearest_first(written, latest)
        return around[0] if is_between and nearest and nearest[0] > latest else None

    def _near(self, index: int) -> tuple[date, DateValue] | None:
        """Return the date that completes a day alone; None where the text holds none that could.

        As for a year, but other lines may be beside it too.
        """
        own = self._passages.document.date
        if own is not None:
            return own, DateValue("day", own.toordinal())
        if self._full_days:
            nearest = self._nearest_full(index)
            is_beside = self._gap(*sorted((index, nearest))) <= _BESIDE
            return self._full(nearest if is_beside else self._latest_full)
        return self._first_of_year if self._first_of_year is not None else self._first_of_text(index)

    def _nearest_full(self, index: int) -> int:
        place = bisect_left(self._full_indices, index)
        around = self._full_indices[max(0, place - 1) : place + 1]
        return min(around, key=lambda other: (abs(other - index), other))

    @cached_property
    def _latest_full(self) -> int:
        """The first span of the latest full date that words do not say is ahead; of all, where they say so of each.

        A date on which the document was signed, or that stands at the head of a letter, comes before any other.
        """

        def rank(index: int) -> tuple[bool, bool, date, int]:
            is_own = self._is_signed(index) or self._is_head(index)
            return not self._is_to_come(index), is_own, self._full_days[index], -index

        return max(self._full_indices, key=rank)

    def _is_signed(self, index: int) -> bool:
        """Tell whether the line of a full date says that the document was signed then."""
        return bool(_SIGNED.search(self._passages.before(index, _LONGEST_SIGNED)))

    def _is_head(self, index: int) -> bool:
        """Tell whether a full date and the place before it are all that stands on their line, or in a column of it."""
        end = self._passages.spans[index].end
        behind = self._passages.document.text[end : end + _LONGEST_COUNT]
        is_ended = _END_OF_COLUMN.match(behind)
        return bool(is_ended and _HEADED.search(self._passages.before(index, _LONGEST_HEAD)))

    def _is_to_come(self, index: int) -> bool:
        """Tell whether the words before a full date say that it is still to come when the document is written.

        Or that it is the beginning of a pregnancy, which is not the day of the document either.
        """
        before = self._text_before(index)
        if _AHEAD.search(before) or _TO_COME.search(before) or bounds_pregnancy(before):
            return True
        is_first = index == self._full_indices[0]
        return not is_first and bool(_APPOINTMENT.search(self._passages.before(index, _LONGEST_APPOINTMENT)))

    def _full(self, index: int) -> tuple[date, DateValue]:
        return self._full_days[index], self._full_value(index)

    @cached_property
    def _first_of_year(self) -> tuple[date, DateValue] | None:
        """The first date of the text that says its year, births left out; a birth later than what is taken else."""
        for index, written in sorted(self._written.items()):
            if written is None or written.year is None or written.feast:
                continue
            year = self._year(index, written) or 0
            day = day_or_none(year, written.month or 7, written.day or (15 if written.month else 2))
            is_birth = self._passages.spans[index].label == "BIRTHDATE"
            if day is not None and (year >= _ANY_YEAR or not is_birth):
                return day, DateValue.of(written, day)
        return None

    @cached_property
    def _first_with_month(self) -> tuple[int, date, DateValue] | None:
        """The first date of the text that says its month, in the year that is nowhere said."""
        for index, written in sorted(self._written.items()):
            if written is None or written.month is None or self._passages.spans[index].label != "DATE":
                continue
            day = day_or_none(self._unsaid_year, written.month, written.day or 15)
            if day is not None:
                return index, day, DateValue.of(written, day)
        return None

    def _first_of_text(self, index: int) -> tuple[date, DateValue] | None:
        """Return the first date of the text that says its month; None for that date itself."""
        if self._first_with_month is None or self._first_with_month[0] == index:
            return None
        return self._first_with_month[1:]

    def _full_value(self, index: int) -> DateValue:
        written = self._written[index]
        day = self._full_days[index]
        return DateValue.of(written, day) if written is not None else DateValue("day", day.toordinal())


def _follows(ordered: Sequence[int], day: int, today: int, steps: int) -> bool:
    """Tell whether a day stands right before today among days in order, or right behind it where its steps are up."""
    place = bisect_left(ordered, day) + (1 if steps < 0 else -1)
    return 0 <= place < len(ordered) and ordered[place] == today


def _full_year(year: int, latest: int) -> int:
    """Return a year whose century may be unsaid: the last such year that is not after the latest."""
    return year if year >= 100 else latest - (latest - year) % 100


def day_or_none(year: int, month: int, day: int) -> date | None:
    """Return the day of a month of a year; None where there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _nearest_first(written: WrittenDate, around: date) -> list[date]:
    """Return the days that a date without its year may be, of two years before another to two behind, by nearness."""
    years = (around.year, around.year - 1, around.year + 1, around.year - 2, around.year + 2)
    days = (day_or_none(year, written.month or 0, written.day or 15) for year in years)
    return sorted(filter(None, days), key=lambda day: abs((day - around).days))


def _last_day_numbered(day: int, end: date) -> date | None:
    """Return the last day of that number that is not after the end."""
    return _first_fitting(day, (end.toordinal() - back for back in range(62)))


def _first_day_numbered(day: int, start: date) -> date | None:
    """Return the first day of that number that is not before the start."""
    return _first_fitting(day, (start.toordinal() + ahead for ahead in range(62)))


def _first_fitting(day: int, ordinals: Iterable[int]) -> date | None:
    days = (date.fromordinal(ordinal) for ordinal in ordinals if 0 < ordinal <= _LAST_ORDINAL)
    return next((candidate for candidate in days if candidate.day == day), None)
