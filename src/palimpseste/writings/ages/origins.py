"""The ages of a document, and the dates of birth that each follows from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cached_property
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.ages.reckoned import BirthsInOrder, age_at
from palimpseste.writings.ages.written import AgeUnit, AgeValue, WrittenAge, read_age
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.passages import Passages

__all__ = ["AgeOrigin", "AgesRead"]

_LONGEST = 100
# The coarsest date of birth that an age in each unit can be told from.
_TELLING: dict[AgeUnit, tuple[str, ...]] = {
    "year": ("year", "season", "month", "feast", "day"),
    "month": ("month", "feast", "day"),
    "week": ("feast", "day"),
    "day": ("feast", "day"),
    "hour": (),
}
_TOLERANCE = 1
# « opéré en 2005 à 55 ans »: told of the day beside it rather than of the document's.
_TOLD = re.compile(
    r"(?<!\w)(?:(?:à|a|vers)\s(?:l['’]âge\sde\s)?|alors\sâgée?\sde\s|âgée?\salors\sde\s)$", re.IGNORECASE
)
_LONGEST_CUE = 20
# « 5 semaines à l'admission », « âge à l'entrée : 7 semaines »
_ADMITTED = re.compile(r",?\s(?:à|lors\sde)\sl['’](?:admission|entrée|hospitalisation|arrivée)\b", re.IGNORECASE)
_ADMITTED_BEFORE = re.compile(r"(?:à|lors\sde)\sl['’](?:admission|entrée|arrivée)\s?[:,]?\s?$", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;!?]\s")
_LONGEST_BETWEEN = 100


@shown_without_values
class AgeOrigin(NamedTuple):
    """What an age follows from.

    Parameters
    ----------
    birth : DateValue
        The date of birth.
    day : DateValue
        The date that it is told of: the document's, or one of its sentence.
    """

    birth: DateValue
    day: DateValue


class AgesRead:
    """The ages of one document as they are read, and the dates of birth that they follow from.

    Parameters
    ----------
    passages : Passages
        Of the document.
    calendar : Calendar
        Its dates.
    follow_dates : bool
        Whether ages may follow from dates: only where those are released themselves.
    """

    def __init__(self, passages: Passages, calendar: Calendar, *, follow_dates: bool) -> None:
        self._passages = passages
        self._calendar = calendar
        self._follow_dates = follow_dates

    @cached_property
    def written(self) -> dict[int, WrittenAge]:
        """The ages that could be read, by span."""
        found = {}
        for index, span in enumerate(self._passages.spans):
            if span.label == "AGE" and len(span) <= _LONGEST:
                written = read_age(self._passages.source(index))
                if written is not None:
                    found[index] = written
        return found

    def origin(self, index: int, age: AgeValue) -> AgeOrigin | None:
        """Return what an age of a span follows from: where nothing beside it tells, what an equal one follows from."""
        return self._origins.get((index, age)) or self.origin_of[age]

    @cached_property
    def origin_of(self) -> dict[AgeValue, AgeOrigin | None]:
        """For each age what it follows from at its first mention that follows from anything; None where none does."""
        return {**dict.fromkeys(self._ages), **{age: origin for (_, age), origin in reversed(self._origins.items())}}

    @cached_property
    def births(self) -> frozenset[DateValue]:
        """The dates of birth that some age follows from."""
        return frozenset(origin.birth for origin in self._origins.values())

    @cached_property
    def _origins(self) -> dict[tuple[int, AgeValue], AgeOrigin]:
        """What the ages of each span follow from, those left out that follow from nothing."""
        if not (self._follow_dates and self.written and self._calendar.births):
            return {}
        found = (
            ((index, age), self._origin_at(index, age))
            for index, written in self.written.items()
            for age in written.values
        )
        return {place: origin for place, origin in found if origin is not None}

    def _origin_at(self, index: int, age: AgeValue) -> AgeOrigin | None:
        of_today = self._of_today[age]
        is_finer = age.units[-1] in ("week", "day")
        is_of_today = of_today is not None and not (is_finer and not _agrees(age, of_today.birth, of_today.day))
        is_of_stay = self._is_of_stay(index)
        if is_of_today and not is_of_stay and not _TOLD.search(self._passages.before(index, _LONGEST_CUE)):
            return of_today
        # « 5 semaines à l'admission »: on the first day of a stay.
        of_stays = self._of_stays[age] if is_of_stay or not is_of_today else None
        return of_stays or self._first_told(age, self._days_beside(index)) or of_today

    @cached_property
    def _births(self) -> dict[tuple[str, ...], BirthsInOrder]:
        """The dates of birth that ages may be told from, by the coarsest units of these."""
        births = self._calendar.births
        return {
            units: BirthsInOrder([birth for birth in births if birth.unit in units]) for units in set(_TELLING.values())
        }

    @cached_property
    def _of_today(self) -> dict[AgeValue, AgeOrigin | None]:
        """By age the first date of birth that it agrees with on the document's day, to one unit of it."""
        today, day = self._calendar.reference, self._calendar.reference_value
        found: dict[AgeValue, AgeOrigin | None] = {}
        for age in self._ages:
            births = self._births[_TELLING[age.units[-1]]]
            about = (max(age.number - _TOLERANCE, 0), age.number + _TOLERANCE)
            birth = births.first_of(age.units, about, (today, today)) if today is not None else None
            found[age] = AgeOrigin(birth, day) if birth is not None and day is not None else None
        return found

    @cached_property
    def _of_stays(self) -> dict[AgeValue, AgeOrigin | None]:
        """By age the first beginning of a stay on which somebody was of it."""
        days = tuple(dict.fromkeys(first for first, _ in self._calendar.ranges))
        return {age: self._first_told(age, days) for age in self._ages}

    @cached_property
    def _ages(self) -> tuple[AgeValue, ...]:
        return tuple(dict.fromkeys(age for written in self.written.values() for age in written.values))

    def _first_told(self, age: AgeValue, days: Iterable[DateValue]) -> AgeOrigin | None:
        """Return the first of some days on some day of which somebody was of an age, with the first such birth."""
        units = _TELLING[age.units[-1]]
        for day in days:
            if day.unit in units:
                on = date.fromordinal(day.first), date.fromordinal(day.last)
                birth = self._births[units].first_of(age.units, (age.number, age.number), on)
                if birth is not None:
                    return AgeOrigin(birth, day)
        return None

    def _is_of_stay(self, index: int) -> bool:
        """Tell whether the words around an age say that it was that of the first day of a stay."""
        end = self._passages.spans[index].end
        behind = self._passages.document.text[end : end + _LONGEST_CUE]
        return bool(_ADMITTED.match(behind) or _ADMITTED_BEFORE.search(self._passages.before(index, _LONGEST_CUE)))

    def _days_beside(self, index: int) -> Iterator[DateValue]:
        """Yield the dates of the sentence that an age stands in, births left out, those before it first."""
        spans = self._passages.spans
        for step, end in ((-1, -1), (1, len(spans))):
            for other in range(index + step, end, step):
                between = self._passages.between(*sorted((index, other)))
                if len(between) > _LONGEST_BETWEEN or _SENTENCE_END.search(between):
                    break
                dated = self._calendar.dated.get(other)
                if dated is not None and spans[other].label == "DATE":
                    yield dated.value


def _agrees(age: AgeValue, birth: DateValue, day: DateValue) -> bool:
    """Tell whether who was born on a date was of an age on some day of another."""
    born = date.fromordinal(birth.middle)
    youngest, oldest = (age_at(date.fromordinal(each), born, age.units) for each in (day.first, day.last))
    return oldest is not None and (youngest or 0) <= age.number <= oldest
