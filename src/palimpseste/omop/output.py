"""Results on their way to a database: notes, spans, refusals and the journal's line in one transaction a batch."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from palimpseste.engines.run.quarantine import Refusal
from palimpseste.engines.run.tally import Tally
from palimpseste.omop.bulk import insert_rows
from palimpseste.omop.cdm import NOTE
from palimpseste.omop.changes import NoteDigests
from palimpseste.omop.database import Database
from palimpseste.omop.journal import RunJournal, Step
from palimpseste.omop.tables import NoteLayout, NoteRow, Values, nlp_row, nlp_table, quarantine_table

__all__ = ["TableOutput"]

_NOTES_A_BATCH = 500
_CHARACTERS_A_BATCH = 1 << 22
_SECONDS_A_BATCH = 5.0


class TableOutput:
    """Rows that can be continued after a kill.

    Parameters
    ----------
    target : Database
        Where.
    layout : NoteLayout
        Of the notes.
    journal : RunJournal
        Of the target.
    step : Step
        Where the run goes on.
    digests : NoteDigests
        Of the notes as they are read.
    """

    def __init__(
        self, target: Database, layout: NoteLayout, journal: RunJournal, step: Step, digests: NoteDigests
    ) -> None:
        self._target = target
        self._notes = layout.table
        self._nlp = nlp_table(target.address.schema)
        self._quarantine = quarantine_table(target.address.schema)
        self._journal = journal
        self._digests = digests
        self.step = step
        self._rows: list[Values] = []
        self._spans: list[Values] = []
        self._refused: list[Values] = []
        self._last_key = step.last_key
        self._numbered = step.spans
        self._characters = 0
        self._saved_at = time.monotonic()

    def write(self, source: int, content: NoteRow) -> None:
        """Take the next note."""
        self._rows.append(content.values)
        for span in content.spans:
            self._numbered += 1
            self._spans.append(nlp_row(self._numbered, content.key, span, self.step.begun))
        self._digests.done(content.key)
        self._last_key = content.key
        self._characters += content.characters

    def refuse(self, source: int, refusal: Refusal) -> None:
        """Take the next note's refusal."""
        self._refused.append((NOTE.name, str(refusal.place.line), refusal.reason))
        self._digests.done(refusal.place.line)
        self._last_key = refusal.place.line

    def save(self, tally: Tally, *, now: bool = False) -> None:
        """Commit what was taken, if it is enough, if it is time, or `now`."""
        waiting = len(self._rows) + len(self._refused)
        full = waiting >= _NOTES_A_BATCH or self._characters >= _CHARACTERS_A_BATCH
        if not waiting or not (now or full or time.monotonic() - self._saved_at >= _SECONDS_A_BATCH):
            return
        step = replace(self.step, state="running", last_key=self._last_key, spans=self._numbered, tally=tally)
        with self._target.transaction() as connection:
            insert_rows(self._target, connection, self._notes, self._rows)
            insert_rows(self._target, connection, self._nlp, self._spans)
            insert_rows(self._target, connection, self._quarantine, self._refused)
            step = self._journal.add(connection, step, self._digests.batch())
        self.step = step
        self._rows, self._spans, self._refused = [], [], []
        self._characters = 0
        self._saved_at = time.monotonic()

    def finish(self, tally: Tally, before_cleaning: Callable[[], None]) -> None:
        """Say in the journal that all is done."""
        self.save(tally, now=True)
        self._target.settle()
        before_cleaning()
        if self.step.state == "finished":
            return
        with self._target.transaction() as connection:
            self.step = self._journal.add(connection, replace(self.step, state="finished", tally=tally))
        self._target.settle()

    def close(self) -> None:
        """Do nothing: what was not committed is done again when the run resumes."""
