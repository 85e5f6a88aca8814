"""Several processes on one machine: results in the order of the documents, whichever worker is first.

Each worker has one job at a time, so the parent knows which documents a dead worker had in hand. They are tried again
one by one; the one that kills a worker alone is given up, and the run goes on with new workers. A worker tells of the
documents that it read at once as they are done: its worker is killed where they pass their deadline, and each is read
alone; the one that passes it alone is given up by name.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from palimpseste.document import Document
from palimpseste.engines.child import cause_of, started
from palimpseste.engines.chunks import (
    CHARACTERS_AT_ONCE,
    DOCUMENTS_AT_ONCE,
    Batching,
    Chunk,
    Outcome,
    batch_size_of,
    chunked,
)
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline, Watch
from palimpseste.engines.task import Task
from palimpseste.errors import DocumentError, PalimpsesteError
from palimpseste.sources.entry import Entry

__all__ = ["LocalEngine"]

# Of a note, where so many are to be read at once.
_CHARACTERS_EACH = 1 << 12
# What is read ahead of the oldest unfinished document, for each worker.
_WINDOW_CHUNKS = 32
_WINDOW_CHARACTERS = 1 << 23
# What a document becomes.
W = TypeVar("W")


@dataclass(frozen=True, slots=True)
class _Job(Generic[W]):
    """Some entries of a chunk on their way to a worker."""

    chunk: Chunk[W]
    indices: list[int]
    is_retry: bool = False

    def documents(self) -> list[Document]:
        """Return the documents that nothing has become of yet."""
        return [document for index in self.left() if (document := self.chunk.entries[index].document)]

    def left(self) -> list[int]:
        """Return the entries that nothing has become of yet."""
        return [index for index in self.indices if self.chunk.outcomes[index] is None]


@dataclass(slots=True)
class _Worker(Generic[W]):
    process: BaseProcess
    connection: Connection
    job: _Job[W] | None = None
    batching: Batching | None = None  # once it is ready
    watch: Watch | None = None

    def left(self) -> float:
        """Return in how many seconds to look whether what this worker reads has taken too long; 0 where it has."""
        return self.watch.left() if self.watch is not None else math.inf

    def in_hand(self) -> Sequence[Document]:
        """Return the documents that this worker reads at once."""
        return self.batching.first(self.job.documents()) if self.batching and self.job else ()


class LocalEngine(Generic[W]):
    """Processes entries in worker processes.

    Parameters
    ----------
    task : Task
        What each worker does.
    workers : int
        How many processes at most, 1 or more; they start when there is work for them.
    deadline : Deadline
        How long a document may take; that a worker takes its time to start is no document's fault.
    """

    def __init__(self, task: Task[W], workers: int, deadline: Deadline = USUAL_DEADLINE) -> None:
        self._task = task
        self._limit = workers
        self._deadline = deadline
        self._workers: list[_Worker[W]] = []
        self._retries: deque[_Job[W]] = deque()

    def __call__(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Outcome[W]]]:
        """Yield each entry with its outcome, in order.

        Memory is bounded: reading waits while too much of what was read is unfinished.

        Raises
        ------
        PalimpsesteError
            If workers cannot start.
        """
        chunks: Iterator[Chunk[W]] = chunked(entries, *_chunk_sizes(self._task))
        opened: deque[Chunk[W]] = deque()
        exhausted = False
        try:
            while True:
                while (worker := self._idle()) is not None:
                    if self._retries:
                        self._give(worker, self._retries.popleft())
                        continue
                    if exhausted or not self._has_room(opened):
                        break
                    chunk = next(chunks, None)
                    if chunk is None:
                        exhausted = True
                        break
                    opened.append(chunk)
                    if undone := chunk.undone():
                        self._give(worker, _Job(chunk, undone))
                if opened and not opened[0].undone():
                    done = opened.popleft()
                    self._collect(timeout=0)
                    yield from done.results()
                elif opened:
                    self._collect(timeout=None)
                elif exhausted:
                    return
        finally:
            self.close()

    def close(self) -> None:
        """End the workers: what they have not answered is not wanted, and they hold nothing of their own."""
        for worker in self._workers:
            worker.connection.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
        self._workers.clear()

    def _has_room(self, opened: deque[Chunk[W]]) -> bool:
        if not opened:
            return True
        characters = sum(chunk.characters for chunk in opened)
        return len(opened) < _WINDOW_CHUNKS * self._limit and characters < _WINDOW_CHARACTERS * self._limit

    def _idle(self) -> _Worker[W] | None:
        """Return a worker without a job, new if need be; None where all are busy."""
        free = next((worker for worker in self._workers if worker.job is None), None)
        if free or len(self._workers) == self._limit:
            return free
        self._workers.append(_Worker(*started(self._task)))
        return self._workers[-1]

    def _give(self, worker: _Worker[W], job: _Job[W]) -> None:
        worker.job = job
        try:
            worker.connection.send(job.documents())
        except (BrokenPipeError, ConnectionResetError):
            self._bury(worker)
        else:
            self._start_clock(worker)

    def _start_clock(self, worker: _Worker[W]) -> None:
        """Let the documents that a worker now reads have their time, once it is ready to read any."""
        worker.watch = None
        if worker.batching is not None and worker.job is not None:
            seconds = worker.batching.seconds(self._deadline, worker.in_hand())
            worker.watch = Watch(seconds, worker.process.pid)

    def _collect(self, timeout: float | None) -> None:
        """Take in what the workers answer, waiting for the first answer `timeout` seconds, or for ever if None."""
        busy = {worker.connection: worker for worker in self._workers if worker.job is not None}
        if not busy:
            return
        soonest = min(worker.left() for worker in busy.values())
        if timeout is None and soonest < math.inf:
            timeout = soonest
        for connection in wait(list(busy), timeout):
            self._take(busy.pop(connection))  # type: ignore[call-overload] # only connections were waited for
        for worker in busy.values():
            if not worker.left():
                self._give_up(worker)

    def _take(self, worker: _Worker[W]) -> None:
        """Take in what a worker answers: that it is ready, or what became of the documents it had in hand."""
        try:
            answer = worker.connection.recv()
        except (EOFError, ConnectionResetError):
            self._bury(worker)
            return
        if isinstance(answer, PalimpsesteError):
            raise answer
        job = worker.job
        if isinstance(answer, Batching):
            worker.batching = answer
        elif job is not None:
            for index, outcome in zip(job.left(), answer):  # noqa: B905 (it answers as it goes on)
                job.chunk.outcomes[index] = outcome
            if not job.left():
                worker.job = None
        self._start_clock(worker)

    def _give_up(self, worker: _Worker[W]) -> None:
        """Kill a worker over what it has in hand: one document is given up, of several each is tried alone."""
        self._workers.remove(worker)
        worker.connection.close()
        worker.process.kill()
        worker.process.join()
        job = worker.job
        if job is None:
            return
        left, in_hand = job.left(), worker.in_hand()
        late, later = left[: len(in_hand)], left[len(in_hand) :]
        if len(late) == 1:
            job.chunk.outcomes[late[0]] = DocumentError(in_hand[0].id, self._deadline.reason(in_hand[0]))
        else:
            self._retries.extend(_Job(job.chunk, [index]) for index in late)
        if later:
            self._retries.append(_Job(job.chunk, later))

    def _bury(self, worker: _Worker[W]) -> None:
        """Take leave of a worker that died, and decide what becomes of the documents it had in hand."""
        self._workers.remove(worker)
        worker.connection.close()
        worker.process.join(timeout=5)
        cause = cause_of(worker.process.exitcode)
        job = worker.job
        if worker.batching is None or job is None:
            raise PalimpsesteError(f"a worker process ended while it started ({cause})")
        for index in job.left():
            if job.is_retry:
                reason = f"the worker process ended twice over this document ({cause})"
                job.chunk.outcomes[index] = DocumentError(job.chunk.entries[index].id, reason)
            else:
                self._retries.append(_Job(job.chunk, [index], is_retry=True))


def _chunk_sizes(task: object) -> tuple[int, int]:
    """Return how many characters and entries make a chunk: no fewer notes than its detectors ask to read at once."""
    size = batch_size_of(task)
    return max(CHARACTERS_AT_ONCE, size * _CHARACTERS_EACH if size > 1 else 0), max(DOCUMENTS_AT_ONCE, size)
