"""Where foreign towns near France lie."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from palimpseste.places._files import read_points_abroad
from palimpseste.places._names import canonical_name
from palimpseste.places._records import WorldCity, position_at

__all__ = ["neighbour_named", "position_abroad", "positions_in"]


def position_abroad(city: WorldCity) -> tuple[int, int] | None:
    """Return how far north and east a foreign town lies, in hundreds of metres; None where it is not near France.

    Examples
    --------
    >>> position_abroad(WorldCity("Genève", "CH", 0, ())), position_abroad(WorldCity("Lima", "PE", 0, ()))
    ((51377, 4708), None)
    """
    found = _placed().get((city.country, canonical_name(city.name)))
    return None if found is None else found[1]


def positions_in(country: str) -> tuple[tuple[int, int], ...]:
    """Return where the towns of a country near France lie, in hundreds of metres north and east.

    Examples
    --------
    >>> len(positions_in("MC")), positions_in("PE")
    (10, ())
    """
    return tuple(place for (land, _), (_, place) in _placed().items() if land == country)


def neighbour_named(name: str) -> WorldCity | None:
    """Return the foreign town near France of a name, the largest of several; None for none.

    Examples
    --------
    >>> neighbour_named("Plan-les-Ouates").country, neighbour_named("Brest")
    ('CH', None)
    """
    return _towns().get(canonical_name(name))


@cache
def _placed() -> Mapping[tuple[str, str], tuple[WorldCity, tuple[int, int]]]:
    """Return each town and where it lies, by its country and canonical name."""
    return {
        (country, canonical_name(town)): (WorldCity(town, country, people, ()), position_at(latitude, longitude))
        for country, town, latitude, longitude, people in read_points_abroad()
    }


@cache
def _towns() -> Mapping[str, WorldCity]:
    named = sorted(_placed().items(), key=lambda item: (item[1][0].population, item[0]))
    return {name: town for (_, name), (town, _) in named}
