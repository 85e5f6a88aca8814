"""Years and days that stand in numbers (« 047-2024-118 », « RG 23/11150 », « 240311-0456 »), moved as dates do."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from functools import cached_property
from operator import itemgetter

from palimpseste.labels import DATES
from palimpseste.surrogates.dates.dates import Dates
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.dates.numbered_days import day_or_none
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.numbers import Part
from palimpseste.writings.passages import alphanumeric

__all__ = ["DatesInNumbers"]

_YEAR = re.compile(r"(?:19[5-9]|20[0-3])\d")
_SHORT_YEAR = re.compile(r"9\d|[0-3]\d")
_MONTHS = 12
_MONTH = re.compile(r"\d\d(?:0[1-9]|1[0-2])")
_DAY = re.compile(r"(?P<year>(?:20)?[0-3]\d)(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])")
_DAY_FIRST = re.compile(r"(?P<day>0[1-9]|[12]\d|3[01])(?P<month>0[1-9]|1[0-2])(?P<year>(?:20)?[0-3]\d)")
_SHORTEST_RUN = 7
# A date is beside a number that is so many characters and spans away.
_BESIDE, _SPANS_BESIDE = 60, 3
# Of a number that may be read otherwise, a date counts as far from that of the document.
_MOST_DAYS_BEFORE, _MOST_DAYS_BEHIND = 730, 60
# Among how many years one is drawn that nothing released tells.
_YEARS_DRAWN = 10
# The last of them where the document has no date.
_UNKNOWN_YEAR = 2024


class DatesInNumbers:
    """What is written for the years, months and days that stand in the numbers of one document.

    A year of a date beside the number follows that date. Others move under a shift with it, that of the document and
    the one before it with most days of theirs. Where dates are released, the year of the document and the one before it
    follow the new year, and a day or month of the document follows its release; another year is drawn.

    Parameters
    ----------
    setting : Setting
        The document.
    calendar : Calendar
        Its dates as they are read.
    dates : Dates
        Its new dates.
    """

    def __init__(self, setting: Setting, calendar: Calendar, dates: Dates) -> None:
        self._setting = setting
        self._calendar = calendar
        self._dates = dates

    def written(self, part: Part, number: str) -> str | None:
        """Return what is written for a part that holds a year or a date; None for one that holds none.

        Parameters
        ----------
        part : Part
            Of a number.
        number : str
            The letters and figures of the whole.
        """
        if not self._dates.moves or not part.text.isdecimal() or not part.text.isascii():
            return None
        figures = part.text
        if len(figures) == 2:
            return self._month_behind(part, number) or self._short_year(part, number)
        if len(figures) == 4:
            return self._long_year(part, number) or self._month(figures) or self._own_day(figures)
        day = self._day(figures) or self._day_first(figures) if len(figures) >= 6 else None
        return day or (self._begun_with_year(figures, number) if len(figures) >= _SHORTEST_RUN else None)

    @cached_property
    def _today(self) -> tuple[date, date] | None:
        """The date of the document, and what is written for it; None where no such date moves."""
        value = self._calendar.reference_value
        if value is None or value not in self._dates.known:
            return None
        return date.fromordinal(value.middle), self._dates.new_day(value)

    def _near_year(self, year: int) -> int | None:
        """Return what is written for the year of the document or the one before; None for others."""
        if self._today is None or self._today[0].year - year not in (0, 1):
            return None
        if self._dates.are_private:
            return self._today[1].year - self._today[0].year + year
        if year in self._usual_years:
            # No number is of a year that the note has not come to, whenever most of what it plans is.
            return min(self._usual_years[year], self._today[1].year)
        if year == self._today[0].year:
            return self._today[1].year
        return self._dates.new_day(DateValue("year", year)).year

    @cached_property
    def _usual_years(self) -> dict[int, int]:
        """The year that most days of a year move to: a stay of autumn has no number of the year of its next visit."""
        moved: dict[int, Counter[int]] = {}
        for index, dated in sorted(self._calendar.dated.items()):
            if dated.unit == "day" and dated.value in self._dates.known and self._setting.spans[index].label == "DATE":
                moved.setdefault(dated.day.year, Counter())[self._dates.new_day(dated.value).year] += 1
        return {year: years.most_common(1)[0][0] for year, years in moved.items()}

    def _year_beside(self, number: str, figures: str) -> int | None:
        """Return what is written for the year of the date beside a number, whose last figures those are; else None.

        Of dates on its line, else on the next, the nearest: « 19P02210 (PIN de haut grade, 2019) ».
        """
        index = self._first.get(number)
        beside = self._dated_beside(index) if index is not None else []
        value = next((dated.value for dated in beside if f"{dated.day.year:04d}".endswith(figures)), None)
        return self._dates.new_day(value).year if value is not None else None

    def _dated_beside(self, index: int) -> list[DatedSpan]:
        """Return the dates around a number, few spans and characters away on its line or the next, nearest first."""
        found: list[tuple[tuple[int, int], DatedSpan]] = []
        for each in range(index - _SPANS_BESIDE, index + _SPANS_BESIDE + 1):
            dated = self._calendar.dated.get(each)
            if dated is None or dated.value not in self._dates.known or self._setting.spans[each].label != "DATE":
                continue
            between = self._setting.between(min(each, index), max(each, index))
            lines = between.count("\n")
            if len(between) <= _BESIDE and lines <= (each > index):
                found.append(((lines, len(between)), dated))
        return [dated for _, dated in sorted(found, key=itemgetter(0))]

    @cached_property
    def _first(self) -> dict[str, int]:
        """The first span of each number or reference."""
        found: dict[str, int] = {}
        for index, span in enumerate(self._setting.spans):
            if span.label not in DATES:
                found.setdefault(alphanumeric(self._setting.values[index]), index)
        return found

    def _short_year(self, part: Part, number: str) -> str | None:
        if part.is_grouped:
            return None
        beside = self._year_beside(number, part.text) if _SHORT_YEAR.fullmatch(part.text) else None
        if beside is not None:
            return f"{beside % 100:02d}"
        if self._today is None:
            return None
        year = next((year for year in self._near_years if f"{year % 100:02d}" == part.text), None)
        new = self._near_year(year) if year is not None else None
        return None if new is None else f"{new % 100:02d}"

    def _month_behind(self, part: Part, number: str) -> str | None:
        """Return what is written for a month behind its year, « 2024-09/0644 »: the document's if it is its own."""
        if self._today is None:
            return None
        own, new = self._today
        year = number[: part.start][-4:]
        if part.text == f"{own:%m}" and year == f"{own:%Y}":
            return f"{new:%m}"
        if not (part.is_apart and _YEAR.fullmatch(year) and _MONTH.fullmatch(f"00{part.text}")):
            return None
        # Of another month one is drawn, which is one.
        stream = self._setting.draws.stream("ID", f"{number} {part.start}", "month")
        return f"{stream.between(1, _MONTHS):02d}"

    @property
    def _near_years(self) -> tuple[int, ...]:
        return (self._today[0].year, self._today[0].year - 1) if self._today else ()

    def _long_year(self, part: Part, number: str) -> str | None:
        if not _YEAR.fullmatch(part.text):
            return None
        near = self._year_beside(number, part.text) or self._near_year(int(part.text))
        if near is not None:
            return f"{near:04d}"
        if not part.is_apart:
            return None
        if not self._dates.are_private:
            return f"{self._dates.new_day(DateValue('year', int(part.text))).year:04d}"
        latest = self._today[1].year if self._today else _UNKNOWN_YEAR
        stream = self._setting.draws.stream("ID", f"{number} {part.start}", "year")
        return f"{latest - stream.below(_YEARS_DRAWN):04d}"

    def _begun_with_year(self, figures: str, number: str) -> str | None:
        near = self._year_beside(number, figures[:4]) or self._near_year(int(figures[:4]))
        return None if near is None else f"{near:04d}"

    def _month(self, figures: str) -> str | None:
        """Return what is written for yymm of the document's year or the one before, not after its own month."""
        year = next((year for year in self._near_years if f"{year % 100:02d}" == figures[:2]), None)
        if year is None or self._today is None or not _MONTH.fullmatch(figures):
            return None
        month = DateValue("month", year * 12 + int(figures[2:]) - 1)
        own = DateValue.holding("month", self._today[0].toordinal())
        if month == own:
            return f"{self._today[1]:%y%m}"
        if self._dates.are_private:
            return f"{self._dates.new_day(month):%y%m}" if month in self._dates.known else None
        return f"{self._dates.new_day(month):%y%m}" if month < own else None

    def _day(self, figures: str) -> str | None:
        """Return what is written for (yy)yymmdd where it is a day of the document, or alone and near its date."""
        for length in (8, 6):
            told = _DAY.fullmatch(figures[:length]) if len(figures) >= length else None
            if told is None or len(told["year"]) != length - 4:
                continue
            day = _day_told(told)
            if day is None:
                continue
            value = DateValue("day", day.toordinal())
            if value in self._dates.known or (len(figures) == length and self._is_near(day)):
                new = self._dates.new_day(value)
                return f"{new:%Y%m%d}" if length == 8 else f"{new:%y%m%d}"
        return None

    def _day_first(self, figures: str) -> str | None:
        """Return what is written for ddmm(yy)yy where it is a day of the document."""
        told = _DAY_FIRST.fullmatch(figures)
        if told is None:
            return None
        day = _day_told(told)
        value = DateValue("day", day.toordinal()) if day else None
        if value is None or value not in self._dates.known:
            return None
        new = self._dates.new_day(value)
        return f"{new:%d%m%Y}" if len(told["year"]) > 2 else f"{new:%d%m%y}"

    def _own_day(self, figures: str) -> str | None:
        """Return what is written for mmdd of the document's date, which is to the day."""
        value = self._calendar.reference_value
        if self._today is None or value is None or value.unit != "day" or f"{self._today[0]:%m%d}" != figures:
            return None
        return f"{self._today[1]:%m%d}"

    def _is_near(self, day: date) -> bool:
        """Tell whether a day is near the date of the document; never where only released dates may be written."""
        if self._dates.are_private or self._today is None:
            return False
        return -_MOST_DAYS_BEFORE <= (day - self._today[0]).days <= _MOST_DAYS_BEHIND


def _day_told(told: re.Match[str]) -> date | None:
    """Return the day that figures tell, of this century where the year has two; None where the calendar has none."""
    year = int(told["year"])
    return day_or_none(year if year > 99 else 2000 + year, int(told["month"]), int(told["day"]))
