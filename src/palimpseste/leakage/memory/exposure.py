"""The exposure of canaries: how far up a model puts values it was trained with (Carlini et al. 2019, section 4.2)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np

from palimpseste.evaluation.scores import Estimate
from palimpseste.leakage.memory.canaries import Canaries
from palimpseste.leakage.memory.losses import Asked, NoteReader

__all__ = ["CHANCE", "Exposed", "exposed", "exposures"]

# Bits, for a value that the model knows nothing of: the mean of log2 of the number over a rank, any rank alike.
CHANCE = 1 / math.log(2)


@dataclass(frozen=True, slots=True)
class Exposed:
    """The exposure of the canaries of one kind that were inserted as often, in bits.

    Parameters
    ----------
    kind : str
        What the values are.
    times : int
        How often each was inserted.
    canaries : int
        How many.
    mean : Estimate
        With a 95 % bootstrap interval over the canaries.
    highest : float
        Of any of them.
    first : int
        How many the model puts before all other values.
    most : float
        What is reached there.
    """

    kind: str
    times: int
    canaries: int
    mean: Estimate
    highest: float
    first: int
    most: float

    @property
    def beyond_chance(self) -> bool:
        """Whether the whole interval lies above what chance gives."""
        return self.mean.low > CHANCE


def exposures(model: Asked, canaries: Canaries, candidates: int, first: int = 0) -> Iterator[Mapping[str, float]]:
    """Yield the rank of each canary among values drawn alike, from 1; ties share the mean of their ranks.

    Parameters
    ----------
    model : Asked
        Trained with the canaries.
    canaries : Canaries
        That are ranked.
    candidates : int
        Other values that each is ranked among.
    first : int
        How many are left out, since they were ranked before.
    """
    reader, reading = NoteReader(), model.readings[0]
    for canary in islice(canaries, first, None):
        own, *others = (model.total(reader(note, reading)) for note in canaries.candidates(canary, candidates))
        losses = np.array(others)
        yield {"rank": 1 + float((losses < own).sum()) + float((losses == own).sum()) / 2}


def exposed(
    canaries: Canaries, ranks: Iterable[Mapping[str, float]], candidates: int, *, bootstrap: int = 1000, seed: int = 0
) -> list[Exposed]:
    """Return the exposure by kind and times, in the order of the canaries, from what `exposures` yields.

    Parameters
    ----------
    canaries : Canaries
        What was planted.
    ranks : iterable of mapping
        Of each of them, in the same order.
    candidates : int
        How many values each competes with.
    bootstrap : int
        How often canaries are drawn anew for the intervals.
    seed : int
        Of these draws.
    """
    groups: dict[tuple[str, int], list[float]] = {}
    for canary, each in zip(canaries, ranks, strict=True):
        groups.setdefault((canary.kind, canary.times), []).append(math.log2((candidates + 1) / each["rank"]))
    chance, most = np.random.default_rng(seed), math.log2(candidates + 1)
    found = []
    for (kind, times), values in groups.items():
        drawn = [float(chance.choice(values, len(values)).mean()) for _ in range(bootstrap)]
        low, high = np.percentile(drawn, (2.5, 97.5)) if drawn else (math.nan, math.nan)
        mean = Estimate(sum(values) / len(values), float(low), float(high))
        found.append(Exposed(kind, times, len(values), mean, max(values), values.count(most), most))
    return found
