"""What stands for a named place that is no town: a stadium, a hamlet, an island, a part of a country."""

from __future__ import annotations

import re
from collections.abc import Callable

from palimpseste.folding import fold
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.named import (
    ARTICLED,
    drawn_proper_name,
    hamlets,
    linked,
    name_drawn,
    names_behind,
    sounding_like,
)
from palimpseste.surrogates.places.numbered import numbered_place
from palimpseste.writings import lists
from palimpseste.writings.bodies import NamedThing, head_words, is_island, split_name
from palimpseste.writings.case import in_case_of, like
from palimpseste.writings.lands import Land, lands

__all__ = ["hamlet_surrogate", "land_surrogate", "place_surrogate"]

_DIGITS = re.compile(r"\d+")
# A line of the express trains around Paris, of which there are five.
_LINE = re.compile(r"RER[ -]?[A-E]", re.IGNORECASE)
_LINES = "ABCDE"
# Days that places are named after, and how one ends a name: « La Courneuve - 8 mai 1945 ».
_DAYS = ("8 Mai 1945", "11 Novembre 1918", "18 Juin 1940", "19 Mars 1962", "14 Juillet", "4 Septembre")
_DAY = re.compile(
    r"(?<![\w-])(?:1er|[1-3]?\d)[ -]"
    r"(?:janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre)"
    r"(?P<year>[ -]\d{4})?\Z",
    re.IGNORECASE,
)
_WITHOUT_NAME = re.compile(r"(?:[^\W\d_]{0,2}[\W_]{0,2}\d{1,4}){1,3}[^\W\d_]{0,2}")


def place_surrogate(
    source: str,
    value: str,
    stream: BitStream,
    originals: frozenset[str],
    town_for: Callable[[str], str],
    before: str = "",
    *,
    more_heads: frozenset[str] = frozenset(),
) -> str:
    """Return the surrogate of a named place that is no town, area or country: « stade Bauer », « La Feuillade ».

    Parameters
    ----------
    source : str
        As it is written.
    value : str
        The same in plain writing.
    stream : BitStream
        Where it is drawn from.
    originals : frozenset of str
        Folded values that may not be drawn.
    town_for : callable
        Gives the name of the town that stands for what follows « de ».
    before : str
        The text that it stands behind, or its end.
    more_heads : frozenset of str
        Head words of names without a number.
    """
    words = [] if _DIGITS.search(value) else fold(value).replace("-", " ").split()[:2]  # « rond-point »
    heads = more_heads.intersection(words) if words and words[0] in more_heads else frozenset[str]()
    thing = split_name(value, head_words("place") | heads)
    if not thing.proper:
        thing = NamedThing("", "", value)
    day = _DAY.search(value) if not thing.head else None
    if day is not None:
        return _named_after_day(day, stream, originals)
    if _DIGITS.search(value) and (not thing.head or _WITHOUT_NAME.fullmatch(thing.proper)):
        kind = thing.head + thing.link
        return kind + numbered_place(
            thing.proper if kind else source,
            stream,
            lambda word: ARTICLED.sub("", name_drawn(hamlets(), stream, originals, word), count=1),
        )
    if is_island(thing):
        island = name_drawn(lists.entries("islands.txt"), stream, originals, thing.proper)
        return thing.head + linked("DE " if source.isupper() else "de ", like(thing.proper, island))
    if _LINE.fullmatch(thing.head + thing.proper):
        others = [letter for letter in _LINES if letter != thing.proper.upper()]
        return thing.head + in_case_of(thing.proper, stream.choice(others))
    of_land = head_words("named after persons").isdisjoint(fold(thing.head).replace("-", " ").split())
    if not thing.head:
        fallback = names_behind(hamlets(), before)
    elif of_land:
        fallback = sounding_like(lists.entries("hamlets_of_one_word.txt"), thing.proper)
    else:
        fallback = lists.entries("eponyms.txt")
    has_head = bool(thing.head)
    of_land = of_land and has_head
    drawn = drawn_proper_name(thing, stream, originals, fallback, town_for, of_land=of_land, is_place=has_head)
    written = thing.head + drawn
    if written != source:
        return written
    return like(source, name_drawn(names_behind(hamlets(), before), stream, originals, source))


def _named_after_day(day: re.Match[str], stream: BitStream, originals: frozenset[str]) -> str:
    """Return a place named after another day, what stands before it a hamlet, unless that is a word."""
    name = day.string[: day.start()].rstrip(" -–,")
    gap = day.string[len(name) : day.start()]
    if not name.islower() and name:
        name = like(name, name_drawn(hamlets(), stream, originals, name))
    own = re.split("[ -]", fold(day.group()))
    others = [each.split()[: len(own)] for each in _DAYS if fold(each).split()[:2] != own[:2]]
    written = " ".join(stream.choice([other for other in others if len(other) == len(own)]))
    written = written.lower() if day.group().islower() else written
    return name + gap + (written.replace(" ", "-") if "-" in day.group() else written)


def hamlet_surrogate(name: str, stream: BitStream, originals: frozenset[str]) -> str:
    """Return the name of a hamlet that stands for one, with a vowel for a vowel.

    Parameters
    ----------
    name : str
        The old one.
    stream : BitStream
        Where it is drawn from.
    originals : frozenset of str
        Folded values that may not be drawn.
    """
    return name_drawn(sounding_like(lists.entries("hamlets_of_one_word.txt"), name), stream, originals, name)


def land_surrogate(land: Land, stream: BitStream, originals: frozenset[str]) -> str:
    """Return the name of another part of the same country or of the world: Mohéli for Anjouan.

    Parameters
    ----------
    land : Land
        The old one.
    stream : BitStream
        Where it is drawn from.
    originals : frozenset of str
        Folded values that may not be drawn.
    """
    alike = [other.name for other in lands().values() if other.section == land.section]
    return name_drawn(alike, stream, originals, land.name)
