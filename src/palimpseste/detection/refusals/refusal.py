"""A refusal: a shape, tried on what is refused, between two contexts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from palimpseste.labels import OF_BODIES, OF_PEOPLE, Label

__all__ = ["AROUND", "NAMES", "Refusal"]

# So many characters before and behind a span are looked at.
AROUND: Final = 60
NAMES: Final[tuple[Label, ...]] = (*OF_PEOPLE, *OF_BODIES, "CITY", "LOCATION")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A shape, tried on what is refused, between two contexts; all of folded text.

    Parameters
    ----------
    name : str
        Says which refused a span; several may share one.
    labels : tuple of Label
        Of the spans that it is tried on.
    shape : re.Pattern
        Of the whole value.
    before : re.Pattern, optional
        Searched in what stands before the value, `AROUND` characters at most, and ends with ``$`` where it is to
        touch the value; anything may stand there without it.
    behind : re.Pattern, optional
        Of the beginning of what stands behind the value.
    accept : callable, optional
        Is given the match before and the value, and has the last word.
    ends : tuple of str
        The few ways in which what matches before ends, where there are few: it is searched behind these alone.
    of_value : callable, optional
        Asked of a value of the shape whatever stands around it, once for all spans that have it.
    """

    name: str
    labels: tuple[Label, ...]
    shape: re.Pattern[str]
    before: re.Pattern[str] | None = None
    behind: re.Pattern[str] | None = None
    accept: Callable[[re.Match[str], str], bool] | None = None
    ends: tuple[str, ...] = ()
    of_value: Callable[[str], bool] | None = None

    def is_open_to(self, value: str) -> bool:
        """Tell whether a value is of the shape and may be refused, between some contexts."""
        return self.shape.fullmatch(value) is not None and (self.of_value is None or self.of_value(value))

    def stands_behind(self, before: str, value: str) -> bool:
        """Tell whether a value of the shape is refused behind what stands before it."""
        if self.before is None:
            return True
        match = self.before.search(before)
        return match is not None and (self.accept is None or self.accept(match, value))
