"""Dates under one secret shift: per patient, so that intervals survive between notes and tables, or per document."""

from __future__ import annotations

from datetime import date

from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.policy.options import Options
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.dates.values import FIRST_DAY, LAST_DAY, DateValue

__all__ = ["Shift", "shift_days_of", "shifted_day"]


class Shift:
    """One number of days for all dates of a document; intervals stay exact, and with them the patient recognisable.

    Parameters
    ----------
    setting : Setting
        The document.
    goes_back : bool
        Whether dates become earlier, whatever was drawn: they are then as many days before those of a shift forward for
        everybody, the smallest and the largest shift together. So nobody who holds a note in both ways learns more than
        that there are two, where a changed sign would tell him the true day half-way.
    """

    def __init__(self, setting: Setting, *, goes_back: bool = False) -> None:
        options = setting.options
        document = "" if options.shift_scope == "patient" else setting.document.id
        self.days = shift_days_of(setting.draws, options, document)
        if goes_back and self.days > 0:
            self.days -= sum(_sizes(options)) * options.date_shift_step

    def moved(self, value: DateValue) -> int:
        """Return the ordinal of the day that a date moves to."""
        return _moved(value.middle, self.days)


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


def _sizes(options: Options) -> tuple[int, int]:
    """Return the smallest and the largest shift, in steps."""
    lowest, highest = options.date_shift_days
    return -(-lowest // options.date_shift_step), highest // options.date_shift_step


def shifted_day(day: date, days: int) -> date:
    """Return a day so many days later, kept within the years a form can write: 1000 to 2999."""
    return date.fromordinal(_moved(day.toordinal(), days))


def _moved(ordinal: int, days: int) -> int:
    return min(max(ordinal + days, FIRST_DAY), LAST_DAY)
