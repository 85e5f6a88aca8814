"""Options that several commands take, added to a command at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["together"]

F = TypeVar("F", bound=Callable[..., Any])


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return what adds options to a command, in this order in its help."""

    def add(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return add
