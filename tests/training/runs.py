"""How trainings run in tests: on a CPU, to the end or up to a step."""

from __future__ import annotations

from collections.abc import Mapping

from palimpseste.training.run.progress import Silent
from palimpseste.training.run.running import Running

__all__ = ["ON_CPU", "StoppedError", "StopsAt", "stopping_at"]

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
