"""What every format offers a run, and what a run tells a format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from palimpseste.pdf.options import PdfOptions
from palimpseste.result import Result
from palimpseste.sources.columns import Columns
from palimpseste.sources.encodings import Encoding
from palimpseste.sources.entry import Entry, Origin
from palimpseste.sources.listing import Input

if TYPE_CHECKING:
    from palimpseste.pdf.reader import PdfReader
    from palimpseste.surrogates.keys import CohortKey

__all__ = ["Opening", "Source", "SourceDefaults"]

T = TypeVar("T")


class Source(Protocol):
    """A file of documents, and how results are written in its likeness.

    The result of a source is its head followed by the bytes of each document in order: nothing else is remembered from
    one document to the next, so that an interrupted result can be cut after any of them and continued.
    """

    @property
    def input(self) -> Input:
        """The file."""

    def check(self) -> None:
        """Raise UsageError if the file is not what the caller says it is, such as a table without the text's column."""

    def entries(self) -> Iterator[Entry]:
        """Yield what the file holds, in order; the same at every call."""

    def dropped(self) -> Sequence[str]:
        """Return the names of the columns or fields met so far that results do not have."""

    def head(self) -> bytes:
        """Return what stands before the first document of a result."""

    def written(self, origin: Origin, result: Result) -> bytes:
        """Return the bytes of one document of a result."""

    def finish(self, partial: Path) -> None:
        """Turn the bytes of a whole result into the final file, in place; leave no file where there can be none."""


class SourceDefaults:
    """What a source need not say: the file is taken as it is, and its result is the bytes of its documents.

    A class of sources may inherit from it, and then has to have only `input`, `entries` and `written`.
    """

    __slots__ = ()

    @classmethod
    def open(cls, position: int, input: Input, opening: Opening) -> Any:
        """Return the source of a file: an object of this class made of the position and the input.

        Parameters
        ----------
        position : int
            Of the source in the run; its entries bear it.
        input : Input
            The file.
        opening : Opening
            What else a run says of how files are read.
        """
        return cls(position, input)  # type: ignore[call-arg] # a class that takes something else has its own

    def check(self) -> None:
        """Accept any file: one that cannot be read becomes an unreadable entry."""

    def dropped(self) -> Sequence[str]:
        """Return nothing: all that is read is in the document."""
        return ()

    def head(self) -> bytes:
        """Return nothing: a result begins with its first document."""
        return b""

    def finish(self, partial: Path) -> None:
        """Leave the file as it is."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a run says of how its files are read.

    Parameters
    ----------
    inputs : sequence of Input
        All files of the run.
    columns : Columns
        Names of columns.
    encoding : Encoding, optional
        Of texts and CSV; None tells it by the bytes.
    pdf : PdfOptions
        How PDF files are read.
    key : CohortKey, optional
        What logical identifiers are written anew under.
    further_patients : Path, optional
        FHIR resources that say who the patients of the others are.
    """

    inputs: Sequence[Input] = ()
    columns: Columns = field(default_factory=Columns)
    encoding: Encoding | None = None
    pdf: PdfOptions = field(default_factory=PdfOptions)
    key: CohortKey | None = None
    further_patients: Path | None = None
    _shared: dict[str, Any] = field(default_factory=dict, repr=False)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """Return what the files of a run share under a name, made for the first that asks."""
        if name not in self._shared:
            self._shared[name] = make()
        made: T = self._shared[name]
        return made

    def pdf_reader(self) -> PdfReader:
        """Return the process that reads PDF files: one for all."""
        from palimpseste.pdf.reader import PdfReader

        return self.once("pdf reader", lambda: PdfReader(self.pdf))
