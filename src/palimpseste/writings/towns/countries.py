"""Countries abroad: which stand for which, and which words that stay in a text tell some."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from palimpseste.folding import fold
from palimpseste.writings import lists
from palimpseste.writings.passages import Passages

__all__ = [
    "LandWords",
    "area_of",
    "bordering",
    "land_words",
    "lands_told",
    "standing_for",
]

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
# « service militaire en Algérie », « ancien d'Indochine »: where that was, history tells. One word of each, folded.
_OF_SOLDIERS = frozenset(
    (
        *("guerre", "service", "appele", "mobilise", "maintenu", "incorpore", "engage", "combattu", "combattant"),
        *("combattants", "ancien", "anciens", "soldat", "parachutiste", "legionnaire", "opex", "evenements"),
    )
)
_AT_WAR = re.compile(
    r"\b(?:service (?:militaire |national )?en |service (?:militaire|national) au "
    r"|(?:guerre|appel[ée]|mobilis[ée]|maintenu|incorpor[ée]|engag[ée]|combattu|combattants?|anciens?|soldat|parachutiste"
    r"|l[ée]gionnaire|opex|[ée]v[èée]nements) (?:d['’]|(?:en|au|du) ))(?=[A-ZÉÎ]|\Z)"
)
# Fewer that may stand for a country are too few to hide which it was, and it stays.
_FEWEST_OTHERS = 2
# The countries across a river or a strait from a part of France overseas: one comes from there without a journey.
_BORDERING = {
    "971": ("DM", "LC"),
    "972": ("DM", "LC"),
    "973": ("SR", "BR", "GY"),
    "974": ("MU",),
    "976": ("KM",),
    "978": ("DM",),
}


class LandWords(NamedTuple):
    """Words that tell countries.

    Parameters
    ----------
    kind : str
        ``people`` and ``things`` of countries, which tell that each of them is meant, as ``war`` does where somebody
        was a soldier; a ``language`` that several have.
    lands : tuple of str
        ISO codes.
    words : frozenset of str
        The words, folded.
    names : frozenset of str
        Those of them that names of places hold too.
    """

    kind: str
    lands: tuple[str, ...]
    words: frozenset[str]
    names: frozenset[str]


@cache
def land_words() -> tuple[LandWords, ...]:
    """Return the words of the list."""
    rows = (line.split("\t") for line in lists.entries_abroad("lands_told.tsv"))
    return tuple(
        LandWords(
            kind,
            tuple(lands.split()),
            frozenset(word.rstrip("*") for word in words.split()),
            frozenset(word.rstrip("*") for word in words.split() if word.endswith("*")),
        )
        for kind, lands, words in rows
    )


@cache
def _numbers_of_words() -> Mapping[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for number, told in enumerate(land_words()):
        for word in told.words:
            found[word] = (*found.get(word, ()), number)
    return MappingProxyType(found)


def lands_told(passages: Passages) -> frozenset[int]:
    """Return which of :func:`land_words` a note says outside its spans, by their numbers.

    Parameters
    ----------
    passages : Passages
        Of the note.
    """
    said = set(_WORD.findall(fold(" ".join(passages.outside()))))
    known = _numbers_of_words()
    found = {number for word in said & known.keys() for number in known[word]}
    if not said.isdisjoint(_OF_SOLDIERS) and any(map(_AT_WAR.search, passages.outside())):
        found.update(number for number, told in enumerate(land_words()) if told.kind == "war")
    return frozenset(found)


@cache
def area_of(country: str) -> tuple[str, ...]:
    """Return the countries of the area of language and culture of one, itself among them; none of an unknown one.

    Examples
    --------
    >>> area_of("TN"), area_of("XX")
    (('DZ', 'TN', 'MA', 'LY', 'MR'), ())
    """
    areas = (tuple(line.split()) for line in lists.entries_abroad("areas.txt") if not line.startswith("["))
    return next((area for area in areas if country in area), ())


def bordering(departments: Iterable[str]) -> frozenset[str]:
    """Return the countries next to some parts of France overseas."""
    return frozenset(land for department in departments for land in _BORDERING.get(department, ()))


def standing_for(country: str, told: Iterable[int]) -> tuple[str, ...]:
    """Return the countries that may stand for one beside words that stay, by their numbers; itself alone if it stays.

    Those of its area, where a language is told of those in which it is spoken. Empty for a country of no area.

    Examples
    --------
    >>> kurdish = next(i for i, row in enumerate(land_words()) if "kurde" in row.words)
    >>> standing_for("IQ", [kurdish])
    ('TR', 'IR', 'SY')
    """
    rows = [land_words()[number] for number in sorted(told)]
    telling = [row for row in rows if country in row.lands]
    if any(row.kind != "language" for row in telling):
        return (country,)
    others = tuple(land for land in area_of(country) if land != country)
    if not telling:
        return others
    spoken = dict.fromkeys(land for row in telling for land in row.lands if land != country)
    near = tuple(land for land in others if land in spoken)
    return next((found for found in (near, tuple(spoken)) if len(found) >= _FEWEST_OTHERS), (country,))
