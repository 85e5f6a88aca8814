"""Intervals by resampling documents (percentile bootstrap, Efron 1979).

Documents, not tokens, are drawn: the tokens of a note stand or fall together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from palimpseste.evaluation.scores import Estimate

__all__ = ["Samples", "Summable", "ratio"]

Array = NDArray[np.float64]
_WEIGHTS_AT_ONCE = 4_000_000
Sums = TypeVar("Sums")
Sums_co = TypeVar("Sums_co", covariant=True)


def ratio(part: Array, whole: Array) -> Array:
    """Return part over whole, nan where whole is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        shares: Array = np.where(whole == 0, np.nan, part / whole)
    return shares


class Summable(Protocol[Sums_co]):
    """Counts of documents that can be added up."""

    @property
    def documents(self) -> Array:
        """One value a document."""

    def summed(self, weights: Array) -> Sums_co:
        """Return the sums, each document counted as often as its weight says, shape ``(..., documents)``."""


class Samples(Generic[Sums]):
    """The sums over a set of documents, and the same over bootstrap samples of it.

    Parameters
    ----------
    counts : Summable
        With the document axis in front.
    samples : int
        How many samples, 0 for none.
    seed : int
        The same seed draws the same samples.
    """

    def __init__(self, counts: Summable[Sums], samples: int, seed: int) -> None:
        documents = len(counts.documents)
        self.total = counts.summed(np.ones(documents))
        self._chunks = [counts.summed(weights) for weights in _weights(documents, samples, seed)]

    def estimate(self, measure: Callable[[Sums], Array]) -> Estimate:
        """Return a measure of the whole set with its interval."""
        return self.estimates(lambda counts: measure(counts)[..., None])[0]

    def estimates(self, measure: Callable[[Sums], Array]) -> list[Estimate]:
        """Return a measure with one value a label, each with its interval."""
        values = measure(self.total)
        if not self._chunks:
            return [Estimate(float(value), float("nan"), float("nan")) for value in values]
        drawn = np.concatenate([measure(chunk) for chunk in self._chunks])
        return [_estimate(value, column) for value, column in zip(values, drawn.T, strict=True)]


def _estimate(value: float, drawn: Array) -> Estimate:
    # A sample may hold no document with the label: the share is undefined there and says nothing.
    defined = drawn[~np.isnan(drawn)]
    if not len(defined):
        return Estimate(float(value), float("nan"), float("nan"))
    low, high = np.percentile(defined, (2.5, 97.5))
    return Estimate(float(value), float(low), float(high))


def _weights(documents: int, samples: int, seed: int) -> Iterator[Array]:
    """Yield how often each document is drawn in each sample, shape (some samples, documents)."""
    generator = np.random.default_rng(seed)
    chunk = max(1, _WEIGHTS_AT_ONCE // max(1, documents))
    for first in range(0, samples, chunk):
        shape = min(chunk, samples - first)
        yield generator.multinomial(documents, np.full(documents, 1 / documents), size=shape).astype(float)
