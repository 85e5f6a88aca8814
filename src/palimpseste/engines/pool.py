"""Worker processes that stay, for documents that come one at a time from whoever asks: what a service needs.

A worker has one document at a time. Owners are served in turn, so that who asks for much waits for himself. A worker
that dies over a document is replaced and the document tried once more; one that passes its deadline is killed.
"""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from palimpseste.document import Document
from palimpseste.engines.child import cause_of, started
from palimpseste.engines.chunks import Batching
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline, Watch
from palimpseste.engines.task import Task
from palimpseste.errors import DocumentError, PalimpsesteError

__all__ = ["WorkerPool"]

# What a document becomes.
W = TypeVar("W")


class WorkerPool(Generic[W]):
    """Processes documents in worker processes, whenever they come.

    Parameters
    ----------
    task : Task
        What each worker does.
    workers : int
        How many processes, 1 or more.
    deadline : Deadline
        How long a document may take in a worker; what it waits for one is not counted.
    """

    def __init__(self, task: Task[W], workers: int, deadline: Deadline = USUAL_DEADLINE) -> None:
        self._task = task
        self._deadline = deadline
        self._queues: dict[str, deque[_Asked[W]]] = {}
        self._changed = threading.Condition()
        self._waiting = 0
        self._is_closed = False
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        self._children: list[_Child | None] = [None] * workers

    def start(self) -> None:
        """Start the workers, and return once each has made what it works with.

        Raises
        ------
        PalimpsesteError
            If one cannot.
        """
        try:
            for index in range(len(self._threads)):
                self._children[index] = _Child(*started(self._task))
            for child in self._children:
                assert child is not None  # noqa: S101 # for types: all were made above
                child.wait_until_ready()
        except BaseException:
            self._end_children()
            raise
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many documents wait for a worker."""
        return self._waiting

    def waiting_of(self, owner: str) -> int:
        """Return how many documents of an owner wait for a worker."""
        return len(self._queues.get(owner, ()))

    def submit(self, document: Document, owner: str = "") -> Future[W | DocumentError]:
        """Let a document be processed as soon as a worker is free and it is the owner's turn.

        Parameters
        ----------
        document : Document
            Alone in its worker while it is processed.
        owner : str
            Whose it is: each owner that waits has one document processed, then the next has.

        Returns
        -------
        concurrent.futures.Future
            What becomes of it, or the error that stands for it. Cancelled before it is begun, it is not processed.

        Raises
        ------
        PalimpsesteError
            If the pool is closed.
        """
        asked: _Asked[W] = _Asked(document, Future())
        with self._changed:
            if self._is_closed:
                raise PalimpsesteError("no more documents are taken: the service is ending")
            self._queues.setdefault(owner, deque()).append(asked)
            self._waiting += 1
            self._changed.notify()
        return asked.future

    def close(self) -> None:
        """Take no more documents, finish those that came, and end the workers."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
        self._end_children()

    def _end_children(self) -> None:
        for index in range(len(self._children)):
            self._end(index)

    def _end(self, index: int) -> None:
        child, self._children[index] = self._children[index], None
        if child is not None:
            child.end()

    def _work(self) -> None:
        index = self._threads.index(threading.current_thread())
        while (asked := self._next()) is not None:
            if not asked.future.set_running_or_notify_cancel():
                continue
            try:
                asked.future.set_result(self._outcome(index, asked.document))
            except PalimpsesteError as error:  # no worker starts any more
                asked.future.set_exception(error)

    def _next(self) -> _Asked[W] | None:
        """Return what is processed next, once there is anything; None where the pool is closed and all is done."""
        with self._changed:
            while not self._waiting:
                if self._is_closed:
                    return None
                self._changed.wait()
            owner, queue = next(iter(self._queues.items()))
            asked = queue.popleft()
            del self._queues[owner]
            if queue:
                self._queues[owner] = queue  # at the end: the others have their turn first
            self._waiting -= 1
            return asked

    def _outcome(self, index: int, document: Document) -> W | DocumentError:
        cause = ""
        for _ in range(2):
            child = self._children[index]
            if child is None:
                child = self._children[index] = _Child(*started(self._task))
                child.wait_until_ready()
            try:
                child.connection.send([document])
                if not _answers_within(child.connection, Watch(self._deadline.seconds([document]), child.process.pid)):
                    self._end(index)
                    return DocumentError(document.id, self._deadline.reason(document))
                (outcome,) = child.connection.recv()
                return outcome  # type: ignore[no-any-return] # what the task makes, through a pipe
            except (EOFError, OSError):
                child.process.join(timeout=5)
                cause = cause_of(child.process.exitcode)
                self._end(index)
        return DocumentError(document.id, f"the worker process ended twice over this document ({cause})")


def _answers_within(connection: Connection, watch: Watch) -> bool:
    while left := watch.left():
        if connection.poll(left):
            return True
    return connection.poll(0)  # it may have come while this process waited for a processor


@dataclass(frozen=True, slots=True)
class _Asked(Generic[W]):
    document: Document
    future: Future[W | DocumentError]


@dataclass(frozen=True, slots=True)
class _Child:
    process: BaseProcess
    connection: Connection

    def wait_until_ready(self) -> None:
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(timeout=5)
            cause = cause_of(self.process.exitcode)
            raise PalimpsesteError(f"a worker process ended while it started ({cause})") from None
        if not isinstance(answer, Batching):
            raise answer

    def end(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()
