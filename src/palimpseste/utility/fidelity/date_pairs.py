"""Pairs of dates of a document: whether a new text tells them in the same order, and as far apart."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.writings.dates.values import DateValue

__all__ = ["DatePairs"]


@dataclass(frozen=True, slots=True, eq=False)
class DatePairs:
    """The pairs of dates of a document, as the original and the new text tell them.

    Parameters
    ----------
    said, told : array of float, shape (2, pairs, 3)
        In the original and in the new text: the two dates of each pair, and of each its first, middle and last day, in
        days. The date whose first day is the earlier one in the original comes first; one that the new text does not
        tell is nan.
    """

    said: NDArray[np.float64]
    told: NDArray[np.float64]

    @classmethod
    def of(cls, dates: Iterable[tuple[DateValue, DateValue | None]]) -> DatePairs:
        """Return the pairs of dates, each as the original and as the new text tells it."""
        ordered = sorted(dates, key=lambda date: date[0].first)
        said = np.array([_days(value) for value, _ in ordered], dtype=np.float64).reshape(-1, 3)
        told = np.array([_days(value) for _, value in ordered], dtype=np.float64).reshape(-1, 3)
        pairs = np.stack(np.triu_indices(len(ordered), 1))
        return cls(said[pairs], told[pairs])

    def orders(self) -> Counter[str]:
        """Return how the pairs of which one date was over before the other began are told."""
        apart = self.said[0, :, 2] < self.said[1, :, 0]
        earlier, later = self.told[:, apart]
        lost = int(np.isnan(earlier + later).any(axis=1).sum())
        in_order = int((earlier[:, 2] < later[:, 0]).sum())
        out_of_order = int((later[:, 2] < earlier[:, 0]).sum())
        tied = int(apart.sum()) - lost - in_order - out_of_order
        return +Counter({"in order": in_order, "tied": tied, "out of order": out_of_order, "lost": lost})

    def interval_errors(self) -> NDArray[np.float64]:
        """Return the absolute errors of the days between the dates of each pair that the new text tells."""
        errors = np.abs(np.diff(self.told[:, :, 1], axis=0) - np.diff(self.said[:, :, 1], axis=0))[0]
        return np.asarray(errors[~np.isnan(errors)], dtype=np.float64)


def _days(value: DateValue | None) -> tuple[float, float, float]:
    return (value.first, value.middle, value.last) if value is not None else (math.nan,) * 3
