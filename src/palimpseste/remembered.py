"""What is worked out of the values of a document and remembered while it is written anew; none outlives it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

__all__ = ["forget", "remembered"]

# The same few names, dates and towns come back in a document; one of more of them has to work some out again.
_MOST = 4096

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_forgetting: list[Callable[[], None]] = []


def remembered(function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Let a function remember its answers until :func:`forget`."""
    remembering = lru_cache(maxsize=_MOST)(function)
    _forgetting.append(remembering.cache_clear)
    return remembering  # type: ignore[return-value] # of the same signature


def forget() -> None:
    """Forget every answer: the document is done."""
    for clear in _forgetting:
        clear()
