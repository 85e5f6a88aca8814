"""Which run is looked at, and which runs before it tell what is usual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from palimpseste.errors import UsageError
from palimpseste.watch.record import RunRecord

__all__ = ["LEAST_RUNS", "Window", "run_named", "summed", "window_of"]

# The spread between runs is measured on the reference; fewer say next to nothing of it.
LEAST_RUNS = 5


@dataclass(frozen=True, slots=True)
class Window:
    """A run and its reference.

    Parameters
    ----------
    run : RunRecord
        The run that is looked at.
    reference : tuple of RunRecord
        Runs before it in which something was read, oldest first.
    least_tokens : int
        What the reference holds at least to be compared with.
    """

    run: RunRecord
    reference: tuple[RunRecord, ...]
    least_tokens: int

    @property
    def is_enough(self) -> bool:
        """Whether the reference holds enough runs and tokens to say what is usual."""
        return len(self.reference) >= LEAST_RUNS and self.tokens >= self.least_tokens

    @property
    def tokens(self) -> int:
        """Tokens of the reference."""
        return sum(record.tokens for record in self.reference)


def run_named(runs: Sequence[RunRecord], name: str | None) -> RunRecord:
    """Return the run of a number or of an identifier; the last one for None.

    Raises
    ------
    UsageError
        If there is none.
    """
    if not runs:
        raise UsageError("the watch store holds no run yet")
    if name is None:
        return runs[-1]
    for record in runs:
        if name in (str(record.number), record.run):
            return record
    raise UsageError(
        f"the watch store has no run {name!r}; its runs are numbered {runs[0].number} to {runs[-1].number}"
    )


def window_of(runs: Sequence[RunRecord], run: RunRecord, size: int, least_tokens: int) -> Window:
    """Return a run with the last `size` runs before it, or more until they hold `least_tokens`.

    Parameters
    ----------
    runs : sequence of RunRecord
        All that are kept.
    run : RunRecord
        One of them.
    size : int
        At least 1.
    least_tokens : int
        Of the notes of the runs before.
    """
    reference: list[RunRecord] = []
    tokens = 0
    for record in reversed([each for each in runs if each.number < run.number and each.tokens]):
        if len(reference) >= size and tokens >= least_tokens:
            break
        reference.append(record)
        tokens += record.tokens
    return Window(run, tuple(reversed(reference)), least_tokens)


def summed(counts: Sequence[Mapping[str, int]]) -> Counter[str]:
    """Return the counts of several runs as those of one; what was counted in none of them stays, as 0."""
    pooled: Counter[str] = Counter()
    for each in counts:
        pooled.update(each)
    return pooled
