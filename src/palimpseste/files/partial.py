"""Where results stay until they are complete, and how they take the place of those before."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from palimpseste.errors import PalimpsesteError
from palimpseste.files.descriptors import SHARED, open_file, sync

__all__ = ["opened_at", "partial_file_of", "partial_folder_of", "put_in_place"]


def partial_folder_of(target: Path) -> Path:
    """Return the folder where the results of a run stay until they are complete."""
    return target.with_name(target.name + ".partial")


def partial_file_of(path: Path) -> Path:
    """Return the file that takes the name of another once it is whole."""
    return path.with_name(f".{path.name}.partial")


def opened_at(path: Path, length: int) -> BinaryIO:
    """Return a file open for writing after its first `length` bytes, the rest cut off.

    Raises
    ------
    PalimpsesteError
        If the file is shorter: something else than a kill happened to it.
    """
    stream = os.fdopen(open_file(path, SHARED), "r+b")
    if os.fstat(stream.fileno()).st_size < length:
        stream.close()
        raise PalimpsesteError(f"{path} is shorter than its journal says; --restart begins anew")
    stream.truncate(length)
    stream.seek(length)
    return stream


def put_in_place(result: Path, target: Path, aside: Path) -> None:
    """Give a finished file or folder its name, which is on the disk when this returns.

    Parameters
    ----------
    result : Path
        On the same file system as the target: a rename is one step only there.
    target : Path
        A file of that name is replaced in one step.
    aside : Path
        Where a folder of that name goes first, since no folder is replaced by another in one step.
    """
    if target.is_dir():
        target.replace(aside)
    result.replace(target)
    sync(target.parent)
