"""A public metric between communes, in whole steps: how far apart, how unlike in size, how unlike in any feature.

Every part is a difference of public whole numbers, or a distance of public whole points rounded up; so the sum is a
metric in whole numbers (rounding up keeps the triangle inequality: :func:`palimpseste.privacy.planar.whole_distance`).
Two communes at distance 0 are told apart by nothing the metric looks at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from palimpseste.errors import UsageError
from palimpseste.places._table import PlaceTable

__all__ = ["FeatureScale", "Norm", "Scaling", "TownMetric", "points_of"]

Norm = Literal["sum", "euclidean"]
Scaling = Literal["range", "maximum"]

_EARTH_RADIUS_KM = 6371.0088
# Points are whole numbers of ten metres.
_POINTS_PER_KM = 100


@dataclass(frozen=True, slots=True)
class FeatureScale:
    """How a joined feature counts in the metric.

    Parameters
    ----------
    name : str
        Of the feature in the place table.
    steps : int
        What the largest difference of the normalised feature counts, at least 1.
    by : {"range", "maximum"}
        What values are divided by: highest less lowest, or the highest, which must be positive and none negative.
    """

    name: str
    steps: int
    by: Scaling = "range"


class TownMetric:
    """Distances between the communes of a place table.

    Parameters
    ----------
    table : PlaceTable
        Its communes of today, in its order, are the points.
    kilometres : int
        Of one step of the straight line through the Earth between two communes; 0 leaves position out. The table's
        position of a commune counts, also where it is estimated.
    size : int
        Steps for a factor e in population; 0 leaves population out. A commune without population counts as one of a
        single inhabitant.
    features : sequence of FeatureScale
        Features joined to the table that count too.
    norm : {"sum", "euclidean"}
        The sum of all parts, or the Euclidean distance over them, rounded up.

    Raises
    ------
    UsageError
        If nothing is left to tell communes apart, or a feature is not joined, has gaps or cannot be normalised.
    """

    def __init__(
        self,
        table: PlaceTable,
        *,
        kilometres: int,
        size: int,
        features: Sequence[FeatureScale] = (),
        norm: Norm = "sum",
    ) -> None:
        if not kilometres and not size and not features:
            raise UsageError("the metric of towns has no part: give it position, population or a feature")
        self._unit = kilometres * _POINTS_PER_KM or 1
        self._points = points_of(table) if kilometres else np.zeros((len(table.communes), 0), dtype=np.int64)
        columns = [_sizes(table, size)] if size else []
        columns += [_feature_steps(table, scale) for scale in features]
        self._steps: list[NDArray[np.int64]] = columns
        self._norm = norm

    def distances(self, origin: int, others: NDArray[np.int32] | None = None) -> NDArray[np.int64]:
        """Return the distances of communes from one, all given by their places in the table, in whole steps.

        Parameters
        ----------
        origin : int
            The commune.
        others : array of int, shape (n,), optional
            Those to measure; all of the table, by default.

        Returns
        -------
        array of int, shape (n,)
        """
        chosen: NDArray[np.int32] | slice = slice(None) if others is None else others
        squared = np.zeros(len(self._points) if others is None else len(others), dtype=np.int64)
        for axis in self._points.T:
            squared += (axis[chosen] - axis[origin]) ** 2
        if self._norm == "euclidean":
            for column in self._steps:
                squared += ((column[chosen] - column[origin]) * self._unit) ** 2
            return _rounded_up(squared, self._unit)
        total = _rounded_up(squared, self._unit)
        for column in self._steps:
            total += np.abs(column[chosen] - column[origin])
        return total


def points_of(table: PlaceTable) -> NDArray[np.int64]:
    """Return where the communes of a table lie in space, in whole tens of metres, shape (communes, 3).

    The Earth is a sphere here: the chord between two communes is a Euclidean distance, and shorter than the way on the
    ground by less than one in a thousand within metropolitan France.
    """
    latitudes = np.radians([commune.latitude for commune in table.communes])
    longitudes = np.radians([commune.longitude for commune in table.communes])
    across = np.cos(latitudes)
    axes = (across * np.cos(longitudes), across * np.sin(longitudes), np.sin(latitudes))
    return np.rint(_EARTH_RADIUS_KM * _POINTS_PER_KM * np.stack(axes, axis=1)).astype(np.int64)


def _rounded_up(squared: NDArray[np.int64], unit: int) -> NDArray[np.int64]:
    """Return the least k with (k·unit)² >= squared: the square root in units, rounded up exactly."""
    k = np.ceil(np.sqrt(squared.astype(np.float64)) / unit).astype(np.int64)
    # The root is rounded to a float: k may be off by one either way, which whole numbers tell.
    k += (k * unit) ** 2 < squared
    k -= (k > 0) & (((k - 1) * unit) ** 2 >= squared)
    return k


def _sizes(table: PlaceTable, steps: int) -> NDArray[np.int64]:
    return np.array([round(steps * math.log(max(1, commune.population))) for commune in table.communes], dtype=np.int64)


def _feature_steps(table: PlaceTable, scale: FeatureScale) -> NDArray[np.int64]:
    values = table.feature(scale.name)
    column = np.array([values[commune.insee] for commune in table.communes], dtype=np.float64)
    gaps = int(np.isnan(column).sum())
    if gaps:
        raise UsageError(
            f"feature {scale.name!r} has no value for {gaps} communes: a metric needs one for each; "
            "declare missing = 'zero' or 'median', or leave the feature out"
        )
    lowest, highest = float(column.min()), float(column.max())
    if scale.by == "maximum" and (lowest < 0 or highest <= 0):
        raise UsageError(f"feature {scale.name!r} has negative values or none above 0: divide it by its range")
    origin = lowest if scale.by == "range" else 0.0
    if highest == origin:
        raise UsageError(f"feature {scale.name!r} is the same for all communes: it tells none apart")
    return np.rint((column - origin) / (highest - origin) * scale.steps).astype(np.int64)
