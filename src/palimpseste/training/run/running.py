"""How a training runs, whatever it learns."""

from __future__ import annotations

from dataclasses import dataclass, field

from palimpseste.training.run.progress import Progress, Silent

__all__ = ["UNWATCHED", "Running"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """Where a training runs, what it may take the place of, and who watches.

    Parameters
    ----------
    device : str
        ``auto``, ``cpu``, ``cuda`` or ``cuda:N``.
    restart : bool
        Throw away what an interrupted run left, instead of going on from it.
    force : bool
        Replace the target in the end.
    progress : Progress
        Watches.
    """

    device: str = "auto"
    restart: bool = False
    force: bool = False
    progress: Progress = field(default_factory=Silent)


UNWATCHED = Running()
