"""Progress bars on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

__all__ = ["empty_bar", "is_shown", "with_bar"]

T = TypeVar("T")


def is_shown(wanted: bool | None) -> bool:
    """Return whether bars are shown: as ``--progress`` says, on a terminal where it says nothing."""
    return sys.stderr.isatty() if wanted is None else wanted


def empty_bar(*columns: ProgressColumn) -> Progress:
    """Return a bar without tasks: what is counted, how far it is, further columns.

    Parameters
    ----------
    *columns : ProgressColumn
        Stand last.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    shown = (TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn(), *columns)
    return Progress(*shown, console=Console(file=sys.stderr), refresh_per_second=4)


def with_bar(items: Iterable[T], total: int, what: str, wanted: bool | None) -> Iterator[T]:
    """Yield items under a bar.

    Parameters
    ----------
    items : iterable
        Computed one by one.
    total : int
        How many, or about how many.
    what : str
        What they are.
    wanted : bool, optional
        None shows the bar on a terminal only.
    """
    if not is_shown(wanted):
        yield from items
        return
    from rich.progress import TimeRemainingColumn

    with empty_bar(TimeRemainingColumn(compact=True)) as bar:
        yield from bar.track(items, total=total, description=what)
