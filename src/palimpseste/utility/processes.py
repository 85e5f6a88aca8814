"""The processes that experiments are done in, and what is said when one of them dies."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from palimpseste.errors import PalimpsesteError

__all__ = ["processes"]


@contextmanager
def processes(
    count: int, initializer: Callable[..., None], initargs: tuple[Any, ...] = (), *, loaded: Sequence[str] = ()
) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes that share nothing with this one, neither memory nor threads.

    Parameters
    ----------
    count : int
        How many processes at most.
    initializer : callable
        What each does first.
    initargs : tuple
        Its arguments, pickled.
    loaded : sequence of str
        Modules that all need, loaded once: where there is a server of processes, which is a process without memory of
        this one, others are copies of it. Elsewhere each loads what it needs.

    Raises
    ------
    PalimpsesteError
        If a process dies.
    """
    has_server = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if has_server else "spawn")
    context.set_forkserver_preload(list(loaded))
    try:
        with ProcessPoolExecutor(count, context, initializer, initargs) as pool:
            yield pool
    except BrokenProcessPool:
        raise PalimpsesteError("a process ended before its work was done; is there memory for all --jobs?") from None
