"""Names of bodies that are made of towns, areas and directions: « Castres-Mazamet », « Amiens-Picardie »."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from palimpseste.folding import fold_name
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.geography import Geography
from palimpseste.writings.case import like

__all__ = ["Compound", "compound_surrogate"]

_DIRECTIONS = ("nord", "sud", "est", "ouest")
_JOINT = re.compile(r"([ \u00a0]*[-–/][ \u00a0]*|[ \u00a0]+)")
# So many words of a name are looked up as one: « Saint-Dié-des-Vosges ».
_LONGEST = 5
_Kind = Literal["town", "area", "land", "direction"]


class _Piece(NamedTuple):
    text: str
    joint: str
    kind: _Kind


class Compound(NamedTuple):
    """A name made of places and directions.

    Parameters
    ----------
    text : str
        The name.
    towns : tuple of str
        The towns in it.
    """

    text: str
    towns: tuple[str, ...]


def compound_surrogate(proper: str, stream: BitStream, geography: Geography) -> Compound | None:
    """Return a name made of the towns and areas that stand for those of one.

    None for a name that is made of anything else, and where towns are released by a mechanism.

    A direction stays beside a town or area, and becomes another alone (« Hôpital Nord »); a land that is no department
    or region of today (« Picardie ») is left out beside a town.

    Parameters
    ----------
    proper : str
        The name of a body, without what says what it is.
    stream : BitStream
        Where another direction is drawn from.
    geography : Geography
        The places of the document.
    """
    pieces = [] if geography.released else _pieces(proper, geography)
    if not pieces:
        return None
    kinds = {piece.kind for piece in pieces}
    if kinds == {"direction"} and len(pieces) == 1:
        own = pieces[0].text
        others = [each.capitalize() for each in _DIRECTIONS if each != fold_name(own)]
        return Compound(like(own, stream.choice(others)), ())
    if len(pieces) < 2 or kinds <= {"direction", "land"}:
        return None
    kept = [(piece, _written(piece, geography)) for piece in pieces if piece.kind != "land"]
    text = "".join((piece.joint if place else "") + written for place, (piece, written) in enumerate(kept))
    return Compound(text, tuple(written for piece, written in kept if piece.kind == "town"))


def _pieces(proper: str, geography: Geography) -> list[_Piece]:
    """Return the towns, areas and directions that make up a name; none where a word is neither."""
    parts = _JOINT.split(proper)
    pieces: list[_Piece] = []
    place = 0
    while place < len(parts):
        found = next(_longest(parts, place, geography), None)
        if found is None:
            return []
        end, kind = found
        joint = parts[place - 1] if place else ""
        pieces.append(_Piece("".join(parts[place:end]), joint, kind))
        place = end + 1
    return pieces


def _longest(parts: list[str], place: int, geography: Geography) -> Iterator[tuple[int, _Kind]]:
    """Yield where a place or direction that begins at a word ends, and what it is, the longest first."""
    for end in range(min(len(parts), place + 2 * _LONGEST - 1), place, -2):
        kind = _kind_of("".join(parts[place:end]), geography)
        if kind is not None:
            yield end, kind


def _kind_of(text: str, geography: Geography) -> _Kind | None:
    if fold_name(text) in _DIRECTIONS:
        return "direction"
    if geography.area_named(text) is not None:
        return "area"
    if geography.is_land(text) and _direction_in(text) is None:
        return "land"
    return "town" if geography.town_meant(text) is not None else None


def _direction_in(text: str) -> str | None:
    return next((word for word in fold_name(text).split() if word in _DIRECTIONS), None)


def _written(piece: _Piece, geography: Geography) -> str:
    if piece.kind == "area":
        area = geography.area_named(piece.text)
        return like(piece.text, area.name) if area else ""
    town = geography.town_meant(piece.text) if piece.kind == "town" else None
    if town is None:
        return piece.text
    name, source = geography.name_drawn(town, piece.text)
    return like(source, name)
