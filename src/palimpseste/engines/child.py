"""A worker process as its parent starts it, and why one ended."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from palimpseste.engines.task import Task
from palimpseste.engines.worker import serve

__all__ = ["cause_of", "started"]


def started(task: Task[object]) -> tuple[BaseProcess, Connection]:
    """Return a process that serves a task, and the end of the pipe that it answers at."""
    # A spawned process inherits nothing but what it is sent: no open file, no lock, no copy of the parent's memory.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, task), daemon=True)
    in_main_thread = threading.current_thread() is threading.main_thread()
    # Until the worker ignores interruptions itself, it inherits that from here.
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN) if in_main_thread else None
    try:
        process.start()
    finally:
        if in_main_thread:
            signal.signal(signal.SIGINT, previous)
    theirs.close()
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
