"""Rules for places of care and other named bodies, over words: a head word, what describes it, its name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.listed_names import care_name_at
from palimpseste.detection.rules.token_rule import TokenRule, as_one
from palimpseste.detection.tokens import Shape, Tokens, Trait
from palimpseste.document import Span

__all__ = ["body_rules"]

_CAPITAL = (Shape.TITLE, Shape.UPPER, Shape.MIXED, Shape.ACRONYM)


@cache
def body_rules() -> tuple[TokenRule, ...]:
    """Return the rules, compiled for the bundled word lists."""
    a = alphabet()
    join = a.tight("-'")
    word = a.words(lambda traits, shape: True)
    of = a.words(lambda traits, shape: bool(traits & Trait.OF))
    links = f"(?:{of}{join}?){{0,3}}"
    tail = f"(?:{join}{a.BREAK}?{word}){{0,4}}"

    conjunction = a.having(Trait.AND)

    def described(trait: int, least: int = 0) -> str:
        return f"(?:(?:{links}|{conjunction}){a.having(trait)}{join}?){{{least},5}}"

    name = a.words(lambda traits, shape: shape in _CAPITAL and _may_name_a_body(traits))
    small_name = a.words(
        lambda traits, shape: (
            shape is Shape.LOWER
            and _may_name_a_body(traits)
            and not traits & (Trait.FUNCTION | Trait.ROLE | Trait.UNIT | Trait.KIN | Trait.BODY_WORD)
            and (bool(traits & (Trait.CITY | Trait.LOCATION)) or not traits & Trait.COMMON)
        )
    )
    initial = a.words(lambda traits, shape: shape is Shape.INITIAL)
    care = a.having(Trait.CARE_HEAD, without=Trait.WEAK_CARE_HEAD)
    # "Clinique du Lac et d'Argonay"; "Polyclinique", "de Riaumont" on the next line
    joint = f"(?:{conjunction}(?={of}))?"
    broken = f"(?:{a.BREAK}(?={of}))?"
    site_head = a.having(Trait.CARE_HEAD | Trait.SITE)
    site = f"(?:{a.mark('-,')}?{site_head}{join}?{described(Trait.CARE_WORD)}{links}{name}{tail})?"
    proper = (
        f"{links}(?:{initial}{a.mark('.')}?{join}?)?{name}{tail}(?:{joint}{links}(?:{name}|{initial}){tail}){{0,5}}"
    )
    small_proper = f"{links}{small_name}(?:{join}{word}){{0,3}}(?:{links}{small_name}(?:{join}{word}){{0,3}}){{0,2}}"
    brand = a.words(
        lambda traits, shape: (
            shape in _CAPITAL
            and _may_name_a_body(traits)
            and not traits & (Trait.FIRST | Trait.COMMON | Trait.FUNCTION | Trait.KIN | Trait.ROLE)
        )
    )
    quote = a.mark('"')
    article = a.having(Trait.ARTICLE)
    capital_article = a.words(lambda traits, shape: bool(traits & Trait.ARTICLE) and shape is Shape.TITLE)
    capital = a.words(lambda traits, shape: shape in _CAPITAL)
    proper_word = a.words(lambda traits, shape: shape in _CAPITAL and not traits & (Trait.COMMON | Trait.FUNCTION))
    uncommon = a.words(
        lambda traits, shape: (
            shape in _CAPITAL
            and _may_name_a_body(traits)
            and (not traits & Trait.COMMON or bool(traits & (Trait.FIRST | Trait.FAMILY | Trait.CITY_WORD)))
        )
    )
    body = a.having(Trait.BODY_HEAD, without=Trait.CARE_HEAD)
    strong_word = a.having(Trait.STRONG_CARE_WORD)
    weak_head = a.having(Trait.WEAK_CARE_HEAD)
    # What describes a weak head as one of care: "hospitalier", "de santé".
    of_care = f"{described(Trait.CARE_WORD)}{links}{strong_word}{join}?{described(Trait.CARE_WORD)}"
    articled = f"{capital_article}{join}?{capital}{tail}"
    known = a.words(lambda traits, shape: bool(traits & Trait.HOSPITAL_START) and shape in _CAPITAL)
    eponym = a.having(Trait.EPONYM_HEAD)
    eponymous = f"{eponym}(?:{of}{a.tight(chr(39))}?)?"
    return (
        TokenRule(
            "body.care",
            f"(?P<found>{care}{a.mark('.')}?{join}?{described(Trait.CARE_WORD)}{broken}{proper}{site})",
            as_one("HOSPITAL"),
        ),
        TokenRule(
            "body.care.weak",
            f"(?P<found>{weak_head}{join}?(?:{a.BREAK}(?={strong_word}))?"
            f"(?:{of_care}|{described(Trait.CARE_WORD, 1)}(?={links}{uncommon}))"
            f"{proper}{site})",
            as_one("HOSPITAL"),
        ),
        TokenRule(
            "body.care.named",
            f"(?P<found>{a.having(Trait.NAMED_CARE_HEAD)}(?={links}{uncommon}){proper}{site})",
            as_one("HOSPITAL"),
        ),
        TokenRule(
            "body.care.article",
            f"(?P<found>{a.having(Trait.NAMED_CARE_HEAD)}{described(Trait.CARE_WORD)}{articled}"
            f"(?:{links}{capital}{tail}){{0,3}})",
            as_one("HOSPITAL"),
        ),
        TokenRule(
            "body.care.home",
            f"(?P<found>{a.having(Trait.HOME_HEAD)}{quote}?{article}{join}?{word}{tail})",
            as_one("HOSPITAL"),
        ),
        TokenRule(
            "body.care.abroad",
            f"(?P<found>{proper_word}{tail}(?:{proper_word}{tail}){{0,3}}{a.having(Trait.HOSPITAL_WORD)})",
            as_one("HOSPITAL"),
        ),
        TokenRule(
            "body.care.small", f"(?P<found>{care}{join}?{described(Trait.CARE_WORD)}{small_proper})", as_one("HOSPITAL")
        ),
        TokenRule(
            "body.care.weak.small",
            f"(?P<found>{weak_head}{join}?{of_care}{small_proper})",
            as_one("HOSPITAL"),
        ),
        TokenRule("body.care.known", f"(?P<found>{known})", _read_known_hospital, not_after=eponymous),
        TokenRule(
            "body.other",
            f"(?P<found>{body}{join}?{described(Trait.BODY_WORD)}(?={links}{uncommon}){proper})",
            as_one("ORGANIZATION"),
        ),
        TokenRule(
            "body.other.article",
            f"(?P<found>{body}{described(Trait.BODY_WORD)}{articled})",
            as_one("ORGANIZATION"),
        ),
        TokenRule(
            "body.chez",
            f"{a.having(Trait.EMPLOYS)}{a.mark(':')}?(?P<found>{brand}(?:{join}{word}){{0,3}}(?:{brand}){{0,2}})",
            as_one("ORGANIZATION"),
        ),
    )


def _may_name_a_body(traits: int) -> bool:
    """Tell whether a word may be the name, or a part of the name, of a place of care or a body."""
    if traits & (Trait.TITLE | Trait.LINK | Trait.BORN):
        return False
    if traits & Trait.MEDICAL:
        return bool(traits & (Trait.CITY | Trait.CITY_WORD | Trait.EPONYM))
    proper = Trait.FIRST | Trait.FAMILY | Trait.CITY | Trait.CITY_WORD | Trait.LOCATION
    return bool(traits & proper) or not traits & (Trait.ROLE | Trait.CARE_WORD)


def _read_known_hospital(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield the longest name of a place of care known alone that begins at the first token."""
    found = care_name_at(tokens, first, alone=True)
    if found:
        yield Span(tokens.starts[first], tokens.end(found[0] - 1), "HOSPITAL", source)
