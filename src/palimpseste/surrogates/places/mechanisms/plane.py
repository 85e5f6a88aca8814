"""Towns moved by planar Laplace noise on a public map of the country."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, log, pi, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

from palimpseste.places import Commune, PlaceTable
from palimpseste.privacy.bernoulli import Bits
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.privacy.planar import PlanarLaplace
from palimpseste.surrogates.places.mechanisms.territory import Territory
from palimpseste.writings.atlas import grammar_of

__all__ = ["PlanarTowns", "map_of"]

_EARTH_RADIUS_KM = 6371.0088
# Standard parallels and meridian of the country's own map, Lambert-93.
_SOUTH, _NORTH, _MERIDIAN = radians(44.0), radians(49.0), radians(3.0)


@dataclass(frozen=True)
class PlanarTowns:
    """The town of the class nearest to the original's point of a grid of one kilometre, moved by planar Laplace noise.

    Its rate is ε a step of the metric, `kilometres` of the policy; size and features play no part. Private with
    ε·⌈d⌉ / `kilometres`, d being the distance on the map of the two grid points, in kilometres: the noise by the proof
    of :class:`palimpseste.privacy.planar.PlanarLaplace`, the nearest town as a function of the noisy point and of
    public facts alone. The grid point of a town lies within 0.71 km of it, so d is at most the towns' distance on the
    map plus 1.42 km. Distances on the map are those on the ground within one in a hundred in metropolitan France;
    overseas they are longer, so that the same noise reaches less far on the ground.
    """

    territory: Territory

    def draw(self, commune: Commune, epsilon: Epsilon, bits: Bits) -> Commune:
        """Return the commune drawn."""
        x, y = self.grid_point(commune)
        noisy = PlanarLaplace(epsilon / self.territory.options.kilometres).release(x, y, bits)
        candidates = self.territory.candidates(grammar_of(commune.name))
        away = self._map[candidates] - np.array(noisy, dtype=np.float64)
        return self.territory.communes[int(candidates[int((away**2).sum(axis=1).argmin())])]

    def grid_point(self, commune: Commune) -> tuple[int, int]:
        """Return the point of the grid nearest to a commune, in kilometres."""
        x, y = self._map[self.territory.place_of(commune)]
        return round(float(x)), round(float(y))

    @cached_property
    def _map(self) -> NDArray[np.float64]:
        return map_of(self.territory.table)


def map_of(table: PlaceTable) -> NDArray[np.float64]:
    """Return where the communes of a table lie on a conformal conic map of the sphere, in km, shape (communes, 2)."""
    cone = log(cos(_SOUTH) / cos(_NORTH)) / log(tan(pi / 4 + _NORTH / 2) / tan(pi / 4 + _SOUTH / 2))
    scale = cos(_SOUTH) * tan(pi / 4 + _SOUTH / 2) ** cone / cone

    def radius(latitude: float) -> float:
        return float(_EARTH_RADIUS_KM * scale / tan(pi / 4 + radians(latitude) / 2) ** cone)

    def point(commune: Commune) -> tuple[float, float]:
        angle = cone * (radians(commune.longitude) - _MERIDIAN)
        from_pole = radius(commune.latitude)
        return from_pole * sin(angle), -from_pole * cos(angle)

    # To the metre, so that which town is nearest does not hang on the last bits of a platform's tangents.
    points = np.array([point(commune) for commune in table.communes], dtype=np.float64)
    return np.asarray(points.round(3), dtype=np.float64)
