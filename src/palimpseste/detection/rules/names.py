"""Rules for given and family names, over words.

A rule finds a *sequence* of name parts by what stands around it (a title, a role, a relative, a label of a form) or by
what it is made of (a listed given name beside a capitalised word). :mod:`palimpseste.detection.rules.name_order` then
tells given names from family names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.name_order import NamePart, label_parts
from palimpseste.detection.rules.token_rule import Reader, TokenRule
from palimpseste.detection.tokens import Shape, Tokens, Trait
from palimpseste.document import Span
from palimpseste.labels import Label

__all__ = ["name_rules"]

_CAPITAL = (Shape.TITLE, Shape.UPPER, Shape.MIXED)
_NAMED = Trait.FIRST | Trait.FAMILY
# Capitalised words that stand where names stand and are none, whatever the lists say.
_FIXED = Trait.TITLE | Trait.MEDICAL | Trait.BORN | Trait.FAMILY_LABEL | Trait.GIVEN_LABEL | Trait.AND | Trait.BY
# Words that are no name unless they are listed as one.
_ORDINARY = (
    Trait.UNIT
    | Trait.MONTH
    | Trait.CARE_HEAD
    | Trait.BODY_HEAD
    | Trait.STREET
    | Trait.ROLE
    | Trait.KIN
    | Trait.FUNCTION
    | Trait.EPONYM_HEAD
    | Trait.LINK
)


def _may_be(traits: Trait) -> bool:
    """Tell whether a capitalised word is a name where a name is announced."""
    return not traits & _FIXED and (bool(traits & _NAMED) or not traits & _ORDINARY)


def _likely(traits: Trait) -> bool:
    """Tell whether a capitalised word goes on with a name begun."""
    return _may_be(traits) and (bool(traits & _NAMED) or not traits & Trait.COMMON)


def _unmistakable_given(traits: Trait) -> bool:
    """Tell whether a capitalised word is a given name wherever it stands."""
    doubts = Trait.COMMON | Trait.MEDICAL | Trait.CITY | Trait.LOCATION | _FIXED | _ORDINARY
    return bool(traits & Trait.FIRST) and not traits & doubts


@cache
def name_rules() -> tuple[TokenRule, ...]:
    """Return the rules, compiled for the bundled word lists."""
    a = alphabet()

    def with_trait(trait: Trait, *shapes: Shape) -> str:
        return a.words(lambda traits, shape: bool(traits & trait) and (not shapes or shape in shapes))

    word = a.words(lambda traits, shape: True)
    dot, colon, hyphen, join = a.mark(".") + "?", a.mark(":"), a.tight("-"), a.tight("-'")
    break_or_gap = f"[{a.BREAK}{a.GAP}]?"

    initial = a.words(lambda traits, shape: shape is Shape.INITIAL)
    dotted = f"{initial}{a.mark('.')}(?:{hyphen}?{initial}{a.mark('.')}){{0,2}}"
    initials = f"(?:{dotted}|{initial}(?:{hyphen}{initial})?{dot})"
    particles = f"(?:{with_trait(Trait.PARTICLE)}{join}?){{0,3}}"
    tail = f"(?:{join}{word}){{0,4}}"

    announced = a.words(lambda traits, shape: shape in _CAPITAL and _may_be(traits))
    likely = a.words(lambda traits, shape: shape in _CAPITAL and _likely(traits))
    small = a.words(
        lambda traits, shape: shape is Shape.LOWER and _may_be(traits) and (bool(traits & _NAMED) or not traits & Trait.COMMON)
    )
    given = a.words(lambda traits, shape: shape in _CAPITAL and bool(traits & Trait.FIRST) and not traits & _FIXED)
    sure_given = a.words(lambda traits, shape: shape in _CAPITAL and _unmistakable_given(traits))
    sure_small = a.words(lambda traits, shape: shape is Shape.LOWER and _unmistakable_given(traits))

    part = f"{particles}{likely}{tail}"
    more = f"(?:{part}|{initials}){{0,3}}"
    sequence = f"(?:{initials}(?:{particles}{announced}{tail})?|{particles}{announced}{tail}){more}"
    small_part = f"{particles}{small}{tail}"
    small_sequence = f"{small_part}(?:{small_part})?"
    given_part = f"{sure_given}{tail}"

    title = f"{with_trait(Trait.TITLE)}{dot}"
    separator = f"(?:{a.mark(',/&+-')}|{with_trait(Trait.AND)}){{1,2}}"
    label_words = f"(?:{word}|{a.tight('(')}|{a.mark(')')}|{join}){{0,5}}"

    return (
        TokenRule(
            "name.title",
            f"{title}{break_or_gap}(?P<found>{sequence}(?:{separator}(?:{title})?{sequence}){{0,5}})",
            _read_names("LASTNAME"),
        ),
        TokenRule("name.title.small", f"{title}(?P<found>{small_sequence})", _read_names("LASTNAME")),
        TokenRule("name.born", f"{with_trait(Trait.BORN)}{dot}{colon}?(?P<found>{sequence})", _read_names("LASTNAME")),
        TokenRule("name.form.family", f"{with_trait(Trait.FAMILY_LABEL)}{label_words}{colon}(?P<found>{sequence})", _read_names("LASTNAME")),
        TokenRule("name.form.given", f"{with_trait(Trait.GIVEN_LABEL)}{label_words}{colon}(?P<found>{sequence})", _read_names("FIRSTNAME")),
        TokenRule("name.role", f"{with_trait(Trait.ROLE)}{word}{{0,3}}{colon}(?P<found>(?:{initials})?{part}{more})", _read_names("LASTNAME")),
        TokenRule(
            "name.link",
            f"{with_trait(Trait.LINK)}(?:{with_trait(Trait.BY)}|{colon})(?P<found>(?:{initials})?{part}{more})",
            _read_names("LASTNAME"),
        ),
        TokenRule(
            "name.kin",
            f"{with_trait(Trait.KIN)}{a.mark(',(:')}?(?P<found>(?:{given}|{sure_small}){tail}(?:{part}){{0,2}})",
            _read_names("FIRSTNAME"),
        ),
        TokenRule("name.initial", f"(?P<found>{dotted}{part}(?:{part})?)", _read_names("LASTNAME")),
        TokenRule(
            "name.pair",
            f"(?P<found>(?:{given_part}){{1,3}}(?:{part}){{1,2}}|{part}(?:{given_part}){{1,3}})",
            _read_names("FIRSTNAME"),
        ),
        TokenRule("name.given", f"(?P<found>{given_part})", _read_names("FIRSTNAME")),
        TokenRule("name.given.small", f"(?P<found>{sure_small}(?:{hyphen}{sure_small})?)", _read_names("FIRSTNAME")),
    )


def _read_names(lone: Label) -> Reader:
    """Return the reader of sequences of names; a single part in one is of the label `lone`."""

    def read(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
        for parts in _names_in(tokens, first, last):
            labels = label_parts(parts, lone)
            index = 0
            while index < len(parts):
                label, start = labels[index], parts[index].first
                end = parts[index].last
                # A family name of several words is one span; each given name is its own.
                while label == "LASTNAME" and index + 1 < len(parts) and labels[index + 1] == label:
                    if parts[index + 1].initial or parts[index].initial:
                        break
                    index += 1
                    end = parts[index].last
                yield Span(tokens.starts[start], tokens.end(end - 1), label, source)
                index += 1

    return read


def _names_in(tokens: Tokens, first: int, last: int) -> Iterator[list[NamePart]]:
    """Yield the parts of each name of a sequence; commas, slashes and titles separate names."""
    parts: list[NamePart] = []
    for match in _part_pattern().finditer(tokens.symbols, first, last):
        if match.lastgroup == "separator":
            if parts:
                yield parts
            parts = []
            continue
        start, end = match.span()
        main = match.start("main") if match.lastgroup == "main" else start
        traits, shape = alphabet().describe(tokens.symbols[main])
        parts.append(NamePart(start, end, traits, shape, particle=main > start))
    if parts:
        yield parts


@cache
def _part_pattern() -> re.Pattern[str]:
    a = alphabet()
    word = a.words(lambda traits, shape: True)
    particle = a.words(lambda traits, shape: bool(traits & Trait.PARTICLE) and shape is not Shape.INITIAL)
    core = a.words(lambda traits, shape: shape is not Shape.INITIAL and not traits & (Trait.TITLE | Trait.AND))
    elided = a.words(lambda traits, shape: bool(traits & Trait.PARTICLE))
    initial = a.words(lambda traits, shape: shape is Shape.INITIAL)
    join = a.tight("-'")
    return re.compile(
        f"(?:{particle}{join}?|{elided}{a.tight(chr(39))}){{0,3}}(?P<main>{core}(?:{join}{word}){{0,4}})"
        f"|(?P<initial>{initial}{a.mark('.')}?(?:{a.tight('-')}?{initial}{a.mark('.')}?)?)"
        f"|(?P<separator>.)",
        re.DOTALL,
    )
