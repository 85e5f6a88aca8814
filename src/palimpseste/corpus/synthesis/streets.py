"""Street lines redrawn part by part: numbers, types and names new, building and floor of the same shape."""

from __future__ import annotations

import re

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.folding import fold
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.writings import lists as own
from palimpseste.writings.case import in_case_of, like, words_joined
from palimpseste.writings.number_words import read_number, write_number
from palimpseste.writings.streets import street_patterns

__all__ = ["street_line"]

_SEGMENT = re.compile(r"((?<!\s)\s*[,;\n]\s*|(?<!\s)\s+[-–—]\s+)")
_FIGURES = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")
_ORDINAL = re.compile(r"\b\d+(?:er|ère|ere|e|è|ème|eme)\b", re.IGNORECASE)
_LONGEST = 200
_SHORT_TYPES = {"av": "avenue", "ave": "avenue", "bd": "boulevard", "bld": "boulevard", "r": "rue", "pl": "place"}
_OTHER_TYPE = 0.35


def street_line(source: str, chance: Chance, lists: Lists) -> str:
    """Return another street line in the writing of the source.

    Parameters
    ----------
    source : str
        The old one.
    chance : Chance
        Of the copy.
    lists : Lists
        Where names of streets are drawn from.
    """
    parts = _SEGMENT.split(words_joined(source))
    return "".join(part if i % 2 else _part(part, chance, lists) for i, part in enumerate(parts))


def _part(text: str, chance: Chance, lists: Lists) -> str:
    if not text.strip():
        return text
    patterns = street_patterns()
    if len(text) > _LONGEST:
        return changed_shape(text, chance.stream())
    if patterns.complement.match(text) or all(map(patterns.kept.fullmatch, _WORD.findall(text))):
        return _complement(text, chance)
    street = patterns.street.fullmatch(text)
    if street is not None:
        kind, name = lists.street(chance)
        written = street.group("type")
        short = _SHORT_TYPES.get(fold(written).rstrip("."))
        if chance.odds(_OTHER_TYPE) and not written.endswith(".") and not short:
            written = like(written, kind) if not written.islower() else kind
            written = written[0].upper() + written[1:] if street.group("type")[0].isupper() else written
        return (
            _house_number(street.group("before"), chance)
            + written
            + street.group("gap")
            + like(street.group("name"), name)
            + _complement(street.group("after") or "", chance)
        )
    house = patterns.house.fullmatch(text)
    if house is not None:
        inner = house.group("name")
        if len(inner) <= 3 or not _WORD.search(inner):
            name = _complement(inner, chance)
        else:
            name = like(inner, chance.choice(own.entries("houses.txt")))
        return (
            _complement(house.group("before"), chance)
            + house.group("type")
            + house.group("gap")
            + name
            + _complement(house.group("after") or "", chance)
        )
    figures = _FIGURES.match(text)
    head = _number(figures.group(), chance) if figures else ""
    rest = text[figures.end() :] if figures else text
    space = rest[: len(rest) - len(rest.lstrip())]
    if not rest.strip():
        return head + rest
    drawn = chance.choice(own.entries("hamlets.txt")) if chance.odds(0.6) else _street_of(chance, lists)
    return head + space + like(rest.strip(), drawn) + rest[len(rest.rstrip()) :]


def _street_of(chance: Chance, lists: Lists) -> str:
    kind, name = lists.street(chance)
    return f"{kind} {name}"


def _house_number(text: str, chance: Chance) -> str:
    found = _FIGURES.match(text)
    if found is None:
        return _complement(text, chance)
    return _number(found.group(), chance) + _complement(text[found.end() :], chance)


def _complement(text: str, chance: Chance) -> str:
    """Return figures and single letters drawn, words of buildings and floors kept, other words replaced by a house."""
    if not text.strip():
        return text
    if read_number(tuple(re.split(r"[\s-]+", fold(text).strip()))) is not None:
        return in_case_of(text, write_number(chance.between(2, 130), hyphen=" ")) + text[len(text.rstrip()) :]
    kept = street_patterns().kept

    def word(match: re.Match[str]) -> str:
        found = match.group()
        if len(found) > 1 and read_number((fold(found),)) is not None:
            return in_case_of(found, write_number(chance.between(2, 20), hyphen=" "))
        if kept.fullmatch(found) and (len(found) > 1 or found.islower()):
            return found
        if len(found) <= 2:
            drawn = chance.choice("ABCDEFGH")
            return (drawn if found.isupper() else drawn.lower()) + found[1:]
        return like(found, re.split(r"[ ']", chance.choice(own.entries("houses.txt")))[-1])

    pieces = []
    end = 0
    for ordinal in _ORDINAL.finditer(text):
        pieces += [_WORD.sub(word, _numbers(text[end : ordinal.start()], chance)), _ordinal(ordinal.group(), chance)]
        end = ordinal.end()
    return "".join(pieces) + _WORD.sub(word, _numbers(text[end:], chance))


def _ordinal(text: str, chance: Chance) -> str:
    ending = text.lstrip("0123456789")
    number = chance.between(1, 12)
    first = ending.lower() in ("er", "ère", "ere")
    if number == 1:
        return "1" + (ending if first else in_case_of(ending, "er"))
    return f"{number}" + (in_case_of(ending, "e") if first else ending)


def _numbers(text: str, chance: Chance) -> str:
    return _FIGURES.sub(lambda match: changed_shape(match.group(), chance.stream()), text)


def _number(figures: str, chance: Chance) -> str:
    if len(figures) > 3 or figures.startswith("0"):
        return changed_shape(figures, chance.stream())
    drawn = chance.below(10)
    if drawn < 6:
        return str(chance.between(1, 40))
    return str(chance.between(1, 300) if drawn < 9 else chance.between(1, 3000))
