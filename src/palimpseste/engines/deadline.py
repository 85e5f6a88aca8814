"""How long a document may take: what takes longer is given up by name, and the run goes on.

What counts is what a processor does for it: on a machine that is busy with other work, a short note may take minutes.
By the clock it may take some times as long, for a process may also wait for ever and compute nothing.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

from palimpseste.document import Document

__all__ = ["USUAL_DEADLINE", "Deadline", "TookTooLong", "Watch", "interrupted_after"]

_MILLION: Final = 1_000_000
# An alarm that rings where nothing can be raised, in a finalizer, rings again.
_SECONDS_TO_RING_AGAIN = 1.0
# How many times its seconds a document may take by the clock.
_BY_THE_CLOCK = 6
# Of processor time, the least that is waited for.
_SOONEST_LOOK = 0.05


class TookTooLong(KeyboardInterrupt):
    """A document passed its deadline in a process that is not to be killed.

    It is an interruption, which even those who catch whatever a library raises let through.
    """


@dataclass(frozen=True, slots=True)
class Deadline:
    """Seconds of a processor that a document may take, by its length; six times as many by the clock.

    Parameters
    ----------
    a_million : float
        Seconds for a million characters.
    least : float
        For a short document too: a machine may be busy with other work.
    """

    a_million: float = 60.0
    least: float = 10.0

    def seconds(self, documents: Sequence[Document]) -> float:
        """Return how long a processor may work on documents, each for its own time."""
        return sum(self.seconds_as_one([document]) for document in documents)

    def seconds_as_one(self, documents: Sequence[Document]) -> float:
        """Return how long a processor may work on documents that have the time of one as long as all of them."""
        return max(self.least, self.a_million * sum(len(document.text) for document in documents) / _MILLION)

    def reason(self, document: Document) -> str:
        """Return what is said of a document that took longer."""
        return f"it took longer than the {self.seconds([document]):,.0f} seconds that a document of its length may take"


USUAL_DEADLINE: Final = Deadline()


class Watch:
    """Tells when what is done has taken too long.

    Parameters
    ----------
    seconds : float
        How long it may take of a processor.
    process : int, optional
        The process that does it; this one by default. Where the system does not tell what processors do for another, it
        may take as long by the clock.
    """

    def __init__(self, seconds: float, process: int | None = None) -> None:
        self._seconds = seconds
        self._process = process
        self._began = time.monotonic()
        self._used = self._processor_seconds()

    def left(self) -> float:
        """Return in how many seconds to look again; 0 where it has taken too long."""
        taken = time.monotonic() - self._began
        used = self._processor_seconds()
        if used is not None and self._used is not None:
            # Several threads may use several processors: never sooner than by the clock.
            left = min(self._seconds - min(taken, used - self._used), _BY_THE_CLOCK * self._seconds - taken)
        else:
            left = self._seconds - taken
        return max(left, _SOONEST_LOOK) if left > 0 else 0.0

    def _processor_seconds(self) -> float | None:
        if self._process is None:
            return time.process_time()
        if sys.platform != "linux":
            return None
        try:
            # As clock_getcpuclockid(3) numbers the clocks of processes.
            return time.clock_gettime(~self._process << 3 | 2)
        except OSError:
            return None


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raise `TookTooLong` in what is done within, once it has taken so long (`Watch`).

    For a process that is not this program's to kill. It reaches Python and regular expressions; one call into compiled
    code is not interrupted before it ends. Where there are no alarms, or outside the main thread, which alone they
    reach, nothing is done.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    watch = Watch(seconds)

    def interrupt(number: int, frame: FrameType | None) -> None:
        left = watch.left()
        if not left:
            raise TookTooLong
        signal.setitimer(signal.ITIMER_REAL, left, _SECONDS_TO_RING_AGAIN)

    previous = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, _SECONDS_TO_RING_AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
