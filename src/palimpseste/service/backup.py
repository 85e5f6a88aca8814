"""A service's users, log, reviews and settings in one file, taken while it runs, and put back elsewhere.

The file is a tar archive with a list of sizes and digests, sealed by the service's secret; texts in it stay encrypted.
The secret itself is never in it: who finds a backup reads no note. None is longer than the list says.
"""

from __future__ import annotations

import hmac
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from palimpseste import __version__
from palimpseste.chained_log import now
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import make_folder, new_private, new_private_file, open_to_read, private_bytes, put_in_place
from palimpseste.files.digests import digest_of
from palimpseste.service.accounts.users import Users
from palimpseste.service.folder import AUDIT, REVIEWS, SECRET, USERS, ServiceFolder
from palimpseste.service.monitoring.audit import read_audit
from palimpseste.service.reviewing.reviews import Reviews

__all__ = ["SITE", "BackupSummary", "back_up", "restore"]

SITE = "site.toml"
_LIST, _SEAL = "backup.json", "seal"
_KIND = "palimpseste service backup 1"
_MEMBERS = (USERS, AUDIT, REVIEWS, SITE)
_BLOCK = 1 << 20
_MOST_BYTES_OF_LIST = 1 << 16


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """What a backup holds.

    Parameters
    ----------
    users, notes, decisions, lines : int
        How many users, notes to review, decisions on them in all versions, and lines of the log.
    flaw : str
        What is wrong with the log; empty where it is whole.
    has_site : bool
        Whether the site's file is in it.
    """

    users: int
    notes: int
    decisions: int
    lines: int
    flaw: str
    has_site: bool


def back_up(folder: ServiceFolder, address: str, target: Path, site: Path | None = None) -> BackupSummary:
    """Write a backup of a service, which may be running, and read it again.

    The reviews are copied before the log: it has a line for each decision that is in them.

    Parameters
    ----------
    folder : ServiceFolder
        Of the service.
    address : str
        Of the database of reviews.
    target : Path
        The file, which must not be there.
    site : Path, optional
        The site's file.

    Raises
    ------
    UsageError
        If the target is there, or something cannot be read.
    PalimpsesteError
        If it cannot be written.
    """
    if target.exists():
        raise UsageError(f"{target} exists: choose another name")
    secret = folder.secret()
    with _workplace(target) as workplace:
        copy = workplace / REVIEWS
        Reviews(address, secret).copy_to(copy)
        if folder.users.exists():
            new_private(workplace / USERS, private_bytes(folder.users))
        if site is not None:
            new_private(workplace / SITE, site.read_bytes())
        if folder.audit.exists():
            log = private_bytes(folder.audit)
            new_private(workplace / AUDIT, log[: log.rfind(b"\n") + 1])  # a line may just be written
        summary = _summary_of(workplace, secret)
        with new_private_file(workplace / "new") as stream:
            _pack(workplace, secret, stream)
        put_in_place(workplace / "new", target, workplace / "old", replaces=False)
    return summary


def restore(source: Path, folder: Path, secret: bytes, address: str | None = None) -> BackupSummary:
    """Make the folder of a service from a backup, all of it or nothing.

    Parameters
    ----------
    source : Path
        The backup.
    folder : Path
        What must not be there, or be empty.
    secret : bytes
        Of the service that was backed up.
    address : str, optional
        Of an empty database that takes the reviews; SQLite in the folder without it.

    Raises
    ------
    UsageError
        If the folder or the database holds something, or the file is no backup, was changed since, or is of a service
        with another secret.
    PalimpsesteError
        If it cannot be written.
    """
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise UsageError(f"{folder} exists: a backup is put where nothing is")
    if not source.is_file():
        raise UsageError(f"{source}: no such file")
    with _workplace(folder) as workplace:
        new = workplace / "new"
        make_folder(new)
        _unpack(source, new, secret)
        summary = _summary_of(new, secret)
        if address is not None:
            Reviews(address, secret).fill_from(_reviews_in(new, secret))
            (new / REVIEWS).unlink()
        new_private(new / SECRET, secret)
        put_in_place(new, folder, workplace / "old", replaces=False)
    return summary


@contextmanager
def _workplace(target: Path) -> Iterator[Path]:
    try:
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.absolute().parent) as workplace:
            yield Path(workplace)
    except FileExistsError:
        raise UsageError(f"{target} exists: choose another name") from None
    except OSError as error:
        raise PalimpsesteError(f"{target} cannot be written: {error.strerror or error.__class__.__name__}") from None


def _reviews_in(folder: Path, secret: bytes) -> Reviews:
    return Reviews(f"sqlite:///{(folder / REVIEWS).absolute()}", secret)


def _summary_of(folder: Path, secret: bytes) -> BackupSummary:
    """Return what a folder holds, every text decrypted once; an error where one is not."""
    notes, decisions = _reviews_in(folder, secret).checked()
    users = Users(folder / USERS).all()
    chain = read_audit(folder / AUDIT, secret)
    return BackupSummary(len(users), notes, decisions, len(chain.lines), chain.flaw, (folder / SITE).exists())


def _seal(secret: bytes, content: bytes) -> bytes:
    return hmac.digest(hmac.digest(secret, _KIND.encode(), "sha256"), content, "sha256")


def _pack(folder: Path, secret: bytes, stream: BinaryIO) -> None:
    files = [folder / name for name in _MEMBERS if (folder / name).exists()]
    sizes, digests = {f.name: f.stat().st_size for f in files}, {f.name: _digest(f) for f in files}
    listed = {"kind": _KIND, "made": now(), "version": __version__, "bytes": sizes, "sha256": digests}
    content = json.dumps(listed).encode()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, small in ((_LIST, content), (_SEAL, _seal(secret, content))):
            archive.addfile(_member(name, len(small)), io.BytesIO(small))
        for file in files:
            with file.open("rb") as opened:
                archive.addfile(_member(file.name, file.stat().st_size), opened)


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member


def _unpack(source: Path, folder: Path, secret: bytes) -> None:
    """Write the files of a backup into a folder, each as the sealed list says."""
    no_backup = UsageError(f"{source} is no backup of a service, or was cut")
    try:
        with (
            os.fdopen(open_to_read(source, follow=True), "rb") as stream,
            tarfile.open(fileobj=stream, mode="r|") as archive,
        ):
            content, seal = (_small(archive, name) for name in (_LIST, _SEAL))
            if not hmac.compare_digest(seal, _seal(secret, content)):
                raise UsageError(f"{source} is of a service with another secret, or was changed since")
            listed = json.loads(content)
            sizes, digests = dict(listed["bytes"]), dict(listed["sha256"])
            while member := archive.next():
                if member.name not in digests or member.name not in _MEMBERS:
                    raise no_backup
                if member.size != sizes[member.name]:
                    raise UsageError(f"{source} was changed since it was made")
                with new_private_file(folder / member.name) as file:
                    file.writelines(_blocks(archive, member))
                if _digest(folder / member.name) != digests.pop(member.name):
                    raise UsageError(f"{source} was changed since it was made")
    except (tarfile.TarError, ValueError, KeyError, TypeError, EOFError):
        raise no_backup from None
    if digests:
        raise no_backup


def _small(archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.next()
    if member is None or member.name != name or member.size > _MOST_BYTES_OF_LIST:
        raise tarfile.TarError
    return b"".join(_blocks(archive, member))


def _blocks(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Iterator[bytes]:
    opened = archive.extractfile(member) if member.isreg() else None
    if opened is None:
        raise tarfile.TarError
    while block := opened.read(_BLOCK):
        yield block


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return digest_of(stream)
