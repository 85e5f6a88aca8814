"""Places of care and other named bodies: the head word stays, the name changes, a town inside follows the towns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from palimpseste.folding import fold, fold_name
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.named import NamedThing, drawn_proper_name, head_words, linked, split_name
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.identifiers import shape_surrogate
from palimpseste.writings import lists
from palimpseste.writings.case import broken_like, in_case_of, like
from palimpseste.writings.towns import Town

__all__ = ["hospital_surrogate", "organization_surrogate"]

_SEPARATOR = re.compile(
    r"((?<!\s)\s+[-–—]\s+|(?<!\s)\s*[,/]\s*|(?<!\s)\s+(?:site|antenne|unité)\s+(?=[^\W\d_]))", re.IGNORECASE
)
_CITY_CENTRE = re.compile(r"(?:ap-?h[pm]|hcl|chu|chru|chr|cht|ch|chi|gh)\b", re.IGNORECASE)
_PUBLIC_ASSISTANCE = re.compile(r"\A(?:ap-?h[pm]|hcl)", re.IGNORECASE)
_NAMING_POPULATION = 10_000
_KINDS = ("school", "shop", "insurer", "public", "association", "company")


def hospital_surrogate(index: int, setting: Setting, geography: Geography) -> str:
    """Return the surrogate of a named place of care: « CHU de Dijon » becomes the CHU of what stands for Dijon."""
    return _body_surrogate(index, setting, geography, head_words("care"), lists.entries("eponyms.txt"))


def organization_surrogate(index: int, setting: Setting, geography: Geography) -> str:
    """Return the surrogate of another named body, of the same kind as far as its head word tells."""
    value = setting.values[index]
    kind = _kind_of(value)
    heads = _all_heads()
    if kind == "shop" and not split_name(value, heads).head:
        kind = "company"
    return _body_surrogate(index, setting, geography, heads, _names_of(kind))


@cache
def _all_heads() -> frozenset[str]:
    return frozenset().union(*map(head_words, _KINDS))


def _kind_of(value: str) -> str:
    words = re.split(r"[^\w]+", fold(value))
    for word in words[:3]:
        for kind in _KINDS:
            if word in head_words(kind):
                return kind
    return "company"


def _names_of(kind: str) -> Sequence[str]:
    if kind in ("school", "public"):
        return lists.entries("eponyms.txt")
    return lists.sections("bodies.txt").get(kind, lists.sections("bodies.txt")["company"])


def _body_surrogate(
    index: int, setting: Setting, geography: Geography, heads: frozenset[str], names: Sequence[str]
) -> str:
    source, value = setting.source(index), setting.values[index].replace("_", " ")
    label = setting.spans[index].label
    parts = _SEPARATOR.split(value)
    # A body named after a town that is released stays if the town does, and is drawn with the noise of the town:
    # anything else would tell of the town what its own draw does not.
    released = geography.released and any(_town_in(_thing_of(part, heads), geography) for part in parts[::2])
    draws = setting.noise if released else setting.draws
    stream = draws.stream(label, fold_name(value), "body")
    written = "".join(
        part if position % 2 else _part_surrogate(part, stream, setting, geography, heads, names)
        for position, part in enumerate(parts)
    )
    if fold_name(written) == fold_name(value) and not released:
        written = _renamed(written, stream, names)
    return broken_like(source, written) if "\n" in source else written


def _thing_of(text: str, heads: frozenset[str]) -> NamedThing:
    # These acronyms name one town each.
    return split_name(_PUBLIC_ASSISTANCE.sub(lambda match: in_case_of(match.group(), "CHU"), text, count=1), heads)


def _part_surrogate(
    text: str, stream: BitStream, setting: Setting, geography: Geography, heads: frozenset[str], names: Sequence[str]
) -> str:
    """Return the surrogate of one part of a body's name, without its own parts."""
    thing = _thing_of(text, heads)
    if not thing.proper:
        return thing.head + thing.link
    town = _town_in(thing, geography)
    if town is not None:
        return thing.head + _town_written(thing, *geography.name_drawn(town, thing.proper.strip()))
    if any(c.isdigit() for c in thing.proper) and not any(
        len(word) > 2 for word in re.findall(r"[^\W\d_]+", thing.proper)
    ):
        return thing.head + thing.link + shape_surrogate(thing.proper, stream)
    return thing.head + drawn_proper_name(thing, stream, setting.originals, names, geography.unknown_town)


def _town_in(thing: NamedThing, geography: Geography) -> Town | None:
    """Return the town that the proper part is, by its link, its head or the note; None where it is none."""
    proper = thing.proper.strip()
    contracted = fold(thing.link).strip() in ("du", "des")
    named = _article(thing) + proper
    if not (thing.link or _CITY_CENTRE.match(thing.head) or geography.is_town_here(proper)):
        return None
    town = geography.town_named(named)
    if town is None or town.commune is None:
        return None
    small = town.commune.population < _NAMING_POPULATION and not geography.is_town_here(named)
    if contracted and (small or fold_name(town.commune.name) != fold_name(named)):
        # « clinique du Parc » is named after a park, not after the village of Le Parc.
        return None
    return town


def _town_written(thing: NamedThing, drawn: str, proper: str) -> str:
    """Return link and surrogate town, written like the proper part."""
    article = _article(thing)
    if article and fold(drawn).startswith(fold(article)):
        return thing.link + like(proper, drawn[len(article) :])
    written = like(proper, drawn)
    return linked(thing.link, written) if thing.link else written


def _article(thing: NamedThing) -> str:
    """Return the article that a link holds: « centre hospitalier du Mans » is that of Le Mans."""
    return {"du": "Le ", "des": "Les "}.get(fold(thing.link).strip(), "")


def _renamed(text: str, stream: BitStream, names: Sequence[str]) -> str:
    """Return a body that is but head words with a drawn name after them: « Hôpital européen » would stay as it is."""
    head = text.split()[0] if len(text.split()) > 1 else ""
    name = like(text, stream.choice(names))
    return f"{head} {name}".strip()
