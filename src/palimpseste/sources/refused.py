"""A file that is listed and not read: one entry, with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from palimpseste.result import Result
from palimpseste.sources.entry import Entry, Origin, Place
from palimpseste.sources.listing import Input
from palimpseste.sources.source import SourceDefaults

__all__ = ["RefusedInput"]


@dataclass(frozen=True, slots=True)
class RefusedInput(SourceDefaults):
    """What is listed and not read, as a source of one entry: a file of no known format, no file at all, or a link.

    Parameters
    ----------
    position : int
        Which input of the run it is, from 0.
    input : Input
        The file, and why it is refused.
    """

    position: int
    input: Input

    def entries(self) -> Iterator[Entry]:
        """Yield the only entry; the file is not opened."""
        yield Entry(self.position, 0, Place(str(self.input.path)), None, self.input.refusal)

    def written(self, origin: Origin, result: Result) -> bytes:
        """Refuse: there is no document that could have become a result.

        Raises
        ------
        TypeError
            Always.
        """
        raise TypeError("a file that is not read has no result")
