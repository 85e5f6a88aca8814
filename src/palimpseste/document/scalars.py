"""Values of programs and tables as a record or an identifier has them."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from math import isfinite
from numbers import Integral, Real

__all__ = ["plain_scalar"]


def plain_scalar(value: object) -> object:
    """Return a value as a record or an identifier has it, of what programs and tables have.

    Parameters
    ----------
    value : object
        Whole decimals become integers, other decimals strings, moments dates; NaN and NaT become None; what is infinite
        is nothing that a record has, and stays.
    """
    if isinstance(value, bool) or not isinstance(value, (date, Decimal, Real)):
        return value
    if value != value:  # what is no number and no time is not itself
        return None
    if isinstance(value, date):
        return value.date() if isinstance(value, datetime) else value
    if isinstance(value, Integral):
        return int(value)
    number = value if isinstance(value, Decimal) else float(value)
    if not isfinite(number):
        return value
    return int(number) if number == int(number) else str(value)
