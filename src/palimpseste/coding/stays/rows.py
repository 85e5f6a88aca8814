"""The rows of CSV, Parquet and JSON lines one at a time, each with its place."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.sources.table import shape_of

__all__ = ["Row", "rows_of"]

_ROWS_AT_ONCE = 1000


@dataclass(frozen=True, slots=True, repr=False)
class Row:
    """A row of a table, or its header: an empty table has columns, too.

    Parameters
    ----------
    place : str
        ``file:line``; a Parquet file counts rows.
    values : mapping
        By column; a header has only columns.
    is_header : bool
        Whether this is the header, which comes before the rows.
    """

    place: str
    values: Mapping[str, object]
    is_header: bool = False


def rows_of(path: Path) -> Iterator[Row]:
    """Yield the rows of a file; its suffix tells the format.

    Raises
    ------
    UsageError
        If the file cannot be read, is of another format, or a row is broken: its place is named, nothing quoted.
    """
    readers = {".csv": _csv_rows, ".tsv": _csv_rows, ".parquet": _parquet_rows, ".jsonl": _json_rows}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise UsageError(f"{path}: stays are read from {', '.join(readers)}")
    if not path.is_file():
        raise UsageError(f"{path}: no such file")
    try:
        yield from reader(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or type(error).__name__}") from None


def _csv_rows(path: Path) -> Iterator[Row]:
    shape = shape_of(path, None)
    with path.open("rb") as binary:
        binary.seek(len(shape.encoding.bom))
        stream = io.TextIOWrapper(binary, shape.encoding.codec, newline="")
        reader = csv.reader(stream, delimiter=shape.delimiter, strict=True)
        next(reader)
        yield Row(f"{path}:1", dict.fromkeys(shape.header), is_header=True)
        while True:
            place = f"{path}:{reader.line_num + 1}"
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error:
                raise UsageError(f"{place}: not a CSV row: quotes do not match, or NUL characters") from None
            if not row:
                continue
            if len(row) != len(shape.header):
                raise UsageError(f"{place}: a row of {len(row)} columns under a header of {len(shape.header)}")
            yield Row(place, dict(zip(shape.header, row, strict=True)))


def _parquet_rows(path: Path) -> Iterator[Row]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError("Parquet needs pyarrow: pip install 'palimpseste[parquet]'") from None
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            yield Row(f"{path}:1", dict.fromkeys(file.schema_arrow.names), is_header=True)
            number = 0
            for batch in file.iter_batches(_ROWS_AT_ONCE):
                for values in batch.to_pylist():
                    number += 1
                    yield Row(f"{path}:{number}", values)
    except pyarrow.ArrowException:
        raise UsageError(f"{path}: not a whole Parquet file: truncated or damaged") from None


def _json_rows(path: Path) -> Iterator[Row]:
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                values = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
            except (ValueError, RecursionError):
                raise UsageError(f"{path}:{number}: not a line of JSON in UTF-8") from None
            if not isinstance(values, dict):
                raise UsageError(f"{path}:{number}: not a JSON object")
            yield Row(f"{path}:{number}", values)
