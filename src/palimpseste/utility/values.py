"""What a text says at its spans, as numbers: days, French towns, ages; original and surrogate are read alike."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from palimpseste.document import Document, Span
from palimpseste.places import Commune, PlaceTable, WorldCity
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.released import RecordedTowns
from palimpseste.surrogates.policy.strategies import PLACES
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.ages import IN_A_YEAR, AgesRead, AgeValue
from palimpseste.writings.atlas import Atlas, atlas_of
from palimpseste.writings.dates.calendar import Calendar, DatedSpan
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.towns import Town

__all__ = ["ValuesRead", "read_values"]

# A tag, a numbered tag or a mask says nothing, whatever figures are in it: « [DATE_3] » is no third of the month.
_MARK = re.compile(r"\[[A-Z]+(?:_\d+)?\]")
# Whatever is drawn on the way is thrown away.
_KEY = CohortKey(bytes(32))


@dataclass(frozen=True, slots=True, repr=False)
class ValuesRead:
    """What could be read, by the number of the span.

    Parameters
    ----------
    dates : mapping of int to DateValue
    towns : mapping of int to Commune
        Communes of today.
    ages : mapping of int to tuple of float
        In years; several where a span names several (« 40-45 ans »).
    """

    dates: Mapping[int, DateValue]
    towns: Mapping[int, Commune]
    ages: Mapping[int, tuple[float, ...]]

    def __repr__(self) -> str:
        return f"ValuesRead(<{len(self.dates)} dates>, <{len(self.towns)} towns>, <{len(self.ages)} ages>)"


def read_values(document: Document, spans: Mapping[int, Span], places: PlaceTable) -> ValuesRead:
    """Return what the spans of a text say, read as the replacer reads what it replaces.

    Partial dates are completed by the date of the document and the dates beside them; those whose year nothing tells
    are not read, since any year taken for it would be ours. A town is the one its postal code says where one stands
    beside it or in the record; else the largest of its name, or of those that a postal code serves.

    Parameters
    ----------
    document : Document
        The text, its date and its record.
    spans : mapping of int to Span
        What to read, under any number, in the order of the text.
    places : PlaceTable
        Where towns are known from.
    """
    kept = {number: span for number, span in spans.items() if not _MARK.fullmatch(document.text, span.start, span.end)}
    numbers = list(kept)
    setting = Setting.of(document, list(kept.values()), _KEY)
    calendar = Calendar(setting)
    ages = AgesRead(setting, calendar, follow_dates=False).written
    return ValuesRead(
        {numbers[dated.index]: dated.value for dated in _with_year(calendar.dated.values())},
        {numbers[index]: commune for index, commune in _towns(setting, atlas_of(places)).items()},
        {numbers[index]: tuple(map(_years, written.values)) for index, written in ages.items()},
    )


def _with_year(dates: Collection[DatedSpan]) -> Iterator[DatedSpan]:
    """Return the dates whose year is said, by themselves or by whatever completes them."""
    yearless = [dated for dated in dates if dated.written.year is None]
    floating = {dated.value for dated in yearless if dated.reach is None}
    while more := {d.value for d in yearless if d.reach is not None and d.reach.other in floating} - floating:
        floating |= more
    return (dated for dated in dates if dated.written.year is not None or dated.value not in floating)


def _towns(setting: Setting, atlas: Atlas) -> dict[int, Commune]:
    asked = _TownsAsked(setting, atlas)
    geography = Geography(setting, atlas, asked)
    found = {}
    for index, span in enumerate(setting.spans):
        if span.label in PLACES:
            commune = asked.first_asked(geography, index)
            if commune is not None:
                found[index] = commune
    return found


class _TownsAsked(RecordedTowns):
    """Notes which town a span asks a surrogate for: what the replacer takes it for."""

    def __init__(self, setting: Setting, atlas: Atlas) -> None:
        super().__init__(setting, atlas)
        self._setting = setting
        self._asked: list[Commune | None] = []

    def first_asked(self, geography: Geography, index: int) -> Commune | None:
        """Return the commune a span stands for; None where it is a foreign town or no table knows it."""
        self._asked.clear()
        if self._setting.spans[index].label == "CITY":
            geography.city_surrogate(index)
        else:
            geography.zip_surrogate(index)
        return self._asked[0] if self._asked else None

    def commune(self, town: Town, others: Sequence[Town]) -> Commune:
        self._asked.append(town.commune)
        return super().commune(town, others)

    def foreign_town(self, city: WorldCity, written: str) -> str:
        self._asked.append(None)
        return super().foreign_town(city, written)


def _years(age: AgeValue) -> float:
    return age.number / IN_A_YEAR[age.units[-1]]
