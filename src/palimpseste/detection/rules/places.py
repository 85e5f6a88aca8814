"""Rules for towns and other places without a zip code, over words.

A name of the place table that is nothing else is taken wherever it has a capital; one that is also a word, a given name
or a family name needs a preposition or a verb that places follow; and after such a verb an unknown capitalised name is a
town too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.token_rule import Reader, TokenRule
from palimpseste.detection.tokens import Shape, Tokens, Trait
from palimpseste.document import Span
from palimpseste.labels import Label
from palimpseste.places import PlaceTable

__all__ = ["place_rules"]

_CAPITAL = (Shape.TITLE, Shape.UPPER, Shape.MIXED)
_NO_PLACE = Trait.MEDICAL | Trait.TITLE | Trait.FUNCTION | Trait.UNIT | Trait.ROLE | Trait.KIN | Trait.MONTH
_HEADS = Trait.CARE_HEAD | Trait.BODY_HEAD | Trait.STREET | Trait.LINK | Trait.EPONYM_HEAD


@cache
def place_rules() -> tuple[TokenRule, ...]:
    """Return the rules, compiled for the bundled word lists and place table."""
    a = alphabet()

    def listed(trait: Trait, *shapes: Shape) -> str:
        return a.words(lambda traits, shape: bool(traits & trait) and shape in shapes and not traits & (Trait.MEDICAL | Trait.TITLE))

    word = a.words(lambda traits, shape: True)
    join = a.tight("-'")
    capital_town = listed(Trait.CITY, *_CAPITAL)
    any_town = a.words(
        lambda traits, shape: bool(traits & (Trait.CITY | Trait.CITY_WORD))
        and not traits & (Trait.MEDICAL | Trait.TITLE | Trait.FUNCTION)
        and (shape in _CAPITAL or not traits & (Trait.COMMON | Trait.FIRST))
    )
    location = listed(Trait.LOCATION, *_CAPITAL)
    small_location = a.words(
        lambda traits, shape: shape is Shape.LOWER and bool(traits & Trait.LOCATION) and not traits & Trait.COMMON
    )
    unknown = a.words(
        lambda traits, shape: shape in _CAPITAL
        and not traits & (_NO_PLACE | _HEADS | Trait.LIVES)
        and not (traits & Trait.COMMON and not traits & (Trait.CITY | Trait.CITY_WORD))
    )
    start = a.words(lambda traits, shape: bool(traits & Trait.PLACE_START) and not traits & Trait.TITLE)
    preposition = a.words(lambda traits, shape: bool(traits & Trait.PLACE_PREPOSITION))
    lives = a.words(lambda traits, shape: bool(traits & Trait.LIVES))
    article = a.words(lambda traits, shape: bool(traits & Trait.LINKING))
    to = f"{preposition}{a.tight(chr(39))}?"
    rest = f"(?:[-']?{word}){{0,8}}".replace("[-']", join)
    compound = f"(?:{article}{join}?){{0,2}}{unknown}(?:{join}{word}){{0,5}}"

    return (
        TokenRule("place.several", f"(?P<found>{start}{rest})", _read_listed),
        TokenRule("place.town", f"(?P<found>{capital_town}(?!{join}))", _as("CITY")),
        TokenRule("place.town.after", f"{to}(?P<found>{any_town}(?!{join}))", _as("CITY")),
        TokenRule("place.location", f"(?P<found>{location}(?!{join}))", _as("LOCATION")),
        TokenRule("place.location.after", f"{to}(?P<found>{small_location})", _as("LOCATION")),
        TokenRule("place.lives", f"{lives}(?:{word}){{0,1}}{to}(?P<found>{compound})", _as("CITY")),
    )


def _as(label: Label) -> Reader:
    """Return the reader that takes all the tokens as one span of that label."""

    def read(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
        yield Span(tokens.starts[first], tokens.end(last - 1), label, source)

    return read


def _read_listed(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield the longest place name of several words that begins at the first token."""
    names = _names_by_first_word()
    words: list[str] = []
    best: tuple[int, Label] | None = None
    for index in range(first, last):
        word = tokens.words[index]
        if word in "-'":
            continue
        words.append(word)
        label = names[words[0]].get(" ".join(words))
        if label is not None:
            best = (index + 1, label)
    if best is None:
        return
    end, label = best
    start, stop = tokens.starts[first], tokens.end(end - 1)
    written = tokens.view.text[start:stop]
    if written[0].isupper() and not (written[1:].islower() and " " in written) or "-" in written:
        yield Span(start, stop, label, source)


@cache
def _names_by_first_word() -> Mapping[str, Mapping[str, Label]]:
    names: dict[str, dict[str, Label]] = {}
    for name, entry in PlaceTable.bundled().gazetteer().items():
        first_word, _, rest = name.partition(" ")
        if rest:
            names.setdefault(first_word, {})[name] = entry.label
    return names
