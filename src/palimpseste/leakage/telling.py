"""Who is told how far an attack is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

__all__ = ["ToldOf"]

T = TypeVar("T")


class ToldOf(Protocol):
    """Passes items on, and tells how many of how many there were, under a title."""

    def __call__(self, items: Iterable[T], total: int, title: str) -> Iterable[T]:
        """Yield the items."""
