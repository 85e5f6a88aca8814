"""Births that a mechanism released too far from a class of school that words tell, moved by years to fit it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates.dates.working_days import Mechanism
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.told.schools import SchoolTold
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.school import is_in_class

__all__ = ["MOST_YEARS_OFF", "BirthsInClass", "years_into_class"]

# Who is further from a class than noise on two dates brings is somebody else, or the class is of another time.
MOST_YEARS_OFF = 4
# Where a date lies so near behind a birth, what is told of the first months would be of another age.
_FIRST_DAYS = 550
_MOVES = sorted(range(-MOST_YEARS_OFF, MOST_YEARS_OFF + 1), key=abs)


class BirthsInClass:
    """The dates of a timeline as they were released, births moved by whole years.

    Parameters
    ----------
    mechanism : Mechanism
        Releases the dates.
    years : mapping of DateValue to int
        By how many years each birth becomes earlier, from :func:`years_into_class`.
    """

    def __init__(self, mechanism: Mechanism, years: Mapping[DateValue, int]) -> None:
        self._mechanism = mechanism
        self._years = years

    def contributions(self) -> Iterator[Contribution]:
        """Yield every date that is released."""
        yield from self._mechanism.contributions()

    def moved(self, value: DateValue) -> int:
        """Return the ordinal of the day that a date moves to."""
        day = self._mechanism.moved(value)
        return _earlier(day, self._years[value]) if value in self._years else day


def years_into_class(written: Mechanism, life: Chronicle) -> dict[DateValue, int]:
    """Return by how many years each birth is moved back so that the classes of school that words tell agree with it.

    Parameters
    ----------
    written : Mechanism
        What is written of the dates if no birth is moved.
    life : Chronicle
        All dates of the patient.

    Returns
    -------
    dict of DateValue to int
        For a birth of whom words tell a class the smallest number of years, either way and up to `MOST_YEARS_OFF`,
        under which most of these words agree; those of 0 are left out. None where the birth is tied to another date,
        where a date would no longer be on the same side of it, or one lies in the first year and a half behind it.

    Notes
    -----
    What is proved of the mechanism stands, as it does where a life is moved back by years
    (:func:`~palimpseste.surrogates.dates.latest.years_back`): the numbers are computed from what was released, from the
    words, from which date is the birth that they are said of, and from what ties dates, all of which is public. So what
    is written is a function f of the releases R that is the same for two neighbours x and x', and P[f(R(x)) in A] <=
    exp(ε) · P[f(R(x')) in A] for every set A of outputs. No true date is looked at.
    """
    tied = {value for value, _ in life.reaches} | {reach.other for _, reach in life.reaches}
    tied |= {value for tally in life.tallies for pair in tally.pairs for value in pair}
    found: dict[DateValue, int] = {}
    for birth in sorted({school.birth for school in life.schools} - tied):
        schools = [school for school in life.schools if school.birth == birth]
        others = [written.moved(value) for value in life.anchors if value != birth]
        years = _years_for(birth, schools, others, written)
        if years:
            found[birth] = years
    return found


def _years_for(birth: DateValue, schools: list[SchoolTold], others: list[int], written: Mechanism) -> int:
    """Return by how many years one birth is moved back."""
    born = written.moved(birth)
    following = [day for day in others if day > born]
    preceding = [day for day in others if day <= born]
    if following and min(following) - born < _FIRST_DAYS:
        return 0

    def keeps_order(years: int) -> bool:
        day = _earlier(born, years)
        is_before = not following or min(following) - day >= (_FIRST_DAYS if years < 0 else 1)
        return is_before and (not preceding or max(preceding) < day)

    def agreeing(years: int) -> int:
        day = date.fromordinal(_earlier(born, years))
        return sum(
            is_in_class(least, most, day, date.fromordinal(written.moved(told))) for _, told, least, most in schools
        )

    return max((years for years in _MOVES if not years or keeps_order(years)), key=agreeing)


def _earlier(day: int, years: int) -> int:
    """Return the day so many years earlier; 29 February as the 28th."""
    return DateValue("day", day).years_before(years).number
