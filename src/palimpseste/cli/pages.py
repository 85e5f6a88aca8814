"""Results of a command written to a file of their own."""

from __future__ import annotations

from pathlib import Path

from palimpseste.errors import UsageError

__all__ = ["write_page"]


def write_page(path: Path, content: str) -> None:
    """Write a file, over an earlier one.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
