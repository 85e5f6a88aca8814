"""Rules for names glued to a title or to each other: ``DrKernevez``, ``mrfoy``, ``DURANDPaul``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.token_rule import TokenRule
from palimpseste.detection.tokens import Shape, Tokens, Trait
from palimpseste.detection.view import fold_same_length
from palimpseste.document import Span

__all__ = ["glued_rules"]

_UPPER = "A-ZÀ-ÖØ-Þ"
_LOWER = "a-zß-öø-ÿ"
_TITLE_AND_NAME = re.compile(f"(?:Dr|Mme|Mlle|Mr|Pr)([{_UPPER}][{_LOWER}]{{2,20}}.*)")
_SMALL_TITLE_AND_NAME = re.compile("(?:dr|mme|mr|pr)([a-z]{3,20})")
_FAMILY_AND_GIVEN = re.compile(f"[{_UPPER}]{{3,20}}([{_UPPER}][{_LOWER}]{{2,20}})")


@cache
def glued_rules() -> tuple[TokenRule, ...]:
    """Return the rules, compiled for the bundled word lists."""
    mixed = alphabet().words(lambda traits, shape: shape is Shape.MIXED)
    unknown = alphabet().words(lambda traits, shape: shape is Shape.LOWER and not traits)
    return (
        TokenRule("name.glued.title", f"(?P<found>{mixed})", _read_title_and_name),
        TokenRule("name.glued.small", f"(?P<found>{unknown})", _read_small_title_and_name),
        TokenRule("name.glued.pair", f"(?P<found>{mixed})", _read_family_and_given),
    )


def _read_title_and_name(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield what follows a title in the same word."""
    match = _TITLE_AND_NAME.fullmatch(_written(tokens, first))
    if match:
        yield Span(tokens.starts[first] + match.start(1), tokens.end(first), "LASTNAME", source)


def _read_small_title_and_name(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield a listed name behind a title in the same word: ``mrfoy``, but not ``mracine``."""
    match = _SMALL_TITLE_AND_NAME.fullmatch(tokens.words[first])
    if match and alphabet().lexicon.get(match.group(1), 0) & (Trait.FIRST | Trait.FAMILY):
        yield Span(tokens.starts[first] + match.start(1), tokens.end(first), "LASTNAME", source)


def _read_family_and_given(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield capitals followed by a listed given name, as one family name (guidelines, settled cases)."""
    match = _FAMILY_AND_GIVEN.fullmatch(_written(tokens, first))
    if match and alphabet().lexicon.get(fold_same_length(match.group(1)), 0) & Trait.FIRST:
        yield Span(tokens.starts[first], tokens.end(first), "LASTNAME", source)


def _written(tokens: Tokens, index: int) -> str:
    return tokens.view.text[tokens.starts[index] : tokens.end(index)]
