"""Texts that an expression matches, made from it: each of its alternatives and characters in one at least."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

if sys.version_info >= (3, 11):
    from re import _constants as _signs
    from re import _parser
else:  # pragma: no cover
    import sre_constants as _signs
    import sre_parse as _parser

# What may stand around a match, and what stands for a character of a class or of none.
_AROUND = ("{}", " {} ", "\n{}\n", "({})", ", {}.", "a {} a", "1{}1", "A {} A")
_OF_CLASS = {
    _signs.CATEGORY_DIGIT: "1",
    _signs.CATEGORY_SPACE: " ",
    _signs.CATEGORY_WORD: "a",
    _signs.CATEGORY_NOT_DIGIT: "a",
    _signs.CATEGORY_NOT_SPACE: "a",
    _signs.CATEGORY_NOT_WORD: " ",
}
_OF_NO_CLASS = "a1 .;x\nAé"


def matching_texts(pattern: str) -> Iterator[re.Match[str]]:
    """Yield matches of an expression in texts made for it.

    Every alternative, every character of a class that is named by itself and the first of every range is in one text at
    least, the rest of it as short as it may be, or with each part that may be left out, and without or with what it
    asks to stand where it is asked for. Texts that it refuses, in whatever surroundings, are left out.
    """
    compiled = re.compile(pattern)
    parsed = _parser.parse(pattern)
    for fewest, asked in product((True, False), (False, True)):
        for written in dict.fromkeys(_Writer(fewest, asked).ways(parsed)):
            found = next((m for around in _AROUND if (m := compiled.search(around.format(written)))), None)
            if found is not None:
                yield found


@dataclass(frozen=True)
class _Writer:
    """Writes what matches: with as little as may be, or with all; without, or with what must stand beside it."""

    fewest: bool
    asked: bool

    def ways(self, nodes: Sequence[Any]) -> list[str]:
        """Return writings of nodes that follow each other: the first of each, and each other with the first of all."""
        of_each = [self._of(*node) for node in nodes]
        first = [ways[0] for ways in of_each]
        others = ["".join([*first[:i], way, *first[i + 1 :]]) for i, ways in enumerate(of_each) for way in ways[1:]]
        return ["".join(first), *others]

    def _of(self, kind: Any, content: Any) -> list[str]:
        if kind is _signs.LITERAL:
            return [chr(content)]
        if kind is _signs.NOT_LITERAL:
            return [next(each for each in _OF_NO_CLASS if ord(each) != content)]
        if kind is _signs.IN:
            return _of_class(content)
        if kind is _signs.ANY:
            return ["a"]
        if kind is _signs.BRANCH:
            return [way for branch in content[1] for way in self.ways(branch)]
        if kind is _signs.SUBPATTERN or (kind is _signs.ASSERT and self.asked):
            return self.ways(content[-1])
        if kind in (_signs.MAX_REPEAT, _signs.MIN_REPEAT, getattr(_signs, "POSSESSIVE_REPEAT", None)):
            least, most, repeated = content
            ways = self.ways(repeated)
            few, more = [ways[0] * least], [way * max(1, least) for way in ways] if most else []
            return [*few, *more] if self.fewest else [*more, *few]
        if kind is getattr(_signs, "ATOMIC_GROUP", None):
            return self.ways(content)
        return [""]  # an edge, what must not stand there, a group once more


def _of_class(items: Sequence[Any]) -> list[str]:
    if items[0][0] is _signs.NEGATE:
        taken = re.compile("[" + "".join(map(re.escape, _of_class(items[1:]))) + "]") if items[1:] else None
        return [next((each for each in _OF_NO_CLASS if not taken or not taken.match(each)), "z")]
    made = []
    for kind, content in items:
        if kind is _signs.LITERAL:
            made.append(chr(content))
        elif kind is _signs.RANGE:
            made.append(chr(content[0]))
        else:
            made.append(_OF_CLASS[content])
    return made
