"""The folder that a file is read from, and whether it is still the one that was listed.

A share that is unmounted leaves an empty folder, or none: every file of it then cannot be read, through no fault of the
documents. A run ends there, to be gone on with, where a document that is at fault itself goes to the quarantine.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from palimpseste.errors import PalimpsesteError

__all__ = ["Folder"]


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder as it was when it was listed.

    Parameters
    ----------
    path : Path
        Where files were found; that of a share lies anywhere below the one that the caller named, or is it.
    device, inode : int
        What tells it from another of its name, as long as it stays where it is.
    """

    path: Path
    device: int
    inode: int

    @classmethod
    def listed(cls, path: Path) -> Folder:
        """Return a folder as it is now.

        Raises
        ------
        OSError
            If it is not there.
        """
        found = path.stat()
        return cls(path, found.st_dev, found.st_ino)

    def require(self) -> None:
        """Make sure that the folder is there and the same.

        Raises
        ------
        PalimpsesteError
            If it is not.
        """
        try:
            is_same = Folder.listed(self.path) == self
        except OSError:
            is_same = False
        if not is_same:
            raise PalimpsesteError(
                f"{self.path}: the folder that is read is no longer there; repeat the command once it is back"
            )
