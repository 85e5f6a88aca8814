"""What the rules for names read in a match: sequences of name parts, spelt names, initials, family names first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.names.order import NamePart, label_parts, look_of
from palimpseste.detection.rules.token_rule import Reader
from palimpseste.detection.tokens import Shape, Tokens, Trait
from palimpseste.document import Span
from palimpseste.labels import Label

__all__ = ["read_family_first", "read_given_names", "read_initials", "read_names", "read_spelled_name"]


def read_names(lone: Label) -> Reader:
    """Return the reader of sequences of names; a single part in one is of the label `lone`."""

    def read(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
        for parts in _names_in(tokens, first, last):
            labels = label_parts(tuple(part.look for part in parts), lone)
            index = 0
            while index < len(parts):
                label, start = labels[index], parts[index].first
                end = parts[index].last
                # A family name of several words is one span; each given name is its own.
                while label == "LASTNAME" and index + 1 < len(parts) and labels[index + 1] == label:
                    if parts[index + 1].look.initial or parts[index].look.initial:
                        break
                    index += 1
                    end = parts[index].last
                yield Span(tokens.starts[start], tokens.end(end - 1), label, source)
                index += 1

    return read


def read_given_names(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield every part as a given name, but those in capitals beside ordinary writing.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    first, last : int
        Half-open interval of words.
    source : str
        Name of the rule.
    """
    for parts in _names_in(tokens, first, last):
        mixed = any(part.look.shape is Shape.TITLE for part in parts)
        for part in parts:
            label: Label = "LASTNAME" if mixed and part.look.shape is Shape.UPPER else "FIRSTNAME"
            yield Span(tokens.starts[part.first], tokens.end(part.last - 1), label, source)


# Routes, units and the like, written with dots.
_PAIRS_OF_LETTERS = frozenset(("iv", "im", "sc", "po", "ir", "hs", "ui", "va", "ta", "fc", "fr", "rx", "od", "og"))


def read_initials(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield the initial of a given name, then the initial of a family name, each with its dot.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    first, last : int
        Half-open interval of words.
    source : str
        Name of the rule.
    """
    if tokens.words[first] + tokens.words[first + 2] in _PAIRS_OF_LETTERS:
        return
    yield Span(tokens.starts[first], tokens.end(first + 1), "FIRSTNAME", source)
    yield Span(tokens.starts[first + 2], tokens.end(last - 1), "LASTNAME", source)


def read_spelled_name(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield a name written letter by letter, in boxes or spaced out.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    first, last : int
        Half-open interval of words.
    source : str
        Name of the rule.
    """
    while tokens.words[last - 1] == "|":
        last -= 1
    spelled = "".join(word for word in tokens.words[first:last] if word != "|")
    if alphabet().lexicon.get(spelled, 0) & (Trait.COMMON | Trait.MEDICAL | Trait.TITLE):
        return
    yield Span(tokens.starts[first], tokens.end(last - 1), "LASTNAME", source)


def read_family_first(tokens: Tokens, first: int, last: int, source: str) -> Iterator[Span]:
    """Yield a family name, then after a comma the given names.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    first, last : int
        Half-open interval of words.
    source : str
        Name of the rule.
    """
    comma = first
    while tokens.words[comma] != "," and not tokens.words[comma].isspace():
        comma += 1
    yield Span(tokens.starts[first], tokens.end(comma - 1), "LASTNAME", source)
    for parts in _names_in(tokens, comma + 1, last):
        for part in parts:
            yield Span(tokens.starts[part.first], tokens.end(part.last - 1), "FIRSTNAME", source)


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
        if match.lastgroup == "cut":
            shape = Shape.INITIAL
        particle = main > start
        if (
            particle
            and traits & Trait.FIRST
            and not traits & Trait.FAMILY
            and tokens.words[start] in ("d", "de", "du", "des")
            and tokens.view.text[tokens.starts[start]].islower()
        ):
            # "veuve de Hervé": a preposition, not a particle.
            start, particle = main, False
        parts.append(NamePart(start, end, look_of(traits, shape, particle)))
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
    cut = a.words(
        lambda traits, shape: bool(traits & (Trait.SHORT_GIVEN | Trait.LETTER)) and shape is not Shape.INITIAL
    )
    dot = a.mark(".")
    return re.compile(
        f"(?P<cut>{cut}{dot})"
        f"|(?:{particle}{join}?|{elided}{a.tight(chr(39))}){{0,3}}(?P<main>{core}(?:{join}{alphabet().BREAK}?{word}){{0,4}})"
        f"|(?P<initial>{initial}{dot}?(?:{a.tight('-')}?{initial}{dot}?)?)"
        f"|(?P<separator>.)",
        re.DOTALL,
    )
