"""Where results stay until they are complete, and how they take the place of those before."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Collection
from pathlib import Path
from typing import BinaryIO

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files.descriptors import (
    PRIVATE_FOLDER,
    foreign_reason,
    make_folder,
    open_file,
    open_new,
    open_to_read,
    refuse_special,
    sync,
)

__all__ = [
    "claim_folder",
    "is_claimed",
    "move_file",
    "new_partial",
    "opened_at",
    "partial_file_of",
    "partial_folder_of",
    "put_in_place",
    "remove_folder",
]

_OTHERS_MAY_WRITE = 0o022


def partial_folder_of(target: Path) -> Path:
    """Return the folder where the results of a run stay until they are complete."""
    return target.with_name(target.name + ".partial")


def partial_file_of(path: Path) -> Path:
    """Return the file that takes the name of another once it is whole."""
    return path.with_name(f".{path.name}.partial")


def claim_folder(folder: Path, names: Collection[str] | None, mark: str, begins: bytes) -> None:
    """Make the folder of an unfinished run, or take the one that an earlier run left.

    Parameters
    ----------
    folder : Path
        Made for its owner alone, with the folders above it.
    names : collection of str, optional
        What a run may leave in it; anything where None.
    mark : str
        The file that a run writes first.
    begins : bytes
        How the content of that file begins, as far as it goes.

    Raises
    ------
    UsageError
        If no run of this program left it: it is a link, another user's, open to others, or holds something else.
        Nothing of it is touched then.
    OSError
        If it cannot be made or read.
    """
    make_folder(folder.parent, parents=True)
    try:
        folder.mkdir(PRIVATE_FOLDER)
    except FileExistsError:
        reason = _foreign_folder(folder, names, mark, begins)
        if reason:
            raise UsageError(
                f"{folder} {reason}: no run of this program left it, and none touches it; "
                "move it away, or name another output"
            ) from None


def is_claimed(folder: Path, names: Collection[str] | None, mark: str, begins: bytes) -> bool:
    """Tell whether an earlier run left a folder, as `claim_folder` does, which see.

    Parameters
    ----------
    folder : Path
        Which.
    names : collection of str or None
        What a run may leave in it; anything where None.
    mark : str
        Name of the file that tells a folder of a run.
    begins : bytes
        How the content of that file begins, as far as it goes.
    """
    return os.path.lexists(folder) and not _foreign_folder(folder, names, mark, begins)


def _foreign_folder(folder: Path, names: Collection[str] | None, mark: str, begins: bytes) -> str:
    found = folder.lstat()
    if stat.S_ISLNK(found.st_mode) or not stat.S_ISDIR(found.st_mode):
        return "is no folder"
    if hasattr(os, "geteuid"):
        if found.st_uid != os.geteuid():
            return "belongs to another user"
        if found.st_mode & _OTHERS_MAY_WRITE:
            return "can be written by other users"
    there = {entry.name: entry for entry in os.scandir(folder)}
    if names is not None and set(there) - set(names):
        return "holds something else"
    links = [name for name, entry in there.items() if entry.is_symlink()]
    if links:
        return f"holds a link, {links[0]}"
    if mark not in there:
        # A kill may have come before that file was made: then there is nothing, or its lock alone.
        is_bare = all(name.startswith(mark) for name in there)
        return "" if is_bare else f"holds no {mark}"
    with os.fdopen(open_to_read(folder / mark), "rb") as stream:
        content = stream.read(len(begins))
    return "" if begins.startswith(content) else f"holds another kind of {mark}"


def remove_folder(folder: Path, last: str) -> None:
    """Remove the folder of a run, and one file of it after all others: while that is there, the next run goes on."""
    # By the folder's own method: `os.scandir` of nothing would list, and this empty, the directory one works in.
    for path in sorted(folder.iterdir(), key=lambda path: (path.name.startswith(last), path.name)):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    folder.rmdir()


def opened_at(path: Path, length: int) -> BinaryIO:
    """Return a file open for writing after its first `length` bytes, the rest cut off; for its owner alone if new.

    Raises
    ------
    PalimpsesteError
        If the file is shorter: something else than a kill happened to it.
    OSError
        If it is a link, or not a file of ours.
    """
    stream = os.fdopen(open_file(path), "r+b")
    if os.fstat(stream.fileno()).st_size < length:
        stream.close()
        raise PalimpsesteError(f"{path} is shorter than its journal says; --restart begins anew")
    stream.truncate(length)
    stream.seek(length)
    return stream


def put_in_place(result: Path, target: Path, aside: Path, *, replaces: bool = True) -> None:
    """Give a finished file or folder its name, which is on the disk when this returns.

    Parameters
    ----------
    result : Path
        On the same file system as the target: a rename is one step only there.
    target : Path
        A file of that name is replaced in one step; a link is replaced, not what it leads to.
    aside : Path
        Where a folder of that name goes first, since no folder is replaced by another in one step.
    replaces : bool
        Whether what has that name already gives way.

    Raises
    ------
    FileExistsError
        If something has that name and is not to give way.
    OSError
        If that is a pipe, a socket or a device.
    """
    refuse_special(target)
    if not replaces:
        _reserve(target, is_folder=result.is_dir())
    elif target.is_dir() and not target.is_symlink():
        target.replace(aside)
    result.replace(target)
    sync(target.parent)


def _reserve(target: Path, *, is_folder: bool) -> None:
    """Take a name with something empty: what comes between this and the renaming finds the name taken."""
    try:
        if is_folder:
            target.mkdir(PRIVATE_FOLDER)
        else:
            os.close(open_new(target))
    except FileExistsError:
        found = target.lstat()  # a kill may have come right after
        is_ours = stat.S_ISDIR(found.st_mode) if is_folder else not foreign_reason(found) and not found.st_size
        if not is_ours or (is_folder and any(target.iterdir())):
            raise


def move_file(path: Path, target: Path) -> None:
    """Give a whole file a name on this or another file system; a link of that name is replaced, not followed."""
    try:
        path.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _copy(path, target)
        path.unlink()
    sync(target.parent)


def _copy(path: Path, target: Path) -> None:
    partial = partial_file_of(target)
    with path.open("rb") as old, os.fdopen(new_partial(partial), "wb") as new:
        shutil.copyfileobj(old, new)
        new.flush()
        os.fsync(new.fileno())
    partial.replace(target)


def new_partial(partial: Path) -> int:
    """Return a descriptor to write to a file that takes a name once whole, in place of one that a kill left.

    Raises
    ------
    OSError
        If what has its name is a link, or not a file of ours.
    """
    if os.path.lexists(partial):
        reason = foreign_reason(partial.lstat())
        if reason:
            raise PermissionError(errno.EPERM, f"{partial.name} {reason}", str(partial))
        partial.unlink()
    return open_new(partial)
