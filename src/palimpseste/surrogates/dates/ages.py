"""What stands for ages, written as they are: near ages, those the new dates make, or releases of a mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import TypeAlias

from palimpseste.folding import fold
from palimpseste.privacy.accountant import Contribution
from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.dates import Dates
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.ages.origins import AgeOrigin, AgesRead
from palimpseste.writings.ages.reckoned import age_at, age_in_halves
from palimpseste.writings.ages.written import IN_A_YEAR, OLDEST_YEARS, AgeValue, WrittenAge

__all__ = ["NoisyAges", "is_of_infant", "kept_age", "near_age"]

_MECHANISM = "metric-laplace"
_ADULTS = (30, 80)
# An age in months, weeks or days below so many years is that of a small child.
_INFANCY = 2
# So many years from those that words tell, words are of another time or of somebody else.
_FAR = 6

_ToldAge: TypeAlias = tuple[AgeValue, AgeOrigin | None]


def near_age(index: int, read: AgesRead, setting: Setting, years_told: Mapping[int, range] | None = None) -> str:
    """Return a near age, or near ages, written as those of a span are; an adult's where no number is read.

    All ages move by one number of their coarser units, so that they stay in order and as far apart (« 40-45 ans »,
    « opérée à 31 ans, puis à 33 »); a finer unit beside (« 2 ans 8 mois ») is drawn anew.

    Parameters
    ----------
    index : int
        The span.
    read : AgesRead
        The ages of the document.
    setting : Setting
        The document.
    years_told : mapping of int to range, optional
        How old, in whole years, words say on its new date that those are whose ages some spans tell (« 8 ans, en
        CE2 »). The number is then one under which all of these agree, 0 among them, each as likely, if there is any.

    Notes
    -----
    Who takes such words at their word is left with the same ages as without: those t of the words, if r was released,
    for which r - t may be drawn. From each of them r could be reached before, and for each r - t is among those drawn
    from now, as r agrees with the words; 0, which never was, leaves him one more.
    """
    stream = setting.draws.stream("AGE", fold(setting.values[index]), "change")
    written = read.written.get(index)
    if written is None:
        return str(stream.between(*_ADULTS))
    change = _change(written.values, setting.draws.stream("AGE", "", "change"), setting.options.age_change_units)
    agreeing = _changes_told(years_told or {}, read, setting.options.age_change_units[1])
    if agreeing:
        change = setting.draws.stream("AGE", "", "change told").choice(agreeing)
    # A weight taken for an age (« 1820 g ») stays as long as it is: only what is released is brought down to an age.
    years = [-(-age.in_parts[0] // IN_A_YEAR[age.units[0]]) for age in written.values]
    oldest = setting.privacy.oldest_age or max(OLDEST_YEARS, *years)
    return written.write([_moved(age, change, stream) for age in written.values], oldest)


def kept_age(index: int, read: AgesRead, setting: Setting) -> str:
    """Return an age that stays as it is, or the oldest that the policy lets a note tell.

    Parameters
    ----------
    index : int
        Of the span.
    read : AgesRead
        The ages of the document.
    setting : Setting
        Of the document.
    """
    source, oldest = setting.source(index), setting.privacy.oldest_age
    written = read.written.get(index)
    if oldest is None or written is None:
        return source
    is_beyond = any(age.in_parts[0] > oldest * IN_A_YEAR[age.units[0]] for age in written.values)
    return written.write([age.number for age in written.values], oldest) if is_beyond else source


def is_of_infant(index: int, read: AgesRead) -> bool:
    """Tell whether a span says how many days, weeks or months old a child below two years is.

    Such an age is that of thousands, and dates and words around it tell it again (« né jeudi », « J5 », « après 18 mois
    »): under one shift of all dates it is right as it stands.
    """
    written = read.written.get(index)
    if written is None:
        return False
    units = ((age.units[0], age.in_parts[0]) for age in written.values)
    return all(unit != "year" and number < _INFANCY * IN_A_YEAR[unit] for unit, number in units)


def _change(ages: Sequence[AgeValue], stream: BitStream, sizes: tuple[int, int]) -> int:
    """Return by how much ages move, never zero: up or down, or the one way that leaves them ages."""
    size = stream.between(*sizes)
    up = bool(stream.bits(1))
    numbers = [age.in_parts[0] for age in ages]
    if min(numbers) - size < 1:
        return size
    oldest = any(age.in_parts[0] + size > OLDEST_YEARS * IN_A_YEAR[age.units[0]] for age in ages)
    return size if up and not oldest else -size


def _changes_told(years_told: Mapping[int, range], read: AgesRead, largest: int) -> list[int]:
    """Return by which numbers ages may move so that all agree with what words tell of them."""
    told = [
        (read.written[index].values[0].in_parts[0], years)
        for index, years in years_told.items()
        if index in read.written and read.written[index].values[0].units[0] == "year"
    ]
    changes = range(-largest, largest + 1) if told else range(0)
    return [change for change in changes if all(age + change in years for age, years in told)]


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
    dates : Dates
        Its new dates.
    budget : Budget
        What is spent on each age that follows from no date, of kind ``AGE``.
    years_told : callable, optional
        Gives how old, in whole years, words say on its new date that those are whose ages some spans tell.

    Notes
    -----
    Which ages follow from which date of birth and which day, the document's or one of their sentence, is public, like
    the order of dates: neighbours have the same links. An age that follows is what the new dates make it, computed from
    releases alone, at no cost; of a month or year, on the day of it that the order of dates gives it. A half (« 3 ans ½
    ») is written where it is nearer than none, or the next whole number is still to come. Any other of share ε is
    ε·d-private, d in the unit it is written in: equal ages are released once. After that numbers are brought between
    those of the ages that are younger and older, whose order and equalities are public, and to what can be written: no
    age of a note contradicts another, and different ones stay so where there is room. Other fractions are words, and
    stay. Where no number is read, an adult's age is drawn whatever stands there. An age of which words beside it tell
    the years (« 8 ans, en CE2 ») is brought into them, unless it was released far from them: computed from what was
    released and from public words.
    """

    def __init__(
        self,
        read: AgesRead,
        setting: Setting,
        dates: Dates,
        budget: Budget,
        years_told: Callable[[], Mapping[int, range]] = dict,
    ) -> None:
        self._read = read
        self._setting = setting
        self._dates = dates
        self._budget = budget
        self._years_of_spans = years_told

    def contributions(self) -> Iterator[Contribution]:
        """Yield every age that is released."""
        for age, origin in self._read.origin_of.items():
            if origin is None:
                yield Contribution("AGE", age)

    def surrogate(self, index: int) -> str:
        """Return the surrogate of an age span, in the form of the span."""
        written = self._read.written.get(index)
        if written is None:
            stream = self._setting.noise.stream("AGE", self._setting.source(index), "unreadable")
            return str(stream.between(*_ADULTS))
        halves = self._in_halves(index, written)
        if halves is not None:
            form = written if halves % 2 else written.in_full()
            return form.write([halves // 2], self._setting.privacy.oldest_age)
        numbers = [self._new_numbers[age, self._read.origin(index, age)] for age in written.values]
        return written.write(numbers, self._setting.privacy.oldest_age)

    @property
    def first_in_years(self) -> int | None:
        """The first age of the text in whole years, as it comes out; None where it tells none."""
        in_years = (
            self._new_numbers[written.values[0], self._read.origin(index, written.values[0])]
            for index, written in sorted(self._read.written.items())
            if written.values[0].units == ("year",)
        )
        return next(in_years, None)

    def _in_halves(self, index: int, written: WrittenAge) -> int | None:
        """Return an age that is written with a half and follows from dates, in halves of its unit; None for others."""
        age = written.values[0]
        origin = self._read.origin(index, age) if written.is_half_more else None
        if origin is None:
            return None
        today, birth = self._dates.day_in_order(origin.day), self._dates.new_day(origin.birth)
        return max(age_in_halves(today, birth, age.units[0]) or 0, 2)

    @cached_property
    def _new_numbers(self) -> dict[_ToldAge, int]:
        """The new number of each age: what follows from dates as it follows, the others in order around it."""
        told = {
            (age, self._read.origin(index, age)) for index, each in self._read.written.items() for age in each.values
        }
        ages = sorted(told, key=lambda each: (_years(each[0], each[0].number), each[0].units, each[1] or ()))
        followed = {(age, origin): self._followed(age, origin) for age, origin in ages if origin is not None}
        oldest: dict[_ToldAge, Fraction] = {}
        limit = Fraction(OLDEST_YEARS)
        for each in reversed(ages):
            limit = oldest[each] = min(limit, _years(each[0], followed[each])) if each in followed else limit
        numbers: dict[_ToldAge, int] = {}
        youngest = Fraction(0)
        for place, each in enumerate(ages):
            age, _ = each
            if each in followed:
                numbers[each] = followed[each]
            else:
                lowest, highest = (floor(bound * IN_A_YEAR[age.units[-1]]) for bound in (youngest, oldest[each]))
                # Where there is room other ages are other numbers.
                above = place > 0 and _is_next(ages[place - 1][0], age)
                below = place + 1 < len(ages) and ages[place + 1] in followed and _is_next(age, ages[place + 1][0])
                if lowest + above <= highest - below:
                    lowest, highest = lowest + above, highest - below
                numbers[each] = max(lowest, min(self._released(age), max(lowest, highest)))
            youngest = max(youngest, _years(age, numbers[each]))
        return numbers

    def _followed(self, age: AgeValue, origin: AgeOrigin) -> int:
        return age_at(self._dates.day_in_order(origin.day), self._dates.new_day(origin.birth), age.units) or 0

    @cached_property
    def _years_told(self) -> dict[AgeValue, range]:
        """The years that words tell of ages; asked for once the budget knows all that is released."""
        written = self._read.written
        told = {written[index].values[0]: years for index, years in self._years_of_spans().items() if index in written}
        return {age: years for age, years in told.items() if age.units[0] == "year"}

    def _released(self, age: AgeValue) -> int:
        epsilon = self._budget.spend("AGE", age, _MECHANISM)
        bits = self._setting.noise.stream("AGE", f"{' '.join(age.units)} {age.number}", f"{_MECHANISM} {epsilon}")
        released = DiscreteLaplace(epsilon).release(age.number, bits)
        years = self._years_told.get(age)
        if years is None:
            return released
        in_a_year = age.finer_in_coarser
        least, most = years[0] * in_a_year, years[-1] * in_a_year + in_a_year - 1
        is_far = not least - _FAR * in_a_year <= released <= most + _FAR * in_a_year
        return released if is_far else min(max(released, least), most)


def _is_next(age: AgeValue, other: AgeValue) -> bool:
    """Tell whether an age is less than another one in its unit."""
    return age.units == other.units and age.number < other.number


def _years(age: AgeValue, number: int) -> Fraction:
    """Return how many years a number in the finest unit of an age is."""
    return Fraction(number, IN_A_YEAR[age.units[-1]])
