"""The entries of a run: those of its sources that are left to do, each with the record and the dates of its patient."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice

from palimpseste.debugging import kind_of
from palimpseste.engines.deadline import Deadline
from palimpseste.engines.local import LocalEngine
from palimpseste.engines.run.journal import Checkpoint
from palimpseste.engines.run.plan import Observer, Plan, W
from palimpseste.engines.task import DatesPass
from palimpseste.errors import DocumentError, PalimpsesteError
from palimpseste.rendering.screen import identifier_shown
from palimpseste.sources import Entry, Source
from palimpseste.surrogates.dates.plan import DatesPlan, alone

__all__ = ["entries_of", "with_dates"]

# Files that take long to read.
_READ_ONCE = ("pdf",)


def entries_of(plan: Plan[W], start: Checkpoint, observer: Observer) -> Iterator[Entry]:
    """Return the entries that are left to do, with the dates of their patients where the plan asks for them.

    Parameters
    ----------
    plan : Plan
        The run.
    start : Checkpoint
        How far it was.
    observer : Observer
        Told of how many documents dates are read.
    """
    left = _left(plan, start)
    if plan.dates is None:
        return left
    read = _left(plan, Checkpoint(), but=_READ_ONCE)
    return with_dates(left, plan.dates, read, observer, plan.workers, plan.deadline)


def _left(plan: Plan[W], start: Checkpoint, but: Collection[str] = ()) -> Iterator[Entry]:
    """Yield the entries behind a checkpoint, those of files of some formats left out."""
    inputs = [source.input for source in plan.sources]
    key_of = plan.patients.matching(inputs) if plan.patients else None
    for position in range(start.source, len(plan.sources)):
        if inputs[position].format in but:
            continue
        entries = _readable(plan.sources[position])
        if inputs[position].is_standard:
            entries = _distinct(entries)
        if plan.patients and key_of is not None:
            entries = plan.patients.joined(entries, key_of)
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
    """Yield entries; one whose document has no record with a name of its patient counts as unreadable."""
    for entry in entries:
        if entry.document is not None and not entry.document.patient.has_name:
            lacks = "no name in the record" if entry.document.patient else "no record"
            reason = f"document {identifier_shown(entry.id)}: {lacks} of its patient, which --require-record asks for"
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
