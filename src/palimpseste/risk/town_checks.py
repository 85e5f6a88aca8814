"""Guarantees of towns computed over all pairs of inputs and all candidates, beside what is claimed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import Commune
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.privacy.verification import LargestLogRatio, largest_log_ratio
from palimpseste.surrogates.places.draws import TownLaw
from palimpseste.surrogates.places.nearest import NearestTowns
from palimpseste.writings.atlas import grammar_of

__all__ = ["PublishedCheck", "TownCheck", "check_published", "check_towns"]


@dataclass(frozen=True, slots=True)
class TownCheck:
    """The largest log-ratio among towns of one class of grammar.

    Parameters
    ----------
    grammar : str
        The class.
    inputs, candidates : int
        How many towns were compared, over how many outputs.
    worst : LargestLogRatio
        The pair that comes nearest to its bound ε·d, or passes it.
    """

    grammar: str
    inputs: int
    candidates: int
    worst: LargestLogRatio


@dataclass(frozen=True, slots=True)
class PublishedCheck:
    """What the published mechanism tells of its input, beside the bound claimed for it.

    Parameters
    ----------
    pairs : int
        Pairs of towns compared.
    told_apart : int
        Pairs with an output that only one of the two may have: the log-ratio is infinite.
    log_ratio, claimed : float
        The largest finite log-ratio over what is claimed, ε·d(x, x') / √n, and that claim.
    """

    pairs: int
    told_apart: int
    log_ratio: float
    claimed: float


def check_towns(law: TownLaw, inputs: Sequence[Commune], epsilon: Epsilon) -> tuple[TownCheck, ...]:
    """Return the largest log-ratio of every class of grammar with two towns or more among some inputs.

    Exhaustive: all pairs of the inputs of a class, all candidates; 5·10⁹ log-ratios for a department and the country.
    """
    found = []
    for grammar, communes in _classes(inputs).items():
        places = np.array([law.territory.place_of(commune) for commune in communes], dtype=np.int32)
        distances = np.stack([law.territory.metric.distances(int(place), places) for place in places])
        logs = _log_table(law, communes, epsilon)
        worst = largest_log_ratio(logs, distances, epsilon)
        found.append(TownCheck(grammar, len(communes), logs.shape[1], worst))
    return tuple(found)


def check_published(law: NearestTowns, inputs: Sequence[Commune], epsilon: Epsilon) -> PublishedCheck:
    """Return how far the mechanism as published is from what was claimed for it, over all pairs of some inputs."""
    pairs = told_apart = 0
    log_ratio = claimed = 0.0
    excess = -np.inf
    for communes in _classes(inputs).values():
        places = np.array([law.territory.place_of(commune) for commune in communes], dtype=np.int32)
        logs = _log_table(law, communes, epsilon)
        logs = logs[:, np.isfinite(logs).any(axis=0)]
        present = np.isfinite(logs)
        for first, commune in enumerate(communes[:-1]):
            others = slice(first + 1, None)
            claims = float(epsilon) * law.scaled_distances(commune, places[others])
            told_apart += int((present[others] != present[first]).any(axis=1).sum())
            pairs += len(claims)
            ratios = np.zeros_like(logs[others])
            np.subtract(logs[others], logs[first], out=ratios, where=present[others] & present[first])
            differences = np.abs(ratios).max(axis=1)
            beyond = differences - claims
            if beyond.max() > excess:
                place = int(beyond.argmax())
                excess, log_ratio, claimed = float(beyond[place]), float(differences[place]), float(claims[place])
    return PublishedCheck(pairs, told_apart, log_ratio, claimed)


def _classes(inputs: Sequence[Commune]) -> dict[str, list[Commune]]:
    classes: dict[str, list[Commune]] = {}
    for commune in inputs:
        classes.setdefault(grammar_of(commune.name), []).append(commune)
    return {grammar: communes for grammar, communes in classes.items() if len(communes) > 1}


def _log_table(law: TownLaw, communes: Sequence[Commune], epsilon: Epsilon) -> NDArray[np.float64]:
    return np.stack([law.log_probabilities(commune, epsilon) for commune in communes])
