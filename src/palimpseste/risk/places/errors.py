"""How far each strategy moves towns, how unlike in size, and how well they are guessed, over many towns of a country.

Towns are drawn by their inhabitants, once. Distance and size are means over all surrogates, by their exact
probabilities; under planar Laplace, whose probabilities have no table, over one draw a town. The attacker knows the
zone, the class of grammar of the town, the inhabitants of all towns and the mechanism; how sure he is of his best guess
is computed for one surrogate of each town, over all towns that he may suspect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from palimpseste.privacy.planar import PlanarLaplace
from palimpseste.risk.places.classes import TownClass, drawn_towns, town_classes
from palimpseste.surrogates.places.mechanisms.draws import ExponentialTowns, TownLaw, UniformTowns
from palimpseste.surrogates.places.mechanisms.nearest import NearestTowns
from palimpseste.surrogates.places.mechanisms.plane import PlanarTowns, map_of
from palimpseste.surrogates.places.mechanisms.territory import Territory

__all__ = ["PlaceError", "PlaceErrors"]

Logs = NDArray[np.float64]
Epsilons = Sequence[Fraction]
# For a class, the place of a surrogate in it and the number of an ε: how likely each town makes it, logarithms.
Likelihood = Callable[[TownClass, int, int], Logs]


@dataclass(frozen=True)
class PlaceError:
    """How far a strategy moves a town, and what it tells of it.

    Parameters
    ----------
    distance_km : float
        Mean distance.
    size_ratio : float
        Geometric mean of the larger population over the smaller, at least 1.
    right_guess : float
        Probability that a Bayesian attacker's best guess is right.
    """

    distance_km: float
    size_ratio: float
    right_guess: float


class PlaceErrors:
    """The errors of the strategies over the same towns.

    Parameters
    ----------
    territory : Territory
        Zone, measure and metric.
    towns : int
        How many are drawn.
    seed : int
        Of towns and surrogates.
    """

    def __init__(self, territory: Territory, towns: int, seed: int) -> None:
        self._territory = territory
        self._classes = town_classes(territory)
        random = np.random.default_rng(seed)
        self._towns = drawn_towns(self._classes, towns, random)
        self._uniforms = random.random(towns)
        self._seed = seed

    def exponential(self, epsilons: Epsilons) -> list[PlaceError]:
        """Return the errors of the exponential mechanism, one an ε of a town."""
        normalisers = {each.grammar: self._log_normalisers(each, epsilons) for each in self._met}

        def likelihood(among: TownClass, surrogate: int, which: int) -> Logs:
            distances = self._territory.distances(among.communes[surrogate], among.grammar)
            return np.asarray(-float(epsilons[which]) / 2 * distances - normalisers[among.grammar][which])

        return self._errors(ExponentialTowns(self._territory), epsilons, likelihood)

    def exponential_knn(self, epsilons: Epsilons) -> list[PlaceError]:
        """Return the errors of towns drawn among the nearest, as published, one an ε of a town."""
        law = NearestTowns(self._territory)
        near = {each.grammar: _near_towns(law, each) for each in self._met}
        # Weights are exp(-ε·d): those at another ε are powers of those at 1, their sums aside.
        sums = {
            grammar: [np.bincount(towns, weights=np.exp(float(epsilon) * logs)) for epsilon in epsilons]
            for grammar, (towns, _, logs) in near.items()
        }

        def likelihood(among: TownClass, surrogate: int, which: int) -> Logs:
            towns, surrogates, logs = near[among.grammar]
            told = surrogates == surrogate
            found = np.full(len(among.communes), -np.inf)
            own_sums = sums[among.grammar][which][towns[told]]
            found[towns[told]] = float(epsilons[which]) * logs[told] - np.log(own_sums)
            return found

        return self._errors(law, epsilons, likelihood)

    def uniform(self, epsilons: Epsilons) -> list[PlaceError]:
        """Return the errors of a town drawn without looking at the true one: one an ε of a town, equal at every ε."""
        law = UniformTowns(self._territory)
        found = self._errors(law, epsilons[:1], lambda among, surrogate, which: np.zeros(len(among.communes)))
        return found * len(epsilons)

    def planar_laplace(self, epsilons: Epsilons) -> list[PlaceError]:
        """Return the errors of planar Laplace noise, one an ε of a town.

        The attacker sees the noisy point, which tells more than the town nearest to it.
        """
        kilometres = self._territory.options.kilometres
        law, points = PlanarTowns(self._territory), map_of(self._territory.table)
        maps = {each.grammar: points[self._territory.candidates(each.grammar)] for each in self._met}
        found = []
        for epsilon in epsilons:
            mechanism = PlanarLaplace(epsilon / kilometres)
            noise = _planar_noise(mechanism, len(self._towns), np.random.default_rng(self._seed))
            figures = []
            for (among, place), moved in zip(self._towns, noise, strict=True):
                noisy = np.array(law.grid_point(among.communes[place])) + moved
                surrogate = int(((maps[among.grammar] - noisy) ** 2).sum(axis=1).argmin())
                away = np.ceil(np.linalg.norm(np.rint(maps[among.grammar]) - noisy, axis=1))
                sure = among.sure_of(-float(mechanism.epsilon) * away)
                figures.append(
                    (among.kilometres_from(place)[surrogate], among.log_ratios_to(place)[surrogate], sure)
                )  # fmt: skip
            found.append(_mean(figures))
        return found

    @cached_property
    def _met(self) -> list[TownClass]:
        return list({among.grammar: among for among, _ in self._towns}.values())

    def _errors(self, law: TownLaw, epsilons: Epsilons, likelihood: Likelihood) -> list[PlaceError]:
        """Return the errors of a law whose probabilities can be told."""
        figures: list[list[tuple[float, float, float]]] = [[] for _ in epsilons]
        for (among, place), uniform in zip(self._towns, self._uniforms, strict=True):
            away, unlike = among.kilometres_from(place), among.log_ratios_to(place)
            for which, epsilon in enumerate(epsilons):
                chances = np.exp(law.log_probabilities(among.communes[place], epsilon))
                risen = np.cumsum(chances)
                surrogate = int(np.searchsorted(risen, uniform * risen[-1], side="right"))
                sure = among.sure_of(likelihood(among, surrogate, which))
                figures[which].append((float(chances @ away), float(chances @ unlike), sure))
        return [_mean(each) for each in figures]

    def _log_normalisers(self, among: TownClass, epsilons: Epsilons) -> Logs:
        """Return the logarithm of what the weights of each town sum to, shape (epsilons, towns)."""
        measure = self._territory.measure(among.grammar).astype(np.float64)
        half_rates = -np.array([float(epsilon) for epsilon in epsilons]) / 2
        sums = np.empty((len(epsilons), len(among.communes)))
        for town, commune in enumerate(among.communes):
            distances = self._territory.distances(commune, among.grammar)
            # Every town is its own candidate at distance 0: nothing underflows to a sum of none.
            masses = np.bincount(distances, weights=measure)
            sums[:, town] = np.exp(half_rates[:, np.newaxis] * np.arange(len(masses))) @ masses
        return np.log(sums)


def _near_towns(law: NearestTowns, among: TownClass) -> tuple[NDArray[np.intp], NDArray[np.intp], Logs]:
    """Return all pairs of a town and a surrogate it may get, and the logarithm of its probability at ε = 1."""
    towns, surrogates, logs = [], [], []
    for town, commune in enumerate(among.communes):
        row = law.log_probabilities(commune, Fraction(1))
        near = np.flatnonzero(np.isfinite(row))
        towns.append(np.full(len(near), town))
        surrogates.append(near)
        logs.append(row[near])
    return np.concatenate(towns), np.concatenate(surrogates), np.concatenate(logs)


def _planar_noise(mechanism: PlanarLaplace, count: int, random: np.random.Generator) -> NDArray[np.int64]:
    """Return noise of the mechanism, shape (count, 2): its own rejection, in floating point."""
    rate = float(mechanism.epsilon)
    kept = np.empty((0, 2), dtype=np.int64)
    while len(kept) < count:
        success = -np.expm1(-0.7 * rate)
        drawn = random.geometric(success, (4 * count, 2)) - random.geometric(success, (4 * count, 2))
        steps = np.ceil(np.sqrt((drawn**2).sum(axis=1)))
        chances = np.exp(-rate * (steps - 0.7 * np.abs(drawn).sum(axis=1)))
        kept = np.concatenate([kept, drawn[random.random(len(drawn)) < chances]])
    return kept[:count]


def _mean(figures: Sequence[tuple[float, float, float]]) -> PlaceError:
    kilometres, log_ratio, sure = np.mean(figures, axis=0)
    return PlaceError(float(kilometres), float(np.exp(log_ratio)), float(sure))
