"""Rules for towns and other places without a zip code, over words.

A name of the place table that is nothing else is taken wherever it has a capital. One that is also a word, a given name
or a family name needs a preposition or a verb that places follow; and after such a verb an unknown name with a capital
is a town too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from palimpseste.detection.lexicon import alphabet, place_names
from palimpseste.detection.listed_names import listed_names_at
from palimpseste.detection.rules.token_rule import TokenRule, as_one
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

    word = a.words(lambda traits, shape: True)
    join, hyphen, apostrophe = a.tight("-'"), a.tight("-"), a.tight("'")
    fixed = Trait.MEDICAL | Trait.TITLE
    town = a.having(Trait.CITY, Shape.TITLE, Shape.MIXED, without=fixed)
    upper_town = a.having(Trait.CITY, Shape.UPPER, without=fixed)
    any_town = a.words(
        lambda traits, shape: (
            bool(traits & (Trait.CITY | Trait.CITY_WORD))
            and not traits & (fixed | Trait.FUNCTION)
            and not (traits & Trait.COMMON and shape is not Shape.TITLE)
            and (shape in _CAPITAL or not traits & (Trait.COMMON | Trait.FIRST))
        )
    )
    location = a.having(Trait.LOCATION, *_CAPITAL, without=fixed | Trait.COMMON)
    any_location = a.words(
        lambda traits, shape: (
            bool(traits & Trait.LOCATION) and not traits & fixed and (shape in _CAPITAL or not traits & Trait.COMMON)
        )
    )
    proper = a.words(
        lambda traits, shape: (
            shape in _CAPITAL
            and not traits & (_NO_PLACE | _HEADS | Trait.LIVES)
            and not (traits & Trait.COMMON and not traits & (Trait.CITY | Trait.CITY_WORD | Trait.LOCATION))
        )
    )
    capital = a.words(lambda traits, shape: shape in _CAPITAL)
    # Inside a sentence, behind a comma or a bracket, a capital tells the town from the ordinary word.
    word_town = a.words(
        lambda traits, shape: (
            shape is Shape.TITLE
            and bool(traits & Trait.CITY_WORD)
            and not traits & (fixed | _NO_PLACE | _HEADS | Trait.EPONYM | Trait.FIRST | Trait.FAMILY | Trait.CARE_WORD)
        )
    )
    bracketed = a.words(
        lambda traits, shape: (
            shape in (Shape.TITLE, Shape.UPPER)
            and bool(traits & Trait.CITY_WORD)
            and not traits & (fixed | Trait.FUNCTION | Trait.EPONYM | Trait.FIRST)
            and (shape is Shape.TITLE or not traits & Trait.COMMON)
        )
    )
    lower = a.words(
        lambda traits, shape: shape is Shape.LOWER and not traits & (Trait.EPONYM_HEAD | Trait.STREET | Trait.TITLE)
    )
    unknown = a.words(
        lambda traits, shape: (
            shape is Shape.TITLE
            and not traits
            & (
                _NO_PLACE
                | _HEADS
                | Trait.LIVES
                | Trait.COMMON
                | Trait.FIRST
                | Trait.FAMILY
                | Trait.EPONYM
                | Trait.WEAK_CARE_HEAD
                | Trait.PLACE_HEAD
            )
        )
    )
    start = a.words(
        lambda traits, shape: (
            bool(traits & Trait.PLACE_START)
            and not traits & Trait.TITLE
            and not (shape is Shape.LOWER and traits & Trait.FUNCTION)
        )
    )
    strong, weak = a.having(Trait.STRONG_PREPOSITION), a.having(Trait.PLACE_PREPOSITION)
    linking, lives = a.having(Trait.LINKING), a.having(Trait.LIVES | Trait.REGION_WORD)
    of = a.having(Trait.OF)
    small_linking = a.having(Trait.LINKING, Shape.LOWER, Shape.UPPER, Shape.ACRONYM)
    compound = f"(?:{linking}{join}?){{0,2}}{proper}(?:{join}{word}){{0,5}}"
    small_article = a.having(Trait.ARTICLE, Shape.TITLE)
    eponym = a.having(Trait.EPONYM_HEAD)
    eponymous = f"{eponym}(?:{linking}{apostrophe}?)?"
    alone = f"(?!{join})(?!{a.NUMBER})"
    edge = f"[{a.BREAK}{a.BLANK}{a.GAP}]"
    line_start = f"^|{edge}"
    # "CEDEX 09" belongs to any town, a number of its own to the towns that have arrondissements.
    suffix = (
        f"(?:{a.having(Trait.CEDEX)}{a.NUMBER}?"
        f"|(?<={a.having(Trait.NUMBERED_TOWN)}){hyphen}?{a.NUMBER}(?:{a.having(Trait.ORDINAL)}{a.mark('.')}?)?)?"
    )

    return (
        TokenRule("place.several", f"(?P<found>{start})", _read_listed, not_after=eponymous),
        TokenRule(
            "place.compound",
            f"(?P<found>{capital}(?:{hyphen}{capital}){{0,2}}{hyphen}{small_linking}{join}(?:{small_linking}{join})?{capital}(?:{hyphen}{capital})?)",
            _read_compound,
            not_after=eponymous,
        ),
        TokenRule(
            "place.head",
            f"(?P<found>{a.having(Trait.PLACE_HEAD)}(?:{of}{join}?){{0,2}}{proper}(?:{join}{word}){{0,4}})",
            as_one("LOCATION"),
        ),
        TokenRule("place.town", f"(?P<found>{town}{suffix}){alone}", as_one("CITY"), not_after=eponymous),
        TokenRule(
            "place.town.upper",
            f"(?P<found>{upper_town}{suffix}){alone}",
            as_one("CITY"),
            after=f"{line_start}|{a.NUMBER}|{a.mark(',-')}",
        ),
        TokenRule(
            "place.town.after",
            f"(?:{strong}|{lives}{weak}){apostrophe}?(?P<found>{any_town}{suffix})(?!{join})",
            as_one("CITY"),
        ),
        TokenRule("place.bracketed", f"{a.tight('(')}(?P<found>{bracketed})(?={a.mark('),')})", as_one("CITY")),
        TokenRule(
            "place.inside",
            f"(?P<found>{word_town}){alone}",
            as_one("CITY"),
            after=a.union(lower, a.mark(",")),
            not_after=eponymous,
        ),
        TokenRule(
            "place.dateline",
            f"(?P<found>{any_town})(?={a.mark(',')}{a.having(Trait.ARTICLE)}?{a.NUMBER})",
            as_one("CITY"),
            after=line_start,
        ),
        TokenRule("place.location", f"(?P<found>{location})(?!{join})", as_one("LOCATION"), not_after=eponymous),
        TokenRule(
            "place.location.after",
            f"(?:{strong}|{weak}){apostrophe}?(?P<found>{any_location})(?!{join})",
            as_one("LOCATION"),
        ),
        TokenRule(
            "place.at",
            f"{strong}{apostrophe}?(?P<found>(?:{small_article}{join}?)?{unknown}(?:{hyphen}{word}){{0,4}})",
            as_one("CITY"),
        ),
        TokenRule("place.lives", f"{lives}(?:{word})?{weak}{apostrophe}?(?P<found>{compound})", as_one("CITY")),
    )


def _read_compound(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield a compound such as ``Villeneuve-sur-Lot``; a given name of such a form is none (``Marie-de-Jésus``)."""
    traits, _ = alphabet().describe(tokens.symbols[first])
    if not traits & (Trait.FIRST | Trait.TITLE) or traits & (Trait.CITY | Trait.CITY_WORD | Trait.PLACE_START):
        yield Span(tokens.starts[first], tokens.end(last - 1), "CITY", source)


def _read_listed(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield the longest place name of several words that begins at the first token and is written as a name."""
    names: Mapping[str, Label | None] = place_names().get(tokens.words[first], {})
    found: Sequence[tuple[int, Label]] = listed_names_at(tokens, first, names)
    if not found:
        return
    end, label = found[-1]
    span = Span(tokens.starts[first], tokens.end(end - 1), label, source)
    written = tokens.view.text[span.start : span.end]
    if (written[0].isupper() and not (written[1:].islower() and " " in written)) or "-" in written:
        yield span
