"""A public metric between communes, in whole steps: how far apart, how unlike in size, how unlike in any feature.

Every part is a difference of public whole numbers, or a distance of public whole points, cut off at its reach and
rounded up; so the sum is a metric in whole numbers. Cutting off and rounding up both keep the triangle inequality:
min(a + b, c) <= min(a, c) + min(b, c), and :func:`palimpseste.privacy.planar.whole_distance`.
Two communes at distance 0 are told apart by nothing the metric looks at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palimpseste.errors import UsageError
from palimpseste.places._table import PlaceTable

__all__ = ["POINTS_PER_KM", "FeatureScale", "Norm", "Scaling", "Targets", "TownMetric", "points_of"]

Norm = Literal["sum", "euclidean"]
Scaling = Literal["range", "maximum"]

_EARTH_RADIUS_KM = 6371.0088
# Points are whole numbers of ten metres.
POINTS_PER_KM = 100
_LARGEST_SQUARE = 1 << 50


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
    reach_km : int
        Beyond which two communes lie no farther apart; 0 for none.
    populations : array of int, shape (communes,), optional
        What each commune counts as having inhabitants; those of the table by default.
    features : sequence of FeatureScale
        Features joined to the table that count too.
    classes : array of int, shape (communes,), optional
        In steps, a number for each commune: two of different numbers lie apart by as much as these differ.
    norm : {"sum", "euclidean"}
        The sum of all parts, or the Euclidean distance over them, rounded up.

    Raises
    ------
    UsageError
        If nothing is left to tell communes apart, a feature is not joined, has gaps or cannot be normalised, or the
        steps are so fine that distances would not be exact.
    """

    def __init__(
        self,
        table: PlaceTable,
        *,
        kilometres: int,
        size: int,
        reach_km: int = 0,
        populations: NDArray[np.int64] | None = None,
        features: Sequence[FeatureScale] = (),
        classes: NDArray[np.int64] | None = None,
        norm: Norm = "sum",
    ) -> None:
        if not kilometres and not size and not features:
            raise UsageError("the metric of towns has no part: give it position, population or a feature")
        self._unit = kilometres * POINTS_PER_KM or 1
        count = len(table.communes)
        points = points_of(table) if kilometres else np.zeros((count, 0), dtype=np.int64)
        columns = [_sizes(table, size, populations)] if size else []
        columns += [_feature_steps(table, scale) for scale in features]
        columns += [classes] if classes is not None else []
        steps = np.stack(columns, axis=1) if columns else np.zeros((count, 0), dtype=np.int64)
        self._norm = norm
        self._reach = reach_km * POINTS_PER_KM if kilometres else 0
        if norm == "euclidean":
            steps = steps * self._unit
        columns_squared = np.concatenate([points, steps], axis=1) if norm == "euclidean" else points
        spans = columns_squared.max(axis=0) - columns_squared.min(axis=0)
        if float((spans.astype(np.float64) ** 2).sum()) > _LARGEST_SQUARE:
            raise UsageError("the metric of towns is too fine to be exact: lower its steps or its kilometres")
        # Whole numbers, each far below 2^53: floating point holds them and their sums exactly, and is faster.
        # In the order of communes, or taking some of them would copy all.
        towns = points.T.astype(np.float64, order="C")
        self._all = Targets(towns, steps.T.astype(np.float64, order="C"), np.square(towns).sum(axis=0))

    def distances(self, origin: int, others: NDArray[np.int32] | Targets | None = None) -> NDArray[np.int64]:
        """Return the distances of communes from one, all given by their places in the table, in whole steps.

        Parameters
        ----------
        origin : int
            The commune.
        others : array of int, shape (n,), or Targets, optional
            Those to measure; all of the table, by default.

        Returns
        -------
        array of int, shape (n,)
        """
        columns = self._all if others is None else others if isinstance(others, Targets) else self.targets(others)
        own = self._all.points[:, origin]
        # |a - b|² = |a|² + |b|² - 2·ab: exact, as points are whole numbers below 2^20.
        squared = (-2.0 * own) @ columns.points
        squared += columns.norms
        squared += own @ own
        if self._reach:
            np.minimum(squared, float(self._reach) ** 2, out=squared)
        apart = [column - own[origin] for column, own in zip(columns.steps, self._all.steps, strict=True)]
        if self._norm == "euclidean":
            for each in apart:
                squared += each**2
        # Exact: a square below 2^50 is that of a multiple of the unit, or its root lies off one by a share of 2^-51 or
        # more, above the rounding of root and quotient.
        total = np.sqrt(squared, out=squared)
        total /= self._unit
        np.ceil(total, out=total)
        if self._norm == "sum":
            for each in apart:
                total += np.abs(each, out=each)
        return total.astype(np.int64)

    def targets(self, others: NDArray[np.int32]) -> Targets:
        """Return communes to measure to, prepared for many origins."""
        every = self._all
        return Targets(every.points.take(others, axis=1), every.steps.take(others, axis=1), every.norms.take(others))


class Targets(NamedTuple):
    """Communes prepared to be measured to.

    Parameters
    ----------
    points : array of float, shape (axes, communes)
        Where they lie.
    steps : array of float, shape (parts, communes)
        What else counts; under the Euclidean norm in the unit of points.
    norms : array of float, shape (communes,)
        The squared distance of each point from the centre of the Earth.
    """

    points: NDArray[np.float64]
    steps: NDArray[np.float64]
    norms: NDArray[np.float64]


def points_of(table: PlaceTable) -> NDArray[np.int64]:
    """Return where the communes of a table lie in space, in whole tens of metres, shape (communes, 3).

    The Earth is a sphere here: the chord between two communes is a Euclidean distance, and shorter than the way on the
    ground by less than one in a thousand within metropolitan France.
    """
    latitudes = np.radians([commune.latitude for commune in table.communes])
    longitudes = np.radians([commune.longitude for commune in table.communes])
    across = np.cos(latitudes)
    axes = (across * np.cos(longitudes), across * np.sin(longitudes), np.sin(latitudes))
    return np.rint(_EARTH_RADIUS_KM * POINTS_PER_KM * np.stack(axes, axis=1)).astype(np.int64)


def _sizes(table: PlaceTable, steps: int, populations: NDArray[np.int64] | None) -> NDArray[np.int64]:
    counted = [commune.population for commune in table.communes] if populations is None else populations.tolist()
    return np.array([round(steps * math.log(max(1, each))) for each in counted], dtype=np.int64)


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
