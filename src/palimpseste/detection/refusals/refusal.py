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
    """A shape, tried on what is refused, between two contexts; all of folded text, the context before at its end.

    Where what matches before a span ends in one of a few ways, `ends` names them, and it is searched there alone. What
    is asked of a value whatever stands around it is `of_value`, told once of all spans that have it.
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
