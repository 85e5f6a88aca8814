"""What one written date or age says, as plain values, for whoever has found it, by this package or not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from palimpseste.document import Document, Span
from palimpseste.folding import fold
from palimpseste.writings.ages.written import IN_A_YEAR, AgeUnit, read_age
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.dates.forms import WrittenDate
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.words import feast_date, is_movable
from palimpseste.writings.passages import Passages

__all__ = ["AgeSaid", "DateSaid", "ages_said", "date_said"]

_WORD = re.compile(r"[^\W\d_½¼¾]+")


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# Folded words beside the parts of a date or an age. Any other may make it something else: « J+3 », « 36 SA », « 3 mg ».
_BESIDE_DATES = _words(
    "a an annee au aux courant cours d date de debut depuis des du en entre et fin h heures jusqu l la le les",
    "mi milieu min minutes nd ne nee pour rd st t th vers",
)
_BEFORE_AGES = _words("a age agee agees ages au bientot d de des environ entre l presque pres")
_BEHIND_NUMBERS = _words(
    "a age an annee annees ans balais d day days de demi demie et h heure heures hour hours j jour jours m mo mois",
    "month months old passes pige piges sem semaine semaines s un une week weeks y year years yo",
)
_FRACTION = re.compile(r"(?P<half>½|1/2|\bdemie?\b)|(?P<quarter>¼|1/4)|(?P<quarters>¾|3/4)", re.IGNORECASE)
_FRACTIONS = {"half": 0.5, "quarter": 0.25, "quarters": 0.75}


@dataclass(frozen=True, slots=True, repr=False)
class DateSaid:
    """What a written date says.

    Parameters
    ----------
    year : int or None
        None where it is not said; below 100 where its century is not.
    month : int or None
        From 1; of a season the middle one.
    day : int or None
        From 1.
    unit : {"day", "month", "season", "year"}
        The finest part that is said.
    feast : str
        The feast that names the day: « Noël »; else empty.
    """

    year: int | None
    month: int | None
    day: int | None
    unit: Literal["day", "month", "season", "year"]
    feast: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class AgeSaid:
    """What a written age says.

    Parameters
    ----------
    numbers : tuple of int
        One a unit: ``(2, 8)`` for « 2 ans 8 mois ».
    units : tuple of {"year", "month", "week", "day", "hour"}
        From the coarser to the finer.
    fraction : float
        What is added to the last number in words or as a fraction: 0.5 for « 3 ans et demi ».
    """

    numbers: tuple[int, ...]
    units: tuple[AgeUnit, ...]
    fraction: float = 0.0

    @property
    def years(self) -> float:
        """The age in years of 12 months, 52 weeks or 365 days."""
        whole = sum(number / IN_A_YEAR[unit] for number, unit in zip(self.numbers, self.units, strict=True))
        return whole + self.fraction / IN_A_YEAR[self.units[-1]]


def date_said(text: str, reference: date | None = None) -> DateSaid | None:
    """Return what a written date says; None where it cannot be read or names no day of the calendar.

    Parameters
    ----------
    text : str
        The date alone, in figures, in words, or both; words such as « le » and « depuis » may stand before it.
    reference : datetime.date, optional
        The day of the note. What the date does not say is completed by it: the nearest year, the month before, and
        the century that leaves it at most ten years ahead.

    Examples
    --------
    >>> said = date_said("12 mars 2021")
    >>> said.year, said.month, said.day, said.unit
    (2021, 3, 12, 'day')
    >>> said = date_said("mi-mars 21")
    >>> said.year, said.month, said.day, said.unit
    (21, 3, None, 'month')
    >>> date_said("le 3/4", reference=date(2021, 5, 2)).year
    2021
    >>> date_said("J+3") is None
    True
    """
    written = read_date(text)
    if written is None or not _says_only((p for p in written.pieces if isinstance(p, str)), _BESIDE_DATES):
        return None
    if reference is None:
        return _as_written(written)
    note = Document("", text, date=reference)
    dated = Calendar(Passages.at(note, [Span(0, len(text), "DATE")])).dated.get(0)
    return _completed(dated) if dated is not None else None


def ages_said(text: str) -> tuple[AgeSaid, ...]:
    """Return the ages that a writing says, in order: several for a range; none where it cannot be read.

    Parameters
    ----------
    text : str
        The age alone, in figures or in words.

    Examples
    --------
    >>> [(age.numbers, age.units) for age in ages_said("2 ans 8 mois")]
    [((2, 8), ('year', 'month'))]
    >>> [age.years for age in ages_said("40-45 ans")]
    [40.0, 45.0]
    >>> ages_said("3 ans et demi")[0].years
    3.5
    >>> ages_said("36 SA")
    ()
    """
    written = read_age(text)
    if written is None:
        return ()
    before, *behind_numbers = [piece for piece in written.pieces if isinstance(piece, str)]
    if not (_says_only((before,), _BEFORE_AGES) and _says_only(behind_numbers, _BEHIND_NUMBERS)):
        return ()
    # What follows each number, in order; the last of each age's may hold a fraction.
    after = iter([piece[1] for piece in written.pieces if not isinstance(piece, str)])
    found = []
    for value in written.values:
        behind = [next(after) for _ in value.units]
        found.append(AgeSaid(value.in_parts, value.units, _fraction_in(behind[-1])))
    return tuple(found)


def _says_only(literals: Iterable[str], words: frozenset[str]) -> bool:
    return all(fold(word) in words for literal in literals for word in _WORD.findall(literal))


def _as_written(written: WrittenDate) -> DateSaid:
    if written.feast and is_movable(written.feast) and (written.year is None or written.year < 100):
        return DateSaid(written.year, None, None, "day", written.feast)
    unit = "season" if written.is_season else written.unit
    return DateSaid(written.year, written.month, written.day, unit, written.feast)


def _completed(dated: DatedSpan) -> DateSaid:
    day, written = dated.day, dated.written
    if written.feast:
        day = feast_date(written.feast, day.year)
    unit = "season" if written.is_season else written.unit
    return DateSaid(
        day.year,
        day.month if unit != "year" else None,
        day.day if unit == "day" else None,
        unit,
        written.feast,
    )


def _fraction_in(after: str) -> float:
    found = _FRACTION.search(after)
    return _FRACTIONS[found.lastgroup] if found and found.lastgroup else 0.0
