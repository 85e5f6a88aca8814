"""What is said when one of several processes dies."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from palimpseste.errors import PalimpsesteError

__all__ = ["processes_alive"]


@contextmanager
def processes_alive() -> Iterator[None]:
    """Raise a `PalimpsesteError` when a process of a pool used within dies."""
    try:
        yield
    except BrokenProcessPool:
        raise PalimpsesteError("a process ended before its work was done; is there memory for all --jobs?") from None
