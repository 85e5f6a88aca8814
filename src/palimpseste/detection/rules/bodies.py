"""Rules for places of care and other named bodies, over words: a head word, what describes it, its name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.token_rule import Reader, TokenRule
from palimpseste.detection.tokens import Shape, Tokens, Trait
from palimpseste.document import Span
from palimpseste.labels import Label

__all__ = ["body_rules"]

_CAPITAL = (Shape.TITLE, Shape.UPPER, Shape.MIXED, Shape.ACRONYM)
_NOT_IN_A_NAME = Trait.TITLE | Trait.MEDICAL


@cache
def body_rules() -> tuple[TokenRule, ...]:
    """Return the rules, compiled for the bundled word lists."""
    a = alphabet()
    join = a.tight("-'")
    word = a.words(lambda traits, shape: True)
    linking = a.words(lambda traits, shape: bool(traits & Trait.LINKING))
    links = f"(?:{linking}{join}?){{0,3}}"
    dash = f"{a.mark('-')}"

    def described(trait: Trait) -> str:
        plain = a.words(lambda traits, shape: bool(traits & trait))
        return f"(?:{links}{plain}{join}?){{0,5}}"

    name = a.words(
        lambda traits, shape: shape in _CAPITAL and not traits & (_NOT_IN_A_NAME | Trait.LINK | Trait.BORN) and not (traits & Trait.ROLE and not traits & (Trait.FIRST | Trait.FAMILY))
    )
    small_name = a.words(
        lambda traits, shape: shape is Shape.LOWER
        and not traits & (_NOT_IN_A_NAME | Trait.FUNCTION | Trait.ROLE | Trait.UNIT | Trait.LINK | Trait.KIN)
        and (bool(traits & (Trait.CITY | Trait.LOCATION)) or not traits & Trait.COMMON)
    )
    initial = a.words(lambda traits, shape: shape is Shape.INITIAL)
    proper = f"{links}{name}(?:{join}{word}){{0,4}}(?:{links}(?:{name}|{initial})(?:{join}{word}){{0,4}}|{dash}{name}(?:{join}{word}){{0,4}}){{0,5}}"
    small_proper = f"{links}{small_name}(?:{join}{word}){{0,3}}(?:{links}{small_name}(?:{join}{word}){{0,3}}){{0,2}}"

    care = a.words(lambda traits, shape: bool(traits & Trait.CARE_HEAD) and not traits & Trait.WEAK_CARE_HEAD)
    body = a.words(lambda traits, shape: bool(traits & Trait.BODY_HEAD) and not traits & Trait.CARE_HEAD)
    chez = a.words(lambda traits, shape: bool(traits & Trait.EMPLOYS))
    brand = a.words(
        lambda traits, shape: shape in _CAPITAL
        and not traits & (_NOT_IN_A_NAME | Trait.FIRST | Trait.COMMON | Trait.FUNCTION | Trait.KIN | Trait.ROLE)
    )
    weak_care = a.words(lambda traits, shape: bool(traits & Trait.WEAK_CARE_HEAD))
    care_words = f"(?:{links}{a.words(lambda traits, shape: bool(traits & Trait.CARE_WORD))}{join}?){{1,5}}"
    return (
        TokenRule("body.care", f"(?P<found>{care}{join}?{described(Trait.CARE_WORD)}{proper})", _as("HOSPITAL")),
        TokenRule("body.care.weak", f"(?P<found>{weak_care}{join}?{care_words}{proper})", _as("HOSPITAL")),
        TokenRule("body.care.small", f"(?P<found>{care}{join}?{described(Trait.CARE_WORD)}{small_proper})", _as("HOSPITAL")),
        TokenRule("body.other", f"(?P<found>{body}{join}?{described(Trait.BODY_WORD)}{proper})", _as("ORGANIZATION")),
        TokenRule("body.chez", f"{chez}{a.mark(':')}?(?P<found>{brand}(?:{join}{word}){{0,3}}(?:{brand}){{0,2}})", _as("ORGANIZATION")),
    )


def _as(label: Label) -> Reader:
    """Return the reader that takes all the tokens as one span of that label."""

    def read(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
        yield Span(tokens.starts[first], tokens.end(last - 1), label, source)

    return read
