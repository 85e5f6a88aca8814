"""Where dates go: moved as the policy says, by one shift, by noise on each, or by noise on durations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from datetime import MINYEAR, date
from functools import cache, cached_property

from palimpseste.labels import DATES
from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.clock import Clock
from palimpseste.surrogates.dates.durations import NoisyDurations
from palimpseste.surrogates.dates.latest import MovedBack, ends_after, years_back
from palimpseste.surrogates.dates.noise import ClockedDates, NoisyDates
from palimpseste.surrogates.dates.school_births import BirthsInClass, years_into_class
from palimpseste.surrogates.dates.seasons import LEAST_LEFT, days_into_season, shifts_in_season
from palimpseste.surrogates.dates.shift import Shift, shift_name, shifts_of
from palimpseste.surrogates.dates.working_days import (
    Mechanism,
    PlannedRelease,
    PlannedShift,
    meets_holiday,
    shifts_past_holidays,
)
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.policy.strategies import MECHANISMS, Strategy
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.dates.document_counts import tallies_of
from palimpseste.writings.dates.numbered_days import day_or_none
from palimpseste.writings.dates.successions import successions_of
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.told.seasons import seasons_told
from palimpseste.writings.dates.told.weekdays import weekdays_of, weekdays_told
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.school import schools_told

__all__ = ["Dates"]

_MOVING: frozenset[Strategy] = frozenset(("plausible", "shift", "bounded-laplace", "metric-laplace", "clock-laplace"))
# No date ends later than so many days after its middle.
_A_YEAR = 366
# Years below are written with their last two figures.
_TWO_FIGURES = 100


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

    Attributes
    ----------
    labels : list of Label
        Those of `DATES` that move.
    """

    def __init__(
        self, setting: Setting, calendar: Calendar, policy: Policy, budget: Budget, births: Iterable[DateValue] = ()
    ) -> None:
        self._setting = setting
        self._calendar = calendar
        self.labels = [label for label in DATES if policy.strategy_of(label) in _MOVING]
        self._strategy = policy.strategy_of(self.labels[0]) if self.labels else None
        self._budget = budget
        self._births_stay = policy.strategy_of("BIRTHDATE") == "keep"
        self._clock_options = policy.clock
        self._plans_dates = policy.plans_dates
        self._births = tuple(births)

    @property
    def are_private(self) -> bool:
        """Whether dates are released by a mechanism."""
        return self._strategy in MECHANISMS

    @property
    def moves(self) -> bool:
        """Whether the dates of the text move."""
        return "DATE" in self.labels

    def contributions(self) -> Iterator[Contribution]:
        """Yield what a mechanism may release of the dates: those of the text, the document's own, the births."""
        if self.are_private:
            timeline = self._timeline
            released = self._clocked(timeline, self.known) if self._has_clock else self._unclocked(timeline)
            yield from released.contributions()

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
        if "BIRTHDATE" not in self.labels or self._strategy == "bounded-laplace":
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
        return DateValue("day", day.toordinal()) if day is not None and "DATE" in self.labels else None

    @cached_property
    def dated(self) -> list[DatedSpan]:
        """The dates of the text that move."""
        spans = self._setting.spans
        return [dated for dated in self._calendar.dated.values() if spans[dated.index].label in self.labels]

    @cached_property
    def known(self) -> frozenset[DateValue]:
        """All dates that move: those of the text, the births, the document's own."""
        own = self._document_value
        return frozenset((*(each.value for each in self.dated), *self._births, *([own] if own else [])))

    @cached_property
    def chronicle(self) -> Chronicle:
        """All dates that move, and what is public of how they lie."""
        # What is narrowest counts: « J15 (18 janvier) » is more than a day of the year around the note's own.
        reaches = [(each.value, each.reach) for each in self.dated if each.reach is not None]
        narrowest = dict(sorted(reaches, key=lambda of: of[1].least - of[1].most))
        told = seasons_told(self._setting, self._calendar) if self._setting.options.seasons else ()
        schools = schools_told(self._setting, self._calendar) if self._setting.options.seasons else ()
        weekdays = weekdays_told(self._setting, self._calendar) if self._tells_weekdays else ()
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
            weekdays=weekdays,
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
        """The shift of all dates: back where one would come out after the day of the policy, in season, on no holiday.

        One that is drawn out of season, or on a holiday, is drawn anew, so that each of the others is as likely.
        """
        setting, life = self._setting, self._life
        if life is None:
            return Shift(setting)
        shift = self._before_latest(life)
        is_told = bool(life.seasons or life.schools)
        days_planned = life.days_planned if setting.options.working_days else ()
        if not is_told and not meets_holiday(shift.days, days_planned):
            return shift
        furthest = max((value.middle for value in life.anchors), default=0)
        every = [self._before_latest(life, days, furthest).days for days in shifts_of(setting.options)]
        agreeing = shifts_in_season(every, life.seasons, life.schools) if is_told else every
        within = shifts_past_holidays(agreeing, days_planned, -(-len(every) // LEAST_LEFT))
        if shift.days in within:
            return shift
        stream = setting.draws.stream("DATE", shift_name(setting), "shift in season")
        return Shift(setting, stream.choice(within))

    def _before_latest(self, life: Chronicle, drawn: int | None = None, furthest: int | None = None) -> Shift:
        """Return a shift; back where a date of the patient would come out after the day of the policy.

        None does where the furthest of their middles, if it is given, comes out a year before that or earlier.
        """
        shift, latest = Shift(self._setting, drawn), self._setting.options.date_shift_latest
        is_early = latest is not None and furthest is not None and furthest + shift.days + _A_YEAR <= latest.toordinal()
        if latest is None or is_early or not ends_after(shift.moved, life.anchors, latest):
            return shift
        return Shift(self._setting, drawn, goes_back=True)

    @cached_property
    def _timeline(self) -> Timeline:
        return Timeline.among(Chronicle.of_all((self.chronicle, self._planned)))

    def _on_working_days(self, mechanism: Mechanism, timeline: Timeline) -> Mechanism:
        if not self._setting.options.working_days:
            return mechanism
        return PlannedRelease(mechanism, timeline, self._weekdays_told)

    @property
    def _tells_weekdays(self) -> bool:
        """Whether days are brought to weekdays that words without a date tell."""
        return self._has_clock and self._setting.options.working_days

    @cached_property
    def _weekdays_told(self) -> Mapping[DateValue, int]:
        """The weekdays that words without a date allow some days, where all documents of the patient are known."""
        life = self._life if self._tells_weekdays else None
        return {} if life is None else weekdays_of(life.weekdays)

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
            for dated in self.dated
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
