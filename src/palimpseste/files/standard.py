"""Standard input, output and error, each of which whoever starts a program may have closed."""

from __future__ import annotations

import io
import sys
from typing import BinaryIO

from palimpseste.errors import UsageError
from palimpseste.files.descriptors import hold_standard_places

__all__ = ["escape_what_has_no_sign", "is_asked_by_hand", "stand_in_for_closed", "standard_input", "standard_output"]


def stand_in_for_closed() -> None:
    """Keep the places of closed standard streams, so that no file is opened there, and tell errors to nobody.

    Else a file that is opened later would stand in the place of standard error, and take what is meant for a terminal.
    """
    hold_standard_places()
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(_Nobody(), encoding="utf-8", write_through=True)


def escape_what_has_no_sign() -> None:
    """Write signs that the encoding of a terminal lacks (« ε » in CP1252) as escapes: they would end a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def standard_input() -> BinaryIO:
    """Return standard input.

    Raises
    ------
    UsageError
        If it is closed.
    """
    if sys.stdin is None:
        raise UsageError("standard input is closed: hand notes over by '<' or '|', or name a file")
    return sys.stdin.buffer


def standard_output() -> BinaryIO:
    """Return standard output.

    Raises
    ------
    UsageError
        If it is closed.
    """
    if sys.stdout is None:
        raise UsageError("standard output is closed: hand results on by '>' or '|', or name a file")
    return sys.stdout.buffer


def is_asked_by_hand() -> bool:
    """Tell whether somebody at a terminal can answer."""
    return sys.stdin is not None and sys.stdin.isatty()


class _Nobody(io.RawIOBase):
    """Takes all that is written, and keeps nothing."""

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        return len(memoryview(content).cast("B"))  # type: ignore[arg-type] # what is written are bytes
