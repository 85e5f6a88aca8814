"""One run from OMOP tables to OMOP tables: read, process, write in batches, go on where a kill left it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import sqlalchemy as sa

from palimpseste.engines.local import LocalEngine
from palimpseste.engines.run.plan import Observer
from palimpseste.engines.run.reading import with_dates
from palimpseste.engines.run.run import carry
from palimpseste.engines.run.tally import Tally
from palimpseste.engines.task import DatesPass
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.omop.cdm import NOTE
from palimpseste.omop.changes import NoteDigests, Range
from palimpseste.omop.database import Database
from palimpseste.omop.journal import RunJournal, Step
from palimpseste.omop.note import ReleasedNote
from palimpseste.omop.output import TableOutput
from palimpseste.omop.planning import OmopPlan
from palimpseste.omop.reading import Extent, NoteTable
from palimpseste.omop.records import Records
from palimpseste.omop.structured import ShiftedTable, shift_tables, shifted_tables
from palimpseste.omop.tables import NoteLayout, NoteRow, nlp_table, quarantine_table
from palimpseste.sources import Entry

__all__ = ["OpenRun", "opened"]


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run with both databases open and everything checked.

    Parameters
    ----------
    plan : OmopPlan
        What is asked for.
    source, target : Database
        Open; the source for reading only, unless both are one DuckDB file.
    notes : NoteTable
        What is read.
    records : Records
        What tells who patients are.
    layout : NoteLayout
        How notes are written.
    shifted : tuple of ShiftedTable
        Further tables to write.
    journal : RunJournal
        Of the target.
    step : Step, optional
        Where the run goes on; None where it begins.
    thrown_away : tuple of str
        Tables of an earlier run that this one replaces.
    extent : Extent
        How much there is to read.
    digests : NoteDigests
        By which a later run sees that a note changed.
    warning : str
        What there is to be said of what is done; empty where nothing is.
    """

    plan: OmopPlan
    source: Database
    target: Database
    notes: NoteTable
    records: Records
    layout: NoteLayout
    shifted: tuple[ShiftedTable, ...]
    journal: RunJournal
    step: Step | None
    thrown_away: tuple[str, ...]
    extent: Extent
    digests: NoteDigests
    warning: str = ""

    def run(self, observer: Observer, before_cleaning: Callable[[Tally], None] = lambda tally: None) -> Tally:
        """Do what is left to do and return the counts.

        Parameters
        ----------
        observer : Observer
            Told of every step.
        before_cleaning : callable
            Called with the counts once the results are in place.

        Raises
        ------
        PalimpsesteError
            If a database fails, or workers cannot start. What is committed stays and can be resumed.
        """
        step = self.step
        if step is None:
            self.journal.forget(self.thrown_away)
            step = self.journal.begin(self.plan.journalled, self._tables())
        tally = step.tally
        if step.last_key is not None:
            observer.resumed(tally)
        output = TableOutput(self.target, self.layout, self.journal, step, self.digests)
        # Once tables are being written, notes are done: a later run would not find the place between them again.
        if step.table == NOTE.name:
            entries = self.notes.entries(self.records, step.last_key, self.digests.read)
            if self.plan.dates is not None:
                read = self.notes.entries(self.records, None)
                dates = DatesPass(self.plan.dates, self.extent.notes)
                entries = with_dates(entries, dates, read, observer, self.plan.workers, self.plan.deadline)
            outcomes = LocalEngine(self.plan.task, self.plan.workers, self.plan.deadline)(entries)
            carry(outcomes, output, self._written, tally, observer)
            done = tally.documents + tally.quarantined
            if done != self.extent.notes:
                raise PalimpsesteError(
                    f"{self.plan.source}: {self.extent.notes:,} notes announced, {done:,} written or in quarantine; "
                    "notes came or went meanwhile"
                )
            output.save(tally, now=True)
        if self.plan.shift is not None and output.step.state != "finished":
            output.step = shift_tables(
                self.source, self.target, self.shifted, self.records, self.plan.shift, self.journal, output.step, tally
            )
        output.finish(tally, lambda: before_cleaning(tally))
        return tally

    def _tables(self) -> list[sa.Table]:
        schema = self.target.address.schema
        made = [self.layout.table, nlp_table(schema), quarantine_table(schema)]
        return made + [each.table for each in self.shifted]

    def _written(self, entry: Entry, note: ReleasedNote) -> NoteRow:
        if not isinstance(entry.form, Mapping):
            raise TypeError("the entry of a note carries its row")
        return self.layout.row_of(entry.form, note)


