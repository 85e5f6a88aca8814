"""The files of a report."""

from __future__ import annotations

import json
import os
from pathlib import Path

from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import make_folder, write_text
from palimpseste.report.facts import RunFacts
from palimpseste.report.page import page_of

__all__ = ["require_writable", "write_report"]


def require_writable(folder: Path) -> None:
    """Make sure that a report could be written, before hours of work are done for one; nothing is made.

    Raises
    ------
    UsageError
        If it could not: the folder, or the first above it that is there, is none or takes no files.
    """
    there = next(path for path in (folder, *folder.absolute().parents) if os.access(path, os.F_OK))
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        raise UsageError(f"{folder}: the report cannot be written: {there} takes no files; name another folder")


def write_report(folder: Path, facts: RunFacts) -> None:
    """Write ``report.json`` and ``report.html``, each in one step, over those of an earlier run.

    Raises
    ------
    PalimpsesteError
        If the folder cannot be written.
    """
    values = facts.to_mapping()
    contents = {
        "report.json": json.dumps(values, ensure_ascii=False, indent=2) + "\n",
        "report.html": page_of(values, facts.operation),
    }
    try:
        make_folder(folder, parents=True)
        for name, content in contents.items():
            write_text(folder / name, content)
    except OSError as error:
        raise PalimpsesteError(f"{folder}: the report cannot be written: {error.strerror}") from None
