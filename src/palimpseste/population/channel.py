"""What a policy leaves of each attribute, learned from notes before and after it.

Whoever owns the tool can learn it too, on notes he makes up: it is no secret. Of a released value is told how likely it
is for each value that may have been there:

- age: by the difference, counted;
- town: the same, another of the department, or any other, each drawn by its inhabitants;
- birthday, admission, discharge, hospital, sex: the same, or any.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.population.attributes import Attributes
from palimpseste.population.people import People

__all__ = ["REACH", "Channel", "learned_channel", "untouched_channel"]

# Differences of age from −30 to 30 years; what is farther counts at the ends.
REACH = 30
_SIMPLE = ("birthday", "sex", "admission", "discharge", "hospital")
# Counted beside what is seen: nothing is ever impossible.
_PRIOR = 0.5


@dataclass(frozen=True)
class Channel:
    """How likely released values are.

    Parameters
    ----------
    ages : array of float, shape (2 · REACH + 1,)
        Of each difference, released less true.
    same_town, same_department : float
        Chance that a town stays; that it becomes another of its department.
    kept : mapping of str to float
        Chance that each other attribute stays as it is, above what it would be by chance.
    """

    ages: NDArray[np.float64]
    same_town: float
    same_department: float
    kept: dict[str, float]


def untouched_channel() -> Channel:
    """Return the channel of notes as they are: everything stays."""
    ages = np.zeros(2 * REACH + 1)
    ages[REACH] = 1
    return Channel(ages, 1.0, 0.0, dict.fromkeys(_SIMPLE, 1.0))


def learned_channel(pairs: Iterable[tuple[Attributes, Attributes]], people: People) -> Channel:
    """Return what notes before and after a policy tell of it.

    Parameters
    ----------
    pairs : iterable of tuple of Attributes
        What each note says of its patient, and what it says once written anew.
    people : People
        Which commune lies in which department.
    """
    ages = np.full(2 * REACH + 1, _PRIOR / (2 * REACH + 1))
    towns = np.full(3, _PRIOR / 3)
    same = dict.fromkeys(_SIMPLE, _PRIOR)
    both = dict.fromkeys(_SIMPLE, 2 * _PRIOR)
    for true, released in pairs:
        if true.ages and released.ages:
            ages[difference_of(sum(true.ages) // 2, sum(released.ages) // 2)] += 1
        if true.towns and released.towns:
            towns[_step(true.towns, released.towns, people)] += 1
        for name in _SIMPLE:
            value, new = value_of(true, name), value_of(released, name)
            if value is not None and new is not None:
                both[name] += 1
                same[name] += value == new
    towns /= towns.sum()
    kept = {name: same[name] / both[name] for name in _SIMPLE}
    return Channel(ages / ages.sum(), float(towns[0]), float(towns[1]), kept)


def difference_of(true: int, released: int) -> int:
    """Return which difference of ages it is."""
    return max(0, min(2 * REACH, released - true + REACH))


def value_of(attributes: Attributes, name: str) -> object:
    """Return the value of an attribute that stays or not; None where none is said."""
    value: object = attributes.nights if name == "discharge" else getattr(attributes, name)
    return None if value == "" else value


def _step(true: tuple[int, ...], released: tuple[int, ...], people: People) -> int:
    if set(true) & set(released):
        return 0
    own = {int(people.department[town]) for town in true}
    return 1 if own & {int(people.department[town]) for town in released} else 2
