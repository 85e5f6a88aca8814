"""How a file is opened, filled and brought to the disk: every descriptor that this package writes to comes from here.

Errors are those of the system; who calls says what they mean.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

__all__ = ["PRIVATE", "SHARED", "fill", "mode_of", "open_file", "open_new", "open_old", "overwrite", "sync"]

PRIVATE = 0o600
SHARED = 0o666  # as far as the umask allows


def open_new(path: Path) -> int:
    """Return a descriptor to write to a new `PRIVATE` file; FileExistsError where anything has its name."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    if os.name == "posix":
        os.fchmod(descriptor, PRIVATE)  # whatever the umask
    return descriptor


def open_old(path: Path) -> int:
    """Return a descriptor to read and write a file that is there."""
    return os.open(path, os.O_RDWR)


def open_file(path: Path, mode: int, *, at_end: bool = False) -> int:
    """Return a descriptor to read and write a file, made with a mode where there is none.

    Parameters
    ----------
    path : Path
        The file; what it holds stays.
    mode : int
        `PRIVATE` or `SHARED`; a file that is there keeps its own.
    at_end : bool
        Whether whatever is written goes to the end.
    """
    return os.open(path, os.O_RDWR | os.O_CREAT | (os.O_APPEND if at_end else 0), mode)


def fill(descriptor: int, content: bytes) -> None:
    """Write all of a content and bring it to the disk."""
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.fsync(descriptor)


def overwrite(descriptor: int) -> None:
    """Write randomness over all bytes of a file."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    fill(descriptor, os.urandom(os.fstat(descriptor).st_size))


def mode_of(descriptor: int) -> int:
    """Return who may do what with a file, as ``chmod`` takes it."""
    return stat.S_IMODE(os.fstat(descriptor).st_mode)


def sync(path: Path) -> None:
    """Bring a file to the disk, or the names in a folder; nothing where there is none."""
    if os.name != "posix" and path.is_dir():
        return  # no other system opens folders
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
