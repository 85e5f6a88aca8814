"""One run from its sources to its results: read, process, write in order, note how far, quarantine what fails."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from palimpseste.debugging import kind_of
from palimpseste.document import Prediction
from palimpseste.engines.balance import Balance
from palimpseste.engines.chunks import Outcome
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.journal import JOURNAL_BEGINS, Checkpoint, Journal
from palimpseste.engines.local import LocalEngine
from palimpseste.engines.output import Output, PartialOutput, StandardOutput, quarantine_file_of
from palimpseste.engines.quarantine import Refusal
from palimpseste.engines.tally import Tally
from palimpseste.engines.task import DatesPass, Task
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError
from palimpseste.files import (
    claim_folder,
    is_claimed,
    lock_file_of,
    partial_folder_of,
    refuse_special,
    remove_folder,
)
from palimpseste.result import Result
from palimpseste.screen import identifier_shown
from palimpseste.sources import Entry, PatientFile, Source
from palimpseste.sources.target import Shape, Target, Written
from palimpseste.surrogates.dates.plan import DatesPlan, alone
from palimpseste.surrogates.setting import scope_of

__all__ = ["Engine", "Observer", "Plan", "carry", "is_begun", "run", "with_dates"]

C = TypeVar("C")
# What documents become: results, or predictions.
W = TypeVar("W", bound=Result | Prediction)
Engine = Callable[[Iterable[Entry]], Iterator[tuple[Entry, Outcome[W]]]]

_JOURNAL = "journal.jsonl"
# What a run leaves in its partial folder; whatever else stands there is not its own.
_LEFT = frozenset((_JOURNAL, lock_file_of(Path(_JOURNAL)).name, "quarantine.jsonl", "result", "replaced"))

# Files that take long to read.
_READ_ONCE = ("pdf",)

# Written for a run that no later one can continue: its key is gone with it, or its input.
_SINGLE: Mapping[str, str] = {"single": "run"}


class Observer(Protocol):
    """Is told what happens in a run."""

    def resumed(self, tally: Tally) -> None:
        """Hear that an earlier run is continued, and what it had done."""

    def reads_dates(self, read: int, documents: int) -> None:
        """Hear of how many of so many documents the dates are read; before the first is written."""

    def moved(self, tally: Tally) -> None:
        """Hear what is done so far, after each document."""

    def refused(self, refusal: Refusal) -> None:
        """Hear of a document that goes to the quarantine."""


@dataclass(frozen=True, slots=True)
class Plan(Generic[W]):
    """All that a run needs to know.

    Parameters
    ----------
    sources : sequence of Source
        What to read, in order.
    target : Target
        Where to write.
    shape : Shape
        What is written.
    task : Task
        What is done to each document.
    workers : int
        Processes, 1 or more.
    fingerprint : mapping, optional
        Digests of what results depend on; None for a run that cannot be repeated, hence not resumed.
    patients : PatientFile, optional
        Records for documents without one.
    quarantine : Path, optional
        Where refusals go; beside the target by default.
    restart : bool
        Throw away what an interrupted run left, instead of resuming.
    force : bool
        Replace a target that exists.
    engine : callable, optional
        Yields entries with their outcomes, in order; worker processes on this machine without it.
    announced : sequence of int, optional
        How many documents each source holds; None where nobody could count them before.
    requires_record : bool
        Whether a document without a record of its patient is refused.
    deadline : Deadline
        How long a document may take, in worker processes on this machine.
    dates : DatesPass, optional
        What is read before the first document is written; of all documents, those included that are done already.
    """

    sources: Sequence[Source]
    target: Target
    shape: Shape[W]
    task: Task[W]
    workers: int
    fingerprint: Mapping[str, str] | None
    patients: PatientFile | None = None
    quarantine: Path | None = None
    restart: bool = False
    force: bool = False
    engine: Engine[W] | None = None
    announced: Sequence[int] | None = None
    requires_record: bool = False
    deadline: Deadline = USUAL_DEADLINE
    dates: DatesPass | None = None


def run(plan: Plan[W], observer: Observer, before_cleaning: Callable[[Tally], None] = lambda tally: None) -> Tally:
    """Do a run, or what is left of one that was interrupted, and return its counts.

    Parameters
    ----------
    plan : Plan
        The run.
    observer : Observer
        Told of every step.
    before_cleaning : callable
        Called with the counts once the results are in place, while a kill could still be recovered from.

    Raises
    ------
    UsageError
        If the results exist already, or an interrupted run with other settings left some.
    PalimpsesteError
        If results cannot be written, or workers cannot start. What is done stays and can be resumed.
    """
    try:
        output, start = _opened(plan)
    except OSError as error:
        raise PalimpsesteError(f"{plan.target} cannot be written: {error.strerror or kind_of(error)}") from None
    tally = start.tally
    if start.source or start.entries:
        observer.resumed(tally)
    try:
        engine: Engine[W] = plan.engine or LocalEngine(plan.task, plan.workers, plan.deadline)
        balance = Balance([str(source.input.path) for source in plan.sources], plan.announced, start)
        balance.begin(tally.documents + tally.quarantined)
        entries = _entries(plan, start)
        if plan.dates is not None:
            read = _entries(plan, Checkpoint(), but=_READ_ONCE)
            entries = with_dates(entries, plan.dates, read, observer, plan.workers, plan.deadline)
        outcomes = engine(balance.read(entries))
        carry(outcomes, output, plan.shape.written, tally, observer, balance)
        output.finish(tally, lambda: before_cleaning(tally))
    except KeyboardInterrupt:
        # Nothing is saved here: an interruption may come between two halves of a step. The last checkpoint stands.
        if plan.fingerprint is None:
            _discard(plan.target, output)
        raise
    except BrokenPipeError:
        raise
    except OSError as error:
        raise PalimpsesteError(f"{plan.target} cannot be written: {error.strerror or kind_of(error)}") from None
    finally:
        output.close()
    return tally


def carry(
    outcomes: Iterable[tuple[Entry, W | DocumentError]],
    output: Output[C],
    written: Callable[[Entry, W], C],
    tally: Tally,
    observer: Observer,
    balance: Balance | None = None,
) -> None:
    """Carry what became of each entry to its output, count it and tell of it.

    Parameters
    ----------
    outcomes : iterable of (Entry, Result or Prediction or DocumentError)
        In order, as an engine yields them.
    output : Output
        Where they go.
    written : callable
        Makes what the output takes; where it raises DocumentError, UnicodeError or ValueError, the document is refused.
    tally : Tally
        Counted on.
    observer : Observer
        Told of every step.
    balance : Balance, optional
        What must come out.

    Raises
    ------
    PalimpsesteError
        If it does not.
    """
    clock = _Clock(tally)
    for entry, outcome in outcomes:
        if balance is not None:
            balance.done(entry.source)
        if isinstance(outcome, DocumentError):
            _refuse(Refusal(entry.id, entry.place, outcome.reason), entry, output, tally, observer)
        else:
            try:
                content = written(entry, outcome)
            except DocumentError as error:
                _refuse(Refusal(entry.id, entry.place, error.reason), entry, output, tally, observer)
            except (UnicodeError, ValueError) as error:
                reason = f"the result cannot be written in this format ({kind_of(error)})"
                _refuse(Refusal(entry.id, entry.place, reason), entry, output, tally, observer)
            else:
                tally.count(outcome, scope_of(entry.document) if entry.document is not None else entry.id)
                tally.with_record += bool(entry.document and entry.document.patient)
                tally.types_withheld += bool(entry.document and entry.document.type and not outcome.type)
                output.write(entry.source, content)
        clock.read()
        observer.moved(tally)
        output.save(tally)
    if balance is not None:
        balance.finish(tally.documents + tally.quarantined)


def with_dates(
    entries: Iterable[Entry],
    dates: DatesPass,
    read: Iterable[Entry],
    observer: Observer,
    workers: int,
    deadline: Deadline,
) -> Iterator[Entry]:
    """Yield entries with the dates of their patients, read before the first; without its own, one counts as unreadable.

    Parameters
    ----------
    entries : iterable of Entry
        Those to be done.
    dates : DatesPass
        How dates are read.
    read : iterable of Entry
        Where from: all entries, done already or not.
    observer : Observer
        Told how many are read, from none on.
    workers : int
        Processes, 1 or more.
    deadline : Deadline
        How long the dates of a document may take.
    """
    left = iter(entries)
    first = next(left, None)
    if first is None:
        return
    found = _planned(dates, read, observer, workers, deadline) if dates.documents else DatesPlan()
    for entry in chain((first,), left):
        if entry.document is None:
            yield entry
            continue
        try:
            is_alone = dates.is_alone(entry.document)
            yield replace(entry, document=alone(entry.document) if is_alone else found.joined(entry.document))
        except DocumentError as error:
            yield Entry(entry.source, entry.number, entry.place, None, error.reason, entry.form)


def _planned(
    dates: DatesPass, read: Iterable[Entry], observer: Observer, workers: int, deadline: Deadline
) -> DatesPlan:
    """Return the dates of the patients of some entries."""
    observer.reads_dates(0, dates.documents)
    found = DatesPlan()
    outcomes = LocalEngine(dates.task, workers, deadline)(filter(dates.is_read, read))
    for number, (entry, outcome) in enumerate(outcomes, start=1):
        assert entry.document is not None  # noqa: S101 # for types: no other is read
        if isinstance(outcome, DocumentError):
            found.refuse(entry.document)
        else:
            found.add(entry.document, outcome)
        observer.reads_dates(number, dates.documents)
    return found


def _refuse(refusal: Refusal, entry: Entry, output: Output[C], tally: Tally, observer: Observer) -> None:
    tally.quarantined += 1
    output.refuse(entry.source, refusal)
    observer.refused(refusal)


def is_begun(plan: Plan[W]) -> bool:
    """Tell whether an interrupted run of the same plan is there to be gone on with."""
    if plan.target.path is None or plan.fingerprint is None or plan.restart:
        return False
    folder = partial_folder_of(plan.target.path)
    path = folder / _JOURNAL
    if not is_claimed(folder, _LEFT, _JOURNAL, JOURNAL_BEGINS) or not path.exists():
        return False
    journal = Journal(path)
    try:
        return journal.fingerprint == plan.fingerprint
    finally:
        journal.close()


class _Clock:
    """Adds the time that passes to a tally."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._before = tally.seconds
        self._start = time.monotonic()

    def read(self) -> None:
        self._tally.seconds = self._before + time.monotonic() - self._start


