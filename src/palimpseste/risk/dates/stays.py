"""Synthetic stays: the dates of discharge summaries of patients who do not exist, in the proportions of the corpus.

Six events of every patient have names, and an attacker may know the gaps between them::

    operation ── earlier stay ── admission ── procedure ── discharge ── follow-up
        └─ oldest gap ─┘└─ second gap ─┘└───── length of stay ─────┘└─ latest gap ─┘

Gaps are log-normal within the three classes of durations (up to 60 days, up to 730, beyond), with the shares, means
and deviations measured on discharge summaries of the training notes (``data/risk/gaps.tsv``). The procedure is uniform
within the stay. Every further date of the summary stands within the stay or before the admission, as often as the
middle gaps of the corpus are within 60 days or beyond. How many dates, births, ages and towns a summary holds is drawn
from the counts of the corpus (``data/risk/contributions.tsv``).

Each date is written in days, months or years, as often as dates so far from the latest of their summary are in the
corpus (``data/risk/units.tsv``); or all are written to the day, the finest an attacker can be given. Of dates that
would be written alike the later is written finer, for the dates that are counted in the corpus are distinct.

What is not modelled: correlation between gaps or between units, weekdays, dates that lack a year. Built by
``tools/measure_stays.py``, which says how each figure is measured.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from palimpseste.risk.dates.units import DAY, Days, Units, firsts_of, middles_of, numbers_of

__all__ = ["ABSENT", "EVENTS", "Days", "Stays", "Written", "drawn_gaps", "simulated_stays"]

EVENTS = ("operation", "earlier stay", "admission", "procedure", "discharge", "follow-up")

Written = Literal["corpus", "days"]

_FOLDER = Path(__file__).parents[2] / "data" / "risk"
_OPERATION, _EARLIER, _ADMISSION, _PROCEDURE, _DISCHARGE, _FOLLOW_UP = range(6)
# Admissions of ten years, 2014 to 2023: what it is worth to know the true dates depends on how long the period is.
_PERIOD = (16_071, 19_723)
ABSENT = np.iinfo(np.int64).max
_ROUNDS = 20


@dataclass(frozen=True)
class Stays:
    """The dates of many patients, one summary each.

    Parameters
    ----------
    days : array of int, shape (patients, width)
        The day each date of a summary means, counted from 1970, in the order that the days standing for them have (see
        `anchors`); the largest integer where a summary has no more.
    units : array of int, shape (patients, width)
        What each is written in: :data:`~palimpseste.risk.dates.units.DAY`, ``MONTH`` or ``YEAR``.
    dates : array of int, shape (patients,)
        How many dates each summary holds.
    events : array of int, shape (patients, 6)
        Where the day of each named event stands in `days`.
    contributions : array of int, shape (patients,)
        How many values share the budget of the summary: its dates, births, ages without a birth date, and towns.
    durations : array of int, shape (patients,)
        How many neighbouring dates stand for different days.
    """

    days: Days
    units: Units
    dates: Days
    events: Days
    contributions: Days
    durations: Days

    def __len__(self) -> int:
        return len(self.days)

    @cached_property
    def numbers(self) -> Days:
        """What is written: the number of each date in its unit."""
        return numbers_of(self.days, self.units)

    @cached_property
    def middles(self) -> Days:
        """The day that stands for what is written."""
        return middles_of(self.numbers, self.units)

    @property
    def anchors(self) -> Days:
        """The day each date is taken for, as :class:`~palimpseste.writings.dates.timeline.Timeline` has it."""
        return _anchors(self.days, self.units)

    @property
    def event_days(self) -> Days:
        """The day of each named event, shape (patients, 6)."""
        return np.take_along_axis(self.days, self.events, axis=1)

    @property
    def event_numbers(self) -> Days:
        """The number of each named event in its unit, shape (patients, 6)."""
        return np.take_along_axis(self.numbers, self.events, axis=1)

    @property
    def event_units(self) -> Units:
        """The unit of each named event, shape (patients, 6)."""
        return np.take_along_axis(self.units, self.events, axis=1)

    def sample(self, patients: Days) -> Stays:
        """Return some of the patients."""
        return Stays(*(getattr(self, each.name)[patients] for each in fields(self)))


@dataclass(frozen=True)
class _Gaps:
    """Log-normal gaps in classes: shares, bounds, moments."""

    shares: NDArray[np.float64]
    bounds: Days
    moments: NDArray[np.float64]

    def drawn(self, count: int, random: np.random.Generator) -> Days:
        """Return gaps, each redrawn until it lies in its class."""
        classes = random.choice(len(self.shares), size=count, p=self.shares)
        lowest, highest = self.bounds[classes].T
        mean, deviation = self.moments[classes].T
        gaps = np.zeros(count, dtype=np.int64)
        todo = np.arange(count)
        while len(todo):
            gaps[todo] = np.rint(np.exp(random.normal(mean[todo], deviation[todo])))
            todo = todo[(gaps[todo] < lowest[todo]) | (gaps[todo] > highest[todo])]
        return gaps


def simulated_stays(patients: int, random: np.random.Generator, written: Written = "corpus") -> Stays:
    """Return the stays of some patients; of the same generator the same days, however they are written.

    Parameters
    ----------
    patients : int
        How many.
    random : numpy.random.Generator
        Where chance comes from.
    written : Written
        In the units that the corpus writes, or all to the day.
    """
    gaps, middle_days = _measured_gaps()
    held = _measured_contributions()
    held = held[random.choice(len(held), size=patients, p=held[:, -1] / held[:, -1].sum()), :-1]
    # A procedure on a day of its own needs a stay of two.
    length = np.maximum(gaps["stay"].drawn(patients, random), 2)
    named = np.empty((patients, len(EVENTS)), dtype=np.int64)
    named[:, _ADMISSION] = random.integers(*_PERIOD, size=patients)
    named[:, _EARLIER] = named[:, _ADMISSION] - gaps["second"].drawn(patients, random)
    named[:, _OPERATION] = named[:, _EARLIER] - gaps["oldest"].drawn(patients, random)
    named[:, _PROCEDURE] = named[:, _ADMISSION] + random.integers(1, length)
    named[:, _DISCHARGE] = named[:, _ADMISSION] + length
    named[:, _FOLLOW_UP] = named[:, _DISCHARGE] + gaps["latest"].drawn(patients, random)
    days = _completed(named, held[:, 0], middle_days, random)
    units = _drawn_units(days, random) if written == "corpus" else np.zeros(days.shape, dtype=np.int8)
    return _in_order(days, units, held[:, 1:].sum(axis=1))


def drawn_gaps(position: str, count: int, random: np.random.Generator) -> Days:
    """Return gaps in days as those of a position are: ``oldest``, ``second``, ``middle``, ``latest`` or ``stay``.

    Parameters
    ----------
    position : str
        Which gap.
    count : int
        How many.
    random : numpy.random.Generator
        Where chance comes from.
    """
    return _measured_gaps()[0][position].drawn(count, random)


def _completed(named: Days, dates: Days, middle_days: float, random: np.random.Generator) -> Days:
    """Return the days of the named events, and as many further ones as there are dates, where there is room."""
    further = dates - len(EVENTS)
    days = np.full((len(named), len(EVENTS) + further.max()), ABSENT)
    days[:, : len(EVENTS)] = named
    missing = np.arange(days.shape[1]) - len(EVENTS) < further[:, np.newaxis]
    missing[:, : len(EVENTS)] = False
    for _ in range(_ROUNDS):
        patients, places = np.nonzero(missing)
        days[patients, places] = _further_days(named[patients], middle_days, random)
        missing = _repeated(days)
    # A stay of few days or a short past has no room for all: what still coincides is left out.
    days[missing] = ABSENT
    return days


def _drawn_units(days: Days, random: np.random.Generator) -> Units:
    """Return what each date is written in, by its distance from the latest of its summary."""
    highest, shares = _measured_units()
    present = days != ABSENT
    latest = np.where(present, days, np.iinfo(np.int64).min).max(axis=1, keepdims=True)
    classes = np.minimum(np.searchsorted(highest, np.where(present, latest - days, 0)), len(highest) - 1)
    units = (random.random(days.shape)[..., np.newaxis] > shares[classes].cumsum(axis=-1)[..., :-1]).sum(axis=-1)
    units = np.where(present, units, DAY).astype(np.int8)
    # In the order of the days, so that of two dates written alike the later is the repeated one.
    order = np.argsort(days, axis=1, kind="stable")
    while True:
        written = np.where(present, numbers_of(days, units) * 3 + units, ABSENT)
        repeated = np.empty_like(present)
        np.put_along_axis(repeated, order, _repeated(np.take_along_axis(written, order, axis=1)), axis=1)
        if not repeated.any():
            return units
        units[repeated] -= 1


def _in_order(days: Days, units: Units, others: Days) -> Stays:
    """Return the stays of some days, the named events first, and some other contributions."""
    anchors = _anchors(days, units)
    present = days != ABSENT
    # Of two dates at one anchor the coarser comes first.
    order = np.argsort(np.where(present, anchors * 3 - units, ABSENT), axis=1, kind="stable")
    ranks = np.argsort(order, axis=1, kind="stable")
    dates = present.sum(axis=1)
    anchors = np.take_along_axis(anchors, order, axis=1)
    apart = (np.diff(anchors, axis=1) > 0) & (anchors[:, 1:] != ABSENT)
    return Stays(
        days=np.take_along_axis(days, order, axis=1),
        units=np.take_along_axis(units, order, axis=1),
        dates=dates,
        events=ranks[:, : len(EVENTS)],
        contributions=dates + others,
        durations=apart.sum(axis=1),
    )


def _anchors(days: Days, units: Units) -> Days:
    """Return the middle of each unit; the latest day written, for a month or year that is not over on it."""
    numbers = numbers_of(days, units)
    middles = middles_of(numbers, units)
    is_day = (units == DAY) & (days != ABSENT)
    today = np.where(is_day, days, np.iinfo(np.int64).min).max(axis=1, keepdims=True)
    unfinished = (units != DAY) & (firsts_of(numbers, units) <= today) & (today < middles)
    return np.where(unfinished, today, middles)


def _further_days(named: Days, middle_days: float, random: np.random.Generator) -> Days:
    """Return one day for each row: within the stay, or before it, the nearer the likelier."""
    admission, length = named[:, _ADMISSION], named[:, _DISCHARGE] - named[:, _ADMISSION]
    past = admission - named[:, _OPERATION]
    before = np.exp(random.uniform(0, np.log(past))).astype(np.int64)
    return admission + np.where(random.random(len(named)) < middle_days, random.integers(1, length), -before)


def _repeated(days: Days) -> NDArray[np.bool_]:
    """Tell which days stand further left in their row already."""
    order = np.argsort(days, axis=1, kind="stable")
    ordered = np.take_along_axis(days, order, axis=1)
    again = np.zeros(days.shape, dtype=bool)
    again[:, 1:] = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != ABSENT)
    repeated = np.empty_like(again)
    np.put_along_axis(repeated, order, again, axis=1)
    return repeated


@lru_cache(maxsize=1)
def _measured_gaps() -> tuple[dict[str, _Gaps], float]:
    """Return the gaps by position, and the share of the middle ones that are days."""
    rows: dict[str, list[list[float]]] = {}
    for position, *figures in _rows("gaps.tsv"):
        rows.setdefault(position, []).append([float(figure) for figure in figures])
    # The stay is the one before the others; lengths of months are too few to be fitted.
    rows["stay"] = rows["stay"][:1]
    middle = np.array(rows["middle"])
    return {position: _gaps_of(np.array(table)) for position, table in rows.items()}, middle[0, 2] / middle[:, 2].sum()


def _gaps_of(table: NDArray[np.float64]) -> _Gaps:
    return _Gaps(table[:, 2] / table[:, 2].sum(), table[:, :2].astype(np.int64), table[:, 3:])


@lru_cache(maxsize=1)
def _measured_contributions() -> Days:
    """Return dates, births, ages, towns and the number of summaries, one row a combination."""
    return np.array([[int(figure) for figure in row] for row in _rows("contributions.tsv")])


@lru_cache(maxsize=1)
def _measured_units() -> tuple[Days, NDArray[np.float64]]:
    """Return the highest distance of each class, and the shares of days, months and years in it."""
    table = np.array([[int(figure) for figure in row] for row in _rows("units.tsv")])
    return table[:, 1], table[:, 2:] / table[:, 2:].sum(axis=1, keepdims=True)


def _rows(name: str) -> list[list[str]]:
    lines = (_FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[2:]]
