"""Offsets in UTF-16 code units, which tools written in JavaScript count in, and in code points, which we do."""

from __future__ import annotations

from itertools import accumulate

__all__ = ["points_of_units", "units_before"]


def units_before(text: str) -> list[int]:
    """Return how many UTF-16 units stand before each code point of a text, and before its end."""
    return list(accumulate((2 if ord(character) > 0xFFFF else 1 for character in text), initial=0))


def points_of_units(text: str) -> dict[int, int]:
    """Return the code points before each offset in UTF-16 units that lies inside no character."""
    return {units: point for point, units in enumerate(units_before(text))}
