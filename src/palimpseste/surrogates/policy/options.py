"""The numbers a policy may set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta

from palimpseste.errors import UsageError
from palimpseste.privacy.epsilon import as_epsilon
from palimpseste.settings_files import ReadBy, check_settings

__all__ = ["KINDS", "ClockOptions", "Kind", "NameForm", "Options", "Privacy", "Scope"]

Scope = Literal["document", "patient"]
NameForm = Literal["length", "accents", "particles", "generation"]

Kind = Literal["DATE", "MONTH", "YEAR", "AGE", "CITY"]
# What a privacy budget is spent on: a label, and apart dates that are written as months, or as seasons and years, where
# a strategy tells them apart.
KINDS: tuple[Kind, ...] = get_args(Kind)

_Bound = Annotated[int, Meta(ge=1)]
_Bounds = Annotated[
    tuple[_Bound, _Bound], Meta(description="two whole numbers [smallest, largest], 1 <= smallest <= largest")
]
_Epsilon = Annotated[Fraction, ReadBy(as_epsilon, "a number from 1/1000000 to 1000, such as 1, 0.25 or 1/4")]


def _as_latest(value: object) -> date | None:
    """Return the day that a policy says, as TOML has it or in words; None of ``"none"``."""
    if value is None or value == "none":
        return None
    try:
        day = value if type(value) is date else date.fromisoformat(str(value))
    except ValueError:
        raise UsageError("no day") from None
    if not _EARLIEST_LATEST <= day.year <= _LATEST_LATEST:
        raise UsageError("no such year")
    return day


def _said(values: dict[str, Any], name: str) -> dict[str, Any]:
    """Return options whose day of a name, where there is one, stands last, as a policy file says it."""
    latest = values.pop(name)
    return values if latest is None else {**values, name: latest.isoformat()}


_EARLIEST_LATEST, _LATEST_LATEST = 1900, 2900
_Latest = Annotated[date, ReadBy(_as_latest, 'a day from 1900 to 2900, such as 2025-12-31, or "none"')]


@dataclass(frozen=True, slots=True)
class Options:
    """Numbers of the strategies that have no privacy budget.

    Parameters
    ----------
    date_shift_days : tuple of int
        Smallest and largest absolute shift of dates, both included, ``1 <= smallest <= largest``. From 184 to 349 days
        every date changes whatever its unit: a year alone as well as a month alone.
    date_shift_step : int
        Shifts are multiples of so many days: of 7, weekdays and week-ends stay what they are, in words that no span
        holds too (« bilan mercredi »), and whoever knows one date has a seventh of the shifts left.
    date_shift_latest : datetime.date, optional
        No shift brings a date after it: dates that one would become earlier, where all dates of the scope are known. A
        day of the past, raised when a cohort begins, as that of a clock (`ClockOptions`).
    shift_scope : {"patient", "document"}
        What one shift is for.
    age_change_units : tuple of int
        Smallest and largest absolute change of an age whose birth date is unknown, in the unit it is written in; none
        of an age below two years in months, weeks or days, where all dates move by one shift.
    keep_of_names : tuple of {"length", "accents", "particles", "generation"}
        What a surrogate name keeps of the original, nothing by default: its length (up to 5 letters, up to 8, more),
        whether a writing in capitals or small letters has accents, its particles (« de La »), and of a given name the
        time at which it was given most, in classes of fifteen years. Gender, case, hyphens and spaces are always kept.
    working_days : bool
        Whether dates to the day, births left out, come out on days on which hospitals plan: neither on a public
        holiday, nor on a Saturday or Sunday unless shifts are whole weeks. A shift is drawn among those that lead past
        holidays, where all dates of the scope are known; a day that does not come out so is written as the nearest that
        does.
    seasons : bool
        Whether words of season, feast, epoch and class of school that stay in the text (« grippe A », « depuis Noël »,
        « covid », « élève de CE2 ») are looked at, where all dates of the scope are known: a shift is drawn among those
        under which they agree with the new dates, and a life on a clock moves by weeks, up to half a year, and by years
        into an epoch, a birth by years into a class, until they do.
    draw_clock_times : bool
        Whether a clock time in a date or right behind it (« le 12/03/2021 à 14h30 ») is drawn anew, the same wherever a
        patient's documents tell it. Times of one day lose their order.
    carer_scope : {"patient", "cohort"}
        What one surrogate of a carer is for: « Dr Kervella » is somebody else in each patient's notes, or one and the
        same person in all notes of the cohort. A carer is told by the title before the name, in each note anew; the
        names of the patient's record are none of a carer's.
    """

    date_shift_days: _Bounds = (184, 349)
    date_shift_step: _Bound = 1
    date_shift_latest: _Latest | None = None
    shift_scope: Scope = "patient"
    age_change_units: _Bounds = (1, 2)
    keep_of_names: tuple[NameForm, ...] = ()
    working_days: bool = False
    seasons: bool = False
    draw_clock_times: bool = False
    carer_scope: Literal["patient", "cohort"] = "patient"

    def __post_init__(self) -> None:
        check_settings(self, "options")
        object.__setattr__(self, "date_shift_latest", _as_latest(self.date_shift_latest))
        for name in ("date_shift_days", "age_change_units"):
            smallest, largest = getattr(self, name)
            if smallest > largest:
                raise UsageError(f"{name}: {smallest} > {largest}; allowed: [smallest, largest], smallest <= largest")
        smallest, largest = self.date_shift_days
        if largest // self.date_shift_step * self.date_shift_step < smallest:
            raise UsageError(
                f"date_shift_step: no multiple of {self.date_shift_step} from {smallest} to {largest} days"
            )

    def to_mapping(self) -> dict[str, Any]:
        """Return the options as a policy file says them."""
        return _said(asdict(self), "date_shift_latest")


@dataclass(frozen=True, slots=True)
class ClockOptions:
    """Numbers of the secret clock of a patient (:class:`palimpseste.surrogates.dates.clock.Clock`).

    Parameters
    ----------
    shift_days : int
        By how many days a life moves on average, either way.
    keep_season : bool
        Whether it moves by whole years and at most six weeks, and no part of it is stretched, so that seasons stay:
        intervals and birth dates are then hidden by noise alone.
    latest : datetime.date, optional
        No date is written after it: a life whose dates would be is moved back by whole years, where all dates of the
        patient are known. A day of the past, the same for everybody: raised when a cohort begins and not before the
        next, since what is written hangs on it. By default, and with ``"none"``, dates may be of any day.
    """

    shift_days: Annotated[int, Meta(ge=30, le=36_525)] = 900
    keep_season: bool = False
    latest: _Latest | None = None

    def __post_init__(self) -> None:
        check_settings(self, "clock")
        object.__setattr__(self, "latest", _as_latest(self.latest))

    def to_mapping(self) -> dict[str, Any]:
        """Return the options as a policy file says them."""
        return _said(asdict(self), "latest")


@dataclass(frozen=True, slots=True)
class Privacy:
    """The privacy budget of the strategies that have one.

    Parameters
    ----------
    epsilon : Fraction
        ε of each document, or of each value.
    per : {"document", "value"}
        ``document``: the budget is split over the distinct values of a document. ``value``: every distinct value of a
        patient has ε times the weight of its kind, and is released once, the same in all documents; the patient's total
        grows with the number of values.
    weights : mapping of str to int
        How a document's budget is split between kinds of value, or what ε of a value is multiplied by: `KINDS`, 1 each
        by default.
    oldest_age : int, optional
        Ages beyond are written as this one, such as 90 for HIPAA's safe harbour, and dates of birth so that they tell
        no greater age.
    """

    epsilon: _Epsilon = Fraction(1)
    per: Literal["document", "value"] = "document"
    weights: Mapping[Kind, Annotated[int, Meta(ge=1, le=1000)]] = field(default_factory=lambda: MappingProxyType({}))
    oldest_age: Annotated[int, Meta(ge=1, le=130)] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", as_epsilon(self.epsilon))
        check_settings(self, "privacy")
        object.__setattr__(self, "weights", MappingProxyType(dict(self.weights)))

    def __reduce__(self) -> tuple[type[Privacy], tuple[Any, ...]]:
        return Privacy, (self.epsilon, self.per, dict(self.weights), self.oldest_age)

    def to_mapping(self) -> dict[str, Any]:
        """Return the budget as a policy file says it."""
        values: dict[str, Any] = {"epsilon": str(self.epsilon), "per": self.per, "weights": dict(self.weights)}
        return values if self.oldest_age is None else {**values, "oldest_age": self.oldest_age}
