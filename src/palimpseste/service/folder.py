"""The folder of a service: its users, its secret and its log, for the service's user alone."""

from __future__ import annotations

import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.files import new_private, private_bytes
from palimpseste.files.locks import Lock

__all__ = ["AUDIT", "REVIEWS", "SECRET", "USERS", "ServiceFolder", "secret_in"]

USERS, AUDIT, REVIEWS, SECRET = "users.json", "audit.jsonl", "reviews.sqlite", "secret"
_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class ServiceFolder:
    """Where a service keeps what outlives it.

    Parameters
    ----------
    path : Path
        The folder, of mode 0700.
    """

    path: Path

    @classmethod
    def opened(cls, path: Path, *, create: bool = False) -> ServiceFolder:
        """Return the folder at a path.

        Parameters
        ----------
        path : Path
            The folder.
        create : bool
            Whether to make it where it is not there.

        Raises
        ------
        UsageError
            If it is not there, is no folder, or others may look into it.
        """
        try:
            if create and not path.exists():
                path.mkdir(mode=0o700)
            found = path.stat()
        except OSError as error:
            raise UsageError(f"the service's folder {path} cannot be opened: {error.strerror}") from None
        if not stat.S_ISDIR(found.st_mode):
            raise UsageError(f"the service's folder {path} is not a folder")
        mode = stat.S_IMODE(found.st_mode)
        if os.name == "posix" and mode & 0o077:
            raise UsageError(f"the service's folder {path} has mode {mode:04o}, it must be 0700: chmod 700 {path}")
        return cls(path)

    @property
    def users(self) -> Path:
        """The file of the users."""
        return self.path / USERS

    @property
    def audit(self) -> Path:
        """The file of the log."""
        return self.path / AUDIT

    @property
    def reviews(self) -> str:
        """The address of the database of reviews."""
        return f"sqlite:///{self.path.absolute() / REVIEWS}"

    @property
    def jobs(self) -> Path:
        """The folder of jobs."""
        return self.path / "jobs"

    @property
    def trainings(self) -> Path:
        """The folder of models trained on what people settled."""
        return self.path / "training"

    def secret(self) -> bytes:
        """Return what seals the log and encrypts reviews; it is drawn the first time.

        Raises
        ------
        UsageError
            If its file cannot be read, others may read it, or it was cut.
        """
        file = self.path / SECRET
        try:
            new_private(file, secrets.token_bytes(_SECRET_BYTES))
        except FileExistsError:
            pass
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror}") from None
        return secret_in(file)

    def lock(self) -> Lock:
        """Return a lock that one service holds at a time.

        Raises
        ------
        UsageError
            If another one runs over this folder.
        """
        return Lock(self.path / "service", f"another service runs over {self.path}")


def secret_in(file: Path) -> bytes:
    """Return the secret that a file holds.

    Parameters
    ----------
    file : Path
        Of mode 0600.

    Raises
    ------
    UsageError
        If it cannot be read, others may read it, or it was cut.
    """
    secret = private_bytes(file)
    if len(secret) != _SECRET_BYTES:
        raise UsageError(f"{file} has {len(secret)} bytes instead of {_SECRET_BYTES}: put the whole file back")
    return secret
