"""How many people live where, of which age and sex: open counts of INSEE, put together.

Of each commune the people under 15, from 15 to 64 and from 65 on are known; of the country, how ages and sexes share in
these. Within a commune they are taken to share in them as in the country.
"""

from __future__ import annotations

import csv
import gzip
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from itertools import groupby, pairwise
from math import log

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import PlaceTable

__all__ = ["AGES", "SEXES", "People"]

Array = NDArray[np.float64]

# Whole years from 0 to 104; men, then women.
AGES, SEXES = 105, 2
_BANDS = (0, 15, 65, AGES)
# From the oldest published group on, one in six of an age does not see the next.
_FALL = log(6 / 5)


class People:
    """A population by commune, age and sex.

    Parameters
    ----------
    bands : array of float, shape (communes, 3)
        People under 15, from 15 to 64, from 65 on.
    shares : array of float, shape (3, ages, sexes)
        How each of these is shared by age and sex; each sums to 1.
    departments : sequence of str
        Of the communes.
    """

    def __init__(self, bands: Array, shares: Array, departments: Sequence[str]) -> None:
        self.bands, self.shares = bands, shares
        codes = {code: number for number, code in enumerate(dict.fromkeys(departments))}
        self.department = np.array([codes[code] for code in departments], dtype=np.int64)

    @classmethod
    def of_france(cls, table: PlaceTable | None = None) -> People:
        """Return the population of France; communes in the order of the table."""
        communes = (table or PlaceTable.bundled()).communes
        shares = _country_shares()
        usual = shares.sum(axis=(1, 2))
        known = _town_counts()
        bands = np.array([known.get(c.insee) or usual / usual.sum() * c.population for c in communes])
        return cls(bands, shares / usual[:, np.newaxis, np.newaxis], [c.department for c in communes])

    @cached_property
    def total(self) -> float:
        """All people."""
        return float(self.bands.sum())

    @cached_property
    def of_town(self) -> Array:
        """People of each commune."""
        return np.asarray(self.bands.sum(axis=1), dtype=np.float64)

    @cached_property
    def of_department(self) -> Array:
        """People of each department, by its number in `department`."""
        return np.asarray(np.bincount(self.department, weights=self.of_town), dtype=np.float64)

    @cached_property
    def in_department(self) -> Array:
        """People of each department under 15, from 15 to 64, from 65 on."""
        return np.stack([np.bincount(self.department, weights=band) for band in self.bands.T], axis=1)

    def expected(self, towns: Array, lives: Array) -> float:
        """Return the sum over all people of a weight of their town by one of their age and sex.

        Parameters
        ----------
        towns : array of float, shape (3,)
            Weighted people of each band: ``weights @ bands``.
        lives : array of float, shape (ages, sexes)
            Weights.
        """
        return float(towns @ (self.shares * lives).sum(axis=(1, 2)))

    def draw(self, count: int, random: np.random.Generator) -> tuple[NDArray[np.int64], ...]:
        """Return the towns, ages and sexes of people drawn at random: each of all is as likely."""
        chances = self.bands.ravel() / self.total
        town, band = np.divmod(random.choice(len(chances), size=count, p=chances), 3)
        lives = np.zeros(count, dtype=np.int64)
        for each in range(3):
            (here,) = np.nonzero(band == each)
            lives[here] = random.choice(AGES * SEXES, size=len(here), p=self.shares[each].ravel())
        age, sex = np.divmod(lives, SEXES)
        return town, age, sex


def _town_counts() -> dict[str, tuple[float, float, float]]:
    content = (files("palimpseste") / "data" / "population" / "towns.csv.gz").read_bytes()
    rows = csv.reader(gzip.decompress(content).decode("utf-8").splitlines())
    next(rows)
    return {code: (float(young), float(adult), float(old)) for code, young, adult, old in rows}


def _country_shares() -> Array:
    """Return the people of the country by age and sex, in the three bands, not yet divided by their sums."""
    men, women = np.zeros(AGES), np.zeros(AGES)
    for sex, groups in groupby(_published(), key=lambda row: row[0]):
        for _, first, last, people in groups:
            if sex == "m":
                ages = np.arange(first, last)
                weights = np.exp(-_FALL * (ages - first)) if last == AGES else np.ones(last - first)
                men[first:last] = people * weights / weights.sum()
            elif last < AGES:
                women[first:last] = men[first:last] * people / men[first:last].sum()
            else:
                women[first:] = men[first:] * _growing(men[first:], people, women[first - 1] / men[first - 1])
    country = np.stack([men, women], axis=1)
    shares = np.zeros((3, AGES, SEXES))
    for band, (first, last) in enumerate(pairwise(_BANDS)):
        shares[band, first:last] = country[first:last]
    return shares


def _growing(men: Array, women: float, before: float) -> Array:
    """Return how many women there are to a man, rising evenly with age from what it is before, to as many in all."""
    low, high = 0.0, 1.0
    years = np.arange(1, len(men) + 1)
    for _ in range(60):
        rise = (low + high) / 2
        low, high = (low, rise) if (men * before * np.exp(rise * years)).sum() > women else (rise, high)
    return np.asarray(before * np.exp(low * years), dtype=np.float64)


def _published() -> list[tuple[str, int, int, float]]:
    lines = (files("palimpseste") / "data" / "population" / "ages.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [(sex, int(first), AGES if last == "-" else int(last) + 1, float(n)) for sex, first, last, n in rows]
