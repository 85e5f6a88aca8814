"""What was counted of each note as an attack goes: a file that each batch adds a line to, and that a run goes on from.

The first line is what was asked for; a file of another request is refused. Notes are told apart by their order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.files import append_line, cut_to

__all__ = ["NOTES_AT_ONCE", "NoteFigures", "kept_figures"]

NOTES_AT_ONCE = 50

# Figures of one note, by name.
NoteFigures = Mapping[str, float]


def kept_figures(
    path: Path, request: Mapping[str, object], figures_from: Callable[[int], Iterator[NoteFigures]]
) -> Iterator[NoteFigures]:
    """Yield the figures of each note, those of an interrupted run first, and keep what is new.

    Parameters
    ----------
    path : Path
        The file; made where there is none.
    request : mapping
        What the figures follow from.
    figures_from : callable
        The figures from the note of that number on, to the last.

    Raises
    ------
    UsageError
        If the file holds the figures of another request.
    """
    head = json.dumps(request, sort_keys=True).encode()
    content = path.read_bytes() if path.exists() else b""
    # A line that a kill cut short is counted again.
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        cut_to(path, len(whole))
    lines = whole.splitlines()
    if lines and lines[0] != head:
        raise UsageError(f"{path} holds the figures of other notes or settings: remove it, or -o another")
    if not lines:
        append_line(path, head)
    done = 0
    for line in lines[1:]:
        for figures in json.loads(line):
            done += 1
            yield figures
    rest = figures_from(done)
    while together := list(islice(rest, NOTES_AT_ONCE)):
        append_line(path, json.dumps(together).encode())
        yield from together
