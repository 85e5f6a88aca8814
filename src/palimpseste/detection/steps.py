"""Several notes taken a step at a time, in turn, so that what a step works with stays near the processor.

A way is a generator that yields between its steps and returns what it comes to. Rules and a network are some megabytes:
notes that are taken through each part of them together find it in the caches, where the first left it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeAlias, TypeVar

from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span

__all__ = ["Way", "asked", "end_of", "take_together"]

T = TypeVar("T")
Way: TypeAlias = Generator[None, None, T]


def end_of(way: Way[T]) -> T:
    """Take a way to its end at once; return what it comes to."""
    while True:
        try:
            next(way)
        except StopIteration as end:
            found: T = end.value
            return found


def asked(detector: Callable[[Tokens, Patient], list[Span]], tokens: Tokens, patient: Patient) -> Way[list[Span]]:
    """Return what calling a detector returns, in its own steps where it has a method ``in_steps``.

    Parameters
    ----------
    detector : callable
        Any.
    tokens : Tokens
        Of the note.
    patient : Patient
        Of the note.
    """
    in_steps = getattr(detector, "in_steps", None)
    return detector(tokens, patient) if in_steps is None else (yield from in_steps(tokens, patient))


def take_together(ways: Iterable[Way[None]]) -> None:
    """Take several ways to their ends, each by one step in turn."""
    going = list(ways)
    while going:
        going = [way for way in going if next(way, going) is None]
