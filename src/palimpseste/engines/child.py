"""A worker process as its parent starts it, and why one ended."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from palimpseste.debugging import kind_of
from palimpseste.engines.task import Task
from palimpseste.engines.worker import serve
from palimpseste.errors import PalimpsesteError

__all__ = ["cause_of", "spawned", "started"]


def started(task: Task[object]) -> tuple[BaseProcess, Connection]:
    """Return a process that serves a task, and the end of the pipe that it answers at.

    Raises
    ------
    PalimpsesteError
        If the machine starts no process.
    """
    with _interruptions_held_back():
        return spawned(serve, task, is_daemon=True)


@contextmanager
def _interruptions_held_back() -> Iterator[None]:
    """Let an interruption wait until what is done within is over; none reaches a process that is started there.

    A worker ignores them itself as soon as it can.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not a POSIX system
        yield
        return
    # It lets interruptions through again when it starts, which is with the first process that is.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def spawned(target: Callable[..., None], *arguments: object, is_daemon: bool) -> tuple[BaseProcess, Connection]:
    """Return a process that calls a function with its end of a pipe and the arguments, and the other end.

    It inherits nothing but what it is sent: no open file, no lock, no copy of this process's memory.

    Raises
    ------
    PalimpsesteError
        If the machine starts no process.
    """
    context = multiprocessing.get_context("spawn")
    try:
        ours, theirs = context.Pipe()
        with theirs:
            process = context.Process(target=target, args=(theirs, *arguments), daemon=is_daemon)
            process.start()
    except OSError as error:
        raise PalimpsesteError(f"no process can be started here ({error.strerror or kind_of(error)})") from None
    return process, ours


def cause_of(exit_code: int | None) -> str:
    """Return what ended a process, as a reader is told."""
    if exit_code is None or exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        name = signal.Signals(-exit_code).name
    except ValueError:
        name = f"signal {-exit_code}"
    return f"{name}, often for lack of memory" if name == "SIGKILL" else name
