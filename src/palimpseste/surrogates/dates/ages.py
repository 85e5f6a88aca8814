"""What stands for ages, written as they are: near ages, those the new dates make, or releases of a mechanism."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import floor

from palimpseste.folding import fold
from palimpseste.privacy.accountant import Contribution
from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.dates import Dates
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.ages import IN_A_YEAR, OLDEST_YEARS, AgesRead, AgeValue, age_at
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.values import DateValue

__all__ = ["NoisyAges", "kept_age", "near_age"]

_MECHANISM = "metric-laplace"
_ADULTS = (30, 80)


def near_age(index: int, read: AgesRead, setting: Setting) -> str:
    """Return a near age, or near ages, written as those of a span are; an adult's where no number is read.

    All ages of a span move by one number of their coarser units, so that the ends of a range (« 40-45 ans ») stay in
    order and as far apart; a finer unit beside (« 2 ans 8 mois ») is drawn anew.
    """
    stream = setting.draws.stream("AGE", fold(setting.values[index]), "change")
    written = read.written.get(index)
    if written is None:
        return str(stream.between(*_ADULTS))
    change = _change(written.values, stream, setting.options.age_change_units)
    # A weight taken for an age (« 1820 g ») stays as long as it is: only what is released is brought down to an age.
    years = [-(-age.in_parts[0] // IN_A_YEAR[age.units[0]]) for age in written.values]
    oldest = setting.privacy.oldest_age or max(OLDEST_YEARS, *years)
    return written.write([_moved(age, change, stream) for age in written.values], oldest)


def kept_age(index: int, read: AgesRead, setting: Setting) -> str:
    """Return an age that stays as it is, or the oldest that the policy lets a note tell."""
    source, oldest = setting.source(index), setting.privacy.oldest_age
    written = read.written.get(index)
    if oldest is None or written is None:
        return source
    is_beyond = any(age.in_parts[0] > oldest * IN_A_YEAR[age.units[0]] for age in written.values)
    return written.write([age.number for age in written.values], oldest) if is_beyond else source


def _change(ages: Sequence[AgeValue], stream: BitStream, sizes: tuple[int, int]) -> int:
    """Return by how much ages move, never zero: up or down, or the one way that leaves them ages."""
    size = stream.between(*sizes)
    up = bool(stream.bits(1))
    numbers = [age.in_parts[0] for age in ages]
    if min(numbers) - size < 1:
        return size
    oldest = any(age.in_parts[0] + size > OLDEST_YEARS * IN_A_YEAR[age.units[0]] for age in ages)
    return size if up and not oldest else -size


def _moved(age: AgeValue, change: int, stream: BitStream) -> int:
    coarse, *fine = age.in_parts
    if not fine:
        return coarse + change
    highest = age.finer_in_coarser - 1
    drawn = stream.between(1, highest - 1)
    return (coarse + change) * age.finer_in_coarser + (drawn + 1 if drawn >= fine[0] else drawn)


class NoisyAges:
    """The ages of one document, released.

    Parameters
    ----------
    read : AgesRead
        As they are read.
    setting : Setting
        The document.
    calendar : Calendar
        Its dates.
    dates : Dates
        Its new dates.
    budget : Budget
        What is spent on each age that follows from no date, of kind ``AGE``.

    Notes
    -----
    Which ages follow from which date of birth and the day of the document is public, like the order of dates:
    neighbours have the same links. An age that follows is what the new dates make it, computed from releases alone, at
    no cost. Any other of share ε is ε·d-private, d in the unit it is written in: equal ages are released once. After
    that numbers are brought between those of the ages that are younger and older, whose order is public, and to what
    can be written: no age of a note contradicts another. Fractions are words, and stay. Where no number is read, an
    adult's age is drawn whatever stands there.
    """

    def __init__(self, read: AgesRead, setting: Setting, calendar: Calendar, dates: Dates, budget: Budget) -> None:
        self._read = read
        self._setting = setting
        self._calendar = calendar
        self._dates = dates
        self._budget = budget

    def contributions(self) -> Iterator[Contribution]:
        """Yield every age that is released."""
        for age, birth in self._read.birth_of.items():
            if birth is None:
                yield Contribution("AGE", age)

    def surrogate(self, index: int) -> str:
        """Return the surrogate of an age span, in the form of the span."""
        written = self._read.written.get(index)
        if written is None:
            stream = self._setting.noise.stream("AGE", self._setting.source(index), "unreadable")
            return str(stream.between(*_ADULTS))
        numbers = [self._new_numbers[age] for age in written.values]
        return written.write(numbers, self._setting.privacy.oldest_age)

    @cached_property
    def _new_numbers(self) -> dict[AgeValue, int]:
        """The new number of each age: what follows from dates as it follows, the others in order around it."""
        followed = {age: self._followed(age, birth) for age, birth in self._read.birth_of.items() if birth is not None}
        ages = sorted(self._read.birth_of, key=lambda age: (_years(age, age.number), age.units))
        oldest: dict[AgeValue, Fraction] = {}
        limit = Fraction(OLDEST_YEARS)
        for age in reversed(ages):
            limit = oldest[age] = min(limit, _years(age, followed[age])) if age in followed else limit
        numbers: dict[AgeValue, int] = {}
        youngest = Fraction(0)
        for age in ages:
            if age in followed:
                numbers[age] = followed[age]
            else:
                lowest, highest = (floor(bound * IN_A_YEAR[age.units[-1]]) for bound in (youngest, oldest[age]))
                numbers[age] = max(lowest, min(self._released(age), max(lowest, highest)))
            youngest = max(youngest, _years(age, numbers[age]))
        return numbers

    def _followed(self, age: AgeValue, birth: DateValue) -> int:
        today = self._calendar.reference_value
        if today is None:
            raise ValueError("an age follows from a date of birth only where the document has a day")
        return age_at(self._dates.new_day(today), self._dates.new_day(birth), age.units) or 0

    def _released(self, age: AgeValue) -> int:
        epsilon = self._budget.spend("AGE", age, _MECHANISM)
        bits = self._setting.noise.stream("AGE", f"{' '.join(age.units)} {age.number}", f"{_MECHANISM} {epsilon}")
        return DiscreteLaplace(epsilon).release(age.number, bits)


def _years(age: AgeValue, number: int) -> Fraction:
    """Return how many years a number in the finest unit of an age is."""
    return Fraction(number, IN_A_YEAR[age.units[-1]])
