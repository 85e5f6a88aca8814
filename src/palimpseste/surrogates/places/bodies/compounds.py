"""Names of bodies that are made of towns, areas and directions: « Castres-Mazamet », « Amiens-Picardie »."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from palimpseste.folding import fold_name
from palimpseste.places import Area
from palimpseste.rendering.screen import shown_without_values
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.areas import DIRECTIONS
from palimpseste.surrogates.places.geography import Geography
from palimpseste.writings.case import like
from palimpseste.writings.towns.town import Town

__all__ = ["Compound", "begun_with_town", "begun_with_town_near", "compound_surrogate"]

# « CHU de Rennes | Pontchaillou », but « CH d'Auch en Gascogne ».
_NAME_BEHIND = re.compile(r"(?!(?:au|aux|de|des|du|en|et|sous|sur)\b|d['’])[^\W\d_]\D*|\d{1,2}", re.IGNORECASE)
_HEAD_BEHIND = re.compile(r"(?:h[ôo]pita(?:l|ux)|site|clinique|p[ôo]le|centre)\b", re.IGNORECASE)
_JOINT = re.compile(r"([ \u00a0]*[-–/][ \u00a0]*|[ \u00a0]+)")
# So many words of a name are looked up as one: « Saint-Dié-des-Vosges ».
_LONGEST = 5
# What a piece of a name is: the town itself, the area that stands for one, or neither.
_Kind = Town | Area | Literal["land", "direction"]


@shown_without_values
class _Piece(NamedTuple):
    text: str
    joint: str
    kind: _Kind


@shown_without_values
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

    None for a name that is made of anything else, and where towns are released by a mechanism for any but a direction.

    A direction stays beside a town, is where the new town lies beside an area (« CH Ardèche Nord ») and another one
    alone (« Hôpital Nord »); a land that is no department or region of today (« Picardie ») falls away beside a town,
    and so does what a part overseas lies in: « CHU Sud » for « CHU Sud Réunion ».

    Parameters
    ----------
    proper : str
        The name of a body, without what says what it is.
    stream : BitStream
        Where another direction is drawn from.
    geography : Geography
        The places of the document.
    """
    if geography.released:
        pieces = [_Piece(proper, "", "direction")] if fold_name(proper) in DIRECTIONS else []
    else:
        pieces = _pieces(proper, geography)
    if not pieces:
        return None
    if len(pieces) == 1 and pieces[0].kind == "direction":
        own = pieces[0].text
        # Of an island a site tells on which side its town lies, unless that is released.
        overseas = () if geography.released else geography.areas.sides_overseas
        sides = [side for side in overseas if fold_name(side) != fold_name(own)][:1]
        others = sides or [each.capitalize() for each in DIRECTIONS if each != fold_name(own)]
        return Compound(like(own, stream.choice(others)), ())
    if len(pieces) == 1 or all(piece.kind in ("direction", "land") for piece in pieces):
        return None
    named = [piece for piece in _pointed(pieces, geography) if piece.kind != "land" and not _is_wide(piece, geography)]
    kept = [(piece, _written(piece, geography)) for piece in named]
    text = "".join((piece.joint if place else "") + written for place, (piece, written) in enumerate(kept))
    return Compound(text, tuple(written for piece, written in kept if isinstance(piece.kind, Town)))


def _pointed(pieces: Sequence[_Piece], geography: Geography) -> Sequence[_Piece]:
    """Return pieces whose first direction beside an area is the side on which the new town lies, without others.

    Without any where no town of the document lies in what stands for the area.
    """
    area = next((piece.kind for piece in pieces if isinstance(piece.kind, Area)), None)
    first = next((piece for piece in pieces if piece.kind == "direction"), None)
    if area is None or first is None or not geography.areas.has_sides(area):
        return pieces
    side = geography.areas.compass_of(area)
    kept = [piece for piece in pieces if piece.kind != "direction" or (side and piece is first)]
    return [piece._replace(text=like(piece.text, side)) if piece is first else piece for piece in kept]


