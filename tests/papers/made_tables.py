"""The tables that ``palimpseste papers run`` wrote, read again."""

from __future__ import annotations

import csv
from pathlib import Path

__all__ = ["rows_of"]


def rows_of(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of the folder ``out``, by the heads of its columns."""
    with Path("out", name).open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))
