"""A date of birth and a day of which words say the class of school that somebody was in."""

from __future__ import annotations

from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.dates.values import DateValue

__all__ = ["SchoolTold"]


@shown_without_values
class SchoolTold(NamedTuple):
    """A date of birth, a day, and what words tell of the class that who was born then was in.

    Parameters
    ----------
    birth, day : DateValue
        The dates.
    least, most : int
        The ages that who is in that class is of in the year in which the school year begins, both included.
    """

    birth: DateValue
    day: DateValue
    least: int
    most: int
