"""Files that are whole or not there: a temporary name, then a rename."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

__all__ = ["read_json", "write_atomically", "write_json", "write_text"]


def write_atomically(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a temporary file, then give it its name; a kill leaves the old file or the new one."""
    partial = path.with_name(path.name + ".partial")
    write(partial)
    with partial.open("rb") as stream:
        os.fsync(stream.fileno())
    partial.replace(path)


def write_json(path: Path, values: object) -> None:
    """Write a value as JSON, atomically."""
    write_text(path, json.dumps(values, ensure_ascii=False, indent=2) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text, atomically."""
    write_atomically(path, lambda partial: _fill(partial, text))


def read_json(path: Path) -> dict[str, object] | None:
    """Return the object in a JSON file; None where there is no file, or no object in it."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return values if isinstance(values, dict) else None


def _fill(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
