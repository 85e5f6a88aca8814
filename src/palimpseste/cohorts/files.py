"""Files that are whole or not there, changed by one process at a time, and overwritten before they are let go.

Overwriting is done and not promised: a journalling or copying file system, a solid-state disk, a snapshot or a backup
may keep the old bytes. What protects them there is that the keys in them are encrypted.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from palimpseste.errors import PalimpsesteError, UsageError

__all__ = ["append_line", "cut_to", "locked", "private_bytes", "replace_file"]

_SECONDS_TO_WAIT = 10.0
_SECONDS_BETWEEN_TRIES = 0.02


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file, which is one beside it: the file itself is replaced when it changes.

    Raises
    ------
    UsageError
        If another process holds it for ten seconds, or the folder cannot be written.
    """
    try:
        descriptor = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise UsageError(f"{path}: its lock cannot be opened: {error.strerror}") from None
    try:
        _wait_for_lock(descriptor, path)
        yield
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int, path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # not a POSIX system: no lock
        return
    deadline = time.monotonic() + _SECONDS_TO_WAIT
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise UsageError(f"{path}: another process is changing it; try again") from None
            time.sleep(_SECONDS_BETWEEN_TRIES)


def private_bytes(path: Path) -> bytes:
    """Return the content of a file that only its owner may read or write.

    Raises
    ------
    UsageError
        If it cannot be read, or others may.
    """
    try:
        with path.open("rb") as stream:
            mode = stat.S_IMODE(os.fstat(stream.fileno()).st_mode)
            if os.name == "posix" and mode != 0o600:
                raise UsageError(f"{path} has mode {mode:04o}, it must be 0600: chmod 600 {path}")
            return stream.read()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None


def replace_file(path: Path, content: bytes) -> None:
    """Put a content in the place of a file in one step, mode 0600, then overwrite the old bytes.

    Raises
    ------
    PalimpsesteError
        If it cannot be written; the file is then what it was.
    """
    partial = path.with_name(f".{path.name}.partial")
    try:
        if partial.exists():  # left by a kill, with keys since destroyed perhaps
            descriptor = os.open(partial, os.O_RDWR)
            try:
                _overwrite(descriptor)
            finally:
                os.close(descriptor)
            partial.unlink()
        _write_new(partial, content)
        old = os.open(path, os.O_RDWR) if path.exists() else None
        try:
            partial.replace(path)
            _sync_folder(path.parent)
            if old is not None:
                _overwrite(old)
        finally:
            if old is not None:
                os.close(old)
    except OSError as error:
        raise PalimpsesteError(f"{path}: cannot be written: {error.strerror}") from None


def append_line(path: Path, line: bytes) -> None:
    """Add a line to a file, mode 0600 where it is new; it is on disk when this returns.

    Raises
    ------
    PalimpsesteError
        If it cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            _write_all(descriptor, line + b"\n")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        _sync_folder(path.parent)
    except OSError as error:
        raise PalimpsesteError(f"{path}: cannot be written: {error.strerror}") from None


def cut_to(path: Path, length: int) -> None:
    """Cut what follows the first bytes of a file.

    Raises
    ------
    PalimpsesteError
        If it cannot be written.
    """
    try:
        os.truncate(path, length)
    except OSError as error:
        raise PalimpsesteError(f"{path}: cannot be written: {error.strerror}") from None


def _write_new(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        _write_all(descriptor, content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _overwrite(descriptor: int) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    _write_all(descriptor, os.urandom(os.fstat(descriptor).st_size))
    os.fsync(descriptor)


def _write_all(descriptor: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
