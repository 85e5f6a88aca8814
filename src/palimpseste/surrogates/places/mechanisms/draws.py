"""How the commune that stands for a town is drawn under each mechanism.

Whatever is drawn is written, the town itself included; what other towns of the document became is not looked at, so
two towns of a note may get one surrogate. Both would tell something of the original if they were avoided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import Commune
from palimpseste.privacy.bernoulli import Bits
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.privacy.exponential import ExponentialMechanism
from palimpseste.surrogates.places.mechanisms.nearest import NearestTowns
from palimpseste.surrogates.places.mechanisms.plane import PlanarTowns
from palimpseste.surrogates.places.mechanisms.territory import Territory
from palimpseste.surrogates.policy.strategies import Strategy
from palimpseste.writings.atlas import grammar_of

__all__ = ["ExponentialTowns", "TownDraw", "TownLaw", "UniformTowns", "town_draw"]


class TownDraw(Protocol):
    """Draws a commune of a territory for a commune."""

    @property
    def territory(self) -> Territory:
        """The towns that may be drawn."""

    def draw(self, commune: Commune, epsilon: Epsilon, bits: Bits) -> Commune:
        """Return the commune drawn, with ε for this town.

        Parameters
        ----------
        commune : Commune
            The true one.
        epsilon : Epsilon
            Of this town.
        bits : Bits
            Where chance comes from.
        """


class TownLaw(TownDraw, Protocol):
    """A draw whose probabilities can be told."""

    def log_probabilities(self, commune: Commune, epsilon: Epsilon) -> NDArray[np.float64]:
        """Return ln of the probability of each candidate of the town's class of grammar."""


@dataclass(frozen=True)
class ExponentialTowns:
    """The exponential mechanism over the towns of a zone; ε·d-private between towns of one class of grammar.

    Proof: :class:`palimpseste.privacy.exponential.ExponentialMechanism`, whose candidates and base measure are those
    of the class, fixed and public, and whose distance is the territory's metric.
    """

    territory: Territory

    def draw(self, commune: Commune, epsilon: Epsilon, bits: Bits) -> Commune:
        """Return the commune drawn."""
        found = ExponentialMechanism(epsilon).release(self.territory.rings(commune), bits)
        return self.territory.communes[int(self.territory.candidates(grammar_of(commune.name))[found])]

    def log_probabilities(self, commune: Commune, epsilon: Epsilon) -> NDArray[np.float64]:
        """Return ln of the probability of each candidate of the town's class."""
        grammar = grammar_of(commune.name)
        distances = self.territory.distances(commune, grammar)
        return ExponentialMechanism(epsilon).log_probabilities(distances, self.territory.measure(grammar))


@dataclass(frozen=True)
class UniformTowns:
    """Any town of the class, each as likely as the others: nothing of the original is released but its class."""

    territory: Territory

    def draw(self, commune: Commune, epsilon: Epsilon, bits: Bits) -> Commune:
        """Return the commune drawn; ε plays no part."""
        return self.of_class(grammar_of(commune.name), bits)

    def log_probabilities(self, commune: Commune, epsilon: Epsilon) -> NDArray[np.float64]:
        """Return ln of the probability of each candidate of the town's class."""
        count = len(self.territory.candidates(grammar_of(commune.name)))
        return np.full(count, -np.log(count), dtype=np.float64)

    def of_class(self, grammar: str, bits: Bits) -> Commune:
        """Return a commune of a class of grammar."""
        candidates = self.territory.candidates(grammar)
        return self.territory.communes[int(candidates[bits.below(len(candidates))])]


def town_draw(strategy: Strategy, territory: Territory) -> TownDraw:
    """Return how a strategy for towns draws."""
    territory.options.check_for(strategy)
    if strategy == "exponential":
        return ExponentialTowns(territory)
    if strategy == "exponential-knn":
        return NearestTowns(territory)
    if strategy == "planar-laplace":
        return PlanarTowns(territory)
    return UniformTowns(territory)
