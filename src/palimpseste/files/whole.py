"""Files that are whole or not there: filled under another name, brought to the disk, then renamed."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from palimpseste.files.descriptors import refuse_special, sync
from palimpseste.files.partial import new_partial, partial_file_of, put_in_place

__all__ = ["made_beside", "read_json", "write_atomically", "write_json", "write_text"]


def write_atomically(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a temporary file, then give it its name; a kill leaves the old file or the new one.

    The file is for its owner alone; nothing is left of one that cannot be written.

    Raises
    ------
    OSError
        If it cannot be written, what has its name is a pipe, a socket or a device, or what has that of the temporary
        file is a link or not a file of ours.
    """
    refuse_special(path)
    partial = partial_file_of(path)
    os.close(new_partial(partial))
    try:
        write(partial)
        sync(partial)
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    sync(path.parent)


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


@contextmanager
def made_beside(path: Path) -> Iterator[Path]:
    """Yield where to make a file or folder that takes the place of `path` when the block ends without an error.

    After an error nothing is left of it. Unlike `write_atomically`, several may do this at once: the last one stands.
    """
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as workplace:
        new = Path(workplace) / "new"
        yield new
        sync(new)
        put_in_place(new, path, Path(workplace) / "old")


def _fill(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
