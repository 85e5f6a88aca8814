"""What the place table is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Area",
    "Commune",
    "CommuneType",
    "Coordinates",
    "Country",
    "WorldCity",
    "is_on_mainland",
    "position_at",
    "position_of",
    "squared_distance",
]

Coordinates = Literal["exact", "estimated"]
CommuneType = Literal["commune", "arrondissement", "delegated", "associated"]


# Degrees at the middle of France, in hundreds of metres.
_DEGREE_NORTH, _DEGREE_EAST = 1112, 766
_MAINLAND_CODE_LENGTH = 2


@dataclass(frozen=True, slots=True)
class Commune:
    """A French municipality, an arrondissement of Paris, Lyon or Marseille, or a former commune whose name is in use.

    Attributes
    ----------
    insee : str
        Code of the Code officiel géographique. A delegated commune may share it with the commune it belongs to.
    name : str
        Official name, article included.
    zips : tuple of str
        Postal codes; those of the whole commune for a former one.
    department, region : str
        INSEE codes; overseas collectivities have three digits.
    population : int
        Inhabitants; 0 where no figure is published (every former commune).
    latitude, longitude : float
        Degrees, WGS 84.
    coordinates : {"exact", "estimated"}
        `exact`: GeoNames knows the place. `estimated`: mean of known neighbours; never take it for a position.
    type : {"commune", "arrondissement", "delegated", "associated"}
        Only `commune` and `arrondissement` exist today; the others are names of former communes.
    parent : str
        INSEE code of the commune it is a part of; empty for a commune.
    """

    insee: str
    name: str
    zips: tuple[str, ...]
    department: str
    region: str
    population: int
    latitude: float
    longitude: float
    coordinates: Coordinates
    type: CommuneType
    parent: str

    def __hash__(self) -> int:
        # Hardly two share it, and communes are looked up by the thousand.
        return hash(self.insee)


@dataclass(frozen=True, slots=True)
class WorldCity:
    """A town outside France.

    Parameters
    ----------
    name : str
        As a French clinician writes it.
    country : str
        ISO 3166 code of two letters.
    population : int
        Inhabitants; 0 where unknown.
    writings : tuple of str
        Other ways in which it is written.
    """

    name: str
    country: str
    population: int
    writings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Country:
    """A country.

    Parameters
    ----------
    code : str
        ISO 3166, of two letters.
    name : str
        In French.
    writings : tuple of str
        Other ways in which it is written.
    """

    code: str
    name: str
    writings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A department, an overseas collectivity or a region.

    Parameters
    ----------
    code : str
        INSEE code.
    name : str
        In French.
    region : str
        INSEE code of the region that it lies in, or is.
    """

    code: str
    name: str
    region: str


def is_on_mainland(department: str) -> bool:
    """Tell whether a department, given by its INSEE code, is one of metropolitan France."""
    return len(department) == _MAINLAND_CODE_LENGTH


def position_at(latitude: float, longitude: float) -> tuple[int, int]:
    """Return how far north and east a point lies, in hundreds of metres."""
    return round(latitude * _DEGREE_NORTH), round(longitude * _DEGREE_EAST)


def position_of(commune: Commune) -> tuple[int, int]:
    """Return how far north and east a commune lies, in hundreds of metres."""
    return position_at(commune.latitude, commune.longitude)


def squared_distance(one: Commune, other: Commune) -> int:
    """Return the square of how far two communes lie apart, in hundreds of metres."""
    return sum((there - here) ** 2 for there, here in zip(position_of(one), position_of(other), strict=True))
