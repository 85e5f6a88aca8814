"""Postal codes of towns in Belgium, Switzerland, Luxembourg and Québec, which tell the town."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from palimpseste.places._files import read_codes_abroad
from palimpseste.places._names import canonical_name
from palimpseste.places._records import WorldCity

__all__ = ["code_of", "town_in", "towns_of"]


def code_of(country: str, town: str) -> str:
    """Return the postal code of a town of a country given by its ISO code, or how those of its streets begin.

    Empty where none is known.

    Examples
    --------
    >>> code_of("BE", "Namur"), code_of("LU", "Mersch"), code_of("FR", "Dijon")
    ('5000', '75', '')
    """
    return _codes().get((country, town), "")


def towns_of(country: str) -> Sequence[WorldCity]:
    """Return the towns of a country that the table of places has not, as it has too few of them.

    Examples
    --------
    >>> len(towns_of("LU")), towns_of("BE")
    (20, ())
    """
    return _towns().get(country, ())


def town_in(country: str, name: str) -> WorldCity | None:
    """Return the town of a name that `towns_of` has of a country; None for none.

    Examples
    --------
    >>> town_in("CA", "RIMOUSKI").name, town_in("CH", "Rimouski")
    ('Rimouski', None)
    """
    own = canonical_name(name)
    return next((town for town in towns_of(country) if canonical_name(town.name) == own), None)


@cache
def _codes() -> Mapping[tuple[str, str], str]:
    return {(country, town): code for country, code, town, _ in read_codes_abroad()}


@cache
def _towns() -> Mapping[str, Sequence[WorldCity]]:
    found: dict[str, list[WorldCity]] = {}
    for country, _, town, population in read_codes_abroad():
        if population:
            found.setdefault(country, []).append(WorldCity(town, country, population, ()))
    return {country: tuple(towns) for country, towns in found.items()}
