"""The counts of an attack as it goes: a file to which each batch of notes adds a line, and from which a run goes on.

The first line is what was asked for; a file of another request is refused. No text is in it, and no identifier of a
note: notes are told apart by their order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.files import append_line, cut_to
from palimpseste.leakage.fill_mask import NOTES_AT_ONCE, NoteCounts

__all__ = ["kept_counts"]


def kept_counts(
    path: Path, request: Mapping[str, object], count_from: Callable[[int], Iterator[NoteCounts]]
) -> Iterator[NoteCounts]:
    """Yield what was counted of each note, those of an interrupted run first, and keep what is new.

    Parameters
    ----------
    path : Path
        The file; made where there is none.
    request : mapping
        What the counts follow from: the model, the notes, the settings.
    count_from : callable
        Counts from the note of that number on, to the last.

    Raises
    ------
    UsageError
        If the file holds the counts of another request.
    """
    kept = _read(path, request)
    yield from kept
    counts = count_from(len(kept))
    while together := list(islice(counts, NOTES_AT_ONCE)):
        append_line(path, json.dumps(together).encode())
        yield from together


def _read(path: Path, request: Mapping[str, object]) -> Sequence[NoteCounts]:
    head = json.dumps(request, sort_keys=True).encode()
    content = path.read_bytes() if path.exists() else b""
    # A line that a kill cut short is counted again.
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        cut_to(path, len(whole))
    lines = whole.splitlines()
    if not lines:
        append_line(path, head)
        return []
    if lines[0] != head:
        raise UsageError(f"{path} holds the counts of another model, other notes or settings: remove it, or -o another")
    return [note for line in lines[1:] for note in json.loads(line)]
