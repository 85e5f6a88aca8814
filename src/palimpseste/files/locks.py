"""Locks of files: held by one process at a time, let go when it ends, however it ends."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.files.descriptors import PRIVATE, foreign_reason

__all__ = ["Lock", "lock_file_of", "locked"]

_SECONDS_BETWEEN_TRIES = 0.02


def lock_file_of(path: Path) -> Path:
    """Return the file that is locked for another one, which may be replaced meanwhile."""
    return path.with_name(path.name + ".lock")


class Lock:
    """A lock that is held from the moment it is made.

    The system holds it for this process: a process that is killed leaves the file behind, and nobody is kept out by it.
    Where a system has none, filelock looks itself for a holder that lives, from 4.2.1 on.

    Parameters
    ----------
    path : Path
        What is locked; the lock is a file beside it, `lock_file_of`, for its owner alone.
    refusal : str
        What is said where another process holds it.
    seconds : float
        How long to wait for it; 0 does not.

    Raises
    ------
    UsageError
        If another process holds it.
    OSError
        If the lock cannot be opened.
    """

    def __init__(self, path: Path, refusal: str, *, seconds: float = 0.0) -> None:
        import filelock  # ten milliseconds

        if not path.parent.is_dir():  # which filelock would make
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path.parent))
        file = lock_file_of(path)
        reason = foreign_reason(file.lstat()) if os.path.lexists(file) else ""
        if reason:  # filelock would follow a link, and cut what it leads to
            raise PermissionError(errno.EPERM, f"{file.name} {reason}", os.fspath(file))
        self._lock = filelock.FileLock(os.fspath(file), mode=PRIVATE)
        try:
            self._lock.acquire(timeout=seconds, poll_interval=_SECONDS_BETWEEN_TRIES)
        except filelock.Timeout:
            raise UsageError(refusal) from None

    def release(self) -> None:
        """Let go of it; once is enough."""
        self._lock.release()


@contextmanager
def locked(path: Path, *, seconds: float = 10.0) -> Iterator[None]:
    """Hold the lock of a file that several may change in turn.

    Parameters
    ----------
    path : Path
        The file.
    seconds : float
        How long to wait for another process.

    Raises
    ------
    UsageError
        If another process holds it all this time, or the folder cannot be written.
    """
    try:
        lock = Lock(path, f"{path}: another process is changing it; try again", seconds=seconds)
    except OSError as error:
        raise UsageError(f"{path}: its lock cannot be opened: {error.strerror}") from None
    try:
        yield
    finally:
        lock.release()
