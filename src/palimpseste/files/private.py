"""Files for their owner alone, overwritten before they are let go.

Overwriting is done and not promised: a journalling or copying file system, a solid-state disk, a snapshot or a backup
may keep the old bytes. What protects them there is that the keys in them are encrypted.
"""

from __future__ import annotations

import os
from pathlib import Path

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files.descriptors import PRIVATE, fill, mode_of, open_file, open_new, open_old, overwrite, sync
from palimpseste.files.partial import partial_file_of

__all__ = ["append_line", "cut_to", "make_private", "new_private", "private_bytes", "replace_private"]


def private_bytes(path: Path, what: str = "", most: int = -1) -> bytes:
    """Return the content of a file that only its owner may read or write.

    Parameters
    ----------
    path : Path
        The file.
    what : str
        What it is, where its name does not say so to whoever reads an error.
    most : int
        How many bytes are read; all of them below 0.

    Raises
    ------
    UsageError
        If it cannot be read, or others may.
    """
    name = f"{what} {path}".lstrip()
    try:
        with path.open("rb") as stream:
            mode = mode_of(stream.fileno())
            if os.name == "posix" and mode != PRIVATE:
                raise UsageError(f"{name} has mode {mode:04o}, it must be {PRIVATE:04o}: chmod {PRIVATE:o} {path}")
            return stream.read(most)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from None


def new_private(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, for its owner alone.

    Raises
    ------
    OSError
        FileExistsError if anything has its name; else if it cannot be written.
    """
    descriptor = open_new(path)
    try:
        fill(descriptor, content)
    finally:
        os.close(descriptor)
    sync(path.parent)


def make_private(path: Path) -> None:
    """Make an empty file for its owner alone where there is none; OSError if it cannot be opened."""
    os.close(open_file(path))


def replace_private(path: Path, content: bytes) -> None:
    """Put a content in the place of a file in one step, for its owner alone, then overwrite the old bytes.

    Raises
    ------
    PalimpsesteError
        If it cannot be written; the file is then what it was.
    """
    partial = partial_file_of(path)
    old = None
    try:
        old = open_old(path) if os.path.lexists(path) else None
        if os.path.lexists(partial):  # left by a kill, with keys since destroyed perhaps
            descriptor = open_old(partial)
            try:
                overwrite(descriptor)
            finally:
                os.close(descriptor)
            partial.unlink()
        new_private(partial, content)
        partial.replace(path)
        sync(path.parent)
        if old is not None:
            overwrite(old)
    except OSError as error:
        raise PalimpsesteError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        if old is not None:
            os.close(old)


def append_line(path: Path, line: bytes) -> None:
    """Add a line to a file, for its owner alone where it is new; it is on disk when this returns.

    Raises
    ------
    PalimpsesteError
        If it cannot be written.
    """
    try:
        descriptor = open_file(path, at_end=True)
        try:
            fill(descriptor, line + b"\n")
        finally:
            os.close(descriptor)
        sync(path.parent)
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
        descriptor = open_old(path)
        try:
            os.truncate(descriptor, length)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise PalimpsesteError(f"{path}: cannot be written: {error.strerror}") from None
