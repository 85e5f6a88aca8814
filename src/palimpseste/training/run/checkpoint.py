"""Everything the next step depends on, in one file that is whole or not there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from palimpseste.files import write_atomically

__all__ = ["Checkpoint"]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a training between two steps.

    Rates and the order of windows are functions of the step and need no state.

    Parameters
    ----------
    step : int
        Steps done.
    module, optimizer, scaler : dict
        Their states.
    chance : dict
        See :func:`~palimpseste.training.run.determinism.chance_state`.
    stopping : dict
        Best measure, its step, evaluations since.
    losses : list of float
        Of the steps since the last line of the log.
    log_bytes : int
        Length of the log.
    threads : int
        Of torch: sums depend on it.
    energy : dict
        What was used so far.
    """

    step: int
    module: dict[str, Any]
    optimizer: dict[str, Any]
    scaler: dict[str, Any]
    chance: dict[str, Any]
    stopping: dict[str, Any]
    losses: list[float]
    log_bytes: int
    threads: int
    energy: dict[str, Any]

    def save(self, path: Path) -> None:
        """Write the checkpoint, atomically."""
        values = {name: getattr(self, name) for name in self.__slots__}
        write_atomically(path, lambda partial: torch.save(values, partial))

    @classmethod
    def load(cls, path: Path) -> Checkpoint | None:
        """Return the checkpoint of a file, None where there is none; tensors are on the CPU."""
        if not path.exists():
            return None
        return cls(**torch.load(path, map_location="cpu", weights_only=True))
