"""Days alone, completed by the month of the date behind or before them, by weekdays, by words that look ahead."""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import date, timedelta
from functools import cached_property

from palimpseste.writings.dates.dated import Anchor, DatedSpan
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.full_dates import AHEAD, FullDates
from palimpseste.writings.dates.numbered_days import first_day_numbered, last_day_numbered
from palimpseste.writings.dates.reach import Reach, reach_of_day
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.written_dates import WrittenDates
from palimpseste.writings.dates.yearless import YearlessDates

__all__ = ["TO", "DaysAlone"]

_RANGE_GAP = 24
TO = re.compile(
    r"(?:\s(?:à\s)?\d{1,2}\s?h(?:\s?\d\d)?)?\s{1,3}au\s{1,3}(?:[a-z]{5,8}\s{1,3})?|\s?[-–]\s?|\s{1,3}et\s{1,3}",
    re.IGNORECASE,
)
# « consultation psy le 18 à 9h »
_APPOINTED = re.compile(r"(?<!\w)(?:consultation|rdv|rendez-vous|visite)(?!\w)[^.;\n]{0,30}\s$", re.IGNORECASE)
_AT_HOUR = re.compile(r"\sà\s\d{1,2}\s?h", re.IGNORECASE)
_INCLUDED = re.compile(r"\s{1,3}inclus\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;:!?]\s")
# « (opérée fin décembre) sort le 17 »: what stands in brackets does not go on behind them.
_BRACKET_ENDS = re.compile(r"[^()]{0,24}\)")
# A weekday tells which day is meant as far as this.
_SHORTEST_REACH = 27
# A day alone is of the days right behind the last date that says its month, or of those right behind the document's.
_SOON, _AT_ONCE = 10, 2
_WEEK = 7


