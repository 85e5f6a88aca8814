"""Where a text says words of the tables of seasons and epochs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from palimpseste.writings.dates.told.table import PLAIN, WAYS
from palimpseste.writings.needed import Needed

__all__ = ["NEEDED", "Said", "said_in"]


class Said(NamedTuple):
    """Words of a text: where they stand, and the number of the season or epoch that they say."""

    start: int
    end: int
    season: int


_BY_NEED: defaultdict[str, list[int]] = defaultdict(list)
for _number, _way in enumerate(WAYS):
    for _need in _way.needs or (_way.words,):
        _BY_NEED[_need].append(_number)
NEEDED = Needed(_BY_NEED)
# No words begin so many characters before what they need, nor go on, what they ask to follow included, so far behind.
_BEFORE_NEEDED, _BEHIND_NEEDED = 40, 60


def said_in(text: str, needed: Iterable[str]) -> list[Said]:
    """Return the words of a text that say a season or an epoch, if they hold some of needed ones.

    Of two that overlap the one that begins first; of two that begin at one place the longer, else
    those that the tables name first.

    Parameters
    ----------
    text : str
        The text.
    needed : iterable of str
        Those of :data:`NEEDED` that it holds.
    """
    plain = text.translate(PLAIN)
    lowered = plain.lower()
    found: set[tuple[int, int, int]] = set()
    for number in {number for need in needed for number in _BY_NEED[need]}:
        way = WAYS[number]
        if not way.needs:
            size = len(way.words)
            found.update((start, -size, number) for start in _places(way.words, plain, lowered))
            continue
        pattern = _compiled(way.words)
        for first, last in _stretches_of(lowered, way.needs):
            matches = pattern.finditer(plain, first, last)
            found.update((match.start(), match.start() - match.end(), number) for match in matches)
    said: list[Said] = []
    for start, back, number in sorted(found):
        if not said or start >= said[-1].end:
            said.append(Said(start, start - back, WAYS[number].number))
    return said


@lru_cache(maxsize=1024)
def _compiled(words: str) -> re.Pattern[str]:
    """Return the pattern of words that stand by themselves."""
    return re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE)


def _places(words: str, plain: str, lowered: str) -> Iterator[int]:
    """Yield where words stand by themselves, those with a capital in them written as they are."""
    text = lowered if words.islower() else plain
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        if not _is_word(text[start - 1 : start]) and not _is_word(text[end : end + 1]):
            yield start
        start = text.find(words, start + 1)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _stretches_of(lowered: str, needs: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text around some of what words need, in order and apart."""
    around = sorted(
        (found.start(), found.end())
        for need in needs
        if need in lowered
        for found in re.finditer(re.escape(need), lowered)
    )
    first = last = 0
    for start, end in around:
        if start - _BEFORE_NEEDED > last:
            if last:
                yield first, last
            first = start - _BEFORE_NEEDED
        last = max(last, end + _BEHIND_NEEDED)
    if last:
        yield first, min(last, len(lowered))
