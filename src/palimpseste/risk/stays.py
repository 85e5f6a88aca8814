"""Synthetic stays: the dates of discharge summaries of patients who do not exist, in the proportions of the corpus.

Six events of every patient have names, and an attacker may know the gaps between them::

    operation ── earlier stay ── admission ── procedure ── discharge ── follow-up
        └─ oldest gap ─┘└─ second gap ─┘└───── length of stay ─────┘└─ latest gap ─┘

Gaps are log-normal within the three classes of durations (up to 60 days, up to 730, beyond), with the shares, means
and deviations measured on discharge summaries of the training notes (``data/risk/gaps.tsv``). The procedure is uniform
within the stay. Every further date of the summary stands within the stay or before the admission, as often as the
middle gaps of the corpus are within 60 days or beyond. How many dates, births, ages and towns a summary holds is drawn
from the counts of the corpus (``data/risk/contributions.tsv``).

What is not modelled: correlation between gaps, weekdays, dates written in months or years (all are days here, the
finest an attacker can be given). Built by ``tools/measure_stays.py``, which says how each figure is measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["ABSENT", "EVENTS", "Days", "Stays", "simulated_stays"]

EVENTS = ("operation", "earlier stay", "admission", "procedure", "discharge", "follow-up")

Days = NDArray[np.int64]

_FOLDER = Path(__file__).parent.parent / "data" / "risk"
_OPERATION, _EARLIER, _ADMISSION, _PROCEDURE, _DISCHARGE, _FOLLOW_UP = range(6)
# Admissions of ten years, 2014 to 2023: what it is worth to know the true dates depends on how long the period is.
_PERIOD = (16_071, 19_723)
ABSENT = np.iinfo(np.int64).max
_ROUNDS = 20


@dataclass(frozen=True)
class Stays:
    """The true dates of many patients, one summary each.

    Parameters
    ----------
    days : array of int, shape (patients, width)
        Distinct days of each summary, rising, counted from 1970; the largest integer where a summary has no more.
    dates : array of int, shape (patients,)
        How many days each summary holds.
    events : array of int, shape (patients, 6)
        Where the day of each named event stands in `days`.
    contributions : array of int, shape (patients,)
        How many values share the budget of the summary: its days, births, ages without a birth date, and towns.
    """

    days: Days
    dates: Days
    events: Days
    contributions: Days

    def __len__(self) -> int:
        return len(self.days)

    @property
    def event_days(self) -> Days:
        """The day of each named event, shape (patients, 6)."""
        return np.take_along_axis(self.days, self.events, axis=1)

    def sample(self, patients: NDArray[np.int64]) -> Stays:
        """Return some of the patients."""
        return Stays(self.days[patients], self.dates[patients], self.events[patients], self.contributions[patients])


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


def simulated_stays(patients: int, random: np.random.Generator) -> Stays:
    """Return the stays of some patients."""
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
    return _completed(named, held, middle_days, random)


def _completed(named: Days, held: Days, middle_days: float, random: np.random.Generator) -> Stays:
    """Return stays of the named events and as many further dates as are held."""
    further = held[:, 0] - len(EVENTS)
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
    order = np.argsort(days, axis=1, kind="stable")
    ranks = np.argsort(order, axis=1, kind="stable")
    dates = (days != ABSENT).sum(axis=1)
    days = np.take_along_axis(days, order, axis=1)
    return Stays(days, dates, ranks[:, : len(EVENTS)], dates + held[:, 1:].sum(axis=1))


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


def _rows(name: str) -> list[list[str]]:
    lines = (_FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[2:]]
