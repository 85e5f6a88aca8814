"""Whether posteriors are right as often as they say, on patients who do not exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from palimpseste.population.attributes import Attributes
from palimpseste.population.channel import REACH, learned_channel
from palimpseste.population.people import AGES, People
from palimpseste.population.register import Register

__all__ = ["Reliability", "posterior_reliability"]

Integers = NDArray[np.int64]

_BINS = np.array([0, 1e-4, 1e-3, 1e-2, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0])
_DAYS = 365
_YEAR = 2022


@dataclass(frozen=True, slots=True)
class Reliability:
    """Posteriors of one bin.

    Parameters
    ----------
    said : float
        Their mean.
    right : float
        Share of them that are of the patient.
    deviation : float
        Standard deviation that the share would have by chance.
    pairs : int
        Of a note and a patient.
    """

    said: float
    right: float
    deviation: float
    pairs: int


def posterior_reliability(
    people: People,
    patients: int,
    seed: int,
    *,
    scale: float = 2.0,
    town_stays: float = 0.3,
    departments_stay: float = 0.3,
) -> list[Reliability]:
    """Return how often posteriors are right, bin by bin.

    Patients are drawn from a population. Each has one note, whose age has noise, whose town stays, becomes another of
    its department or any, and whose birthday stays in one of two: the posterior is told none of these numbers, but
    learns them from as many other patients.

    Parameters
    ----------
    people : People
        The population.
    patients : int
        How many are told apart, and how many more are learned from.
    seed : int
        Of the patients and of the noise.
    scale : float
        Of the noise of ages, in years.
    town_stays, departments_stay : float
        Chances of towns.
    """
    random = np.random.default_rng(seed)
    chances = (town_stays, departments_stay)
    learned = list(_notes(people, _drawn(people, patients, random), random, scale, chances))
    channel = learned_channel(learned, people)
    register, known = _registered(people, patients, random)
    said, right = np.zeros(len(_BINS) - 1), np.zeros(len(_BINS) - 1)
    variances, pairs = np.zeros(len(_BINS) - 1), np.zeros(len(_BINS) - 1)
    for number, (_, released) in enumerate(_notes(people, known, random, scale, chances)):
        posterior = register.posterior(released, channel, people)
        bins = np.clip(np.searchsorted(_BINS, posterior, "right") - 1, 0, len(_BINS) - 2)
        count = len(_BINS) - 1
        said += np.bincount(bins, weights=posterior, minlength=count)
        variances += np.bincount(bins, weights=posterior * (1 - posterior), minlength=count)
        pairs += np.bincount(bins, minlength=count)
        right[bins[number]] += 1
    return [
        Reliability(s / n, r / n, float(np.sqrt(v)) / n, int(n))
        for s, r, v, n in zip(said, right, variances, pairs, strict=True)
        if n
    ]


def _drawn(people: People, count: int, random: np.random.Generator) -> Integers:
    towns, ages, sexes = people.draw(count, random)
    days = random.integers(1, _DAYS + 1, count)
    return np.stack([towns, ages, sexes, days], axis=1)


def _registered(people: People, count: int, random: np.random.Generator) -> tuple[Register, Integers]:
    known = _drawn(people, count, random)
    towns, ages, sexes, days = known.T
    none = np.full(count, -1)
    births = np.stack([_YEAR - ages, *map(np.array, zip(*map(_birthday, days), strict=True))], axis=1)
    return Register(births, sexes, towns, none, none, np.arange(count), {}), known


def _birthday(day: int) -> tuple[int, int]:
    return (int(day) - 1) // 31 + 1, (int(day) - 1) % 31 + 1


def _notes(
    people: People, patients: Integers, random: np.random.Generator, scale: float, chances: tuple[float, float]
) -> Iterator[tuple[Attributes, Attributes]]:
    everywhere = np.cumsum(people.of_town)
    for town, age, sex, day in patients:
        true = Attributes((int(age),) * 2, _birthday(day), int(sex), (int(town),), birth_year=_YEAR - int(age))
        noisy = int(np.clip(age + np.rint(random.laplace(0, scale)), max(0, age - REACH), min(AGES - 1, age + REACH)))
        drawn = random.random()
        if drawn < chances[0]:
            new = int(town)
        else:
            weights = everywhere
            if drawn < sum(chances):
                weights = np.cumsum(people.of_town * (people.department == people.department[town]))
            new = int(np.searchsorted(weights, random.random() * weights[-1], "right"))
        birthday = _birthday(int(day if random.random() < 0.5 else random.integers(1, _DAYS + 1)))
        yield true, replace(true, ages=(noisy, noisy), towns=(new,), birthday=birthday, birth_year=_YEAR - noisy)
