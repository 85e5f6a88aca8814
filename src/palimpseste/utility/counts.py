"""What the trainings of an experiment got right, stay by stay, so that differences are resampled on the same stays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from palimpseste.coding.predictions import Prediction
from palimpseste.errors import UsageError
from palimpseste.utility.sides import rivals_of, told_right
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
    sides : array, shape (..., kinds)
        Pairs of sides of a case, by what tells them apart.
    told : array, shape (..., trainings, seeds, kinds)
        Those of them told right; a tie is half a pair.
    seeds : array, shape (..., trainings, seeds)
        How much each seed counts; sums to 1 over the seeds.
    """

    gold: Array
    given: Array
    right: Array
    sides: Array
    told: Array
    seeds: Array

    @property
    def f1(self) -> Array:
        """Micro F1, the mean over seeds, shape (..., trainings); nan where there is nothing."""
        gold = self.gold.sum(-1)[..., None, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            found: Array = (self.seeds * 2 * self.right.sum(-1) / (gold + self.given)).sum(-1)
        return found

    @property
    def recall(self) -> Array:
        """Recall by what tells the codes, the mean over seeds, shape (..., trainings, kinds)."""
        return self._share_by_kind(self.right, self.gold)

    @property
    def sides_told(self) -> Array:
        """Share of the sides told right, the mean over seeds, shape (..., trainings); nan where there are none."""
        with np.errstate(divide="ignore", invalid="ignore"):
            found: Array = (self.seeds * self.told.sum(-1)).sum(-1) / self.sides.sum(-1)[..., None]
        return found

    @property
    def sides_told_by_kind(self) -> Array:
        """Share of the sides told right by what tells the sides, the mean over seeds, shape (..., trainings, kinds)."""
        return self._share_by_kind(self.told, self.sides)

    def _share_by_kind(self, found: Array, of: Array) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            shares: Array = (self.seeds[..., None] * found).sum(-2) / of[..., None, :]
        return shares


@dataclass(frozen=True)
class ExperimentCounts:
    """Counts of each stay; a :class:`~palimpseste.evaluation.bootstrap.Summable`.

    Parameters
    ----------
    gold : array, shape (stays, kinds)
        Codes of the stay, by what alone tells them.
    given : array, shape (stays, trainings, seeds)
        Codes the stay was given.
    right : array, shape (stays, trainings, seeds, kinds)
        Codes given that it has, by what alone tells them.
    sides : array, shape (stays, kinds)
        Pairs of sides of cases that the stay is one of, by what tells them apart.
    told : array, shape (stays, trainings, seeds, kinds)
        Those of them told right.
    """

    gold: Array
    given: Array
    right: Array
    sides: Array
    told: Array

    @property
    def documents(self) -> Array:
        """Ones, one a stay."""
        return np.ones(len(self.gold))

    def summed(self, weights: Array) -> ExperimentSums:
        """Return the sums, each stay counted as often as its weight says, shape (..., stays).

        A sample of stays draws the seeds of every training too, apart from those of the others: chance in training is
        chance as well, and the same seed on another text has nothing in common with it.
        """
        trainings, seeds = self.given.shape[1:]
        shares = np.full((trainings, seeds), 1 / seeds)
        if weights.ndim > 1:
            # Of the weights, so that the same samples draw the same.
            words = np.frombuffer(sha256(weights.tobytes()).digest(), dtype=np.uint32)
            drawn = np.random.default_rng(words).multinomial(seeds, shares[0], size=(len(weights), trainings))
            shares = drawn / seeds
        counted = (self.gold, self.given, self.right, self.sides, self.told)
        gold, given, right, sides, told = (np.tensordot(weights, each, axes=1) for each in counted)
        return ExperimentSums(gold, given, right, sides, told, shares)


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
    sides, told = np.zeros_like(gold), np.zeros_like(right)
    rivals = [list(rivals_of(each.case, each.stay.codes)) for each in stays]
    for row, each in enumerate(stays):
        for code in each.stay.codes:
            gold[row, _kind(each.depends_on, code)] += 1
        for pair in rivals[row]:
            sides[row, KINDS.index(pair.on)] += 1
    for column, seeds in enumerate(predictions):
        for place, found in enumerate(seeds):
            by_stay = {prediction.id: prediction for prediction in found}
            for row, each in enumerate(stays):
                prediction = by_stay.get(each.stay.id)
                if prediction is None:
                    raise UsageError(f"stay {each.stay.id!r} has no prediction: the experiment is not whole")
                given[row, column, place] = len(prediction.codes)
                for code in set(prediction.codes) & set(each.stay.codes):
                    right[row, column, place, _kind(each.depends_on, code)] += 1
                for pair in rivals[row]:
                    told[row, column, place, KINDS.index(pair.on)] += told_right(pair, prediction.scores)
    return ExperimentCounts(gold, given, right, sides, told)


def _kind(depends_on: Mapping[str, str], code: str) -> int:
    kind = depends_on.get(code, "none")
    return KINDS.index(kind) if kind in KINDS else 0
