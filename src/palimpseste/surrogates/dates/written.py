"""New dates in the writing of the source, and what the words around a date say of the day that is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cached_property

from palimpseste.folding import fold
from palimpseste.surrogates.beside import Beside
from palimpseste.surrogates.dates.beside import (
    beside,
    feast_behind,
    feast_joined,
    season_joined,
    weekday_behind,
    weeks_of_year,
)
from palimpseste.surrogates.dates.dates import Dates
from palimpseste.surrogates.dates.times import time_after, times_drawn
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.writings.case import broken_like
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.reach import Reach
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.words import (
    USUAL_FEASTS,
    feast_date,
    month_named,
    nearest_feast,
    season_of,
    write_month,
)

__all__ = ["DatesWritten"]

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
_MONDAY, _FRIDAY, _SATURDAY, _SUNDAY = 0, 4, 5, 6
# « lundi de Pâques », « jeudi de l'Ascension »
_DAY_OF_FEAST = re.compile(r"\b(?P<day>dimanche|lundi|jeudi)\s(?:de\s|de\sl['’])\Z", re.IGNORECASE)
_LONGEST_DAY_OF_FEAST = 16
_FEASTS_ON = {"dimanche": ("Pâques", "Pentecôte"), "lundi": ("Pâques", "Pentecôte"), "jeudi": ("Ascension",)}
_JOINT = re.compile(r"\s?[-–/]\s?")
_LETTERS = re.compile(r"[^\W\d_]+\.?")
# By its shape alone: which figures it holds must not show.
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


class DatesWritten:
    """What is written over the dates of one document, before them and behind them.

    Parameters
    ----------
    setting : Setting
        The document.
    calendar : Calendar
        Its dates as they are read.
    dates : Dates
        Where they go.
    """

    def __init__(self, setting: Setting, calendar: Calendar, dates: Dates) -> None:
        self._setting = setting
        self._calendar = calendar
        self._dates = dates
        self._days_written: dict[int, date] = {}

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
        other = self._dates.new_day(dated.reach.other)
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
        if dated is None or self._setting.spans[index].label not in self._dates.labels:
            return
        # Under a shift what is counted stays as far as it was.
        today = self._calendar.reference_value if self._dates.are_private else None
        counted_from = self._dates.new_day(today) if today is not None and today in self._dates.known else None
        new = self._day_written(index, dated)
        to_the_day, shifted = dated.value.unit == "day", not self._dates.are_private
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
        if dated is None or self._setting.spans[index].label not in self._dates.labels:
            return
        if dated.unit == "day":
            # A new day is hardly ever a feast, and that it were one would tell that the old one was.
            meant = None if self._dates.are_private else dated.day
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
        new = self._dates.new_day(dated.value)
        if not self._dates.are_private and dated.reach is not None and _is_within_month(dated.value, dated.reach):
            # A mechanism sees to it itself. Moved exactly, « du 2 au 8 mars » could become « du 27 au 2 avril ».
            new = max(new, self._dates.new_day(dated.reach.other).replace(day=1))
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
        feasts = _FEASTS_ON.get(said["day"].lower(), USUAL_FEASTS) if said else USUAL_FEASTS
        today = self._calendar.reference_value
        days = [feast_date(feast, year) for feast in feasts for year in range(new.year - 1, new.year + 2)]
        if today is not None and today in self._dates.known:
            seen, is_ahead = self._dates.new_day(today), dated.value.middle > today.middle
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
        begun = self._dates.new_day(first.value).year
        if today is None or today not in self._dates.known:
            return begun
        own = _school_year(self._dates.new_day(today))
        if self._dates.are_private:
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
        for dated in self._dates.dated:
            if dated.reach is not None and dated.reach.other.unit == "year" and dated.with_year is None:
                year = self._dates.new_day(dated.value).year
                found[dated.reach.other] = min(year, found.get(dated.reach.other, year))
        return found

    @cached_property
    def _weeks(self) -> dict[int, dict[int, tuple[date, date]]]:
        """The first and the last new day of those that lie in each week of a year as they were meant."""
        found: dict[int, dict[int, tuple[date, date]]] = {}
        for dated in self._dates.dated:
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
        weekend = self._weekend_over(index) or self._weekend_over(index - 1) if self._dates.are_private else {}
        if index in weekend:
            return weekend[index]
        if self._dates.are_private and self._is_week(index):
            return _weekday_near(new, _MONDAY)
        if before is not None and self._dates.are_private and self._is_rest_of_week(index, before):
            return self._end_of_week(before, new)
        if before is not None and before.reach == Reach(dated.value, -1, -1) and self._is_weekend(index - 1):
            return _weekday_near(self._dates.new_day(before.value), _SATURDAY) + timedelta(days=1)
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
        begun, ended = self._dates.new_day(first.value), self._dates.new_day(last.value)
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
        begun = self._dates.new_day(before.value)
        lasted = (new - begun).days
        if lasted > _LONGEST_WEEK:
            return new
        return _weekday_near(begun, _MONDAY) + timedelta(days=_SUNDAY if lasted > _FRIDAY else _FRIDAY)

    def _times_drawn(self, value: DateValue, text: str) -> str:
        """Return a text whose clock times are drawn for the patient, the date and the time."""
        day = f"{value.unit} {value.middle}"
        return times_drawn(text, lambda time: self._setting.lasting.stream("DATE", f"{day} {time}", "clock time"))

    def _drawn(self, source: str) -> str:
        """Return drawn figures, and drawn months for months, in the shape of a date that cannot be read.

        Under a mechanism they do not depend on the source: the source may be drawn too, and nothing is spent.
        """
        if self._dates.are_private:
            stream = self._setting.noise.stream("DATE", source, "unreadable")
            figures = "".join(str(stream.below(10)) if character.isdecimal() else character for character in source)
            written = _months_drawn(_years_drawn(source, figures, stream), stream)
            has_nothing_to_draw = not any(map(str.isdecimal, source)) and not _names_month(source)
            return write_month(stream.between(1, 12), "full", source) if has_nothing_to_draw else written
        stream = self._setting.draws.stream("DATE", source, "unreadable")
        figures = changed_shape(source, stream, figures_only=True)
        written = _months_drawn(_years_drawn(source, figures, stream), stream)
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


def _years_drawn(source: str, figures: str, stream: BitStream) -> str:
    """Return drawn figures, with a year of this century, up to 2025, where four of the source stand alone."""
    for year in _YEAR.finditer(source):
        figures = f"{figures[: year.start()]}{2000 + stream.below(26)}{figures[year.end() :]}"
    return figures


def _months_drawn(source: str, stream: BitStream) -> str:
    def month(match: re.Match[str]) -> str:
        word = match.group()
        return write_month(stream.between(1, 12), "full", word) if month_named(fold(word)) else word

    return _LETTERS.sub(month, source)
