"""Rules for towns and other places without a zip code, over words.

A name of the place table that is nothing else is taken wherever it has a capital; one that is also a word, a given name
or a family name needs a preposition or a verb that places follow; and after such a verb an unknown capitalised name is a
town too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from palimpseste.detection.lexicon import alphabet, place_names
from palimpseste.detection.rules.token_rule import Reader, TokenRule
from palimpseste.detection.tokens import Shape, Tokens, Trait
from palimpseste.document import Span
from palimpseste.labels import Label

__all__ = ["place_rules"]

_CAPITAL = (Shape.TITLE, Shape.UPPER, Shape.MIXED)
_NO_PLACE = Trait.MEDICAL | Trait.TITLE | Trait.FUNCTION | Trait.UNIT | Trait.ROLE | Trait.KIN | Trait.MONTH
_HEADS = Trait.CARE_HEAD | Trait.BODY_HEAD | Trait.STREET | Trait.LINK | Trait.EPONYM_HEAD


@cache
def place_rules() -> tuple[TokenRule, ...]:
    """Return the rules, compiled for the bundled word lists and place table."""
    a = alphabet()

    def with_trait(trait: Trait, *shapes: Shape, without: Trait = Trait(0)) -> str:
        return a.words(lambda traits, shape: bool(traits & trait) and not traits & without and (not shapes or shape in shapes))

    word = a.words(lambda traits, shape: True)
    join, hyphen, apostrophe = a.tight("-'"), a.tight("-"), a.tight("'")
    fixed = Trait.MEDICAL | Trait.TITLE
    town = with_trait(Trait.CITY, Shape.TITLE, Shape.MIXED, without=fixed)
    upper_town = with_trait(Trait.CITY, Shape.UPPER, without=fixed)
    any_town = a.words(
        lambda traits, shape: bool(traits & (Trait.CITY | Trait.CITY_WORD))
        and not traits & (fixed | Trait.FUNCTION)
        and not (traits & Trait.COMMON and shape is not Shape.TITLE)
        and (shape in _CAPITAL or not traits & (Trait.COMMON | Trait.FIRST))
    )
    location = with_trait(Trait.LOCATION, *_CAPITAL, without=fixed | Trait.COMMON)
    any_location = a.words(
        lambda traits, shape: bool(traits & Trait.LOCATION) and not traits & fixed and (shape in _CAPITAL or not traits & Trait.COMMON)
    )
    proper = a.words(
        lambda traits, shape: shape in _CAPITAL
        and not traits & (_NO_PLACE | _HEADS | Trait.LIVES)
        and not (traits & Trait.COMMON and not traits & (Trait.CITY | Trait.CITY_WORD | Trait.LOCATION))
    )
    capital = a.words(lambda traits, shape: shape in _CAPITAL)
    # Inside a sentence, behind a comma or a bracket, a capital tells the town from the ordinary word.
    word_town = a.words(
        lambda traits, shape: shape is Shape.TITLE
        and bool(traits & Trait.CITY_WORD)
        and not traits & (fixed | _NO_PLACE | _HEADS | Trait.EPONYM | Trait.FIRST | Trait.FAMILY | Trait.CARE_WORD)
    )
    bracketed = a.words(
        lambda traits, shape: shape in (Shape.TITLE, Shape.UPPER)
        and bool(traits & Trait.CITY_WORD)
        and not traits & (fixed | Trait.FUNCTION | Trait.EPONYM | Trait.FIRST)
        and (shape is Shape.TITLE or not traits & Trait.COMMON)
    )
    lower = a.words(lambda traits, shape: shape is Shape.LOWER and not traits & (Trait.EPONYM_HEAD | Trait.STREET | Trait.TITLE))
    unknown = a.words(
        lambda traits, shape: shape is Shape.TITLE
        and not traits & (_NO_PLACE | _HEADS | Trait.LIVES | Trait.COMMON | Trait.FIRST | Trait.FAMILY | Trait.EPONYM | Trait.WEAK_CARE_HEAD | Trait.PLACE_HEAD)
    )
    start = with_trait(Trait.PLACE_START, without=Trait.TITLE)
    strong, weak = with_trait(Trait.STRONG_PREPOSITION), with_trait(Trait.PLACE_PREPOSITION)
    linking, lives = with_trait(Trait.LINKING), with_trait(Trait.LIVES | Trait.REGION_WORD)
    of = with_trait(Trait.OF)
    small_linking = with_trait(Trait.LINKING, Shape.LOWER, Shape.UPPER, Shape.ACRONYM)
    rest = f"(?:{join}?{word}){{0,8}}"
    compound = f"(?:{linking}{join}?){{0,2}}{proper}(?:{join}{word}){{0,5}}"
    small_article = with_trait(Trait.ARTICLE, Shape.TITLE)
    cedex = f"(?:{with_trait(Trait.CEDEX)}{a.NUMBER}?)"
    ordinal = f"(?:{with_trait(Trait.ORDINAL)}{a.mark('.')}?)"
    numbered = f"{with_trait(Trait.NUMBERED_TOWN)}(?:{cedex}|{hyphen}?{a.NUMBER}{ordinal}?)"
    eponym = with_trait(Trait.EPONYM_HEAD)
    free = f"(?<!{eponym})(?<!{eponym}{linking})(?<!{eponym}{linking}{apostrophe})"
    alone = f"(?!{join})(?!{a.NUMBER})"
    edge = f"[{a.BREAK}{a.BLANK}{a.GAP}]"

    return (
        TokenRule("place.several", f"{free}(?=(?P<found>{start}{rest}))", _read_listed),
        TokenRule("place.compound", f"{free}(?P<found>{capital}(?:{hyphen}{capital}){{0,2}}{hyphen}{small_linking}{join}(?:{small_linking}{join})?{capital}(?:{hyphen}{capital})?)", _read_compound),
        TokenRule("place.head", f"(?P<found>{with_trait(Trait.PLACE_HEAD)}(?:{of}{join}?){{0,2}}{proper}(?:{join}{word}){{0,4}})", _as("LOCATION")),
        TokenRule("place.town", f"{free}(?P<found>{numbered}|{town}{cedex}?){alone}", _as("CITY")),
        TokenRule("place.town.upper", f"(?:{edge}|{a.NUMBER}|{a.mark(',-')}|^)(?P<found>{numbered}|{upper_town}{cedex}?){alone}", _as("CITY")),
        TokenRule("place.town.after", f"(?:{strong}|{lives}{weak}){apostrophe}?(?P<found>{numbered}|{any_town}{cedex}?)(?!{join})", _as("CITY")),
        TokenRule("place.bracketed", f"{a.tight('(')}(?P<found>{bracketed})(?={a.mark('),')})", _as("CITY")),
        TokenRule("place.inside", f"{free}(?<=[{lower[1:-1]}{a.mark(',')[1:-1]}])(?P<found>{word_town}){alone}", _as("CITY")),
        TokenRule("place.dateline", f"(?:^|(?<={edge}))(?P<found>{any_town})(?={a.mark(',')}{with_trait(Trait.ARTICLE)}?{a.NUMBER})", _as("CITY")),
        TokenRule("place.at", f"{strong}{apostrophe}?(?P<found>(?:{small_article}{join}?)?{unknown}(?:{hyphen}{word}){{0,4}})", _as("CITY")),
        TokenRule("place.location", f"{free}(?P<found>{location})(?!{join})", _as("LOCATION")),
        TokenRule("place.location.after", f"(?:{strong}|{weak}){apostrophe}?(?P<found>{any_location})(?!{join})", _as("LOCATION")),
        TokenRule("place.lives", f"{lives}(?:{word})?{weak}{apostrophe}?(?P<found>{compound})", _as("CITY")),
    )


def _as(label: Label) -> Reader:
    """Return the reader that takes all the tokens as one span of that label."""

    def read(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
        yield Span(tokens.starts[first], tokens.end(last - 1), label, source)

    return read


def _read_compound(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield a compound such as ``Villeneuve-sur-Lot``; a given name of such a form is none (``Marie-de-Jésus``)."""
    traits, _ = alphabet().describe(tokens.symbols[first])
    if not traits & (Trait.FIRST | Trait.TITLE) or traits & (Trait.CITY | Trait.CITY_WORD | Trait.PLACE_START):
        yield Span(tokens.starts[first], tokens.end(last - 1), "CITY", source)


def _read_listed(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield the longest place name of several words that begins at the first token."""
    names = place_names()
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
