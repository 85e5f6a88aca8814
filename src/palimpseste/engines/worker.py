"""The worker process: documents in, documents or errors out, nothing on its standard streams."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from palimpseste.debugging import chained, kind_of
from palimpseste.document import Document
from palimpseste.engines.chunks import Batching
from palimpseste.engines.deadline import Deadline, TookTooLong, interrupted_after
from palimpseste.engines.task import Process, Task
from palimpseste.errors import DocumentError, PalimpsesteError
from palimpseste.memory import keep_memory_private, make_files_private

__all__ = [
    "compute_on_one_processor",
    "end_with_parent",
    "outcome_of",
    "outcomes_in_turn",
    "outcomes_of",
    "prepare_process",
    "process_made_by",
    "serve",
    "settle_process",
]

# Python's own 700 are made by a few lines of a note, and live as long as it: each is looked at in vain.
_MADE_BETWEEN_SEARCHES = 10_000

# What a document becomes.
W = TypeVar("W")


def serve(connection: Connection, task: Task[object]) -> None:
    """Answer each list of documents by lists of what became of them, as each is known, until the other end closes.

    The first answer is how this worker puts documents together (`Batching`), or the error that keeps it from starting.
    """
    # An interruption is the parent's to handle: it writes what is done, then ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    prepare_process()
    try:
        try:
            process = process_made_by(task)
        except PalimpsesteError as error:
            connection.send(error)
            return
        connection.send(Batching.of(process))
        while True:
            documents: list[Document] = connection.recv()
            for outcomes in outcomes_in_turn(process, documents):
                connection.send(outcomes)
                settle_process()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def prepare_process() -> None:
    """Make this process one that writes no memory to disk, computes on one processor, and looks for no garbage yet."""
    keep_memory_private()
    make_files_private()
    compute_on_one_processor()
    # Lists, patterns and model are made once and stay: they are not worth a search for garbage, now or later.
    gc.disable()


def end_with_parent() -> None:
    """Let this process end at once where the one that started it does, whatever it is doing.

    What it works out is wanted by nobody then, and a long note would keep a processor and memory for minutes.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait_and_end() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=wait_and_end, daemon=True).start()


def compute_on_one_processor() -> None:
    """Let this process, where it has not loaded NumPy yet, and those it starts compute on one processor each.

    There are as many of them as processors; threads of one would wait for those of another.
    """
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")


def settle_process() -> None:
    """Look for garbage from now on, and never in what is there now: called once a first document is done."""
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(_MADE_BETWEEN_SEARCHES, *gc.get_threshold()[1:])
        gc.enable()


def process_made_by(task: Task[W]) -> Process[W]:
    """Return the function a task makes.

    Raises
    ------
    PalimpsesteError
        If it makes none; of an error that was not meant for a reader, only its kind is told.
    """
    try:
        return task.make()
    except PalimpsesteError:
        raise
    except Exception as error:
        raise PalimpsesteError(f"a worker could not start ({kind_of(error)})") from chained(error)


def outcome_of(process: Process[W], document: Document) -> W | DocumentError:
    """Return what a document becomes, or the error that stands for it and quotes nothing."""
    try:
        return process(document)
    except DocumentError as error:
        return DocumentError(error.document_id, error.reason)
    except Exception as error:
        # Its message may quote the note.
        return DocumentError.of_stage(document.id, "processing", error)


def outcomes_of(
    process: Process[W], documents: Sequence[Document], deadline: Deadline | None = None
) -> list[W | DocumentError]:
    """Return what `outcomes_in_turn` yields, in one list.

    Parameters
    ----------
    process : Process[W]
        What is done with each.
    documents : sequence of Document
        In order.
    deadline : Deadline, optional
        Of a document; without, each takes as long as it takes.
    """
    return [outcome for outcomes in outcomes_in_turn(process, documents, deadline) for outcome in outcomes]


def outcomes_in_turn(
    process: Process[W], documents: Sequence[Document], deadline: Deadline | None = None
) -> Iterator[list[W | DocumentError]]:
    """Yield what documents become, or the errors that stand for them: one by one, or some at once (`Batching`).

    Parameters
    ----------
    process : callable
        What a task made.
    documents : sequence of Document
        In order, as are the outcomes.
    deadline : Deadline, optional
        How long each may take here; without it, whoever waits for the outcomes looks at the clock.
    """
    batching = Batching.of(process)
    for together in batching.batches(documents):
        seconds = batching.seconds(deadline, together) if deadline else None
        made = _made_together(seconds, process, together) if len(together) > 1 else None
        if made is not None:
            yield made
            continue
        for document in together:
            yield [_outcome_within(deadline, process, document)]


def _made_together(
    seconds: float | None, process: Process[W], documents: Sequence[Document]
) -> list[W | DocumentError] | None:
    """Return what documents become that are read at once; None if that fails, for nobody knows over which of them."""
    with suppress(Exception, TookTooLong), _within(seconds):
        made = process.many(documents)  # type: ignore[attr-defined] # who asks for several, or is quick, has it
        return [DocumentError(o.document_id, o.reason) if isinstance(o, DocumentError) else o for o in made]
    return None


def _outcome_within(deadline: Deadline | None, process: Process[W], document: Document) -> W | DocumentError:
    try:
        with _within(deadline.seconds([document]) if deadline else None):
            return outcome_of(process, document)
    except TookTooLong:
        assert deadline is not None  # noqa: S101 # for types: nothing else raises it
        return DocumentError(document.id, deadline.reason(document))


def _within(seconds: float | None) -> AbstractContextManager[None]:
    return nullcontext() if seconds is None else interrupted_after(seconds)
