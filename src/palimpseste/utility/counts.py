"""What the trainings of an experiment got right, stay by stay, so that differences are resampled in pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.coding.predictions import Prediction
from palimpseste.errors import UsageError
from palimpseste.utility.stays import AnnotatedStay

__all__ = ["KINDS", "ExperimentCounts", "ExperimentSums", "count_experiment"]

Array = NDArray[np.float64]

# What tells a code, in the order of tables; codes of stays that say nothing of it are told by words.
KINDS = ("none", "age", "dates", "place", "provider", "season")


@dataclass(frozen=True)
class ExperimentSums:
    """Sums over stays, once or once for every bootstrap sample.

    Parameters
    ----------
    gold : array, shape (..., kinds)
        Codes of the stays, by what tells them.
    given : array, shape (..., trainings, seeds)
        Codes given.
    right : array, shape (..., trainings, seeds, kinds)
        Codes given that are right, by what tells them.
    """

    gold: Array
    given: Array
    right: Array

    @property
    def f1(self) -> Array:
        """Micro F1, the mean over seeds, shape (..., trainings); nan where there is nothing."""
        gold = self.gold.sum(-1)[..., None, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            found: Array = (2 * self.right.sum(-1) / (gold + self.given)).mean(-1)
        return found

    @property
    def recall(self) -> Array:
        """Recall by what tells the codes, the mean over seeds, shape (..., trainings, kinds)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            found: Array = self.right.mean(-2) / self.gold[..., None, :]
        return found


@dataclass(frozen=True)
class ExperimentCounts:
    """Counts of each stay; a :class:`~palimpseste.evaluation.bootstrap.Summable`.

    Parameters
    ----------
    gold : array, shape (stays, kinds)
    given : array, shape (stays, trainings, seeds)
    right : array, shape (stays, trainings, seeds, kinds)
    """

    gold: Array
    given: Array
    right: Array

    @property
    def documents(self) -> Array:
        """Ones, one a stay."""
        return np.ones(len(self.gold))

    def summed(self, weights: Array) -> ExperimentSums:
        """Return the sums, each stay counted as often as its weight says, shape (..., stays)."""
        return ExperimentSums(*(np.tensordot(weights, each, axes=1) for each in (self.gold, self.given, self.right)))


def count_experiment(
    stays: Sequence[AnnotatedStay], predictions: Sequence[Sequence[Iterable[Prediction]]]
) -> ExperimentCounts:
    """Return the counts of predictions for the same stays.

    Parameters
    ----------
    stays : sequence of AnnotatedStay
        Of the test.
    predictions : sequence of sequence of iterable of Prediction
        By training, then by seed.

    Raises
    ------
    UsageError
        If a stay has no prediction.
    """
    shape = (len(stays), len(predictions), len(predictions[0]))
    gold = np.zeros((len(stays), len(KINDS)))
    given, right = np.zeros(shape), np.zeros((*shape, len(KINDS)))
    for row, each in enumerate(stays):
        for code in each.stay.codes:
            gold[row, _kind(each.depends_on, code)] += 1
    for column, seeds in enumerate(predictions):
        for place, found in enumerate(seeds):
            codes = {prediction.id: prediction.codes for prediction in found}
            for row, each in enumerate(stays):
                if each.stay.id not in codes:
                    raise UsageError(f"stay {each.stay.id!r} has no prediction: the experiment is not whole")
                given[row, column, place] = len(codes[each.stay.id])
                for code in set(codes[each.stay.id]) & set(each.stay.codes):
                    right[row, column, place, _kind(each.depends_on, code)] += 1
    return ExperimentCounts(gold, given, right)


def _kind(depends_on: Mapping[str, str], code: str) -> int:
    kind = depends_on.get(code, "none")
    return KINDS.index(kind) if kind in KINDS else 0
