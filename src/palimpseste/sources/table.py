"""CSV tables: one document a row.

Encoding, delimiter and line ends are told from the file, and results have the same. Rows that cannot be read, such as
those with a column too many or quotes that do not match, become unreadable entries.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.result import Result
from palimpseste.sources.columns import NO_RECORD, Columns, Layout, document_of, written_date
from palimpseste.sources.encodings import Encoding, encoding_of_file
from palimpseste.sources.entry import Entry, Origin, Place, make_entry
from palimpseste.sources.listing import Input
from palimpseste.sources.rows import Rows
from palimpseste.sources.source import Opening, SourceDefaults

__all__ = ["CsvTable", "shape_of"]

_DELIMITERS = ",;\t|"
_LINE_ENDS = "\r\n"


@dataclass(frozen=True, slots=True)
class CsvShape:
    """How a CSV file is written.

    Parameters
    ----------
    encoding : Encoding
        Of the file.
    delimiter : str
        One character.
    line_end : str
        What ends a row.
    header : tuple of str
        The names of the columns, in order.
    """

    encoding: Encoding
    delimiter: str
    line_end: str
    header: tuple[str, ...]

    def row(self, values: Sequence[object]) -> bytes:
        """Return a row of a result."""
        buffer = io.StringIO(newline="")
        # Before Python 3.13 a value is quoted only for the characters that end the line, and any of them ends a row.
        csv.writer(buffer, delimiter=self.delimiter, lineterminator=_LINE_ENDS).writerow(values)
        return self.encoding.encode(buffer.getvalue().removesuffix(_LINE_ENDS) + self.line_end)


@dataclass(frozen=True)
class CsvTable(SourceDefaults):
    """A CSV file as a source.

    Parameters
    ----------
    position : int
        Which input of the run it is, from 0.
    input : Input
        The file.
    columns : Columns
        Which columns are read, and which are written.
    encoding : Encoding, optional
        How the file is written; found out where none is given.
    """

    position: int
    input: Input
    columns: Columns = field(default_factory=Columns)
    encoding: Encoding | None = None

    @classmethod
    def open(cls, position: int, input: Input, opening: Opening) -> CsvTable:
        """Return the source of a file, read as the run says."""
        return cls(position, input, opening.columns, opening.encoding)

    def check(self) -> None:
        """Raise UsageError if there is no header, or it lacks a column, or has one for a whole record."""
        _ = self._layout

    @cached_property
    def _shape(self) -> CsvShape:
        return shape_of(self.input.path, self.encoding)

    @cached_property
    def _layout(self) -> Layout:
        layout = self.columns.layout_of(self._shape.header, str(self.input.path))
        if "patient" in layout.roles:  # a cell of CSV is text
            raise UsageError(f"{self.input.path}: {NO_RECORD}")
        return layout

    def entries(self) -> Iterator[Entry]:
        """Yield one entry a row, placed at the line where the row begins; blank lines hold none.

        A row whose quotes do not match is one entry, and so is what stands between it and the next line that begins as
        the rows before it did.
        """
        shape, layout = self._shape, self._layout
        file = str(self.input.path)
        with self.input.opened() as binary:
            binary.seek(len(shape.encoding.bom))
            stream = io.TextIOWrapper(binary, shape.encoding.codec, newline="")
            rows = Rows(stream, shape.delimiter, len(layout.names), layout.roles.index("id"))
            next(rows)
            for number, (line, row) in enumerate(rows):
                place = Place(file, line)
                if isinstance(row, str):
                    yield Entry(self.position, number, place, None, row)
                else:
                    yield self._entry(number, place, row, layout)

    def _entry(self, number: int, place: Place, row: list[str], layout: Layout) -> Entry:
        if len(row) != len(layout.names):
            reason = f"a row of {len(row)} columns under a header of {len(layout.names)}"
            return Entry(self.position, number, place, None, reason)
        kept = layout.kept_of(row)
        # Neither the text nor the record is in what results are written from.
        form = tuple("" if layout.roles[i] == "text" else row[i] for i in layout.written)
        return make_entry(self.position, number, place, lambda: document_of(layout.values_of(row)), form, kept)

    def dropped(self) -> tuple[str, ...]:
        """Return the names of the columns that results do not have."""
        return self._layout.dropped

    def head(self) -> bytes:
        """Return the header of a result."""
        shape, layout = self._shape, self._layout
        return shape.encoding.bom + shape.row([layout.names[i] for i in layout.written])

    def written(self, origin: Origin, result: Result) -> bytes:
        """Return the row of a result: the columns written, the text and the date new, the type where it is released.

        Raises
        ------
        TypeError
            If the entry came from another source.
        """
        shape, layout = self._shape, self._layout
        if not isinstance(origin.form, tuple):
            raise TypeError("the entry of a table carries what is kept of its row")
        values: list[object] = []
        for position, came in zip(layout.written, origin.form, strict=True):
            role = layout.roles[position]
            if role == "text":
                values.append(result.text)
            elif role == "date":
                values.append(written_date(result.date, came))
            elif role == "type":
                values.append(result.type)
            else:
                values.append(came)
        return shape.row(values)


def shape_of(path: Path, forced: Encoding | None) -> CsvShape:
    """Return how a CSV file is written: its encoding, delimiter, line ends and header.

    Raises
    ------
    UsageError
        If it cannot be read or has no header.
    """
    # A clinical note is longer than the csv module's default limit of 131,072 characters.
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    try:
        encoding = encoding_of_file(path, forced)
        with path.open("rb") as binary:
            binary.seek(len(encoding.bom))
            stream = io.TextIOWrapper(binary, encoding.codec, newline="")
            first = stream.readline()
            delimiter = _delimiter_of(first)
            # The header is read as a row: a quoted name may hold a line end.
            reader = csv.reader(_chained(first, stream), delimiter=delimiter, strict=True)
            header = next(reader, None)
            if not header:
                raise UsageError(f"{path}:1: no header line")
            return CsvShape(encoding, delimiter, "\r\n" if first.endswith("\r\n") else "\n", tuple(header))
    except csv.Error:
        raise UsageError(f"{path}:1: the header is not a CSV row") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except UsageError as error:
        raise UsageError(f"{path}: {error}" if not str(error).startswith(str(path)) else str(error)) from None


def _chained(first: str, rest: io.TextIOWrapper) -> Iterator[str]:
    yield first
    yield from rest


def _delimiter_of(header: str) -> str:
    """Return the delimiter that occurs most in a header, outside quotes; a comma where none does."""
    outside = "".join(header.split('"')[::2])
    return max(_DELIMITERS, key=outside.count)
