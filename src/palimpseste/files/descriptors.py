"""How a file is opened, filled and brought to the disk: every descriptor that this package writes to comes from here.

What is opened is a file of its own: a link is not followed, and neither a device, a pipe nor another user's file is
written to. Errors are those of the system; who calls says what they mean.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

__all__ = [
    "PRIVATE",
    "PRIVATE_FOLDER",
    "fill",
    "foreign_reason",
    "hold_standard_places",
    "make_folder",
    "mode_of",
    "open_file",
    "open_new",
    "open_old",
    "open_to_read",
    "overwrite",
    "refuse_special",
    "sync",
]

PRIVATE = 0o600
PRIVATE_FOLDER = 0o700
# Neither exists on Windows, where a link needs rights of its own and nothing waits for the other end of a pipe.
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def foreign_reason(found: os.stat_result) -> str:
    """Return why what has the name of a file is not to be written to; empty where nothing speaks against it.

    Parameters
    ----------
    found : os.stat_result
        Of the name itself, links not followed.
    """
    if stat.S_ISLNK(found.st_mode):
        return "is a link, which is not followed"
    if not stat.S_ISREG(found.st_mode):
        return "is not a file"
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        return "belongs to another user"
    return ""


def refuse_special(path: Path) -> None:
    """Refuse to put a file in the place of a pipe, a socket or a device, or of a link to one (``/dev/stdout``).

    Raises
    ------
    OSError
        If that has the name.
    """
    try:
        mode = path.stat().st_mode
    except OSError:  # nothing, a link to nothing, or what cannot be looked at, nor written to then
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "is no file, but a pipe, a socket or a device, which is never replaced", str(path))


def hold_standard_places() -> None:
    """Open nothing in the place of each standard stream that is closed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest that is free: those before it are taken


def make_folder(path: Path, *, parents: bool = False) -> None:
    """Make a folder for its owner alone where there is none; FileExistsError where anything else has its name.

    Parameters
    ----------
    path : Path
        The folder.
    parents : bool
        Whether those above it are made too, likewise.
    """
    if parents and not path.parent.is_dir():
        make_folder(path.parent, parents=True)
    try:
        path.mkdir(PRIVATE_FOLDER)
    except FileExistsError:
        if not path.is_dir():
            raise


def open_new(path: Path) -> int:
    """Return a descriptor to write to a new `PRIVATE` file; FileExistsError where anything has its name."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, PRIVATE)
    if os.name == "posix":
        os.fchmod(descriptor, PRIVATE)  # whatever the umask
    return descriptor


def open_old(path: Path) -> int:
    """Return a descriptor to read and write a file that is there; OSError where it is a link or not ours."""
    return _checked(path, os.O_RDWR)


def open_file(path: Path, *, at_end: bool = False) -> int:
    """Return a descriptor to read and write a file, `PRIVATE` where it is made; OSError where it is a link or not ours.

    Parameters
    ----------
    path : Path
        The file; what it holds stays, and so do its rights.
    at_end : bool
        Whether whatever is written goes to the end.
    """
    return _checked(path, os.O_RDWR | os.O_CREAT | (os.O_APPEND if at_end else 0))


def open_to_read(path: Path, *, follow: bool = False) -> int:
    """Return a descriptor to read a file; OSError where it is none, and says what it is.

    Parameters
    ----------
    path : Path
        The file, whoever owns it.
    follow : bool
        Whether a link is followed.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _NO_WAIT | (0 if follow else _NO_LINK))
    except OSError as error:
        if error.errno == errno.ELOOP and not follow:
            raise OSError(errno.ELOOP, "it is a link", str(path)) from None
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a file, but a folder, a pipe or a device", str(path))
    return descriptor


def _checked(path: Path, flags: int) -> int:
    try:
        descriptor = os.open(path, flags | _NO_LINK | _NO_WAIT, PRIVATE)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, f"{path.name} is a link, which is not followed", str(path)) from None
        raise
    reason = foreign_reason(os.fstat(descriptor))
    if reason:
        os.close(descriptor)
        raise PermissionError(errno.EPERM, f"{path.name} {reason}", str(path))
    return descriptor


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
