"""One run from its sources to its results: read, process, write in order, note how far, quarantine what fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from palimpseste.debugging import kind_of
from palimpseste.engines.local import LocalEngine
from palimpseste.engines.run.balance import Balance
from palimpseste.engines.run.output import Output
from palimpseste.engines.run.plan import Engine, Observer, Plan, W
from palimpseste.engines.run.quarantine import Refusal
from palimpseste.engines.run.reading import entries_of
from palimpseste.engines.run.resuming import discard, opened
from palimpseste.engines.run.tally import Tally
from palimpseste.errors import DocumentError, PalimpsesteError
from palimpseste.sources import Entry
from palimpseste.surrogates.setting import scope_of

__all__ = ["carry", "run"]

C = TypeVar("C")


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
        output, start = opened(plan)
    except OSError as error:
        raise PalimpsesteError(f"{plan.target} cannot be written: {error.strerror or kind_of(error)}") from None
    tally = start.tally
    if start.source or start.entries:
        observer.resumed(tally)
    try:
        engine: Engine[W] = plan.engine or LocalEngine(plan.task, plan.workers, plan.deadline)
        balance = Balance([str(source.input.path) for source in plan.sources], plan.announced, start)
        balance.begin(tally.documents + tally.quarantined)
        outcomes = engine(balance.read(entries_of(plan, start, observer)))
        carry(outcomes, output, plan.shape.written, tally, observer, balance)
        output.finish(tally, lambda: before_cleaning(tally))
    except KeyboardInterrupt:
        # Nothing is saved here: an interruption may come between two halves of a step. The last checkpoint stands.
        if plan.fingerprint is None:
            discard(plan.target, output)
        raise
    except BrokenPipeError:
        raise
    except OSError as error:
        then = "; what is done is kept: repeat the command once it can be, to go on" if plan.fingerprint else ""
        raise PalimpsesteError(f"{plan.target} cannot be written: {error.strerror or kind_of(error)}{then}") from None
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

    def refuse(entry: Entry, reason: str) -> None:
        refusal = Refusal(entry.id, entry.place, reason)
        tally.quarantined += 1
        output.refuse(entry.source, refusal)
        observer.refused(refusal)

    clock = _Clock(tally)
    for entry, outcome in outcomes:
        if balance is not None:
            balance.done(entry.source)
        if isinstance(outcome, DocumentError):
            refuse(entry, outcome.reason)
        else:
            try:
                content = written(entry, outcome)
            except DocumentError as error:
                refuse(entry, error.reason)
            except (UnicodeError, ValueError) as error:
                refuse(entry, f"the result cannot be written in this format ({kind_of(error)})")
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


class _Clock:
    """Adds the time that passes to a tally."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._before = tally.seconds
        self._start = time.monotonic()

    def read(self) -> None:
        self._tally.seconds = self._before + time.monotonic() - self._start
