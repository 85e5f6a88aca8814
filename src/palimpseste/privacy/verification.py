"""Guarantees computed rather than claimed: every ratio of probabilities on a finite domain, every draw of a sampler."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from palimpseste.privacy.bernoulli import Bits

__all__ = ["LargestLogRatio", "largest_log_ratio", "law_of"]

Output = TypeVar("Output", bound=Hashable)

# Cells of a block of differences: what stays in a processor's cache.
_BLOCK_CELLS = 1 << 17


@dataclass(frozen=True, slots=True)
class LargestLogRatio:
    """The pair of inputs and the output that tell most of the input, beside what is claimed.

    Parameters
    ----------
    log_ratio : float
        ln P[first → output] - ln P[second → output]; infinite where only the first has the output.
    bound : float
        ε·d(first, second), the most it may be.
    first, second, output : int
        Rows and column of the table.
    rounding : float
        Bound on the floating-point error of every log-ratio of the table.
    holds : bool
        Whether every log-ratio of the table is at most its bound, up to the rounding.
    """

    log_ratio: float
    bound: float
    first: int
    second: int
    output: int
    rounding: float
    holds: bool

    @property
    def share(self) -> float:
        """The log-ratio over its bound: 1 where the guarantee is tight, above where it is broken."""
        if self.bound > 0:
            return self.log_ratio / self.bound
        return float("inf") if self.log_ratio > self.rounding else 0.0


def largest_log_ratio(
    log_probabilities: NDArray[np.float64],
    distances: NDArray[np.int64],
    epsilon: Fraction,
    *,
    moved: Callable[[int], object] | None = None,
) -> LargestLogRatio:
    """Return the log-ratio that is the largest share of its bound, over all pairs of inputs and all outputs.

    Parameters
    ----------
    log_probabilities : array of float, shape (inputs, outputs)
        ln P[x → y]; minus infinity where there is no such output. At least two inputs.
    distances : array of int, shape (inputs, inputs)
        Of the metric, symmetric.
    epsilon : Fraction
        Claimed for a unit of the metric.
    moved : callable, optional
        Told after each input how many are done.

    Raises
    ------
    ValueError
        If the shapes do not fit, or a row is no part of a distribution.

    Notes
    -----
    `rounding` is 8·u·(outputs + L), with u = 2^-52 and L the largest finite log-probability in absolute value: a sum of
    that many exponentials, its logarithm, a product and a difference of that size, each correct to an ulp or two.
    """
    inputs, outputs = log_probabilities.shape
    if inputs < 2 or distances.shape != (inputs, inputs):
        raise ValueError("at least two inputs are compared, and every two of them have a distance")
    present = np.isfinite(log_probabilities)
    largest = np.abs(log_probabilities, where=present, out=np.zeros_like(log_probabilities)).max()
    rounding = float(8 * np.finfo(np.float64).eps * (outputs + largest))
    sums = np.exp(log_probabilities).sum(axis=1)
    if not np.all(sums <= 1 + rounding):
        raise ValueError("the probabilities of an input sum to more than 1, or are not numbers")
    odd = np.flatnonzero(present.any(axis=0) & ~present.all(axis=0))
    if len(odd):
        output = int(odd[0])
        first, second = int(np.argmax(present[:, output])), int(np.argmin(present[:, output]))
        bound = float(epsilon) * float(distances[first, second])
        return LargestLogRatio(float("inf"), bound, first, second, output, rounding, False)
    return _compared(log_probabilities, float(epsilon) * distances.astype(np.float64), present[0], rounding, moved)


def _compared(
    table: NDArray[np.float64],
    bounds: NDArray[np.float64],
    present: NDArray[np.bool_],
    rounding: float,
    moved: Callable[[int], object] | None,
) -> LargestLogRatio:
    columns = np.flatnonzero(present)
    if len(columns) < len(present):
        table = np.ascontiguousarray(table[:, columns])
    rows = max(1, _BLOCK_CELLS // len(columns))
    buffer = np.empty((rows, len(columns)))
    worst, holds, pair = -1.0, True, (0, 1)
    for first in range(len(table) - 1):
        ratios = np.empty(len(table) - first - 1)
        for start in range(first + 1, len(table), rows):
            end = min(start + rows, len(table))
            block = np.subtract(table[start:end], table[first], out=buffer[: end - start])
            ratios[start - first - 1 : end - first - 1] = np.maximum(block.max(axis=1), -block.min(axis=1))
        limits = bounds[first, first + 1 :]
        holds = holds and bool(np.all(ratios <= limits + rounding))
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = np.where(limits > 0, ratios / limits, np.where(ratios > rounding, np.inf, 0.0))
        place = int(np.argmax(shares))
        if shares[place] > worst:
            worst, pair = float(shares[place]), (first, first + 1 + place)
        if moved is not None:
            moved(first + 1)
    difference = table[pair[0]] - table[pair[1]]
    place = int(np.argmax(np.abs(difference)))
    first, second = pair if difference[place] >= 0 else pair[::-1]
    return LargestLogRatio(
        float(abs(difference[place])), float(bounds[pair]), first, second, int(columns[place]), rounding, holds
    )


def law_of(draw: Callable[[Bits], Output], open_mass: Fraction) -> tuple[dict[Output, Fraction], Fraction]:
    """Return a lower bound of the probability of each output of a sampler, and the probability still open.

    The sampler is run on every beginning of its draws, the likeliest first, until the runs that have not ended are
    together no likelier than `open_mass`. Every bound is exact: the true probability of an output lies between its
    lower bound and that plus what is open. For samplers whose draws have few values each.
    """
    law: dict[Output, Fraction] = {}
    left = Fraction(1)
    runs: list[tuple[Fraction, int, tuple[int, ...]]] = [(Fraction(-1), 0, ())]
    pushed = 0
    while runs and left > open_mass:
        minus_probability, _, drawn = heappop(runs)
        try:
            output = draw(_Beginning(drawn))
        except _OpenDrawError as question:
            for answer in range(question.bound):
                pushed += 1
                heappush(runs, (minus_probability / question.bound, pushed, (*drawn, answer)))
        else:
            law[output] = law.get(output, Fraction(0)) - minus_probability
            left += minus_probability
    return law, left


class _OpenDrawError(Exception):
    """A draw beyond a beginning."""

    def __init__(self, bound: int) -> None:
        self.bound = bound


class _Beginning:
    """Draws that are known up to a point."""

    def __init__(self, drawn: tuple[int, ...]) -> None:
        self._drawn = drawn
        self._next = 0

    def bits(self, count: int) -> int:
        return self.below(1 << count)

    def below(self, bound: int) -> int:
        if bound == 1:
            return 0
        if self._next == len(self._drawn):
            raise _OpenDrawError(bound)
        self._next += 1
        return self._drawn[self._next - 1]
