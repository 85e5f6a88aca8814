"""How long a document may take: what takes longer is given up by name, and the run goes on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

from palimpseste.document import Document

__all__ = ["USUAL_DEADLINE", "Deadline", "TookTooLong", "interrupted_after"]

_MILLION: Final = 1_000_000
# An alarm that rings where nothing can be raised, in a finalizer, rings again.
_SECONDS_TO_RING_AGAIN = 1.0


class TookTooLong(BaseException):
    """A document passed its deadline in a process that is not to be killed; no handler of errors catches it."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Seconds that a document may take, by its length.

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
        """Return how long documents that are read at once may take together."""
        return sum(max(self.least, self.a_million * len(document.text) / _MILLION) for document in documents)

    def reason(self, document: Document) -> str:
        """Return what is said of a document that took longer."""
        return f"it took longer than the {self.seconds([document]):,.0f} seconds that a document of its length may take"


USUAL_DEADLINE: Final = Deadline()


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raise `TookTooLong` in what is done within, once it has taken so long.

    For a process that is not this program's to kill. It reaches Python and regular expressions; one call into compiled
    code is not interrupted before it ends. Where there are no alarms, or outside the main thread, which alone they
    reach, nothing is done.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise TookTooLong

    previous = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, _SECONDS_TO_RING_AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
