"""How trainings run in tests: on a CPU, to the end or up to a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from palimpseste.training.run.progress import Silent
from palimpseste.training.run.running import Running

__all__ = ["ON_CPU", "StoppedError", "StopsAt", "stopped_at_write", "stopping_at"]

ON_CPU = Running(device="cpu")


class StoppedError(Exception):
    pass


class StopsAt(Silent):
    """Ends a run in the middle of a step; or behind an evaluation, before the best weights and the checkpoint."""

    def __init__(self, step: int, *, behind_evaluation: bool = False) -> None:
        self.step = step
        self.behind_evaluation = behind_evaluation

    def moved(self, step: int, loss: float) -> None:
        if step == self.step and not self.behind_evaluation:
            raise StoppedError

    def evaluated(self, step: int, measures: Mapping[str, float], *, is_best: bool) -> None:
        if step == self.step and self.behind_evaluation:
            raise StoppedError


def stopping_at(step: int, *, behind_evaluation: bool = False) -> Running:
    return Running(device="cpu", progress=StopsAt(step, behind_evaluation=behind_evaluation))


@contextmanager
def stopped_at_write(monkeypatch: pytest.MonkeyPatch, write: int) -> Iterator[None]:
    """Stop what is run while it brings the so-manieth content to the disk; it must come so far."""
    left = [write]

    def stop(descriptor: int) -> None:
        left[0] -= 1
        if not left[0]:
            raise StoppedError

    with monkeypatch.context() as patched:
        patched.setattr("palimpseste.files.descriptors.os.fsync", stop)
        with pytest.raises(StoppedError):
            yield
