"""Executors of a Spark cluster: results in the order of the documents, whichever executor is first.

Each chunk is a job of one task, and some jobs run at once, so that a long note holds up one processor and no other.
Documents travel in Arrow batches inside plain RDDs: there is no plan of a query in which a text could be shown.
Spark itself repeats the task of an executor that is lost. A job that fails for good is repeated document by document,
and the document that makes it fail alone is given up.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from palimpseste.document import Document
from palimpseste.engines.chunks import Chunk, Outcome, chunked
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.exchange import pack_documents, unpack_outcomes
from palimpseste.engines.executor import answers
from palimpseste.engines.task import Task
from palimpseste.errors import DocumentError, PalimpsesteError
from palimpseste.result import Result
from palimpseste.sources.entry import Entry

if TYPE_CHECKING:
    from pyspark import SparkContext

__all__ = ["SparkEngine"]

# A job costs the driver some 20 ms, these characters a processor about half a second.
_CHUNK_CHARACTERS = 1 << 17
_CHUNK_ENTRIES = 256
# What is read ahead of the oldest unfinished document, for each processor of the cluster.
_WINDOW_CHUNKS = 64
_WINDOW_CHARACTERS = 1 << 23
# Beyond the jobs that run, some wait in the scheduler: no processor waits for the driver.
_JOBS_PER_PROCESSOR = 2
# A cluster may take its executors away for others, and give new ones; Spark itself would wait for ever.
_SECONDS_WITHOUT_EXECUTORS = 300.0


class SparkEngine:
    """Processes entries in the executors of a cluster.

    Parameters
    ----------
    task : Task
        What each of their Python processes does. It is shown to all who may see what Spark runs: it holds no secret.
    open_context : callable
        Returns the cluster's context; called when there is work, and the context is stopped after it.
    processors : int
        How many processors of the cluster are kept at work.
    deadline : Deadline
        How long a document may take.
    """

    def __init__(
        self,
        task: Task[Result],
        open_context: Callable[[], SparkContext],
        processors: int,
        deadline: Deadline = USUAL_DEADLINE,
    ) -> None:
        self._task = pickle.dumps(task)
        self._open_context = open_context
        self._processors = processors
        self._deadline = deadline

    def __call__(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Outcome[Result]]]:
        """Yield each entry with its outcome, in order.

        Memory is bounded: reading waits while too much of what was read is unfinished.

        Raises
        ------
        PalimpsesteError
            If the cluster cannot be reached or is lost, or its processes cannot start.
        """
        context = self._open_context()
        try:
            jobs = _Jobs(self._task, context, self._deadline)
            jobs.try_out(self._processors)
            chunks = chunked(entries, _CHUNK_CHARACTERS, _CHUNK_ENTRIES)
            pool = ThreadPoolExecutor(_JOBS_PER_PROCESSOR * self._processors, initializer=jobs.begin_thread)
            try:
                for chunk in _in_order(chunks, jobs, pool, self._processors):
                    yield from chunk.results()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
                jobs.cancel()
        finally:
            # A cluster that is gone cannot be told that all is over.
            with suppress(Exception):
                context.stop()


def _in_order(
    chunks: Iterator[Chunk[Result]], jobs: _Jobs, pool: ThreadPoolExecutor, processors: int
) -> Iterator[Chunk[Result]]:
    """Yield the chunks, done, in order."""
    opened: deque[tuple[Chunk[Result], Future[None]]] = deque()
    characters = 0
    while True:
        while not opened or (
            len(opened) < _WINDOW_CHUNKS * processors and characters < _WINDOW_CHARACTERS * processors
        ):
            chunk = next(chunks, None)
            if chunk is None:
                break
            opened.append((chunk, pool.submit(jobs.complete, chunk)))
            characters += chunk.characters
        if not opened:
            return
        chunk, done = opened.popleft()
        jobs.wait_for(done)
        characters -= chunk.characters
        yield chunk


class _JobLostError(Exception):
    """A job failed for good although the cluster is well: its documents end the processes that they are given to."""


class _Jobs:
    """The jobs of one run; its methods may be called from several threads at once."""

    _GROUP = "palimpseste"

    def __init__(self, task: bytes, context: SparkContext, deadline: Deadline) -> None:
        self._context = context
        self._answers = partial(answers, task, deadline=deadline)

    def begin_thread(self) -> None:
        """Count the jobs of this thread among those of the run."""
        self._context.setJobGroup(self._GROUP, "documents")

    def cancel(self) -> None:
        """End what runs; nobody waits for its results."""
        with suppress(Exception):
            self._context.cancelJobGroup(self._GROUP)

    def try_out(self, processors: int) -> None:
        """Start the processes and have them answer to no document, so that what is wrong shows before there is one.

        Raises
        ------
        PalimpsesteError
            If they cannot start.
        """
        self.begin_thread()
        try:
            self._answer([pack_documents([])] * processors)
        except _JobLostError:
            raise PalimpsesteError("Spark's executors end while they start; their logs say why") from None

    def wait_for(self, done: Future[None]) -> None:
        """Wait until a chunk is done.

        Raises
        ------
        PalimpsesteError
            If the cluster is lost, or has no executor any more.
        """
        had_some = time.monotonic()
        while not wait((done,), timeout=_SECONDS_WITHOUT_EXECUTORS / 10).done:
            if self._has_executors():
                had_some = time.monotonic()
            elif time.monotonic() - had_some >= _SECONDS_WITHOUT_EXECUTORS:
                raise PalimpsesteError(
                    f"Spark has had no executor for {_SECONDS_WITHOUT_EXECUTORS:,.0f} seconds; repeat the command once "
                    "it has: it goes on after the last checkpoint"
                )
        done.result()

    def _has_executors(self) -> bool:
        """Tell whether anything may still come; a context that is gone says so where its jobs fail."""
        with suppress(Exception):
            context = self._context._jsc.sc()
            # Where the driver does the work, it is the only one.
            return bool(context.isLocal() or context.getExecutorMemoryStatus().size() > 1)
        return True

    def complete(self, chunk: Chunk[Result]) -> None:
        """Put the outcomes of a chunk where they belong."""
        undone = chunk.undone()
        documents = [document for index in undone if (document := chunk.entries[index].document)]
        if not documents:
            return
        try:
            outcomes = self._outcomes(documents)
        except _JobLostError:
            outcomes = [self._outcome_alone(document) for document in documents]
        for index, outcome in zip(undone, outcomes, strict=True):
            chunk.outcomes[index] = outcome

    def _outcome_alone(self, document: Document) -> Outcome[Result]:
        try:
            return self._outcomes([document])[0]
        except _JobLostError:
            return DocumentError(document.id, "the executor's process ended each time it had this document alone")

    def _outcomes(self, documents: Sequence[Document]) -> list[Outcome[Result]]:
        return unpack_outcomes(self._answer([pack_documents(documents)])[0])

    def _answer(self, batches: Sequence[bytes]) -> list[bytes]:
        """Return the answer to each batch."""
        try:
            answered = self._context.parallelize(batches, len(batches)).mapPartitions(self._answers).collect()
        except Exception as error:
            raise self._meaning_of(error) from None
        for answer in answered:
            if isinstance(answer, PalimpsesteError):
                raise answer
        return answered  # type: ignore[return-value] # no error is among them

    def _meaning_of(self, error: Exception) -> Exception:
        """Return what a failed job means; Spark's own message may hold anything, and is not passed on."""
        from py4j.protocol import Py4JJavaError

        if not isinstance(error, Py4JJavaError) or self._context._jsc.sc().isStopped():
            return PalimpsesteError(f"the connection to Spark was lost ({type(error).__name__})")
        # What runs in executors raises nothing: it was not found, or its libraries.
        if "PythonException" in str(error.java_exception.getMessage()):
            return PalimpsesteError("Spark's executors cannot run this program: install palimpseste[spark] on each")
        return _JobLostError()
