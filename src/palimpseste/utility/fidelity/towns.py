"""How near to a town what stands for it is: on the map, and by the features of the place table."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import pstdev

from palimpseste.places import Commune, PlaceTable

__all__ = ["Towns", "kilometres"]

_EARTH_RADIUS_KM = 6371.0088


class Towns:
    """A place table, and what one standard deviation of each of its features is."""

    def __init__(self, table: PlaceTable) -> None:
        self.table = table
        self._features = {feature.name: table.feature(feature.name) for feature in table.features}
        self.scales = {name: _deviation(values.values()) for name, values in self._features.items()}

    def feature_errors(self, one: Commune, other: Commune) -> Iterable[tuple[str, float]]:
        """Yield the difference of two communes in each feature that both have, in standard deviations."""
        for name, values in self._features.items():
            away = abs(values[one.insee] - values[other.insee])
            if self.scales[name] and not math.isnan(away):
                yield name, away / self.scales[name]


def _deviation(values: Iterable[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return pstdev(known) if known else 0.0


def kilometres(one: Commune, other: Commune) -> float:
    """Return the great-circle distance, by the haversine formula."""
    first, second = math.radians(one.latitude), math.radians(other.latitude)
    north = math.sin((second - first) / 2) ** 2
    east = math.sin(math.radians(other.longitude - one.longitude) / 2) ** 2
    return 2 * _EARTH_RADIUS_KM * math.asin(math.sqrt(min(1.0, north + math.cos(first) * math.cos(second) * east)))
