"""Folders that each hold one thing the service keeps, and a record of it: jobs, trainings."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from palimpseste.errors import UsageError
from palimpseste.files import private_bytes

__all__ = ["records_in"]

R = TypeVar("R", bound=msgspec.Struct)
_NAME = re.compile(r"[0-9a-f]{16}|[0-9a-f]{32}")


def records_in(folder: Path, name: str, kind: type[R]) -> Iterator[R]:
    """Yield the records of the folders in one, by their names; a folder without a record was not begun, and goes.

    Parameters
    ----------
    folder : Path
        Made, for its owner alone, if it is not there.
    name : str
        Of the file of a record.
    kind : type of msgspec.Struct
        Of the records.

    Raises
    ------
    UsageError
        If one cannot be read.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    for path in sorted(folder.iterdir()):
        if not _NAME.fullmatch(path.name):  # what a volume or somebody else keeps there
            continue
        record = path / name
        if not record.exists():
            shutil.rmtree(path)
            continue
        try:
            yield msgspec.json.decode(private_bytes(record), type=kind)
        except (msgspec.MsgspecError, OSError) as error:
            raise UsageError(f"{record} cannot be read ({error.__class__.__name__}): remove its folder") from None
