"""What runs in a Python process of a Spark executor; the model is loaded once in such a process, and stays."""

from __future__ import annotations

import pickle
import socket
from collections.abc import Iterable, Iterator

from palimpseste.debugging import chained, kind_of
from palimpseste.engines.deadline import Deadline
from palimpseste.engines.exchange import pack_outcomes, unpack_documents
from palimpseste.engines.task import Process, Task
from palimpseste.engines.worker import outcomes_of, prepare_process, process_made_by, settle_process
from palimpseste.errors import PalimpsesteError
from palimpseste.result import Result

__all__ = ["answers", "process_of"]

_made: tuple[bytes, Process[Result]] | None = None


def process_of(task: bytes) -> Process[Result]:
    """Return the function of a pickled task; it is made once and kept until another task is asked for.

    Raises
    ------
    PalimpsesteError
        If it cannot be made.
    """
    global _made
    if _made is None or _made[0] != task:
        prepare_process()
        _made = None
        _made = (task, process_made_by(_unpickled(task)))
    return _made[1]


def _unpickled(task: bytes) -> Task[Result]:
    try:
        unpickled: Task[Result] = pickle.loads(task)  # noqa: S301 # from the driver, which runs code here as it is
    except Exception as error:
        missing = f" {error.name!r}" if isinstance(error, ImportError) and error.name else ""
        raise PalimpsesteError(
            f"on {socket.gethostname()}: what the run uses, a detector of its own maybe, cannot be unpickled "
            f"({kind_of(error)}{missing}); it must be installed on each executor"
        ) from chained(error)
    return unpickled


def answers(task: bytes, batches: Iterable[bytes], deadline: Deadline) -> Iterator[bytes | PalimpsesteError]:
    """Yield, for each batch of documents, the batch of what became of them.

    A document that takes longer than its deadline is given up. Nothing is raised, for Spark writes what its tasks raise
    into logs: an error that keeps this process from starting is yielded and ends the answers.

    Parameters
    ----------
    task : bytes
        As the driver sent it.
    batches : iterable of bytes
        Of documents, packed.
    deadline : Deadline
        Of a document.
    """
    try:
        process = process_of(task)
    except PalimpsesteError as error:
        yield error
        return
    for batch in batches:
        yield pack_outcomes(outcomes_of(process, unpack_documents(batch), deadline))
        settle_process()
