"""What the attack that fills in masks found, label by label, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.evaluation.bootstrap import Samples
from palimpseste.evaluation.scores import Estimate
from palimpseste.leakage.fill_mask import NoteCounts
from palimpseste.leakage.tallies import Tallies

__all__ = ["ALL", "FillMaskScores", "LabelFound", "fill_mask_scores"]

ALL = "ALL"


@dataclass(frozen=True, slots=True)
class LabelFound:
    """What was found of one label.

    Parameters
    ----------
    label : str
        Of the view; `ALL` for all of them.
    words, values : int
        That were masked.
    found, whole : tuple of int
        Words found, and values found whole, up to each pass.
    share : tuple of Estimate
        Of the words, up to each pass.
    ranked : int
        Values told apart from others of their class.
    first, prior_first : Estimate
        Share of them that the model puts first; that somebody does who knows how often each occurs elsewhere.
    chance : float
        Share that a draw would.
    reciprocal, prior_reciprocal : Estimate
        Mean reciprocal ranks.
    lift : Estimate
        `first` over `prior_first`; not a number where the latter is 0.
    """

    label: str
    words: int
    values: int
    found: tuple[int, ...]
    whole: tuple[int, ...]
    share: tuple[Estimate, ...]
    ranked: int
    first: Estimate
    prior_first: Estimate
    chance: float
    reciprocal: Estimate
    prior_reciprocal: Estimate
    lift: Estimate


FillMaskScores = Sequence[LabelFound]


def fill_mask_scores(
    counts: Iterable[NoteCounts], labels: Sequence[str], passes: int, *, bootstrap: int = 1000, seed: int = 0
) -> FillMaskScores:
    """Return the scores of each label that was masked, in the order of `labels`, and of all.

    Parameters
    ----------
    counts : iterable of NoteCounts
        One a note; read once.
    labels : sequence of str
        Of the view.
    passes : int
        Of the attack.
    bootstrap : int
        Samples of notes behind the 95 % intervals; 0 for none.
    seed : int
        Of the samples.
    """
    tallies = Tallies(counts)
    present = [label for label in labels if label in tallies.labels]
    return [
        *(_found(label, tallies, (label,), passes, bootstrap, seed) for label in present),
        _found(ALL, tallies, tallies.labels, passes, bootstrap, seed),
    ]


class _Counts:
    """Counts by name, one value a note, that can be added up."""

    def __init__(self, columns: dict[str, NDArray[np.float64]]) -> None:
        self._columns = columns

    @property
    def documents(self) -> NDArray[np.float64]:
        return next(iter(self._columns.values()))

    def summed(self, weights: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        return {name: weights @ column for name, column in self._columns.items()}


def _found(label: str, tallies: Tallies, labels: Iterable[str], passes: int, bootstrap: int, seed: int) -> LabelFound:
    numbers = range(1, passes + 1)
    names = ["words", "values", *(f"found {n}" for n in numbers), *(f"whole {n}" for n in numbers)]
    names += ["ranked", "first", "reciprocal", "prior first", "prior reciprocal", "chance"]
    samples = Samples(_Counts({name: tallies.column(name, labels) for name in names}), bootstrap, seed)
    total = {name: float(np.asarray(value)) for name, value in samples.total.items()}

    def ratio(above: str, below: str) -> Estimate:
        with np.errstate(invalid="ignore", divide="ignore"):
            return samples.estimate(lambda sums: np.asarray(sums[above]) / np.asarray(sums[below]))

    return LabelFound(
        label,
        words=int(total["words"]),
        values=int(total["values"]),
        found=tuple(int(total[f"found {n}"]) for n in numbers),
        whole=tuple(int(total[f"whole {n}"]) for n in numbers),
        share=tuple(ratio(f"found {n}", "words") for n in numbers),
        ranked=int(total["ranked"]),
        first=ratio("first", "ranked"),
        prior_first=ratio("prior first", "ranked"),
        chance=total["chance"] / total["ranked"] if total["ranked"] else float("nan"),
        reciprocal=ratio("reciprocal", "ranked"),
        prior_reciprocal=ratio("prior reciprocal", "ranked"),
        lift=ratio("first", "prior first"),
    )
