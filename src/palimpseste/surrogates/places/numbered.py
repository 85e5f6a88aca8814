"""Places that a number tells: the road « D914 », « rocade sortie 14 », « fosse 4 »."""

from __future__ import annotations

import re
from collections.abc import Callable

from palimpseste.folding import fold
from palimpseste.surrogates.draws import BitStream, NothingLeftError, first_fitting
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.writings.case import like

__all__ = ["numbered_place"]

# Classes of roads, of trams in an island, of paths, and what counts kilometres along them: none tells which it is.
_ROAD = re.compile(
    r"(?P<class>r[ncdmt]|vc|gr|p[kr]|[adnmet])(?P<gap>[ ./-]{0,2})(?P<number>[1-9]\d{0,3})(?!\d)", re.IGNORECASE
)
_WORD_OR_FIGURES = re.compile(r"[^\W\d_]+|\d+")
_KIND = re.compile(
    r"autoroute|bis|carriere|carreau|cimetiere|cite|departementale|direction|dit|entree|fosse|hotel|kms?|ligne|metro"
    r"|nationale|periph(?:erique)?|puits|rer|rocade|route|sens|sorties?|tram(?:way)?|vers|voie"
    r"|d|de|des|du|e|er|eme|en|et|l|la|le|les"
)
# Of so many figures numbers of roads go up to that: there is no « A97 ».
_HIGHEST = {1: 9, 2: 89, 3: 899, 4: 2_999}
# Numbers of two figures that no motorway bears.
_NO_MOTORWAYS = frozenset(
    {12, 15, 17, 18, 22, 23, 24, 27, 30, 32, 37, 44, 45, 46, 47, 53, 56, 58, 59, 60, 67, 69, 70, 73, 74, 76, 78, 80}
)
_SHORTEST_NAME = 4
_MOST_DRAWS = 40


def numbered_place(source: str, stream: BitStream, name_for: Callable[[str], str]) -> str:
    """Return the surrogate of a place with figures in it: another number, the words that say what it is kept.

    A road keeps its class and gets a number of as many figures that such roads bear.

    Parameters
    ----------
    source : str
        The place as it is written.
    stream : BitStream
        Where the numbers are drawn from.
    name_for : callable
        Gives the name that stands for a word which is none of a kind.
    """
    written: list[str] = []
    end = 0
    while end < len(source):
        road = _ROAD.match(source, end)
        found = _WORD_OR_FIGURES.match(source, end)
        if road is not None:
            written += (road["class"], road["gap"], _road_number(road["class"], road["number"], stream))
            end = road.end()
        elif found is not None:
            written.append(_part(found.group(), stream, name_for))
            end = found.end()
        else:
            written.append(source[end])
            end += 1
    surrogate = "".join(written)
    return surrogate if surrogate != source else changed_shape(source, stream)


def _road_number(kind: str, number: str, stream: BitStream) -> str:
    lowest = 10 ** (len(number) - 1)
    refused = {int(number), *(_NO_MOTORWAYS if fold(kind) == "a" else ())}
    try:
        other = first_fitting(
            lambda: stream.between(lowest, _HIGHEST[len(number)]), lambda drawn: drawn not in refused, _MOST_DRAWS
        )
    except NothingLeftError:
        return changed_shape(number, stream)
    return str(other)


def _part(text: str, stream: BitStream, name_for: Callable[[str], str]) -> str:
    """Return figures for figures, a word of kinds as it is, and a name for another one."""
    if _KIND.fullmatch(fold(text)):
        return text
    if text.isalpha() and len(text) >= _SHORTEST_NAME:
        return like(text, name_for(text))
    return changed_shape(text, stream)
