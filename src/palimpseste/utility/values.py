"""What a text says at its spans, as numbers: days, French towns, ages; original and surrogate are read alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from palimpseste.document import Document, Span
from palimpseste.places import Commune, PlaceTable
from palimpseste.surrogates.policy.strategies import PLACES
from palimpseste.surrogates.values.marks import is_mark
from palimpseste.writings.ages.origins import AgesRead
from palimpseste.writings.ages.written import IN_A_YEAR, AgeValue
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.read import TownsRead

__all__ = ["ValuesRead", "read_values"]


@dataclass(frozen=True, slots=True, repr=False)
class ValuesRead:
    """What could be read, by the number of the span.

    Parameters
    ----------
    dates : mapping of int to DateValue
        A date as a whole number in its unit.
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
    kept = {number: span for number, span in spans.items() if not is_mark(document.text, span.start, span.end)}
    numbers = list(kept)
    passages = Passages.at(document, list(kept.values()))
    calendar = Calendar(passages)
    ages = AgesRead(passages, calendar, follow_dates=False).written
    read = TownsRead(passages, atlas_of(places))
    towns = ((index, read.commune_of(index)) for index, span in enumerate(passages.spans) if span.label in PLACES)
    return ValuesRead(
        {numbers[dated.index]: dated.value for dated in _with_year(calendar.dated.values())},
        {numbers[index]: commune for index, commune in towns if commune is not None},
        {numbers[index]: tuple(map(_years, written.values)) for index, written in ages.items()},
    )


def _with_year(dates: Collection[DatedSpan]) -> Iterator[DatedSpan]:
    """Return the dates whose year is said, by themselves or by whatever completes them."""
    yearless = [dated for dated in dates if dated.written.year is None]
    floating = {dated.value for dated in yearless if dated.reach is None}
    while more := {d.value for d in yearless if d.reach is not None and d.reach.other in floating} - floating:
        floating |= more
    return (dated for dated in dates if dated.written.year is not None or dated.value not in floating)


def _years(age: AgeValue) -> float:
    return age.number / IN_A_YEAR[age.units[-1]]
