"""A source of another distribution, watched: what it gets wrong stops a document or the run, and quotes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from palimpseste.debugging import chained, kind_of
from palimpseste.errors import DocumentError, PalimpsesteError
from palimpseste.result import Result
from palimpseste.sources.entry import Entry, Origin, Place
from palimpseste.sources.formats import Format
from palimpseste.sources.listing import Input
from palimpseste.sources.source import Source

__all__ = ["ForeignSource"]

T = TypeVar("T")
_END: Any = object()


@dataclass(frozen=True, slots=True)
class ForeignSource:
    """A source of a format that is not ours.

    Parameters
    ----------
    position : int
        Of the source in the run.
    input : Input
        The file.
    source : Source
        Who reads and writes.
    format : Format
        What it is of.
    """

    position: int
    input: Input
    source: Source
    format: Format

    def check(self) -> None:
        """Check the file as its format does."""
        self._answer("check", self.source.check)

    def entries(self) -> Iterator[Entry]:
        """Yield what the file holds. A file of one document that cannot be read is an unreadable entry.

        Raises
        ------
        PalimpsesteError
            If reading a file of several documents fails, or its entries are not those of this source, in order.
        """
        if not self.format.is_one_document:
            yield from self._checked()
            return
        try:
            entries = list(islice(self._checked(), 2))
            if len(entries) != 1:
                raise self._error("entries", "not one entry for a file of one document")
        except PalimpsesteError as error:
            entries = [Entry(self.position, 0, Place(str(self.input.path)), None, str(error))]
        yield from entries

    def _checked(self) -> Iterator[Entry]:
        entries = self._answer("entries", lambda: iter(self.source.entries()))
        number = 0
        while True:
            entry = self._answer("entries", lambda: next(entries, _END))
            if entry is _END:
                return
            if not isinstance(entry, Entry) or (entry.source, entry.number) != (self.position, number):
                raise self._error("entries", "entries of another source or number")
            if self.format.is_one_document and entry.document and entry.document.id != self.input.name:
                raise self._error("entries", "an identifier that is not the name of the file")
            yield entry
            number += 1

    def dropped(self) -> Sequence[str]:
        """Return the names that the format says it drops."""
        return self._answer("dropped", self.source.dropped)

    def head(self) -> bytes:
        """Return the head that the format writes."""
        return self._answer("head", self.source.head)

    def written(self, origin: Origin, result: Result) -> bytes:
        """Return the bytes that the format makes of a result.

        Raises
        ------
        DocumentError
            If it makes none.
        """
        try:
            content = self.source.written(origin, result)
        except DocumentError as error:
            raise DocumentError(origin.id, error.reason) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise DocumentError(origin.id, f"{self._who()} cannot write it ({kind_of(error)})") from chained(error)
        if not isinstance(content, bytes):
            raise DocumentError(origin.id, f"{self._who()} wrote a {type(content).__name__}, not bytes")
        return content

    def finish(self, partial: Path) -> None:
        """Finish the file as the format does."""
        self._answer("finish", lambda: self.source.finish(partial))

    def _answer(self, member: str, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except (PalimpsesteError, KeyboardInterrupt):
            raise
        # Its message may quote the note; so may that of SystemExit, or of a panic in Rust, which is no Exception.
        except BaseException as error:
            raise self._error(member, kind_of(error)) from chained(error)

    def _error(self, member: str, what: str) -> PalimpsesteError:
        return PalimpsesteError(f"{self.input.path}: {self._who()} failed in {member!r}: {what}")

    def _who(self) -> str:
        return f"the format {self.format.name!r} of {self.format.distribution} {self.format.version}"
