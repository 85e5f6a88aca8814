"""Scores and distributions as the published tables compute them, from features alone.

A feature c becomes (c - min) / (max - min), the distance d is the Euclidean one of n features, the score of a candidate
1 - d / √n, and its probability proportional to exp(ε·score). How a table departs from that is its `Reading`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from palimpseste.errors import UsageError

__all__ = ["PublishedTable", "Reading", "Reproduction", "feature_distances", "normalised", "reproduce"]

_PRINTED = ("distance", "score", "probability")


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
    printed : mapping of str to tuple of str
        Those of the columns ``distance``, ``score`` and ``probability`` that the table has, as printed.
    """

    names: tuple[str, ...]
    features: NDArray[np.float64]
    feature_names: tuple[str, ...]
    printed: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, path: Path) -> PublishedTable:
        """Read a CSV file: names in the first column, then features and, if there, what was printed beside them.

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
        printed = {name: heads.index(name) for name in _PRINTED if name in heads}
        places = [place for place in range(1, len(heads)) if place not in printed.values()]
        if not places:
            raise UsageError(f"{path.name}: no feature beside the first column")
        try:
            features = np.array([[float(row[place]) for place in places] for row in rows[1:]], dtype=np.float64)
        except ValueError:
            raise UsageError(f"{path.name}: a feature is no number") from None
        columns = {name: tuple(row[place] for row in rows[1:]) for name, place in printed.items()}
        return cls(tuple(row[0] for row in rows[1:]), features, tuple(heads[place] for place in places), columns)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a table's figures follow from its features.

    Parameters
    ----------
    original : str
        The name of the value that is replaced.
    epsilon : float
        Of the exponent; positive.
    minima : mapping of str to float
        The smallest value of a feature, where that is taken from all: of places that need not be in the table.
    distance_from : str, optional
        The only feature that distances are taken from, times √n, n being the number of all features.
    divided : bool
        Whether the score is 1 - d / √n; else it is 1 - d.
    unprinted : mapping of str to tuple of float
        Candidates that the table leaves out, with their features in the order of its columns.
    """

    original: str
    epsilon: float
    minima: Mapping[str, float] = field(default_factory=dict)
    distance_from: str | None = None
    divided: bool = True
    unprinted: Mapping[str, tuple[float, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reproduction:
    """What a table's features give, and where that is not what was printed.

    Parameters
    ----------
    names : tuple of str
        Of the candidates: those of the table, then those it leaves out.
    distances, scores, probabilities : array, shape (candidates,)
        Computed from the features.
    compared : int
        Cells that were compared.
    differing : tuple of (str, str, str, str)
        Name, column, printed and computed value, of cells that differ in a printed digit.
    """

    names: tuple[str, ...]
    distances: NDArray[np.float64]
    scores: NDArray[np.float64]
    probabilities: NDArray[np.float64]
    compared: int
    differing: tuple[tuple[str, str, str, str], ...]


def reproduce(table: PublishedTable, reading: Reading) -> Reproduction:
    """Return distances, scores and the distribution of the candidates for an original among them.

    Raises
    ------
    UsageError
        If the table lacks a name or a feature of the reading, or features cannot be normalised.
    """
    if reading.original not in table.names:
        raise UsageError(f"no line is named {reading.original!r}")
    columns = table.feature_names
    for name in (*reading.minima, *([reading.distance_from] if reading.distance_from else ())):
        if name not in columns:
            raise UsageError(f"no feature {name!r}; features: {', '.join(columns)}")
    names = (*table.names, *reading.unprinted)
    features = np.array([*table.features, *reading.unprinted.values()], dtype=np.float64)
    features = normalised(features, [reading.minima.get(name, 0.0) for name in columns])
    if reading.distance_from is not None:
        features = features[:, [columns.index(reading.distance_from)]]
    scaled = feature_distances(features, names.index(reading.original))
    distances = scaled * np.sqrt(len(columns))
    scores = 1 - (scaled if reading.divided else distances)
    weights = np.exp(reading.epsilon * (scores - scores.max()))
    computed = {"distance": distances, "score": scores, "probability": weights / weights.sum()}
    cells = [
        (name, column, cell, f"{value:.{len(cell.partition('.')[2])}f}")
        for column, printed in table.printed.items()
        for name, cell, value in zip(table.names, printed, computed[column], strict=False)
        if cell
    ]
    differing = tuple(cell for cell in cells if cell[2] != cell[3])
    return Reproduction(names, distances, scores, computed["probability"], len(cells), differing)


def normalised(features: NDArray[np.float64], minima: Sequence[float] | None = None) -> NDArray[np.float64]:
    """Return (c - min) / (max - min) of features, shape (rows, features), max being that of the column.

    Parameters
    ----------
    features : array, shape (rows, features)
        Numbers, none negative.
    minima : sequence of float, optional
        Of each column; 0 by default, which is to divide by the maximum.

    Raises
    ------
    UsageError
        If a feature lies below its minimum, is no number, or none lies above.
    """
    lowest = np.zeros(features.shape[1]) if minima is None else np.array(minima, dtype=np.float64)
    highest = features.max(axis=0)
    if np.isnan(features).any() or (features < lowest).any() or (highest <= lowest).any():
        raise UsageError("features divided by their maximum must be numbers, none negative, some above 0")
    return np.asarray((features - lowest) / (highest - lowest), dtype=np.float64)


def feature_distances(
    features: NDArray[np.float64], origin: int, others: NDArray[np.int32] | None = None
) -> NDArray[np.float64]:
    """Return the Euclidean distances of rows from one, divided by √n: in [0, 1] for features in [0, 1].

    Parameters
    ----------
    features : array of float, shape (rows, n)
        In ``[0, 1]``.
    origin : int
        The row that distances are from.
    others : array of int, optional
        The rows that distances are to; all by default.
    """
    rows = features if others is None else features[others]
    squared = ((rows - features[origin]) ** 2).sum(axis=1)
    return np.asarray(np.sqrt(squared / features.shape[1]), dtype=np.float64)
