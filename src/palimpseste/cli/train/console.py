"""What a training says on standard error: a bar, and a line an evaluation. Figures only."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING

from palimpseste.cli.bars import empty_bar, is_shown
from palimpseste.cli.run.console import say

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["TrainingConsole"]

_SHOWN = ("f1", "recall", "redacted", "fully_redacted", "note_recall", "bleu", "perplexity")


class TrainingConsole:
    """Shows a training as it goes; a context manager.

    Parameters
    ----------
    visible : bool, optional
        None shows the bar on a terminal only.
    """

    def __init__(self, visible: bool | None) -> None:
        self._visible = is_shown(visible)
        self._progress: Progress | None = None

    def __enter__(self) -> TrainingConsole:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()
        if kind is KeyboardInterrupt:
            say("repeat the command to go on from the last checkpoint")

    def began(self, what: str, total_steps: int, done_steps: int) -> None:
        """Show a new bar."""
        self._clear()
        if done_steps:
            say(f"resuming after {done_steps:,} of {total_steps:,} steps")
        if self._visible:
            self._progress = _bar()
            self._task = self._progress.add_task(what, total=total_steps, completed=done_steps, loss=float("nan"))
            self._progress.start()

    def moved(self, step: int, loss: float) -> None:
        """Move the bar."""
        if self._progress is not None:
            self._progress.update(self._task, completed=step, loss=loss)

    def evaluated(self, step: int, measures: Mapping[str, float], *, is_best: bool) -> None:
        """Say what was measured."""
        shown = "  ".join(f"{name} {measures[name]:.3f}" for name in _SHOWN if name in measures)
        say(f"  step {step:>6,}  {shown}{'  best' if is_best else ''}")

    def said(self, message: str) -> None:
        """Print a message on a line of its own, above the bar."""
        say(message)

    def _clear(self) -> None:
        if self._progress is not None:
            self._progress.stop()
            self._progress = None


def _bar() -> Progress:
    from rich.progress import TextColumn, TimeRemainingColumn

    return empty_bar(TextColumn("loss {task.fields[loss]:.4f}", style="dim"), TimeRemainingColumn(compact=True))
