"""Days alone, completed by the month of the date behind or before them, by weekdays, by words that look ahead."""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import date, timedelta
from functools import cached_property

from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.full_dates import AHEAD
from palimpseste.writings.dates.numbered_days import first_day_numbered, last_day_numbered
from palimpseste.writings.dates.reach import Reach, reach_of_day
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.yearless import YearlessDates

__all__ = ["TO", "DaysAlone"]

_RANGE_GAP = 24
TO = re.compile(
    r"(?:\s(?:à\s)?\d{1,2}\s?h(?:\s?\d\d)?)?\s{1,3}au\s{1,3}(?:[a-z]{5,8}\s{1,3})?|\s?[-–]\s?|\s{1,3}et\s{1,3}",
    re.IGNORECASE,
)
_INCLUDED = re.compile(r"\s{1,3}inclus\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;:!?]\s")
# A weekday tells which day is meant as far as this.
_SHORTEST_REACH = 27
# A day alone is of the days right behind the last date that says its month, or of those right behind the document's.
_SOON, _AT_ONCE = 10, 2


class DaysAlone(YearlessDates):
    """The dates of one document, days alone among them.

    Parameters
    ----------
    passages : Passages
        Of the document.
    """

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
            return last_day_numbered(day, following.day), reach
        near, before = self._near(index), self._begun.get(index)
        if near is not None and self._passages.spans[index].label == "BIRTHDATE":  # a birth is past
            return last_day_numbered(day, near[0]), reach_of_day(near[1], is_before=True)
        if before is not None:
            start, value = before
            return first_day_numbered(day, start), reach_of_day(value, is_before=False) if value else None
        if near is None:
            return last_day_numbered(day, date(self._unsaid_year, 1, 31)), None
        told = self._day_of_its_weekday(index, day, near[0])
        if told is not None:
            return told, reach_of_day(near[1], is_before=told <= near[0])
        soon = self._on_a_weekday_near_another(index, day) or self._soon_after(index, day)
        if soon is not None:
            return soon
        today, value = self._today_before(index) or near
        ahead = first_day_numbered(day, today)
        if self._is_ahead(index) or (ahead is not None and (ahead - today).days <= _AT_ONCE):
            return ahead, reach_of_day(value, is_before=False)
        last = last_day_numbered(day, near[0])
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
        found = first_day_numbered(day, start)
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
        return bool(AHEAD.search(self._text_before(index)) or _INCLUDED.match(self._text_behind(index)))

    def _following(self, index: int, later: dict[int, DatedSpan]) -> DatedSpan | None:
        """Return the day shortly behind a day alone that completes it, as in « du 2 au 27 mars »; None for none."""
        # Later dates are completed before, from the last to the first.
        following = next(reversed(later.values()), None)
        if following is None or following.unit != "day" or self._gap(index, following.index) > _RANGE_GAP:
            return None
        between = self._passages.between(index, following.index)
        if "\n" in between and not TO.fullmatch(between):
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
                day = first_day_numbered(written.day, since[0])
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
