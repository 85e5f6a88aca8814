"""Dates in the writing of the source, moved as the policy says: one shift, noise on each, or noise on durations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from datetime import MINYEAR, date, timedelta
from functools import cache, cached_property

from palimpseste.folding import fold
from palimpseste.labels import DATES
from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates.beside import Beside
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.beside import (
    beside,
    feast_behind,
    feast_joined,
    season_joined,
    weekday_behind,
    weeks_of_year,
)
from palimpseste.surrogates.dates.clock import Clock
from palimpseste.surrogates.dates.durations import NoisyDurations
from palimpseste.surrogates.dates.latest import MovedBack, ends_after, years_back
from palimpseste.surrogates.dates.noise import ClockedDates, NoisyDates
from palimpseste.surrogates.dates.school_births import BirthsInClass, years_into_class
from palimpseste.surrogates.dates.seasons import days_into_season, shifts_in_season
from palimpseste.surrogates.dates.shift import Shift, shift_name, shifts_of
from palimpseste.surrogates.dates.times import time_after, times_drawn
from palimpseste.surrogates.dates.working_days import Mechanism, PlannedRelease, PlannedShift
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.policy.strategies import MECHANISMS, Strategy
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.writings.case import broken_like
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.dates.document_counts import tallies_of
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.numbered_days import day_or_none
from palimpseste.writings.dates.reach import Reach
from palimpseste.writings.dates.seasons import seasons_told
from palimpseste.writings.dates.successions import successions_of
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.words import FEASTS, feast_date, month_named, nearest_feast, season_of, write_month
from palimpseste.writings.school import schools_told

__all__ = ["Dates"]

_MOVING: frozenset[Strategy] = frozenset(("plausible", "shift", "bounded-laplace", "metric-laplace", "clock-laplace"))
# « week-end du 4 mars », « week-end à Nice (4 mars) », without a weekday of its own; the words that join two years.
_WEEKEND = re.compile(r"(?<!\w)(?:week-?ends?|we)(?!\w)(?:\s{1,3}du\s{1,3}|[^.;:\n()]{0,40}\(\s?)$", re.IGNORECASE)
# « semaine du 8 janvier » begins on a Monday, « semaine du 8 au 12 » ends on its Friday or Sunday; not « trois fois par
# semaine du », « hôpital de semaine du ».
_WEEK = re.compile(r"(?<!\w)(?<!par\s)(?<!de\s)(?:semaine|sem\.?)\s{1,3}du\s{1,3}$", re.IGNORECASE)
_TO = re.compile(r"\s{1,3}au\s{1,3}(?:[a-z]{5,8}\s{1,3})?|\s?[-–]\s?", re.IGNORECASE)
# « Transmissions week-end, CHU d'Angers : du ven 9 21h au lun 12 février 6h45 »: from an evening, or to a morning.
_WEEKEND_HEAD = re.compile(
    r"(?<!\w)(?:week-?ends?|we)(?!\w)(?:[^.;()\n]{0,90}\n)?\s{0,3}du\s{1,3}[a-z]{3,8}\.?\s{1,3}$", re.IGNORECASE
)
_TO_LAST = re.compile(
    r"(?:\s(?:à\s)?(?P<hour>\d{1,2})\s?h(?:\s?\d\d)?)?\s{1,3}au\s{1,3}(?:[a-z]{3,8}\.?\s{1,3})?", re.IGNORECASE
)
_HOUR = re.compile(r"\s(?:à\s)?(?P<hour>\d{1,2})\s?h", re.IGNORECASE)
_LONGEST_HEAD, _LONGEST_HOUR = 130, 8
_EVENING, _NOON = 16, 12
_LONGEST_WEEKEND = 6
_LONGEST_WEEK = 27
_SCHOOL_BEGINS, _SCHOOL_YEARS_NEAR = 9, 2
_LONGEST_BEFORE = 60
# Years below are written with their last two figures.
_TWO_FIGURES = 100
_MONDAY, _FRIDAY, _SATURDAY, _SUNDAY = 0, 4, 5, 6
# « lundi de Pâques », « jeudi de l'Ascension »
_DAY_OF_FEAST = re.compile(r"\b(?P<day>dimanche|lundi|jeudi)\s(?:de\s|de\sl['’])\Z", re.IGNORECASE)
_LONGEST_DAY_OF_FEAST = 16
_FEASTS_ON = {"dimanche": ("Pâques", "Pentecôte"), "lundi": ("Pâques", "Pentecôte"), "jeudi": ("Ascension",)}
_JOINT = re.compile(r"\s?[-–/]\s?")
_LETTERS = re.compile(r"[^\W\d_]+\.?")


class Dates:
    """The new dates of one document.

    Parameters
    ----------
    setting : Setting
        The document.
    calendar : Calendar
        Its dates as they are read.
    policy : Policy
        Says how dates move. Dates and birth dates move together, unless one of them does not move at all.
    budget : Budget
        What mechanisms spend.
    births : iterable of DateValue
        Dates of birth that ages are computed from, besides those of the text.
    """

    def __init__(
        self, setting: Setting, calendar: Calendar, policy: Policy, budget: Budget, births: Iterable[DateValue] = ()
    ) -> None:
        self._setting = setting
        self._calendar = calendar
        self._labels = [label for label in DATES if policy.strategy_of(label) in _MOVING]
        self._strategy = policy.strategy_of(self._labels[0]) if self._labels else None
        self._budget = budget
        self._births_stay = policy.strategy_of("BIRTHDATE") == "keep"
        self._clock_options = policy.clock
        self._plans_dates = policy.plans_dates
        self._births = tuple(births)
        self._days_written: dict[int, date] = {}

    @property
    def are_private(self) -> bool:
        """Whether dates are released by a mechanism."""
        return self._strategy in MECHANISMS

    @property
    def moves(self) -> bool:
        """Whether the dates of the text move."""
        return "DATE" in self._labels

    def contributions(self) -> Iterator[Contribution]:
        """Yield what a mechanism may release of the dates: those of the text, the document's own, the births."""
        if self.are_private:
            timeline = self._timeline
            released = self._clocked(timeline, self.known) if self._has_clock else self._unclocked(timeline)
            yield from released.contributions()

    def surrogate(self, index: int) -> str:
        """Return the surrogate of a date span, in the form of the span."""
        source = self._setting.source(index)
        dated = self._calendar.dated.get(index)
        if dated is None:
            return self._drawn(source)
        new = self._day_written(index, dated)
        written = self._form(dated, new).write(new.day, new.month, new.year)
        if self._setting.options.draw_clock_times:
            written = self._times_drawn(dated.value, written)
        return broken_like(source, written, every=True) if "\n" in source else written

    def _form(self, dated: DatedSpan, new: date) -> WrittenDate:
        """Return the form that a date is written in: with its month or year where it leaves that of its completion."""
        if dated.reach is None:
            return dated.written
        other = self.new_day(dated.reach.other)
        if dated.with_year is not None and new.year != other.year:
            return dated.with_year
        if dated.with_month is None:
            return dated.written
        return dated.written if (new.year, new.month) == (other.year, other.month) else dated.with_month

    def beside(self, index: int, before: str) -> Iterator[Beside]:
        """Yield what before a date span follows from it and is written anew with it.

        Parameters
        ----------
        index : int
            The span.
        before : str
            The text from the span before to this one.
        """
        dated = self._calendar.dated.get(index)
        if dated is None or self._setting.spans[index].label not in self._labels:
            return
        # Under a shift what is counted stays as far as it was.
        today = self._calendar.reference_value if self.are_private else None
        counted_from = self.new_day(today) if today is not None and today in self.known else None
        new = self._day_written(index, dated)
        to_the_day, shifted = dated.value.unit == "day", not self.are_private
        yield from beside(before, new, counted_from, to_the_day=to_the_day, meant=dated.day, shifted=shifted)
        if dated.unit == "year" and dated.value in self._completed_by_years:
            yield from weeks_of_year(before, self._weeks.get(dated.day.year, {}))
        joint = None
        if dated.written.feast:
            joint = feast_joined(before, nearest_feast(new))
        elif dated.written.is_season:
            joint = season_joined(before, season_of(new.month))
        if joint is not None:
            yield joint

    def behind(self, index: int, after: str) -> Iterator[Beside]:
        """Yield the weekday or feast in brackets right behind a date span, or the clock time if the policy draws it.

        Parameters
        ----------
        index : int
            The span.
        after : str
            The text from this span to the next.
        """
        dated = self._calendar.dated.get(index)
        if dated is None or self._setting.spans[index].label not in self._labels:
            return
        if dated.unit == "day":
            # A new day is hardly ever a feast, and that it were one would tell that the old one was.
            meant = None if self.are_private else dated.day
            told = weekday_behind(after, self._day_written(index, dated), meant) or feast_behind(after)
            if told is not None:
                yield told
                return
        found = time_after(after) if self._setting.options.draw_clock_times else None
        if found is not None:
            yield Beside(*found, self._times_drawn(dated.value, after[slice(*found)]))

    def _day_written(self, index: int, dated: DatedSpan) -> date:
        """Return the day that is written over a span: that of its date, brought to what the words around it say.

        A week-end begins on a Saturday, a week on a Monday, the second year of « 2021-2022 » follows the first,
        and a year that completes other dates is that of the first of them.
        """
        if index not in self._days_written:
            self._days_written[index] = self._brought(index, dated)
        return self._days_written[index]

    def _brought(self, index: int, dated: DatedSpan) -> date:
        new = self.new_day(dated.value)
        if not self.are_private and dated.reach is not None and _is_within_month(dated.value, dated.reach):
            # A mechanism sees to it itself. Moved exactly, « du 2 au 8 mars » could become « du 27 au 2 avril ».
            new = max(new, self.new_day(dated.reach.other).replace(day=1))
        before = self._calendar.dated.get(index - 1)
        if dated.written.feast:
            return self._feast_near(index, dated, new)
        if dated.unit == "day":
            return self._weekday_said(index, dated, before, new)
        if dated.unit == "year" and self._is_school_year(index - 1):
            return new.replace(year=self._school_year_begun(index - 1) + 1)
        if dated.unit == "year" and self._is_school_year(index):
            return new.replace(year=self._school_year_begun(index))
        if dated.unit == "year" and dated.value in self._completed_by_years:
            return new.replace(year=self._completed_by_years[dated.value])
        return new

    def _feast_near(self, index: int, dated: DatedSpan, new: date) -> date:
        """Return the day of the feast that is written for one: the nearest of those that the words before it leave.

        « Lundi de » may be that of Easter or Pentecost. It is no later than the day of the document if the old one is
        not, and no earlier else: what is looked at is the order of the dates, which is public.
        """
        said = _DAY_OF_FEAST.search(self._setting.before(index, _LONGEST_DAY_OF_FEAST))
        feasts = _FEASTS_ON.get(said["day"].lower(), FEASTS) if said else FEASTS
        today = self._calendar.reference_value
        days = [feast_date(feast, year) for feast in feasts for year in range(new.year - 1, new.year + 2)]
        if today is not None and today in self.known:
            seen, is_ahead = self.new_day(today), dated.value.middle > today.middle
            days = [day for day in days if (day > seen) == is_ahead] or days
        return min(days, key=lambda day: abs((day - new).days))

    def _is_school_year(self, index: int) -> bool:
        """Tell whether a span is the first year of « 2021-2022 »."""
        first, second = self._calendar.dated.get(index), self._calendar.dated.get(index + 1)
        if first is None or second is None or (first.unit, second.unit) != ("year", "year"):
            return False
        return second.day.year == first.day.year + 1 and bool(_JOINT.fullmatch(self._setting.between(index, index + 1)))

    @cached_property
    def _has_one_school_year(self) -> bool:
        return sum(map(self._is_school_year, self._calendar.dated)) == 1

    def _school_year_begun(self, index: int) -> int:
        """Return in which year that of « 2021-2022 » began: that of the new day of the document, where it is near.

        Where all dates move by one shift it is so where it was, else where their releases lie two years apart at most
        and the document tells of no other: nothing but releases is looked at.
        """
        first, today = self._calendar.dated[index], self._calendar.reference_value
        begun = self.new_day(first.value).year
        if today is None or today not in self.known:
            return begun
        own = _school_year(self.new_day(today))
        if self.are_private:
            is_own = abs(own - begun) <= _SCHOOL_YEARS_NEAR and self._has_one_school_year
        else:
            is_own = _school_year(date.fromordinal(today.middle)) == first.day.year
        return own if is_own else begun

    @cached_property
    def _completed_by_years(self) -> dict[DateValue, int]:
        """The new year of the first of the dates that each year completes which stands alone.

        But for those behind it on the line that it begins: they say a year of their own where the new one is another.
        """
        found: dict[DateValue, int] = {}
        for dated in self._dated:
            if dated.reach is not None and dated.reach.other.unit == "year" and dated.with_year is None:
                year = self.new_day(dated.value).year
                found[dated.reach.other] = min(year, found.get(dated.reach.other, year))
        return found

    @cached_property
    def _weeks(self) -> dict[int, dict[int, tuple[date, date]]]:
        """The first and the last new day of those that lie in each week of a year as they were meant."""
        found: dict[int, dict[int, tuple[date, date]]] = {}
        for dated in self._dated:
            if dated.unit == "day":
                weeks, week = found.setdefault(dated.day.year, {}), dated.day.isocalendar().week
                new = self._day_written(dated.index, dated)
                first, last = weeks.get(week, (new, new))
                weeks[week] = min(first, new), max(last, new)
        return found

    def _weekday_said(self, index: int, dated: DatedSpan, before: DatedSpan | None, new: date) -> date:
        """Return a new day, brought to the day of a week or week-end that the words before the old one say it is."""
        if self._is_weekend(index):
            return _weekday_near(new, _SATURDAY)
        weekend = self._weekend_over(index) or self._weekend_over(index - 1) if self.are_private else {}
        if index in weekend:
            return weekend[index]
        if self.are_private and self._is_week(index):
            return _weekday_near(new, _MONDAY)
        if before is not None and self.are_private and self._is_rest_of_week(index, before):
            return self._end_of_week(before, new)
        if before is not None and before.reach == Reach(dated.value, -1, -1) and self._is_weekend(index - 1):
            return _weekday_near(self.new_day(before.value), _SATURDAY) + timedelta(days=1)
        return new

    def _weekend_over(self, index: int) -> dict[int, date]:
        """Return the days over a range that a head says is a week-end, by how they came out; none over any other.

        From its Friday where an hour of the evening stands behind the first, to its Monday where one of the morning
        stands behind the last.
        """
        first, last = self._calendar.dated.get(index), self._calendar.dated.get(index + 1)
        if first is None or last is None or (first.unit, last.unit) != ("day", "day"):
            return {}
        to_last = _TO_LAST.fullmatch(self._setting.between(index, index + 1))
        if to_last is None or not _WEEKEND_HEAD.search(self._setting.before(index, _LONGEST_HEAD)):
            return {}
        begun, ended = self.new_day(first.value), self.new_day(last.value)
        end = self._setting.spans[index + 1].end
        until = _HOUR.match(self._setting.document.text[end : end + _LONGEST_HOUR])
        saturday = _weekday_near(begun, _SATURDAY)
        told = {
            index: saturday - timedelta(days=int(to_last["hour"] or 0) >= _EVENING),
            index + 1: saturday + timedelta(days=2 if until and int(until["hour"]) < _NOON else 1),
        }
        # One that comes out over the end of a month stays as it is: the first day would have to say its own.
        is_of_one_month = len({(day.year, day.month) for day in (*told.values(), ended)}) == 1
        return told if is_of_one_month and 0 <= (ended - begun).days <= _LONGEST_WEEKEND else {}

    def _is_weekend(self, index: int) -> bool:
        return _WEEKEND.search(self._setting.before(index, _LONGEST_BEFORE)) is not None

    def _is_week(self, index: int) -> bool:
        return _WEEK.search(self._setting.before(index, _LONGEST_BEFORE)) is not None

    def _is_rest_of_week(self, index: int, before: DatedSpan) -> bool:
        """Tell whether a day is the second of « semaine du 8 au 12 »."""
        is_range = before.unit == "day" and _TO.fullmatch(self._setting.between(index - 1, index))
        return bool(is_range) and self._is_week(index - 1)

    def _end_of_week(self, before: DatedSpan, new: date) -> date:
        """Return the Friday or Sunday of a week whose days are told, by how far apart these came out."""
        begun = self.new_day(before.value)
        lasted = (new - begun).days
        if lasted > _LONGEST_WEEK:
            return new
        return _weekday_near(begun, _MONDAY) + timedelta(days=_SUNDAY if lasted > _FRIDAY else _FRIDAY)

    def _times_drawn(self, value: DateValue, text: str) -> str:
        """Return a text whose clock times are drawn for the patient, the date and the time."""
        day = f"{value.unit} {value.middle}"
        return times_drawn(text, lambda time: self._setting.lasting.stream("DATE", f"{day} {time}", "clock time"))

    def new_day(self, value: DateValue) -> date:
        """Return the day that a date moves to; the middle of its new month or year where it says no more.

        Under an oldest age, no day is earlier than the first of the year that tells it.
        """
        return self._not_too_early(DateValue.holding(value.unit, self._movement.moved(value)).middle)

    def day_in_order(self, value: DateValue) -> date:
        """Return the day that a date has among the others: of a month or year, some day of the new one."""
        return self._not_too_early(self._movement.moved(value))

    def _not_too_early(self, ordinal: int) -> date:
        day = date.fromordinal(ordinal)
        return day if self._earliest is None else max(day, self._earliest)

    @property
    def birth_year(self) -> int | None:
        """The year of birth that is written of the patient in every document; None where it may differ."""
        births = self._calendar.all_births(recorded_only=self._setting.is_of_patient)
        day = self._lasting_day(births[0]) if births else None
        return None if day is None else day.year

    def birth_in(self, year: int, month: int, on: int | None = None) -> date | None:
        """Return what is written for the date of birth in a month, or on a day of it; None where it may differ.

        It is that of the record, the same in every document; where the record has none, that of the note. Under a shift
        it may be anybody's in the note, since all dates move alike.

        Parameters
        ----------
        year : int
            The last two figures of the year, or all four.
        month : int
            The month.
        on : int, optional
            The day. Under a shift it moves as dates of birth do, where the note tells none: so that ages stay right.
        """
        # Where the record has none, a number without the one of the note would say that somebody else was born.
        recorded = self.are_private and self._setting.is_of_patient and bool(self._setting.document.patient.birthdate)
        for birth in self._calendar.all_births(recorded_only=recorded):
            day = date.fromordinal(birth.middle)
            is_meant = year in (day.year, day.year % 100) and day.month == month and birth.unit in ("day", "month")
            if is_meant and on in (None, day.day if birth.unit == "day" else None):
                return self._lasting_day(birth)
        return None if on is None else self._untold_birth(year, month, on)

    def _untold_birth(self, year: int, month: int, on: int) -> date | None:
        """Return what a day of birth that a number alone tells moves to under the shift of a patient; None else."""
        if self.are_private or self._births_stay:
            return None
        today = self._calendar.reference
        years = (year,) if year >= _TWO_FIGURES else (2000 + year, 1900 + year)
        born = (day_or_none(each, month, on) for each in years)
        past = next((day for day in born if day is not None and (today is None or day <= today)), None)
        return None if past is None else self._lasting_day(DateValue("day", past.toordinal()))

    def _lasting_day(self, birth: DateValue) -> date | None:
        """Return the day that a date of birth moves to in every document of the patient; None where it may differ.

        Under a mechanism it is released by itself, with the noise that the date has wherever it is written.
        """
        if self._births_stay:
            return date.fromordinal(birth.middle)
        if "BIRTHDATE" not in self._labels or self._strategy == "bounded-laplace":
            return None
        if not self.are_private:
            if self._setting.options.shift_scope != "patient":
                return None
            return date.fromordinal(self._shift.moved(birth))
        if self._setting.privacy.per != "value":
            return None
        timeline = Timeline.of((birth,), None)
        movement = (
            BirthsInClass(MovedBack(self._clocked(timeline, (birth,)), *self._years_and_days), self._years_of_births)
            if self._has_clock
            else self._unclocked(timeline)
        )
        return date.fromordinal(DateValue.holding(birth.unit, movement.moved(birth)).middle)

    @cached_property
    def _earliest(self) -> date | None:
        oldest, today = self._setting.privacy.oldest_age, self._calendar.reference_value
        if oldest is None or today is None or today not in self.known:
            return None
        now = date.fromordinal(self._movement.moved(today))
        return date(max(now.year - oldest, MINYEAR), 1, 1)

    @property
    def document_date(self) -> date | None:
        """The new date of the document; None where it has none, or dates do not move."""
        value = self._document_value
        return self.new_day(value) if value is not None else None

    @property
    def _document_value(self) -> DateValue | None:
        day = self._setting.document.date
        return DateValue("day", day.toordinal()) if day is not None and "DATE" in self._labels else None

    @cached_property
    def _dated(self) -> list[DatedSpan]:
        spans = self._setting.spans
        return [dated for dated in self._calendar.dated.values() if spans[dated.index].label in self._labels]

    @cached_property
    def known(self) -> frozenset[DateValue]:
        """All dates that move: those of the text, the births, the document's own."""
        own = self._document_value
        return frozenset((*(each.value for each in self._dated), *self._births, *([own] if own else [])))

    @cached_property
    def chronicle(self) -> Chronicle:
        """All dates that move, and what is public of how they lie."""
        # What is narrowest counts: « J15 (18 janvier) » is more than a day of the year around the note's own.
        reaches = [(each.value, each.reach) for each in self._dated if each.reach is not None]
        narrowest = dict(sorted(reaches, key=lambda of: of[1].least - of[1].most))
        told = seasons_told(self._setting, self._calendar) if self._setting.options.seasons else ()
        schools = schools_told(self._setting, self._calendar) if self._setting.options.seasons else ()
        read = (tallies_of, successions_of) if self._has_clock else ()
        tallies = [tally for found in read for tally in found(self._setting, self._calendar)]
        return Chronicle.of(
            self.known,
            self._calendar.reference,
            narrowest.items(),
            self._all_births,
            seasons=told,
            tallies=tallies,
            schools=schools,
        )

    @property
    def _all_births(self) -> frozenset[DateValue]:
        return frozenset((*self._calendar.births, *self._births))

    @cached_property
    def _planned(self) -> Chronicle:
        """The dates of all documents of the patient, where each has one release in all of them."""
        return Chronicle.unpack(self._setting.document.patient_dates) if self._plans_dates else Chronicle()

    @property
    def _life(self) -> Chronicle | None:
        """All dates of the patient, the same from every document; None where some may stand in others."""
        shares_nothing = not self.are_private and self._setting.options.shift_scope == "document"
        if shares_nothing or not self._setting.is_of_patient:
            return self.chronicle
        if not self._plans_dates:
            return None
        return self.chronicle if self._setting.has_no_others else self._planned or None

    @cached_property
    def _movement(self) -> Shift | PlannedShift | Mechanism:
        setting = self._setting
        if not self.are_private:
            shift = self._shift
            return PlannedShift(shift, self._staying(PlannedShift(shift))) if setting.options.working_days else shift
        if self._has_clock:
            return BirthsInClass(self._new_dates(*self._years_and_days), self._years_of_births)
        return self._on_working_days(self._unclocked(self._timeline), self._timeline)

    @cached_property
    def _shift(self) -> Shift:
        """The shift of all dates: back where one would come out after the day of the policy, and in season.

        One that is drawn out of season is drawn anew, so that each in season is as likely.
        """
        setting, life = self._setting, self._life
        if life is None:
            return Shift(setting)
        shift = self._before_latest(life)
        if life.seasons or life.schools:
            every = [self._before_latest(life, days).days for days in shifts_of(setting.options)]
            within = shifts_in_season(every, life.seasons, life.schools)
            if shift.days not in within:
                stream = setting.draws.stream("DATE", shift_name(setting), "shift in season")
                return Shift(setting, stream.choice(within))
        return shift

    def _before_latest(self, life: Chronicle, drawn: int | None = None) -> Shift:
        """Return a shift; back where a date of the patient would come out after the day of the policy."""
        shift, latest = Shift(self._setting, drawn), self._setting.options.date_shift_latest
        if latest is None or not ends_after(shift.moved, life.anchors, latest):
            return shift
        return Shift(self._setting, drawn, goes_back=True)

    @cached_property
    def _timeline(self) -> Timeline:
        return Timeline.among(Chronicle.of_all((self.chronicle, self._planned)))

    def _on_working_days(self, mechanism: Mechanism, timeline: Timeline) -> Mechanism:
        return PlannedRelease(mechanism, timeline) if self._setting.options.working_days else mechanism

    @cached_property
    def _years_and_days(self) -> tuple[int, int]:
        """By how many years all dates are moved back and by how many days then, in every document of the patient."""
        latest, life = self._clock_options.latest, self._life
        if life is None:
            return 0, 0
        timeline = Timeline.among(life)
        new_dates = self._new_dates_over(timeline)
        days = days_into_season(new_dates(0, 0), life.seasons, life.schools)
        return (years_back(lambda years: new_dates(years, days), timeline, latest) if latest else 0), days

    @cached_property
    def _years_of_births(self) -> dict[DateValue, int]:
        """By how many years births are moved back into the classes of school that words tell, in every document."""
        life = self._life
        if life is None or not life.schools:
            return {}
        return years_into_class(self._new_dates_over(Timeline.among(life))(*self._years_and_days), life)

    def _new_dates_over(self, timeline: Timeline) -> Callable[[int, int], Mechanism]:
        return self._new_dates if timeline == self._timeline else self._new_dates_of(timeline)

    @cached_property
    def _new_dates(self) -> Callable[[int, int], Mechanism]:
        return self._new_dates_of(self._timeline)

    def _new_dates_of(self, timeline: Timeline) -> Callable[[int, int], Mechanism]:
        """Return what gives the dates of a timeline as the clock releases them, moved by so many years and days."""
        clocked = self._clocked(timeline, self.known)
        return cache(lambda years, days: self._on_working_days(MovedBack(clocked, years, days), timeline))

    def _staying(self, shift: PlannedShift) -> frozenset[DateValue]:
        """Return the days that stay where a shift brings them: births, and those that words count from one another.

        So do days that would become one: a log has an entry for each, and an answer is not older than its question.
        """
        counted = {
            end
            for dated in self._dated
            if dated.reach is not None and dated.reach.least == dated.reach.most
            for end in (dated.value, dated.reach.other)
        }
        moved = {value: shift.moved(value) for value in self.known if value.unit == "day"}
        met = Counter(moved.values())
        joined = {value for value, day in moved.items() if met[day] > 1}
        return self._all_births | counted | joined

    @cached_property
    def _clock(self) -> Clock:
        return Clock(self._setting.lasting, self._clock_options)

    @property
    def _has_clock(self) -> bool:
        return self._strategy == "clock-laplace"

    def _clocked(self, timeline: Timeline, own: Container[DateValue]) -> ClockedDates:
        return ClockedDates(timeline, self._clock, self._setting.lasting, self._budget, own)

    def _unclocked(self, timeline: Timeline) -> NoisyDates | NoisyDurations:
        setting = self._setting
        if self._strategy == "bounded-laplace":
            return NoisyDurations(timeline, Shift(setting), setting.noise, self._budget)
        return NoisyDates(timeline, setting.noise, self._budget)

    def _drawn(self, source: str) -> str:
        """Return drawn figures, and drawn months for months, in the shape of a date that cannot be read.

        Under a mechanism they do not depend on the source: the source may be drawn too, and nothing is spent.
        """
        if self.are_private:
            stream = self._setting.noise.stream("DATE", source, "unreadable")
            figures = "".join(str(stream.below(10)) if character.isdecimal() else character for character in source)
            written = _months_drawn(figures, stream)
            has_nothing_to_draw = not any(map(str.isdecimal, source)) and not _names_month(source)
            return write_month(stream.between(1, 12), "full", source) if has_nothing_to_draw else written
        stream = self._setting.draws.stream("DATE", source, "unreadable")
        written = _months_drawn(changed_shape(source, stream, figures_only=True), stream)
        return written if written != source else write_month(stream.between(1, 12), "full", source)


def _weekday_near(day: date, weekday: int) -> date:
    """Return the day nearest to another that falls on a weekday, 0 for Monday."""
    return day + timedelta(days=(weekday - day.weekday() + 3) % 7 - 3)


def _school_year(day: date) -> int:
    """Return the year in which the school year of a day began."""
    return day.year if day.month >= _SCHOOL_BEGINS else day.year - 1


def _is_within_month(value: DateValue, reach: Reach) -> bool:
    """Tell whether a day alone begins a range that ends in the same month."""
    months = [date.fromordinal(each.middle).month for each in (value, reach.other)]
    return reach.same_month and months[0] == months[1]


def _names_month(source: str) -> bool:
    return any(month_named(fold(word)) for word in _LETTERS.findall(source))


def _months_drawn(source: str, stream: BitStream) -> str:
    def month(match: re.Match[str]) -> str:
        word = match.group()
        return write_month(stream.between(1, 12), "full", word) if month_named(fold(word)) else word

    return _LETTERS.sub(month, source)
