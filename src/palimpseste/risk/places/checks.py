"""Guarantees of towns computed over all pairs of inputs and all candidates, beside what is claimed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import Commune
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.privacy.verification import LargestLogRatio, largest_log_ratio
from palimpseste.surrogates.places.mechanisms.draws import TownLaw
from palimpseste.surrogates.places.mechanisms.nearest import NearestTowns
from palimpseste.writings.atlas import grammar_of

__all__ = ["PublishedCheck", "TownCheck", "check_published", "check_towns", "check_zone"]

_GRAMMARS = ("consonant", "vowel", "le", "les")


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

    Parameters
    ----------
    law : TownLaw
        A mechanism for towns.
    inputs : sequence of Commune
        Every pair of which, of a class, is compared.
    epsilon : Epsilon
        Of a value.
    """
    found = []
    for grammar, communes in _classes(inputs).items():
        places = np.array([law.territory.place_of(commune) for commune in communes], dtype=np.int32)
        distances = np.stack([law.territory.metric.distances(int(place), places) for place in places])
        logs = _log_table(law, communes, epsilon)
        worst = largest_log_ratio(logs, distances, epsilon)
        found.append(TownCheck(grammar, len(communes), logs.shape[1], worst))
    return tuple(found)


def check_zone(law: TownLaw, epsilon: Epsilon) -> Iterator[TownCheck]:
    """Yield the largest log-ratio of every class of grammar, over all pairs of the towns that may be drawn.

    Of the outputs of a pair the two towns themselves are compared, which is enough for an exponential mechanism: ln P[x
    → y] - ln P[x' → y] is ε·(d(x', y) - d(x, y)) / 2 plus what does not depend on y, and by the triangle inequality no
    output has a larger difference than x, none a smaller one than x'. Two rows of probabilities a town: some minutes
    for the country.
    """
    territory = law.territory
    for grammar in _GRAMMARS:
        members = territory.candidates(grammar)
        communes = [territory.communes[member] for member in members]
        if len(communes) < 2 or grammar_of(communes[0].name) != grammar:
            # No two towns of the zone are of this class.
            continue
        own = [law.log_probabilities(each, epsilon)[place] for place, each in enumerate(communes)]
        staying = np.array(own, dtype=np.float64)
        largest = np.abs(staying, where=np.isfinite(staying), out=np.zeros_like(staying)).max()
        worst: LargestLogRatio | None = None
        for second, commune in enumerate(communes):
            logs = law.log_probabilities(commune, epsilon)
            lowest = -logs.min(where=np.isfinite(logs), initial=0)
            rounding = float(8 * np.finfo(np.float64).eps * (len(communes) + max(largest, lowest)))
            bounds = float(epsilon) * territory.distances(commune, grammar).astype(np.float64)
            found = _worst_of_row(staying, logs, bounds, second, rounding)
            if worst is None or (found.holds, -found.share) < (worst.holds, -worst.share):
                worst = found
        assert worst is not None  # noqa: S101 # for types: there are towns
        yield TownCheck(grammar, len(communes), len(communes), worst)


def _worst_of_row(
    staying: NDArray[np.float64],
    logs: NDArray[np.float64],
    bounds: NDArray[np.float64],
    second: int,
    rounding: float,
) -> LargestLogRatio:
    """Return the worst pair of one town with any other, whose probabilities of staying are told, at that other."""
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = np.nan_to_num(np.abs(staying - logs), nan=0.0, posinf=np.inf)
        shares = np.where(bounds > 0, ratios / bounds, np.where(ratios > rounding, np.inf, 0.0))
    first = int(shares.argmax())
    pair = (first, second) if staying[first] >= logs[first] else (second, first)
    holds = bool(np.all(ratios <= bounds + rounding))
    return LargestLogRatio(float(ratios[first]), float(bounds[first]), *pair, first, rounding, holds)


def check_published(law: NearestTowns, inputs: Sequence[Commune], epsilon: Epsilon) -> PublishedCheck:
    """Return how far the mechanism as published is from what was claimed for it, over all pairs of some inputs.

    Parameters
    ----------
    law : NearestTowns
        The mechanism as published.
    inputs : sequence of Commune
        Every pair of which, of a class, is compared.
    epsilon : Epsilon
        Of a value.
    """
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