@contextmanager
def opened(plan: OmopPlan) -> Iterator[OpenRun]:
    """Open both databases and check all that can be; nothing is written yet.

    Raises
    ------
    UsageError
        If the results would be written over their source, exist already, are of an interrupted run with other
        settings, or the notes cannot be told apart.
    PalimpsesteError
        If a database cannot be opened.
    """
    is_one_file = plan.source.backend == plan.target.backend == "duckdb" and (
        plan.source.path.resolve() == plan.target.path.resolve()
    )
    if is_one_file and not plan.source.path.is_file():
        raise UsageError(f"{plan.source.path}: no such file")
    if is_one_file and plan.source.schema.lower() == plan.target.schema.lower():
        raise UsageError("results cannot be written over their source; name another schema")
    source = Database.open(plan.source, read_only=not is_one_file)
    target = source
    is_new = plan.target.backend == "duckdb" and not plan.target.path.exists()
    try:
        target = source.at(plan.target) if is_one_file else Database.open(plan.target, read_only=False)
        is_one_schema = plan.source.backend == plan.target.backend and plan.source.schema == plan.target.schema
        if is_one_schema and source.identity() == target.identity():
            raise UsageError("results cannot be written over their source; name another schema or database")
        yield _checked(plan, source, target)
    finally:
        # Opening made the file.
        is_needless = is_new and target is not source and RunJournal(target).settings is None
        target.close()
        source.close()
        if is_needless:
            plan.target.path.unlink(missing_ok=True)


def _checked(plan: OmopPlan, source: Database, target: Database) -> OpenRun:
    notes, records = NoteTable(source), Records(source, plan.mapping)
    schema = plan.target.schema
    layout = NoteLayout.of(notes.kinds, plan.mapping, schema)
    shifted = shifted_tables(source, plan.mapping, schema) if plan.shift is not None else ()
    journal = RunJournal(target)
    journal.lock()
    step, thrown_away = _start(
        plan, target, journal, [layout.table, nlp_table(schema), *(each.table for each in shifted)]
    )
    extent = _extent(plan, notes, journal, step)
    digests = NoteDigests(plan.task.task.cohort_key, set(layout.treatments) - set(layout.dropped))
    warning = "" if step is None else _refuse_changed(plan, notes, records, journal, digests)
    return OpenRun(
        plan, source, target, notes, records, layout, shifted, journal, step, thrown_away, extent, digests, warning
    )


def _refuse_changed(
    plan: OmopPlan, notes: NoteTable, records: Records, journal: RunJournal, digests: NoteDigests
) -> str:
    """Refuse to go on behind notes that are done and are no longer what they were: their results would be of others.

    Returns
    -------
    str
        What to warn of where a record is no longer what it was. It may, every day, and what is done was done with what
        was known: but a name that was corrected since was not looked for.
    """
    batches = journal.batches(NOTE.name)
    if not batches:
        return ""
    of_notes, of_records = digests.changed(notes.read(records, batches[-1][0]), batches)
    anew = f"--{'force' if journal.last().state == 'finished' else 'restart'}"
    if of_notes:
        raise UsageError(
            f"{plan.source}: a note of the numbers {_said(of_notes)} changed since it was written; {anew} begins anew"
        )
    if of_records:
        return (
            f"the record of a patient, or who cared for them, changed since notes of the numbers {_said(of_records)} "
            f"were written: what it says now was not looked for in them; {anew} writes all notes anew"
        )
    return ""


def _said(numbers: Range) -> str:
    after, last = numbers
    return f"up to {last}" if after is None else f"from {after + 1} to {last}"


def _extent(plan: OmopPlan, notes: NoteTable, journal: RunJournal, step: Step | None) -> Extent:
    """Return how many notes there are, after checking that those done are still the first ones, or all."""
    if step is None:
        return notes.extent(None)
    reached = journal.last(NOTE.name)
    extent = notes.extent(reached.last_key)
    done = reached.tally.documents + reached.tally.quarantined
    if extent.notes_done != done or (step.table != NOTE.name and extent.notes != done):
        raise UsageError(
            f"{plan.source} has {extent.notes:,} notes, {extent.notes_done:,} of them up to the last one done, and "
            f"{done:,} were done: notes came or went since; --{'force' if step.state == 'finished' else 'restart'} "
            "begins anew"
        )
    return extent


def _start(
    plan: OmopPlan, target: Database, journal: RunJournal, tables: list[sa.Table]
) -> tuple[Step | None, tuple[str, ...]]:
    """Return where a run goes on, behind what an earlier one with the same settings did, or what it throws away."""
    settings = journal.settings
    if settings is None:
        present = next((table.name for table in tables if target.columns_of(table.name)), None)
        if present:
            raise UsageError(
                f"{plan.target} has a table {present!r} that no run of this program made; name another schema"
            )
        return None, ()
    last = journal.last()
    is_finished = last.state == "finished"
    if settings.get("fingerprint") == plan.fingerprint and not plan.restart and not (plan.force and is_finished):
        return last, ()
    if not (plan.force if is_finished else plan.restart):
        option = "--force replaces them" if is_finished else "--restart throws it away"
        what = "the results of a" if is_finished else "an interrupted"
        raise UsageError(f"{plan.target} holds {what} run with other settings or another key; {option}")
    made = settings.get("tables")
    return None, tuple(made) if isinstance(made, list) else ()
