"""Files for their owner alone, overwritten before they are let go.

Read are those of mode 0600 and 0400, and those that root lends to this user alone by a list of access, as systemd hands
credentials to a service: a list shows as mode 0440, so it is the list that is looked at.

Overwriting is done and not promised: a journalling or copying file system, a solid-state disk, a snapshot or a backup
may keep the old bytes. What protects them there is that the keys in them are encrypted.
"""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files.descriptors import PRIVATE, fill, mode_of, open_file, open_new, open_old, overwrite, sync
from palimpseste.files.partial import partial_file_of

__all__ = [
    "append_line",
    "cut_to",
    "make_private",
    "new_private",
    "new_private_file",
    "private_bytes",
    "replace_private",
]

_OWNER_ALONE = (PRIVATE, 0o400)
_LENT = 0o440  # what `stat` says of the group is then the most that the list gives to anybody
# As Linux keeps a list of access: the version, then a tag, rights and a user or group each (acl(5)).
_ACCESS_LIST = "system.posix_acl_access"
_ACCESS_VERSION = b"\2\0\0\0"
_ENTRY = struct.Struct("<HHI")
_OWNER, _USER, _GROUP, _MOST, _OTHERS = 0x01, 0x02, 0x04, 0x10, 0x20
_READ = 4


def private_bytes(path: Path, what: str = "", most: int = -1) -> bytes:
    """Return the content of a file that only its owner may read or write, or this user alone by the leave of root.

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
            if os.name == "posix" and mode not in _OWNER_ALONE and not _is_lent(stream.fileno()):
                raise UsageError(f"{name} has mode {mode:04o}, it must be 0600 or 0400: chmod {PRIVATE:o} {path}")
            return stream.read(most)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from None


def _is_lent(descriptor: int) -> bool:
    """Tell whether a file is root's, and its list of access lets this user alone read it."""
    found = os.fstat(descriptor)
    if found.st_uid != 0 or stat.S_IMODE(found.st_mode) != _LENT or not hasattr(os, "getxattr"):
        return False
    try:
        access = os.getxattr(descriptor, _ACCESS_LIST)
    except OSError:  # none, or none on this file system
        return False
    if not access.startswith(_ACCESS_VERSION) or len(access) % _ENTRY.size != len(_ACCESS_VERSION):
        return False
    return all(
        tag in (_OWNER, _MOST)
        or (tag == _USER and who == os.geteuid() and not rights & ~_READ)
        or (tag in (_GROUP, _OTHERS) and not rights)
        for tag, rights, who in _ENTRY.iter_unpack(access[len(_ACCESS_VERSION) :])
    )


def new_private(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, for its owner alone.

    Raises
    ------
    OSError
        FileExistsError if anything has its name; else if it cannot be written, and nothing is left of it.
    """
    with _new(path) as descriptor:
        fill(descriptor, content)


@contextmanager
def new_private_file(path: Path) -> Iterator[BinaryIO]:
    """Give a file that is not there yet open for writing, for its owner alone; on the disk when the block ends.

    Raises
    ------
    OSError
        FileExistsError if anything has its name; else if it cannot be written, and nothing is left of it.
    """
    with _new(path) as descriptor, os.fdopen(descriptor, "wb", closefd=False) as file:
        yield file
        file.flush()
        os.fsync(descriptor)


@contextmanager
def _new(path: Path) -> Iterator[int]:
    """Give the descriptor of a file that is not there yet; nothing is left of it if what fills it fails."""
    descriptor = open_new(path)
    try:
        yield descriptor
    except BaseException:
        _forget(path, descriptor)
        raise
    finally:
        os.close(descriptor)
    sync(path.parent)


def _forget(path: Path, descriptor: int) -> None:
    """Overwrite and remove a file of which a part alone could be written."""
    with suppress(OSError):
        overwrite(descriptor)
    with suppress(OSError):
        path.unlink()


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