def begun_with_town(proper: str, geography: Geography) -> tuple[Town, str, str, str] | None:
    """Return the town that a name begins with, how it is written, the joint behind it and the rest; None without one.

    Parameters
    ----------
    proper : str
        The name of a body, without what says what it is.
    geography : Geography
        The places of the document.
    """
    parts = _JOINT.split(proper)
    for end in range(min(len(parts) - 2, 2 * _LONGEST - 1), 0, -2):
        name, rest = "".join(parts[:end]), "".join(parts[end + 1 :])
        town = geography.bodies.town_meant(name) if _NAME_BEHIND.fullmatch(rest) else None
        if town is not None:
            return town, name, parts[end], rest
    return None


def begun_with_town_near(
    town: Town, rest: str, geography: Geography
) -> tuple[Town, str, tuple[str, str] | None] | None:
    """Return the town near another that what stands behind that in a name begins with, and how it is written.

    And the joint behind it with what is left, if anything is: a part with a head of its own, « Hôpital de Mercy ». None
    where no town begins it, or anything else follows.

    Parameters
    ----------
    town : Town
        The one before.
    rest : str
        What stands behind it.
    geography : Geography
        The places of the document.
    """
    parts = _JOINT.split(rest)
    for end in range(min(len(parts), 2 * _LONGEST - 1), 0, -2):
        name, behind = "".join(parts[:end]), "".join(parts[end + 1 :])
        near = geography.bodies.town_near(town, name) if not behind or _HEAD_BEHIND.match(behind) else None
        if near is not None:
            return near, name, (parts[end], behind) if behind else None
    return None


def _pieces(proper: str, geography: Geography) -> list[_Piece]:
    """Return the towns, areas and directions that make up a name; none where a word is neither."""
    parts = _JOINT.split(proper)
    pieces: list[_Piece] = []
    place = 0
    while place < len(parts):
        joint = parts[place - 1] if place else ""
        beside = pieces[-1].kind if pieces and "-" in joint else None
        found = next(_longest(parts, place, geography, beside if isinstance(beside, Town) else None), None)
        if found is None:
            return []
        end, kind = found
        pieces.append(_Piece("".join(parts[place:end]), joint, kind))
        place = end + 1
    return pieces


def _longest(parts: list[str], place: int, geography: Geography, beside: Town | None) -> Iterator[tuple[int, _Kind]]:
    """Yield where a place or direction that begins at a word ends, and what it is, the longest first.

    Behind a town and a hyphen another near that one is meant too, however small: « CH Moulins-Yzeure ».
    """
    for end in range(min(len(parts), place + 2 * _LONGEST - 1), place, -2):
        text = "".join(parts[place:end])
        kind = _kind_of(text, geography)
        if kind is None and beside is not None:
            kind = geography.bodies.town_near(beside, text)
        if kind is not None:
            yield end, kind


def _kind_of(text: str, geography: Geography) -> _Kind | None:
    if fold_name(text) in DIRECTIONS:
        return "direction"
    area = geography.areas.area_named(text)
    if area is not None:
        return area
    if geography.read.is_here(text):
        # « Moulins » was a land, too.
        return geography.bodies.town_meant(text)
    return (
        "land" if geography.areas.is_land(text) and _direction_in(text) is None else geography.bodies.town_meant(text)
    )


def _direction_in(text: str) -> str | None:
    return next((word for word in fold_name(text).split() if word in DIRECTIONS), None)


def _is_wide(piece: _Piece, geography: Geography) -> bool:
    """Tell whether a piece is an area that no body is called after: « océan Indien »."""
    return isinstance(piece.kind, Area) and not geography.areas.has_sides(piece.kind)


def _written(piece: _Piece, geography: Geography) -> str:
    if isinstance(piece.kind, Area):
        return like(piece.text, piece.kind.name)
    if isinstance(piece.kind, Town):
        name, source = geography.towns.name(piece.kind, piece.text)
        return like(source, name)
    return piece.text
