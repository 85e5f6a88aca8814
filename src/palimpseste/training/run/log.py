"""The training log: one JSON object a line, cut back to the last checkpoint when a run resumes."""

from __future__ import annotations

import json
from pathlib import Path

from palimpseste.files import opened_at

__all__ = ["TrainingLog"]


class TrainingLog:
    """Writes ``log.jsonl``; numbers only.

    Parameters
    ----------
    path : Path
        Of the file.
    size : int
        Bytes that stand; what an interrupted run wrote behind them is thrown away.
    """

    def __init__(self, path: Path, size: int) -> None:
        self._stream = opened_at(path, size)

    def write(self, **values: object) -> None:
        """Write one line of the log, a JSON object, and keep none of it back."""
        self._stream.write((json.dumps(values, ensure_ascii=False) + "\n").encode())
        self._stream.flush()

    @property
    def size(self) -> int:
        """How many bytes are written."""
        return self._stream.tell()

    def close(self) -> None:
        """Let go of the file."""
        self._stream.close()
