"""The ages of a document, and the dates of birth that each follows from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cached_property
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.ages.reckoned import age_at
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
        ages = {age: None for written in self.written.values() for age in written.values}
        return {**ages, **{age: origin for (_, age), origin in reversed(self._origins.items())}}

    @cached_property
    def births(self) -> frozenset[DateValue]:
        """The dates of birth that some age follows from."""
        return frozenset(origin.birth for origin in self._origins.values())

    @cached_property
    def _origins(self) -> dict[tuple[int, AgeValue], AgeOrigin]:
        """What the ages of each span follow from, those left out that follow from nothing."""
        births = self._calendar.births if self._follow_dates and self.written else ()
        found = (
            ((index, age), self._origin_at(index, age, births))
            for index, written in self.written.items()
            for age in written.values
            if births
        )
        return {place: origin for place, origin in found if origin is not None}

    def _origin_at(self, index: int, age: AgeValue, births: tuple[DateValue, ...]) -> AgeOrigin | None:
        today = self._calendar.reference_value
        birth = _birth_of(age, births, self._calendar.reference)
        of_today = AgeOrigin(birth, today) if birth is not None and today is not None else None
        is_finer = age.units[-1] in ("week", "day")
        is_of_today = of_today is not None and not (is_finer and not _agrees(age, of_today.birth, of_today.day))
        is_of_stay = self._is_of_stay(index)
        if is_of_today and not is_of_stay and not _TOLD.search(self._passages.before(index, _LONGEST_CUE)):
            return of_today
        # « 5 semaines à l'admission »: on the first day of a stay.
        stays = [first for first, _ in self._calendar.ranges] if is_of_stay or not is_of_today else []
        days = (day for day in (*stays, *self._days_beside(index)) if day.unit in _TELLING[age.units[-1]])
        told = (AgeOrigin(birth, day) for day in days for birth in births if _agrees(age, birth, day))
        return next(told, of_today)

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
    if birth.unit not in _TELLING[age.units[-1]]:
        return False
    born = date.fromordinal(birth.middle)
    youngest, oldest = (age_at(date.fromordinal(each), born, age.units) for each in (day.first, day.last))
    return oldest is not None and (youngest or 0) <= age.number <= oldest


def _birth_of(age: AgeValue, births: tuple[DateValue, ...], today: date | None) -> DateValue | None:
    """Return the first date of birth that an age agrees with on a day, to one unit of the age; None where none does."""
    if today is None:
        return None
    for birth in births:
        if birth.unit in _TELLING[age.units[-1]]:
            told = age_at(today, date.fromordinal(birth.middle), age.units)
            if told is not None and abs(told - age.number) <= _TOLERANCE:
                return birth
    return None