def _opened(plan: Plan[W]) -> tuple[Output[Written], Checkpoint]:
    """Return the output of a run and where it begins."""
    target = plan.target.path
    if target is None:
        return StandardOutput(plan.shape, plan.quarantine), Checkpoint()
    folder = partial_folder_of(target)
    quarantine = plan.quarantine or quarantine_file_of(target)
    if not os.path.lexists(folder):
        _refuse_existing(plan, target, quarantine)
    claim_folder(folder, _LEFT, _JOURNAL, JOURNAL_BEGINS)
    journal = Journal(folder / _JOURNAL)
    try:
        begun = journal.fingerprint
        if begun is not None and begun == plan.fingerprint and not plan.restart:
            journal.resume()
        else:
            if begun not in (None, dict(_SINGLE)) and not plan.restart:
                raise UsageError(_difference(folder, begun or {}, plan.fingerprint))
            try:
                _refuse_existing(plan, target, quarantine)
            except UsageError:
                if begun is None:  # all that a kill left of a run whose results are in their place
                    journal.close()
                    remove_folder(folder, _JOURNAL)
                raise
            _emptied(folder)
            journal.begin(plan.fingerprint or _SINGLE)
        output = PartialOutput(
            target, quarantine, plan.target.is_folder, plan.shape, len(plan.sources), journal, replaces=plan.force
        )
    except BaseException:
        journal.close()
        raise
    return output, journal.last


