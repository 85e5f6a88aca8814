"""What is written down of the service: who, when, what, how many, under which policy; never a text, a value or a key.

Lines are chained and sealed (:mod:`palimpseste.chained_log`). Whoever cuts the log at its end, or puts an older one
back, is found by the head that was noted elsewhere: ``palimpseste user audit`` prints it, and takes it back.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path

from palimpseste import __version__
from palimpseste.chained_log import Chain, chain_of, head_of, now, seal_of, sealed_line
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import append_line, cut_to, private_bytes

__all__ = ["AuditLog", "read_audit"]

_ORIGIN = "palimpseste service"
_FIELDS = {"at", "who", "from", "what", "status", "documents", "refused", "characters", "policy", "version"}
_EMPTY = {"who": None, "from": None, "status": None, "documents": 0, "refused": 0, "characters": 0, "policy": None}


def read_audit(path: Path, secret: bytes) -> Chain:
    """Return the log of a service, read up to its first flaw.

    Parameters
    ----------
    path : Path
        The log; it has no line where it is not there yet.
    secret : bytes
        What seals it.

    Raises
    ------
    UsageError
        If it cannot be read, or others may.
    """
    chain = chain_of(private_bytes(path) if path.exists() else b"", _ORIGIN, _FIELDS)
    for number, entry in enumerate(chain.entries):
        unsealed = {name: value for name, value in entry.items() if name != "seal"}
        if entry["seal"] != seal_of(secret, unsealed):
            flaw = f"line {number + 1} was not sealed by this service"
            return Chain(chain.entries[:number], chain.lines[:number], flaw, chain.rest)
    return chain


class AuditLog:
    """The log of a service while it runs; one writer, which writes what waits in one go.

    Parameters
    ----------
    path : Path
        The log.
    secret : bytes
        What seals it.

    Raises
    ------
    UsageError
        If what is there is not whole.
    """

    def __init__(self, path: Path, secret: bytes) -> None:
        chain = read_audit(path, secret)
        if chain.flaw:
            raise UsageError(f"{path}: {chain.flaw}: keep it for whoever looks into it, and begin a new one")
        self._path = path
        self._size = sum(len(line) + 1 for line in chain.lines)
        if chain.rest:  # a kill came while it was written; nobody was answered yet
            cut_to(path, self._size)
        self._secret = secret
        self._count = len(chain.lines)
        self._last = chain.lines[-1] if chain.lines else ""
        self._waiting: queue.SimpleQueue[tuple[Mapping[str, object], Future[None]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def note(self, what: str, **values: object) -> Future[None]:
        """Write a line.

        Parameters
        ----------
        what : str
            What was asked for.
        **values
            ``who``, ``from`` (the address), ``status``, ``documents``, ``refused``, ``characters``, ``policy``.

        Returns
        -------
        concurrent.futures.Future
            Done once the line is on disk; a PalimpsesteError if it cannot be written.
        """
        done: Future[None] = Future()
        self._waiting.put(({**_EMPTY, **values, "what": what, "at": now(), "version": __version__}, done))
        return done

    def close(self) -> None:
        """Write what waits."""
        self._waiting.put(None)
        self._writer.join()

    def _write(self) -> None:
        while (first := self._waiting.get()) is not None:
            together = [first]
            is_last = False
            while not self._waiting.empty():
                more = self._waiting.get()
                if more is None:
                    is_last = True
                    break
                together.append(more)
            self._append(together)
            if is_last:
                return

    def _append(self, together: list[tuple[Mapping[str, object], Future[None]]]) -> None:
        count, last, lines = self._count, self._last, []
        for values, _ in together:
            count += 1
            last = sealed_line(values, count, head_of(_ORIGIN, last), self._secret)
            lines.append(last)
        content = "\n".join(lines).encode("ascii")
        try:
            if self._path.exists() and self._path.stat().st_size != self._size:  # half a line, when a disk was full
                cut_to(self._path, self._size)
            append_line(self._path, content)
        except (OSError, PalimpsesteError):
            for _, done in together:
                done.set_exception(PalimpsesteError(f"{self._path} cannot be written"))
            return
        self._count, self._last, self._size = count, last, self._size + len(content) + 1
        for _, done in together:
            done.set_result(None)
