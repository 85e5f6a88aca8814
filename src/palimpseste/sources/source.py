"""What every format offers a run, and the formats there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from palimpseste.pdf.options import PdfOptions
from palimpseste.result import Result
from palimpseste.sources.columns import Columns
from palimpseste.sources.encodings import Encoding
from palimpseste.sources.entry import Entry, Origin
from palimpseste.sources.listing import Input

if TYPE_CHECKING:
    from palimpseste.pdf.reader import PdfReader
    from palimpseste.surrogates.keys import CohortKey

__all__ = ["Source", "open_sources"]


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


def open_sources(
    inputs: Sequence[Input],
    columns: Columns | None = None,
    encoding: Encoding | None = None,
    pdf: PdfOptions | None = None,
    *,
    key: CohortKey | None = None,
    further_patients: Path | None = None,
) -> tuple[Source, ...]:
    """Return the sources of some files; nothing is read yet.

    Parameters
    ----------
    inputs : sequence of Input
        The files.
    columns : Columns, optional
        Names of columns.
    encoding : Encoding, optional
        Of texts and CSV; None tells it by the bytes.
    pdf : PdfOptions, optional
        How PDF files are read.
    key : CohortKey, optional
        What logical identifiers of FHIR resources are written anew under; without one a key is made and forgotten.
    further_patients : Path, optional
        FHIR resources that say who the patients of the others are.
    """
    columns = columns or Columns()
    pdf = pdf or PdfOptions()

    @cache
    def reader() -> PdfReader:
        # One for all files, and none where no file is a PDF.
        from palimpseste.pdf.reader import PdfReader

        return PdfReader(pdf)

    resources = [(position, input) for position, input in enumerate(inputs) if input.format == "fhir"]
    sources = {
        position: _opened(position, input, columns, encoding, pdf, reader)
        for position, input in enumerate(inputs)
        if input.format != "fhir"
    }
    if resources:
        from palimpseste.sources.fhir.opening import open_fhir

        for source in open_fhir(resources, columns, key, further_patients, reader()):
            sources[source.position] = source
    return tuple(sources[position] for position in range(len(inputs)))


def _opened(
    position: int,
    input: Input,
    columns: Columns,
    encoding: Encoding | None,
    pdf: PdfOptions,
    reader: Callable[[], PdfReader],
) -> Source:
    if input.format == "jsonl":
        from palimpseste.sources.jsonl import JsonLines

        return JsonLines(position, input, columns)
    if input.format == "csv":
        from palimpseste.sources.table import CsvTable

        return CsvTable(position, input, columns, encoding)
    if input.format == "parquet":
        from palimpseste.sources.parquet import ParquetTable

        return ParquetTable(position, input, columns)
    if input.format == "pdf":
        from palimpseste.sources.pdf import PdfFile

        return PdfFile(position, input, pdf, reader())
    from palimpseste.sources.text import TextFile

    return TextFile(position, input, encoding)
