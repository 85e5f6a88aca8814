"""The count that must come out: documents that a source holds = documents written + documents in quarantine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from palimpseste.engines.run.journal import Checkpoint
from palimpseste.errors import PalimpsesteError
from palimpseste.sources import Entry

__all__ = ["Balance"]


class Balance:
    """Counts what is read of each source and what is done, and refuses a difference.

    Parameters
    ----------
    names : sequence of str
        Of the sources, for a message.
    announced : sequence of int, optional
        How many documents each holds; None where nobody could count them before.
    start : Checkpoint
        Where the run goes on.
    """

    def __init__(self, names: Sequence[str], announced: Sequence[int] | None, start: Checkpoint) -> None:
        self._names, self._announced = names, announced
        self._before = sum(announced[: start.source]) + start.entries if announced is not None else None
        self._at = start.source
        self._read = Counter({start.source: start.entries})
        self._done = Counter({start.source: start.entries})

    def read(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield entries and count them as read; the last of a source only if the source held as many as it announced.

        A file that ends before it should is thus noticed before anything that comes after is done.

        Raises
        ------
        PalimpsesteError
            If it held another number.
        """
        announced = self._announced
        held: Entry | None = None
        for entry in entries:
            self._read[entry.source] += 1
            if announced is None:  # they come one by one, and nothing tells which is the last
                yield entry
                continue
            if held is not None:
                if held.source != entry.source:
                    self._check_read(held, announced[held.source])
                yield held
            held = entry
        if held is not None and announced is not None:
            self._check_read(held, announced[held.source])
            yield held

    def begin(self, total: int) -> None:
        """Refuse the counts of an earlier run that are not those of the documents before the point where it goes on.

        Raises
        ------
        PalimpsesteError
            If they differ.
        """
        if self._before is not None and total != self._before:
            raise self._error("the journal", self._before, total)

    def done(self, source: int) -> None:
        """Count a document of a source as written or refused; those before it must be complete.

        Raises
        ------
        PalimpsesteError
            If one is not.
        """
        while self._at < source:
            self._check(self._at)
            self._at += 1
        self._done[source] += 1

    def finish(self, total: int) -> None:
        """Refuse a run that did not do all documents of all sources.

        Parameters
        ----------
        total : int
            Documents written and refused, earlier runs included.

        Raises
        ------
        PalimpsesteError
            If a source is not complete, or the sum is another.
        """
        while self._at < len(self._names):
            self._check(self._at)
            self._at += 1
        if self._announced is not None and sum(self._announced) != total:
            raise self._error("all files", sum(self._announced), total)

    def _check(self, source: int) -> None:
        expected = self._read[source] if self._announced is None else self._announced[source]
        if self._done[source] != expected:
            raise self._error(self._names[source], expected, self._done[source])

    def _check_read(self, last: Entry, expected: int) -> None:
        read = self._read[last.source]
        if read != expected:
            # An entry that stands for the whole file says why it ends there.
            why = f" ({last.reason})" if last.document is None and not last.place.line else ""
            raise self._error(self._names[last.source], expected, read, f"read{why}")

    def _error(self, what: str, expected: int, done: int, became: str = "written or in quarantine") -> PalimpsesteError:
        difference = abs(expected - done)
        return PalimpsesteError(
            f"{what}: {expected:,} documents announced, {done:,} {became}, "
            f"{difference:,} {'missing' if done < expected else 'too many'}; no results were put in their place"
        )
