"""The place table: communes with coordinates and population, foreign towns, other places, and users' features.

Must not import: writings or anything above it.
"""

from palimpseste.places._features import Feature, JoinReport, MissingRule, UnknownRule
from palimpseste.places._gazetteer import GazetteerEntry
from palimpseste.places._names import canonical_name
from palimpseste.places._records import (
    Area,
    Commune,
    CommuneType,
    Coordinates,
    Country,
    WorldCity,
    is_on_mainland,
    position_at,
    position_of,
    squared_distance,
)
from palimpseste.places._table import PlaceTable

__all__ = [
    "Area",
    "Commune",
    "CommuneType",
    "Coordinates",
    "Country",
    "Feature",
    "GazetteerEntry",
    "JoinReport",
    "MissingRule",
    "PlaceTable",
    "UnknownRule",
    "WorldCity",
    "canonical_name",
    "is_on_mainland",
    "position_at",
    "position_of",
    "squared_distance",
]
