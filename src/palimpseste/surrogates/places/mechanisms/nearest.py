"""Towns drawn among the nearest, as published: kept to compare with, without a proof."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import exp

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import Commune
from palimpseste.places.metric import POINTS_PER_KM, points_of
from palimpseste.privacy.bernoulli import Bits
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.surrogates.places.mechanisms.published_scores import feature_distances, normalised
from palimpseste.surrogates.places.mechanisms.territory import Territory
from palimpseste.writings.atlas import grammar_of

__all__ = ["NearestTowns"]

# A weight is a whole number of 2^-53 of the largest: an error of at most 2^-53 in each, 2^-52 with that of the
# exponential; of k candidates whose weights lie above exp(-ε), each probability is off by at most k·exp(ε)·2^-51.
_WEIGHT_BITS = 53


@dataclass(frozen=True)
class NearestTowns:
    """P[x → y] ∝ exp(ε·(1 - d(x, y) / √n)) over the k towns nearest to x (Tchouka and others 2023).

    d is the Euclidean distance of n features, each divided by its maximum over the communes: population, unless the
    policy leaves it out, and those of the policy's file. The candidates are the original and, of the other towns of
    the zone and of its class of grammar within a radius, the k whose features are nearest to its own.

    The published proof of ε·d-privacy does not hold. It cancels the normalisers of two inputs, which differ; without
    the half in the exponent, or a fixed set of candidates, the ratio is not bounded by exp(ε·d). Worse, the candidates
    themselves depend on the input: a town that only one of two inputs may become tells them apart for certain, and the
    ratio is infinite. :func:`palimpseste.risk.places.checks.check_published` measures it.
    """

    territory: Territory

    def draw(self, commune: Commune, epsilon: Epsilon, bits: Bits) -> Commune:
        """Return the commune drawn."""
        members, distances = self._near(commune)
        weights = [int(exp(-float(epsilon) * d) * (1 << _WEIGHT_BITS)) for d in distances.tolist()]
        chosen = bisect_right(list(accumulate(weights)), bits.below(sum(weights)))
        return self.territory.communes[int(members[chosen])]

    def log_probabilities(self, commune: Commune, epsilon: Epsilon) -> NDArray[np.float64]:
        """Return ln of the probability of each candidate of the town's class; minus infinity for those not near."""
        candidates = self.territory.candidates(grammar_of(commune.name))
        members, distances = self._near(commune)
        logs = -float(epsilon) * distances
        logs -= np.log(np.exp(logs).sum())
        found = np.full(len(self.territory.communes), -np.inf)
        found[members] = logs
        return found[candidates]

    def scaled_distances(self, commune: Commune, others: NDArray[np.int32]) -> NDArray[np.float64]:
        """Return d(x, y) / √n of communes from one, in [0, 1]."""
        return feature_distances(self._features, self.territory.place_of(commune), others)

    def _near(self, commune: Commune) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return the candidates of a town and d / √n of each."""
        candidates = self.territory.candidates(grammar_of(commune.name))
        place, options = self.territory.place_of(commune), self.territory.options
        squared = ((self._points[candidates] - self._points[place]) ** 2).sum(axis=1)
        around = candidates[(squared <= (options.radius_km * POINTS_PER_KM) ** 2) & (candidates != place)]
        distances = self.scaled_distances(commune, around)
        nearest = np.argsort(distances, kind="stable")[: options.nearest]
        members = around[nearest]
        itself = np.array([place], dtype=np.int32)[np.isin(place, candidates)[None]]
        if not len(members) and not len(itself):
            # A town far outside the zone has no neighbours there: the nearest of all.
            members = candidates[[int(squared.argmin())]]
            return members, self.scaled_distances(commune, members)
        return np.concatenate([itself, members]), np.concatenate([np.zeros(len(itself)), distances[nearest]])

    @cached_property
    def _points(self) -> NDArray[np.int64]:
        return points_of(self.territory.table)

    @cached_property
    def _features(self) -> NDArray[np.float64]:
        table, options = self.territory.table, self.territory.options
        columns = [[float(commune.population) for commune in table.communes]] if options.size else []
        for each in options.features.columns if options.features else ():
            values = table.feature(each.name)
            columns.append([values[commune.insee] for commune in table.communes])
        return normalised(np.array(columns, dtype=np.float64).T)
