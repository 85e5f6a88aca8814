"""Texts that a rule reacts to, drawn from its own pattern: no two alike, as many as asked for."""

from __future__ import annotations

import random
import string
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.rules.token_rule import TokenRule
from palimpseste.detection.tokens import _BLANK, _BREAK, _GAP, _MARKS, _NUMBER, Shape

try:
    from re import _constants as codes  # type: ignore[attr-defined] # Python 3.11 and later
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:
    import sre_constants as codes
    import sre_parse as parser

__all__ = ["triggers"]

# What a class of characters is drawn from, and how often a repetition without end is repeated at most.
_DRAWN = string.ascii_lowercase + string.digits + " .,:;/-'\n" + string.ascii_uppercase + '()@_"°'
_FURTHER = 3
_CLASSES = {
    codes.CATEGORY_DIGIT: str.isdecimal,
    codes.CATEGORY_NOT_DIGIT: lambda c: not c.isdecimal(),
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    codes.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    codes.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}


def triggers(rule: PatternRule | TokenRule, seed: int = 0) -> Iterator[str]:
    """Yield texts that a rule's pattern matches, without end; checks beyond the pattern may refuse them.

    Raises
    ------
    ValueError
        If a hundred thousand draws in a row match nothing: the pattern can hardly be met.
    """
    chance = random.Random(f"{seed} {rule.name}")
    drawn = _drawn_for_words if isinstance(rule, TokenRule) else _drawn_for_characters
    missed = 0
    while missed < 100_000:
        text = drawn(rule, chance)  # type: ignore[operator]
        if text is None:
            missed += 1
        else:
            missed = 0
            yield text
    raise ValueError(f"nothing is drawn that {rule.name} matches")


def _drawn_for_characters(rule: PatternRule, chance: random.Random) -> str | None:
    text = "".join(_draw(_parsed(rule.pattern), chance, {}))
    # Look-behinds want something before, and look-aheads an end.
    before, after = chance.choice((" ", "\n", ". ", "le ", "tel ")), chance.choice((" ", "\n", ", ", "."))
    return text + after if rule.compiled.search(before + text + after) else None


def _drawn_for_words(rule: TokenRule, chance: random.Random) -> str | None:
    symbols = "".join(_draw(_parsed(rule.pattern), chance, {}))
    if not rule.compiled.search(symbols):
        return None
    if rule.after:
        symbols = "".join(_draw(_parsed(rule.after), chance, {})) + symbols
    return "".join(_spelt(symbol, chance) for symbol in symbols)


@cache
def _parsed(pattern: str) -> Any:
    return parser.parse(pattern)


def _draw(tree: Any, chance: random.Random, groups: dict[int, str]) -> Iterator[str]:
    """Yield pieces of a text that a parsed pattern may match; look-arounds are met or left to chance."""
    for code, value in tree:
        if code is codes.LITERAL:
            yield chr(value)
        elif code in (codes.NOT_LITERAL, codes.ANY):
            yield chance.choice([c for c in _DRAWN if c != "\n" and (code is codes.ANY or ord(c) != value)])
        elif code is codes.IN:
            yield _member(value, chance)
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT) or code.name == "POSSESSIVE_REPEAT":
            least, most, repeated = value
            for _ in range(chance.randint(least, min(int(most), max(least + _FURTHER, 1)))):
                yield from _draw(repeated, chance, groups)
        elif code is codes.SUBPATTERN:
            groups[value[0]] = drawn = "".join(_draw(value[-1], chance, groups))
            yield drawn
        elif code.name == "ATOMIC_GROUP":
            yield from _draw(value, chance, groups)
        elif code is codes.BRANCH:
            yield from _draw(chance.choice(value[1]), chance, groups)
        elif code is codes.GROUPREF:
            yield groups.get(value, "")
        elif code is codes.GROUPREF_EXISTS:
            chosen = value[1] if value[0] in groups else value[2]
            yield from _draw(chosen or (), chance, groups)
        elif code is codes.ASSERT and value[0] > 0 and chance.random() < 0.5:
            yield from _draw(value[1], chance, groups)


def _member(items: Any, chance: random.Random) -> str:
    is_refused = items[0][0] is codes.NEGATE
    if is_refused:
        return chance.choice([c for c in _DRAWN if not any(_holds(item, c) for item in items[1:])])
    code, value = chance.choice(items)
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.RANGE:
        return chr(chance.randint(*value))
    return chance.choice([c for c in _DRAWN if _holds((code, value), c)])


def _holds(item: Any, character: str) -> bool:
    code, value = item
    if code is codes.LITERAL:
        return ord(character) == value
    if code is codes.RANGE:
        return bool(value[0] <= ord(character) <= value[1])
    return bool(_CLASSES[value](character))


@cache
def _marks() -> dict[str, str]:
    spelt = {symbol: mark for mark, symbol in _MARKS.items()}
    return spelt | {chr(_BREAK): "\n", chr(_BLANK): "\n\n", chr(_GAP): "   "}


@cache
def _words() -> dict[int, list[str]]:
    words = defaultdict(list)
    for word, traits in alphabet().lexicon.items():
        if word.isascii():
            words[traits].append(word)
    return words


def _spelt(symbol: str, chance: random.Random) -> str:
    """Return a word or mark that has this symbol."""
    if symbol in _marks():
        return _marks()[symbol]
    try:
        traits, shape = alphabet().describe(symbol)
    except ValueError:
        return f"{chance.randrange(10_000)} " if ord(symbol) >= _NUMBER else "€ "
    known = _words().get(traits)
    word = chance.choice(known) if known else "".join(chance.choices(string.ascii_lowercase, k=7))
    if shape in (Shape.UPPER, Shape.ACRONYM):
        word = word.upper()
    elif shape is Shape.TITLE:
        word = word.title()
    elif shape is Shape.INITIAL:
        word = word[0].upper()
    elif shape is Shape.MIXED:
        word = word[:-1].upper() + word[-1]
    return word + " "
