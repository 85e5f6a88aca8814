"""Which evaluation was the best, and whether to go on."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EarlyStopping"]


@dataclass(slots=True)
class EarlyStopping:
    """Remembers the best measure.

    Parameters
    ----------
    patience : int
        Evaluations without a better one before training stops; 0 never stops.
    best : float
        Best measure so far; more is better.
    best_step : int
        Steps done when it was taken; 0 before any.
    worse : int
        Evaluations since.
    """

    patience: int
    best: float = float("-inf")
    best_step: int = 0
    worse: int = 0

    def is_best(self, measure: float, step: int) -> bool:
        """Take a measure into account and tell whether it is better than all before; an equal one is not."""
        if measure > self.best:
            self.best, self.best_step, self.worse = measure, step, 0
            return True
        self.worse += 1
        return False

    @property
    def is_over(self) -> bool:
        """Tell whether patience is at its end."""
        return bool(self.patience) and self.worse >= self.patience