class DaysAlone:
    """The days of one document that are written without their month, each completed.

    Parameters
    ----------
    written : WrittenDates
        All dates of the document, as they are written.
    full : FullDates
        Those that need no completing.
    yearless : YearlessDates
        All that say a month or a year, completed.
    """

    def __init__(self, written: WrittenDates, full: FullDates, yearless: YearlessDates) -> None:
        self._written = written
        self._passages = written.passages
        self._full = full
        self._yearless = yearless

    def completed(
        self, index: int, written: WrittenDate, later: dict[int, DatedSpan]
    ) -> tuple[date | None, Reach | None]:
        """Complete a day by the month of the date after it in a range, else of the one before, else of the document.

        The last day of the number that the document can know of is meant, or the next where words say that it is ahead,
        it is tomorrow, or it comes soon after the last date of the text that says its month. Where nothing dates the
        document it is the nearest of that number.

        Parameters
        ----------
        index : int
            Of the span.
        written : WrittenDate
            The day.
        later : dict
            The dates behind it, completed, by the number of their span.
        """
        day, following = written.day or 1, self._following(index, later)
        if following is not None:
            says_month = following.written.month is not None or following.with_month is not None
            same_month = says_month and self.with_month(index, written, later) is None
            reach = reach_of_day(following.value, is_before=True, same_month=same_month)
            return last_day_numbered(day, following.day), reach
        near, before = self._yearless.near(index), self._begun.get(index)
        if near is not None and self._written.is_birth(index):  # a birth is past
            return last_day_numbered(day, near.day), reach_of_day(near.value, is_before=True)
        begun = first_day_numbered(day, before[0]) if before is not None else None
        if before is not None and (begun is None or self._may_be(index, begun)):
            return begun, reach_of_day(before[1], is_before=False) if before[1] else None
        if near is None:
            return last_day_numbered(day, date(self._yearless.unsaid_year, 1, 31)), None
        told = self._day_of_its_weekday(index, day, near.day)
        if told is not None:
            return told, reach_of_day(near.value, is_before=told <= near.day)
        own = self._of_the_night(index, day)
        if own is not None:
            return own
        soon = self._on_a_weekday_near_another(index, day) or self._soon_after(index, day)
        soon = soon or self._around_a_weekday(index, day, near)
        if soon is not None:
            return soon
        today = self._full.today_before(index)
        since = near if today is None else Anchor.on(today)
        ahead = first_day_numbered(day, since.day)
        if self._is_ahead(index) or (ahead is not None and (ahead - since.day).days <= _AT_ONCE):
            return ahead, reach_of_day(since.value, is_before=False)
        last = last_day_numbered(day, near.day)
        if (
            self._full.reference is None
            and ahead is not None
            and last is not None
            and ahead - since.day < near.day - last
        ):
            return ahead, reach_of_day(since.value, is_before=False)
        return last, reach_of_day(near.value, is_before=True)

    def _of_the_night(self, index: int, day: int) -> tuple[date, Reach] | None:
        """Return the day of a number that is one of the two or three of which the whole note is; None for any other.

        « relève de la nuit du 11 au 12/04 … chariot vérifié le 11 », whatever day another line tells: « cure du 2/2 ».
        """
        reference, found = self._full.reference, self._own_days.get(day)
        said = bisect_left(self._months_said, index, key=lambda said: said[0])
        last = self._months_said[said - 1][0] if said else None
        if found is None or reference is None or (last is not None and "\n" not in self._passages.between(last, index)):
            return None
        return found, reach_of_day(Anchor.on(reference).value, is_before=True)

    @cached_property
    def _own_days(self) -> dict[int, date]:
        """The days of a range of two or three that ends on the day of the note, by their numbers."""
        found: dict[int, date] = {}
        for index in (index for index, day in self._full.days.items() if day == self._full.reference):
            end, before = self._full.days[index], self._written.by_span.get(index - 1)
            is_alone = before is not None and before.unit == "day" and before.month is None
            if is_alone and before is not None and TO.fullmatch(self._passages.between(index - 1, index)):
                days = [end - timedelta(days=back) for back in range(_AT_ONCE + 1)]
                lasting = next((place for place, day in enumerate(days) if day.day == before.day), -1)
                found |= {day.day: day for day in days[: lasting + 1]}
        return found

    def _soon_after(self, index: int, day: int) -> tuple[date, Reach] | None:
        """Return the day of a number that comes soon after the last date that says its month; None where none does.

        None too where the document tells of no later day, unless it comes at once: « vol du 6 » behind « le 5 avril ».
        """
        said = self._last_month_said(index)
        if said is None:
            return None
        found = first_day_numbered(day, said.day)
        if found is None or (found - said.day).days > (_SOON if found <= self._last_known else _AT_ONCE):
            return None
        return found, reach_of_day(said.value, is_before=False)

    def _on_a_weekday_near_another(self, index: int, day: int) -> tuple[date, Reach] | None:
        """Return the day of a number that is on the weekday before it, near the last date that says its month.

        Or else near the latest full date, the day of the document where no other is said.
        """
        latest = Anchor.on(self._full.days[self._full.latest]) if self._full.days else None
        for said in (self._last_month_said(index), latest):
            told = self._day_of_its_weekday(index, day, said.day) if said is not None else None
            if told is not None and said is not None:
                return told, reach_of_day(said.value, is_before=told <= said.day)
        return None

    def _around_a_weekday(self, index: int, day: int, near: Anchor) -> tuple[date, Reach] | None:
        """Return the day of a number around one that its weekday tells, ahead of the document; None where none is.

        « sort mardi 17 … lit livré le 16 », in a letter of the 11th: both are to come.
        """
        found = self._days_ahead.get(day) if self._written.weekday(index) is None else None
        return None if found is None or found < near.day else (found, reach_of_day(near.value, is_before=False))

    @cached_property
    def _days_ahead(self) -> dict[int, date]:
        """The days of the week before and after each day alone whose weekday tells that it is to come, by numbers."""
        reference, found = self._full.reference, dict[int, date]()
        for index, written in self._written.by_span.items():
            if reference is None or written is None or written.month is not None or not written.day:
                continue
            told = self._day_of_its_weekday(index, written.day, reference)
            if told is not None and told > reference:
                around = (told + timedelta(days=days) for days in range(-_WEEK, _WEEK + 1))
                for each in around:
                    if each > reference:
                        found.setdefault(each.day, each)
        return found

    def _may_be(self, index: int, day: date) -> bool:
        """Tell whether a day falls on the weekday written before a date, if any is."""
        return self._written.weekday(index) in (None, day.weekday())

    def _last_month_said(self, index: int) -> Anchor | None:
        """Return the last date before a span that says its month; None where there is none."""
        place = bisect_left(self._months_said, index, key=lambda said: said[0])
        return self._months_said[place - 1][1] if place else None

    @cached_property
    def _last_known(self) -> date:
        """The date of the document, else the latest of its text that says its month."""
        return self._passages.document.date or max((said.day for _, said in self._months_said), default=date.min)

    @cached_property
    def _months_said(self) -> list[tuple[int, Anchor]]:
        """The dates of the text to the day that say their month, births left out, by their spans."""
        found = []
        for index, written in self._written.by_span.items():
            if written is None or written.day is None or written.month is None or written.feast:
                continue
            completed = self._yearless.completed.get(index)
            if completed is not None and not self._written.is_birth(index):
                found.append((index, Anchor(completed[0], DateValue.of(written, completed[0]))))
        return found

    def _is_ahead(self, index: int) -> bool:
        """Tell whether the words around a day alone say that it is still to come when the document is written."""
        before, behind = self._written.text_before(index), self._written.text_behind(index)
        return bool(
            AHEAD.search(before) or _INCLUDED.match(behind) or (_APPOINTED.search(before) and _AT_HOUR.match(behind))
        )

    def _following(self, index: int, later: dict[int, DatedSpan]) -> DatedSpan | None:
        """Return the day shortly behind a day alone that completes it, as in « du 2 au 27 mars »; None for none."""
        # Later dates are completed before, from the last to the first.
        following = next(reversed(later.values()), None)
        if following is None or following.unit != "day" or self._written.gap(index, following.index) > _RANGE_GAP:
            return None
        between = self._passages.between(index, following.index)
        if "\n" in between and not TO.fullmatch(between):
            return None
        # A month that another sentence says is its own, and « 6 et 7. Gaz le 4 » is no range.
        written = self._written.by_span[index]
        is_falling = written is not None and (written.day or 0) > following.day.day
        is_apart = _SENTENCE_END.search(between)
        return None if is_apart and (is_falling or following.written.month is not None) else following

    def with_month(self, index: int, written: WrittenDate, later: dict[int, DatedSpan]) -> WrittenDate | None:
        """Return the form of a day alone with the month of the date behind it; None where none completes it.

        Parameters
        ----------
        index : int
            Of the span.
        written : WrittenDate
            The day.
        later : dict
            The dates behind it, completed, by the number of their span.
        """
        following = self._following(index, later)
        return None if following is None else written.with_month_of(following.with_month or following.written)

    def _day_of_its_weekday(self, index: int, day: int, near: date) -> date | None:
        """Return the day of that number nearest to another that falls on the weekday written before it, if any is."""
        around = (near + timedelta(days=days) for step in range(_SHORTEST_REACH + 1) for days in (step, -step))
        return self._written.on_its_weekday(index, (each for each in around if each.day == day))

    @cached_property
    def _begun(self) -> dict[int, tuple[date, DateValue | None]]:
        """From which day on each day alone counts that stands shortly behind another date, and what said the month.

        « le 12/03, le 15 et le 2 » goes on from the 12th, « sept. 2023 : 25, 26 » from the first of the month.
        """
        found: dict[int, tuple[date, DateValue | None]] = {}
        since: tuple[date, DateValue | None] | None = None
        previous = None
        for index, written in self._written.by_span.items():
            is_near = previous is not None and self._written.gap(previous, index) <= _RANGE_GAP
            if previous is not None and is_near:
                between = self._passages.between(previous, index)
                is_near = not (_BRACKET_ENDS.match(between) or self._is_lower_behind_a_sentence(previous, index))
            previous = index
            if written is None:
                since = None
            elif written.month is not None:
                since = self._start_of(index, written)
            elif written.day is not None and since is not None and is_near:
                found[index] = since
                day = first_day_numbered(written.day, since[0])
                since = None if day is None else (day, since[1])
            else:
                since = None
        return found

    def _is_lower_behind_a_sentence(self, previous: int, index: int) -> bool:
        """Tell whether a day alone is lower than that of the sentence before: « sort le 30/09. Venu le 21 »."""
        before, written = self._written.by_span[previous], self._written.by_span[index]
        is_lower = before is not None and written is not None and (written.day or 31) < (before.day or 0)
        return is_lower and bool(_SENTENCE_END.search(self._passages.between(previous, index)))

    def _start_of(self, index: int, written: WrittenDate) -> tuple[date, DateValue | None] | None:
        """Return from which day on days alone behind a date with its month count; None for a season or a feast."""
        completed = self._yearless.completed.get(index)
        if completed is None or written.unit not in ("day", "month") or written.feast:
            return None
        day = completed[0]
        return (day, DateValue.of(written, day)) if written.day is not None else (day.replace(day=1), None)
