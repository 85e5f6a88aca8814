"""A worker process as its parent starts it, and why one ended."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable
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
    in_main_thread = threading.current_thread() is threading.main_thread()
    # Until the worker ignores interruptions itself, it inherits that from here.
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN) if in_main_thread else None
    try:
        return spawned(serve, task, is_daemon=True)
    finally:
        if in_main_thread:
            signal.signal(signal.SIGINT, previous)


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
