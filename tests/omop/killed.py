"""The command line in small batches, killed at a commit: ``killed.py COMMIT BEFORE|AFTER ARGUMENT...``."""

from __future__ import annotations

import os
import signal
import sys

from palimpseste.cli import main
from palimpseste.document import Span
from palimpseste.errors import DocumentError
from palimpseste.omop import output, reading, run, structured
from palimpseste.omop.journal import RunJournal
from palimpseste.omop.note import ReleasedNote
from palimpseste.result import OffsetMap


class CapitalEngine:
    """Writes notes in capitals, here and now: what a worker does is tested elsewhere."""

    def __init__(self, task, workers, deadline):
        pass

    def __call__(self, entries):
        for entry in entries:
            note = entry.document
            if note is None:
                yield entry, DocumentError(entry.id, entry.reason)
            else:
                spans = (Span(0, 3, "LASTNAME"), Span(4, 6, "DATE"))
                yield entry, ReleasedNote(note.id, note.text.upper(), spans, spans, OffsetMap(()), date=note.date)


def die_at(commit: int, when: str) -> None:
    """Kill this process at a line of the journal: within its transaction, or once it is committed."""
    add, count = RunJournal.add, 0

    def counted(self, connection, step, digest=None):
        nonlocal count
        count += 1
        if count == commit + (when == "AFTER"):
            os.kill(os.getpid(), signal.SIGKILL)
        return add(self, connection, step, digest)

    RunJournal.add = counted


if __name__ == "__main__":
    output._NOTES_A_BATCH, reading._NUMBERS_AT_ONCE, structured._ROWS_AT_ONCE = 5, 7, 2
    run.LocalEngine = CapitalEngine
    die_at(int(sys.argv[1]), sys.argv[2])
    main(sys.argv[3:])
