"""What a training tells whoever watches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

__all__ = ["Progress", "Silent"]


class Progress(Protocol):
    """Watches a training; the command line shows a bar."""

    def began(self, what: str, total_steps: int, done_steps: int) -> None:
        """Take note that steps begin, or go on.

        Parameters
        ----------
        what : str
            What is trained.
        total_steps : int
            Of it.
        done_steps : int
            Of them, by an earlier run.
        """

    def moved(self, step: int, loss: float) -> None:
        """Take note that a step is done."""

    def evaluated(self, step: int, measures: Mapping[str, float], *, is_best: bool) -> None:
        """Take note that the dev notes were measured.

        Parameters
        ----------
        step : int
            After which.
        measures : mapping
            By name.
        is_best : bool
            Whether none before was better.
        """

    def said(self, message: str) -> None:
        """Take note of something worth a line."""


class Silent:
    """Shows nothing."""

    def began(self, what: str, total_steps: int, done_steps: int) -> None:
        """Show nothing."""

    def moved(self, step: int, loss: float) -> None:
        """Show nothing."""

    def evaluated(self, step: int, measures: Mapping[str, float], *, is_best: bool) -> None:
        """Show nothing."""

    def said(self, message: str) -> None:
        """Show nothing."""
