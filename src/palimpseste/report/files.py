"""The files of a report."""

from __future__ import annotations

import json
from pathlib import Path

from palimpseste.errors import PalimpsesteError
from palimpseste.files import make_folder, write_text
from palimpseste.report.facts import RunFacts
from palimpseste.report.page import page_of

__all__ = ["write_report"]


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
