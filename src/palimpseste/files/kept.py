"""What was told of each note as a run goes: a file that each batch adds a line to, from which a repeated run goes on.

The first line is what was asked for; a file of another request is refused. No text is in it, and no identifier of a
note: notes are told apart by their order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from palimpseste.errors import UsageError
from palimpseste.files.private import append_line, cut_to

__all__ = ["NoteFigures", "kept_figures"]

# Figures of one note, by name.
NoteFigures = Mapping[str, float]
# What JSON gives back as it was given.
Figures = TypeVar("Figures", bound=Mapping[str, Any])


def kept_figures(
    path: Path,
    request: Mapping[str, object],
    figures_from: Callable[[int], Iterator[Figures]],
    *,
    notes_at_once: int = 50,
) -> Iterator[Figures]:
    """Yield the figures of each note, those of an interrupted run first, and keep what is new.

    Parameters
    ----------
    path : Path
        The file; made where there is none.
    request : mapping
        What the figures follow from: the model, the notes, the settings.
    figures_from : callable
        The figures from the note of that number on, to the last.
    notes_at_once : int
        A line holds so many, except the last; a run goes on at a line's end.

    Raises
    ------
    UsageError
        If the file holds the figures of another request.
    """
    done = 0
    for line in _lines(path, json.dumps(request, sort_keys=True).encode()):
        for figures in json.loads(line):
            done += 1
            yield figures
    rest = figures_from(done)
    while together := list(islice(rest, notes_at_once)):
        append_line(path, json.dumps(together).encode())
        yield from together


def _lines(path: Path, head: bytes) -> list[bytes]:
    """Return the lines behind the head, which a new file gets."""
    content = path.read_bytes() if path.exists() else b""
    # A line that a kill cut short is told again.
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        cut_to(path, len(whole))
    lines = whole.splitlines()
    if not lines:
        append_line(path, head)
    elif lines[0] != head:
        raise UsageError(f"{path} is of another model, other notes or settings: remove it, or -o another")
    return lines[1:]
