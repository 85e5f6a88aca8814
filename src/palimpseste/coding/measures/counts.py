"""What is counted in coded stays: pairs of stay and code, never a table of stays by codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.coding.predictions import Prediction
from palimpseste.coding.stays.stay import Stay
from palimpseste.errors import UsageError

__all__ = ["PRECISION_AT", "CodeCounts", "CodeSums", "count_codes"]

Array = NDArray[np.float64]
Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]
PRECISION_AT = (5, 8, 15)


@dataclass(frozen=True)
class CodeSums:
    """Sums over stays, once or once for every bootstrap sample.

    Parameters
    ----------
    stays : array, shape (...)
        Stays summed over.
    gold, given, right : array, shape (..., codes)
        Stays that have the code, that were given it, both.
    hits : array, shape (..., len(PRECISION_AT))
        Codes of the stays among their 5, 8, 15 likeliest.
    """

    stays: Array
    gold: Array
    given: Array
    right: Array
    hits: Array


@dataclass(frozen=True)
class CodeCounts:
    """Pairs of stay and code.

    Parameters
    ----------
    codes : tuple of str
        Every code met on either side, sorted.
    documents : array, shape (stays,)
        Ones.
    gold, given, right : pair of arrays
        Stays and codes, by position.
    hits : array, shape (stays, len(PRECISION_AT))
        See :class:`CodeSums`; nan where a prediction has no scores.
    """

    codes: tuple[str, ...]
    documents: Array
    gold: Pairs
    given: Pairs
    right: Pairs
    hits: Array

    def summed(self, weights: Array) -> CodeSums:
        """Return the sums over stays, each counted as often as its weight says.

        Parameters
        ----------
        weights : array, shape (stays,) or (samples, stays)
            How often each stay counts; a line a bootstrap sample.
        """
        return CodeSums(
            stays=weights @ self.documents,
            gold=self._by_code(self.gold, weights),
            given=self._by_code(self.given, weights),
            right=self._by_code(self.right, weights),
            hits=weights @ self.hits,
        )

    def _by_code(self, pairs: Pairs, weights: Array) -> Array:
        stays, codes = pairs
        rows = [np.bincount(codes, row[stays], len(self.codes)) for row in np.atleast_2d(weights)]
        sums: Array = np.stack(rows).astype(np.float64)
        return sums if weights.ndim > 1 else sums[0]


def count_codes(gold: Iterable[Stay], predictions: Iterable[Prediction]) -> CodeCounts:
    """Return the counts of stays, matched by identifier.

    Raises
    ------
    UsageError
        If a stay is on one side only or comes twice, or there is none; its identifier is named.
    """
    predicted: dict[str, Prediction] = {}
    for each in predictions:
        if each.id in predicted:
            raise UsageError(f"stay {each.id!r} is predicted twice")
        predicted[each.id] = each
    rows: dict[str, tuple[Sequence[str], Prediction]] = {}
    for stay in gold:
        if stay.id in rows:
            raise UsageError(f"stay {stay.id!r} occurs twice")
        if stay.id not in predicted:
            raise UsageError(f"stay {stay.id!r} has no prediction")
        rows[stay.id] = (stay.codes, predicted[stay.id])
    for extra in predicted.keys() - rows.keys():
        raise UsageError(f"stay {extra!r} is predicted and not among the coded ones")
    if not rows:
        raise UsageError("there is no stay to measure on")
    codes = sorted({code for known, guess in rows.values() for code in (*known, *guess.codes)})
    place = {code: index for index, code in enumerate(codes)}
    return CodeCounts(
        codes=tuple(codes),
        documents=np.ones(len(rows)),
        gold=_pairs((known for known, _ in rows.values()), place),
        given=_pairs((guess.codes for _, guess in rows.values()), place),
        right=_pairs((set(known) & set(guess.codes) for known, guess in rows.values()), place),
        hits=np.array([_hits(known, guess) for known, guess in rows.values()]),
    )


def _pairs(rows: Iterable[Iterable[str]], place: Mapping[str, int]) -> Pairs:
    pairs = [(stay, place[code]) for stay, row in enumerate(rows) for code in dict.fromkeys(row)]
    both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]


def _hits(known: Sequence[str], guess: Prediction) -> list[float]:
    if not guess.scores:
        return [float("nan")] * len(PRECISION_AT)
    ranked = sorted(guess.scores, key=lambda code: -guess.scores[code])
    return [float(len(set(ranked[:depth]) & set(known))) for depth in PRECISION_AT]
