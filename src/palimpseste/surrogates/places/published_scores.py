"""Scores and distributions as the published tables compute them, from features alone.

Features are divided by their maximum, the score of a candidate is 1 - d / √n with d the Euclidean distance of the n
features, and its probability is proportional to exp(ε·score).
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from palimpseste.errors import UsageError

__all__ = ["PublishedTable", "Reproduction", "feature_distances", "normalised", "reproduce"]


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table as printed: a name and features a line, and what was printed beside them.

    Parameters
    ----------
    names : tuple of str
        Of the candidates.
    features : array, shape (candidates, features)
        As printed, a line a candidate.
    feature_names : tuple of str
        Heads of the columns of `features`.
    scores, probabilities : tuple of str or None
        As printed, where the table has columns of these names.
    """

    names: tuple[str, ...]
    features: NDArray[np.float64]
    feature_names: tuple[str, ...]
    scores: tuple[str, ...] | None
    probabilities: tuple[str, ...] | None

    @classmethod
    def read(cls, path: Path) -> PublishedTable:
        """Read a CSV file: the first column names, ``score`` and ``probability`` where present, features the rest.

        Raises
        ------
        UsageError
            If it cannot be read, or a cell is no number.
        """
        try:
            rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{path}: cannot be read: {type(error).__name__}") from None
        rows = [[cell.strip() for cell in row] for row in rows if row]
        if len(rows) < 2 or any(len(row) != len(rows[0]) for row in rows):
            raise UsageError(f"{path.name}: needs a heading and lines of as many cells")
        heads = rows[0]
        printed = {name: heads.index(name) for name in ("score", "probability") if name in heads}
        places = [place for place in range(1, len(heads)) if place not in printed.values()]
        if not places:
            raise UsageError(f"{path.name}: no feature beside the first column")
        try:
            features = np.array([[float(row[place]) for place in places] for row in rows[1:]], dtype=np.float64)
        except ValueError:
            raise UsageError(f"{path.name}: a feature is no number") from None
        columns = {name: tuple(row[place] for row in rows[1:]) for name, place in printed.items()}
        return cls(
            tuple(row[0] for row in rows[1:]),
            features,
            tuple(heads[place] for place in places),
            columns.get("score"),
            columns.get("probability"),
        )


@dataclass(frozen=True, slots=True)
class Reproduction:
    """What a table's features give, and where that is not what was printed.

    Parameters
    ----------
    scores, probabilities : array, shape (candidates,)
        Computed from the features.
    differing : tuple of (str, str, str, str)
        Name, column, printed and computed value, of cells that differ in a printed digit.
    """

    scores: NDArray[np.float64]
    probabilities: NDArray[np.float64]
    differing: tuple[tuple[str, str, str, str], ...]


def reproduce(
    table: PublishedTable, original: str, epsilon: float, *, distance_from: str | None = None
) -> Reproduction:
    """Return the scores and the distribution of the candidates for an original among them.

    Parameters
    ----------
    table : PublishedTable
        Candidates and their features.
    original : str
        The name of the value that is replaced.
    epsilon : float
        Of the exponent; positive.
    distance_from : str, optional
        The only feature that distances are taken from, times √n, n being the number of all features: the score is then
        1 less the difference of that feature, divided by its maximum.
    """
    if original not in table.names:
        raise UsageError(f"no line is named {original!r}")
    features, own = normalised(table.features), table.names.index(original)
    if distance_from is None:
        distances = feature_distances(features, own)
    elif distance_from in table.feature_names:
        distances = feature_distances(features[:, [table.feature_names.index(distance_from)]], own)
    else:
        raise UsageError(f"no feature {distance_from!r}; features: {', '.join(table.feature_names)}")
    scores = 1 - distances
    weights = np.exp(epsilon * (scores - scores.max()))
    probabilities = weights / weights.sum()
    differing = (
        *_differing(table.names, "score", table.scores, scores),
        *_differing(table.names, "probability", table.probabilities, probabilities),
    )
    return Reproduction(scores, probabilities, differing)


def normalised(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return features divided by the maximum of their column, shape (rows, features)."""
    if np.isnan(features).any() or (features < 0).any() or (features.max(axis=0) <= 0).any():
        raise UsageError("features divided by their maximum must be numbers, none negative, some above 0")
    return np.asarray(features / features.max(axis=0), dtype=np.float64)


def feature_distances(
    features: NDArray[np.float64], origin: int, others: NDArray[np.int32] | None = None
) -> NDArray[np.float64]:
    """Return the Euclidean distances of rows from one, divided by √n: in [0, 1] for features in [0, 1]."""
    rows = features if others is None else features[others]
    squared = ((rows - features[origin]) ** 2).sum(axis=1)
    return np.asarray(np.sqrt(squared / features.shape[1]), dtype=np.float64)


def _differing(
    names: Sequence[str], column: str, printed: Sequence[str] | None, computed: NDArray[np.float64]
) -> list[tuple[str, str, str, str]]:
    """Return the cells whose computed value, with as many digits, is not the printed one."""
    found = []
    for name, cell, value in zip(names, printed or (), computed, strict=False):
        digits = len(cell.partition(".")[2])
        if cell and f"{value:.{digits}f}" != cell:
            found.append((name, column, cell, f"{value:.{digits}f}"))
    return found
