"""Numbers that go on from others: « 21P14886-A5 » from « 21P14886 », « UMJ-0778 » from « UMJ-0771 »."""

from __future__ import annotations

import re
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.numbers import numbers_read
from palimpseste.writings.passages import Passages, alphanumeric

__all__ = ["Link", "links_between_numbers"]

_JOINT = re.compile(r"\s{0,3}[,;/&+–-]?\s{0,3}(?:à|au|et|ou|puis)?\s{0,3}", re.IGNORECASE)
_SHORTEST = 5
_MOST_APART = 200


@shown_without_values
class Link(NamedTuple):
    """What a number goes on from.

    Parameters
    ----------
    other : int
        The first span that holds the other number.
    tail : int
        How many figures, or a letter, at its end count on from the other's; zero where it holds all of that and more.
    step : int
        How much more they are, or less.
    """

    other: int
    tail: int = 0
    step: int = 0


def links_between_numbers(passages: Passages) -> dict[str, Link]:
    """Return which ``OTHER_ID`` go on from another number of the document, by their letters and figures.

    It counts on from the number right before it where only the figures at its end differ, by little, or a letter there:
    « EP21-1187A et EP21-1187B »; else it goes on from one that it begins with, as far as a separator.

    Parameters
    ----------
    passages : Passages
        The passages of the document.
    """
    found: dict[str, Link] = {}
    numbers = numbers_read(passages)
    first: dict[str, int] = {}
    for index, number in numbers.items():
        first.setdefault(number, index)
    for number, index in first.items():
        if passages.spans[index].label != "OTHER_ID" or len(number) < _SHORTEST:
            continue
        before = numbers.get(index - 1, "")
        before_it = first.get(before, index)
        link = _counted(before, number, before_it) or _lettered(before, number, before_it)
        if link is not None and _JOINT.fullmatch(passages.between(index - 1, index)):
            found[number] = link
            continue
        whole = _begun_with(passages.values[index], first)
        if whole is not None:
            found[number] = Link(whole)
    return found


def _counted(before: str, number: str, index: int) -> Link | None:
    """Return how a number counts on from the one before it, first said in a span; None where it does not."""
    head = number.rstrip("0123456789")
    tail = len(number) - len(head)
    if not tail or len(before) != len(number) or before[: len(head)] != head or not before[len(head) :].isdecimal():
        return None
    step = int(number[len(head) :]) - int(before[len(head) :])
    return Link(index, tail, step) if 0 < abs(step) <= _MOST_APART else None


def _lettered(before: str, number: str, index: int) -> Link | None:
    """Return how the letter that a number ends in counts on from that of the one before it; None where it does not."""
    if len(before) != len(number) or before[:-1] != number[:-1] or not number[-2:-1].isdecimal():
        return None
    letters = before[-1:] + number[-1:]
    step = ord(number[-1]) - ord(before[-1])
    return Link(index, 1, step) if letters.isascii() and letters.isalpha() and step else None


def _begun_with(value: str, first: dict[str, int]) -> int | None:
    """Return the first span of the longest number that a value begins with, as far as a separator; None for none."""
    for place in range(len(value) - 1, _SHORTEST - 1, -1):
        if not value[place].isalnum():
            begun = alphanumeric(value[:place])
            if len(begun) >= _SHORTEST and begun in first and any(map(str.isdigit, begun)):
                return first[begun] if begun != alphanumeric(value) else None
    return None