def _refuse_existing(plan: Plan[W], target: Path, quarantine: Path) -> None:
    for path in (target, quarantine):
        try:
            refuse_special(path)
        except OSError as error:
            raise UsageError(f"{path} {error.strerror}; '-' is standard output") from None
        if os.path.lexists(path) and not plan.force:
            raise UsageError(f"{path} exists; --force replaces it")


def _difference(folder: Path, begun: Mapping[str, str], now: Mapping[str, str] | None) -> str:
    if now is None:
        what = "a key, and this run has none of its own"
    elif begun.get("key") != now.get("key"):
        # All other digests are made with it: they tell nothing.
        what = "another key, or for another cohort"
    else:
        what = "other settings: " + ", ".join(sorted(n for n in {*begun, *now} if begun.get(n) != now.get(n)))
    return (
        f"{folder} holds an interrupted run with {what}; repeat its command to finish it, "
        "or give --restart to throw it away"
    )


def _emptied(folder: Path) -> None:
    journal = folder / _JOURNAL
    for path in folder.iterdir():
        if path in (journal, lock_file_of(journal)):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _discard(target: Target, output: Output[Written]) -> None:
    output.close()
    if target.path is not None:
        remove_folder(partial_folder_of(target.path), _JOURNAL)


def _entries(plan: Plan[W], start: Checkpoint, but: Collection[str] = ()) -> Iterator[Entry]:
    """Yield the entries that are left to do, those of files of some formats left out."""
    inputs = [source.input for source in plan.sources]
    for position in range(start.source, len(plan.sources)):
        if inputs[position].format in but:
            continue
        entries = _readable(plan.sources[position])
        if inputs[position].is_standard:
            entries = _distinct(entries)
        if plan.patients:
            entries = plan.patients.joined(entries, inputs)
        if plan.requires_record:
            entries = _with_record(entries)
        yield from islice(entries, start.entries if position == start.source else 0, None)


def _readable(source: Source) -> Iterator[Entry]:
    """Yield the entries of a source; the run ends where its folder is gone, or its file can no longer be read."""
    try:
        for entry in source.entries():
            if entry.document is None and source.input.folder is not None:
                source.input.folder.require()
            yield entry
    except OSError as error:
        raise PalimpsesteError(
            f"{source.input.path} cannot be read: {error.strerror or kind_of(error)}; repeat the command once it can be"
        ) from None


def _with_record(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries; one whose document has no record of its patient counts as unreadable."""
    for entry in entries:
        if entry.document is not None and not entry.document.patient:
            reason = f"document {identifier_shown(entry.id)}: no record of its patient, which --require-record asks for"
            entry = Entry(entry.source, entry.number, entry.place, None, reason, entry.form)
        yield entry


def _distinct(entries: Iterator[Entry]) -> Iterator[Entry]:
    """Yield entries; one whose identifier was used before, which nobody could see in advance, counts as unreadable."""
    places: dict[str, str] = {}
    for entry in entries:
        if entry.document is not None:
            first = places.setdefault(entry.document.id, str(entry.place))
            if first != str(entry.place):
                reason = f"the identifier {identifier_shown(entry.document.id)} is that of {first}"
                entry = Entry(entry.source, entry.number, entry.place, None, reason)
        yield entry
