"""The journal of a run: how far it is, one line after another, so that what a kill leaves behind can be continued.

It holds counts and digests; no text, no identifier of a document, no key.
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from io import BufferedRandom
from pathlib import Path

from palimpseste import __version__
from palimpseste.engines.run.tally import Tally
from palimpseste.files import Lock
from palimpseste.files.descriptors import open_file

__all__ = ["JOURNAL_BEGINS", "Checkpoint", "Journal", "digest_of_input", "fingerprint_of"]

# How the first line of every journal begins: what begins otherwise is none.
JOURNAL_BEGINS = b'{"fingerprint": {'


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A state of a run that can be gone back to.

    Parameters
    ----------
    source : int
        The source being read; the number of sources where all are done.
    entries : int
        Entries of it that are done.
    file_bytes, quarantine_bytes : int
        Lengths of the file being written and of the quarantine when all of these were in it.
    tally : Tally
        What was counted.
    """

    source: int = 0
    entries: int = 0
    file_bytes: int = 0
    quarantine_bytes: int = 0
    tally: Tally = field(default_factory=Tally)

    def to_json(self) -> str:
        """Return one line."""
        position = [self.source, self.entries, self.file_bytes, self.quarantine_bytes]
        return json.dumps({"position": position, "tally": self.tally.to_mapping()})

    @classmethod
    def from_json(cls, line: bytes) -> Checkpoint:
        """Read a line back; ValueError or KeyError where it was cut."""
        values = json.loads(line)
        source, entries, file_bytes, quarantine_bytes = values["position"]
        return cls(source, entries, file_bytes, quarantine_bytes, Tally.from_mapping(values["tally"]))


def fingerprint_of(secret: bytes, settings: Mapping[str, object]) -> dict[str, str]:
    """Return a digest of each setting results depend on, and of the key; keyed, so that no value can be guessed."""
    return {
        "version": __version__,
        "key": _digest(secret, "key", ""),
        **{name: _digest(secret, name, json.dumps(value, sort_keys=True)) for name, value in settings.items()},
    }


def digest_of_input(secret: bytes, told: Sequence[object]) -> str:
    """Return a keyed digest of what tells a file as it was listed."""
    return _digest(secret, "input", json.dumps(told))


def _digest(secret: bytes, name: str, value: str) -> str:
    message = f"palimpseste journal {name}: {value}".encode("utf-8", "surrogatepass")
    return hmac.digest(secret, message, sha256).hex()[:32]


class Journal:
    """An open journal, locked: two runs cannot write the same results.

    Parameters
    ----------
    path : Path
        The file; made where there is none.

    Raises
    ------
    UsageError
        If another process holds it.
    """

    def __init__(self, path: Path) -> None:
        self._lock = Lock(path, f"another run is writing these results (it holds {path})")
        try:
            self._stream: BufferedRandom = os.fdopen(open_file(path), "r+b")
        except OSError:
            self._lock.release()
            raise
        # What follows the last line end was cut.
        self._lines = self._stream.read().split(b"\n")[:-1]

    @property
    def fingerprint(self) -> dict[str, str] | None:
        """The settings of the run that began this journal; None where none did."""
        try:
            values = json.loads(self._lines[0])["fingerprint"]
        except (IndexError, ValueError, KeyError, TypeError):
            return None
        return values if isinstance(values, dict) else None

    @property
    def last(self) -> Checkpoint:
        """The last whole checkpoint."""
        for line in reversed(self._lines[1:]):
            try:
                return Checkpoint.from_json(line)
            except (ValueError, KeyError, TypeError):
                continue
        return Checkpoint()

    def forget(self) -> None:
        """Forget the run that is there, on the disk too: once its results go, no other may go on behind them."""
        self._lines = []
        self._stream.seek(0)
        self._stream.truncate()
        descriptor = self._stream.fileno()
        os.fsync(descriptor)

    def begin(self, fingerprint: Mapping[str, str]) -> None:
        """Forget what is there and begin a run."""
        self.forget()
        self._append(json.dumps({"fingerprint": dict(fingerprint)}))

    def resume(self) -> None:
        """Go on after the last whole line."""
        self._stream.seek(sum(len(line) + 1 for line in self._lines))
        self._stream.truncate()

    def add(self, checkpoint: Checkpoint) -> None:
        """Add a checkpoint; it is on disk when this returns."""
        self._append(checkpoint.to_json())

    def close(self) -> None:
        """Let go of the file and its lock."""
        self._stream.close()
        self._lock.release()

    def _append(self, line: str) -> None:
        self._stream.write(line.encode("utf-8") + b"\n")
        self._stream.flush()
        os.fsync(self._stream.fileno())
