"""Dates under one secret shift: per patient, so that intervals survive between notes and tables, or per document."""

from __future__ import annotations

from datetime import date

from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.policy.options import Options
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.dates.values import FIRST_DAY, LAST_DAY, DateValue

__all__ = ["Shift", "moved_by", "shift_days_of", "shift_name", "shifted_day", "shifts_of"]


class Shift:
    """One number of days for all dates of a document; intervals stay exact, and with them the patient recognisable.

    Parameters
    ----------
    setting : Setting
        The document.
    drawn : int, optional
        The shift, in days, where it is known; else it is drawn with the key.
    goes_back : bool
        Whether dates become earlier, whatever was drawn: they are then as many days before those of a shift forward for
        everybody, the smallest and the largest shift together. So nobody who holds a note in both ways learns more than
        that there are two, where a changed sign would tell him the true day half-way.
    """

    def __init__(self, setting: Setting, drawn: int | None = None, *, goes_back: bool = False) -> None:
        options = setting.options
        self.days = shift_days_of(setting.draws, options, shift_name(setting)) if drawn is None else drawn
        if goes_back and self.days > 0:
            self.days -= sum(_sizes(options)) * options.date_shift_step

    def moved(self, value: DateValue) -> int:
        """Return the ordinal of the day that a date moves to."""
        return moved_by(self.days, value)


def shift_days_of(draws: Draws, options: Options, document: str = "") -> int:
    """Return the shift of all dates of a scope, in days, never zero: of its notes as of its tables.

    Parameters
    ----------
    draws : Draws
        Of the scope.
    options : Options
        Smallest and largest shift, and what it is a multiple of.
    document : str
        The identifier of the document whose own shift is asked for; empty for that of the whole scope.
    """
    stream = draws.stream("DATE", document, "shift")
    size = stream.between(*_sizes(options)) * options.date_shift_step
    return size if stream.bits(1) else -size


def moved_by(days: int, value: DateValue) -> int:
    """Return the ordinal of the day that a date moves to under a shift of so many days."""
    return _moved(value.middle, days)


def shift_name(setting: Setting) -> str:
    """Return the identifier of the document if it has a shift of its own; empty for that of the whole scope."""
    return "" if setting.options.shift_scope == "patient" else setting.document.id


def shifts_of(options: Options) -> list[int]:
    """Return all shifts that may be drawn, in days."""
    smallest, largest = _sizes(options)
    return [size * sign * options.date_shift_step for size in range(smallest, largest + 1) for sign in (1, -1)]


def _sizes(options: Options) -> tuple[int, int]:
    """Return the smallest and the largest shift, in steps."""
    lowest, highest = options.date_shift_days
    return -(-lowest // options.date_shift_step), highest // options.date_shift_step


def shifted_day(day: date, days: int) -> date:
    """Return a day so many days later, kept within the years a form can write: 1000 to 2999."""
    return date.fromordinal(_moved(day.toordinal(), days))


def _moved(ordinal: int, days: int) -> int:
    return min(max(ordinal + days, FIRST_DAY), LAST_DAY)
