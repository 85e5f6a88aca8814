"""Parquet tables: one document a row, a row group at a time. Needs pyarrow, the extra ``parquet``.

A Parquet file cannot be continued once cut, so the bytes of a partial result are JSON lines of row number, text and
date; the finished result is written from these, which hold results only, and the further columns of the source, row
group by row group.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from palimpseste.debugging import kind_of
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError
from palimpseste.result import Result
from palimpseste.sources.columns import Columns, Layout, document_of, written_date
from palimpseste.sources.entry import Entry, Origin, Place, make_entry
from palimpseste.sources.jsonl import json_line
from palimpseste.sources.listing import Input
from palimpseste.sources.source import Opening, SourceDefaults

__all__ = ["ParquetTable"]

_ROWS_AT_ONCE = 1000
_MAGIC = b"PAR1"
# Between these, moments are told in any unit, nanoseconds too.
_FIRST_YEAR, _LAST_YEAR = 1677, 2262
# Rows have an identifier each: packed however well, more of them do not fit in a byte.
_ROWS_A_BYTE = 1000


@dataclass(frozen=True, slots=True)
class ParquetTable(SourceDefaults):
    """A Parquet file as a source.

    Parameters
    ----------
    position : int
        Which input of the run it is, from 0.
    input : Input
        The file.
    columns : Columns
        Which columns are read, and which are written.
    """

    position: int
    input: Input
    columns: Columns = field(default_factory=Columns)

    @classmethod
    def open(cls, position: int, input: Input, opening: Opening) -> ParquetTable:
        """Return the source of a file, read as the run says."""
        return cls(position, input, opening.columns)

    def check(self) -> None:
        """Raise UsageError if pyarrow is missing, or the table lacks a column; a broken file is an unreadable entry."""
        file = self._opened()
        if file is not None:
            with file:
                self._layout(file)

    def _opened(self) -> Any:
        """Return the file opened, or None where it is no whole Parquet file."""
        pyarrow, parquet = _pyarrow()
        try:
            file = parquet.ParquetFile(self.input.path)
        except (pyarrow.ArrowException, OSError, ValueError):
            return None
        try:
            file.schema_arrow.names  # noqa: B018 # which need not be UTF-8
            if _is_believable(file.metadata, self.input.path.stat().st_size):
                return file
        except (pyarrow.ArrowException, OSError, ValueError):
            pass
        file.close()
        return None

    def _layout(self, file: Any) -> Layout:
        return self.columns.layout_of(file.schema_arrow.names, str(self.input.path))

    def entries(self) -> Iterator[Entry]:
        """Yield one entry a row, placed at its number from 1, whether it can be read or not."""
        file = self._opened()
        if file is None:
            place = Place(str(self.input.path))
            yield Entry(self.position, 0, place, None, "not a whole Parquet file: truncated or damaged")
            return
        with file:
            layout = self._layout(file)
            number = first_row = 0
            for group in range(file.num_row_groups):
                rows = file.metadata.row_group(group).num_rows
                for entry in self._entries_of_group(file, group, layout, number, range(first_row, first_row + rows)):
                    yield entry
                    number += 1
                first_row += rows

    def _entries_of_group(self, file: Any, group: int, layout: Layout, number: int, rows: range) -> Iterator[Entry]:
        """Yield one entry for each row of a group, and for each that the group says it holds and does not give."""
        pyarrow, _ = _pyarrow()
        name = str(self.input.path)
        read = [column for i, column in enumerate(layout.names) if layout.roles[i] or i in layout.written]
        row = rows.start
        try:
            batches = file.iter_batches(_ROWS_AT_ONCE, row_groups=[group], columns=read)
            for values in chain.from_iterable(map(_rows_of, batches)):
                if isinstance(values, str):
                    yield Entry(self.position, number, Place(name, row + 1), None, values)
                else:
                    yield self._entry(number, row, [values.get(column) for column in layout.names], layout)
                number, row = number + 1, row + 1
        except (pyarrow.ArrowException, OSError, ValueError):
            pass  # what it did not give is lost, as where it ends early and says nothing
        # Each is named: a row that is only counted is one that is lost.
        reason = f"damaged, as are all rows from {row + 1} to {rows.stop}"
        for behind, lost in enumerate(range(row, rows.stop)):
            yield Entry(self.position, number + behind, Place(name, lost + 1), None, reason)

    def announced(self) -> int:
        """Return how many rows the file says it holds; the file itself is one where it cannot be opened."""
        file = self._opened()
        if file is None:
            return 1
        with file:
            return int(file.metadata.num_rows)

    def _entry(self, number: int, row: int, values: list[object], layout: Layout) -> Entry:
        by_role = layout.values_of(values)
        form = {"row": row, "null": by_role["text"] is None, "moment": isinstance(by_role.get("date"), datetime)}
        place = Place(str(self.input.path), row + 1)
        return make_entry(self.position, number, place, lambda: document_of(by_role), form, layout.kept_of(values))

    def dropped(self) -> tuple[str, ...]:
        """Return the names of the columns that results do not have."""
        file = self._opened()
        if file is None:
            return ()
        with file:
            return self._layout(file).dropped

    def written(self, origin: Origin, result: Result) -> bytes:
        """Return the line of the partial result.

        Raises
        ------
        DocumentError
            If the new date is beyond those that the column holds.
        TypeError
            If the entry came from another source.
        """
        form = origin.form
        if not isinstance(form, dict):
            raise TypeError("the entry of a Parquet table carries its row number")
        if form["moment"] and result.date is not None and not _FIRST_YEAR < result.date.year < _LAST_YEAR:
            raise DocumentError(origin.id, "its new date is beyond those that a column of moments holds")
        text = None if form["null"] else result.text
        values: dict[str, object] = {"row": form["row"], "text": text}
        if result.date is not None:
            values["date"] = result.date.isoformat()
        if not result.type:
            values["typeless"] = True
        return json_line(values)

    def finish(self, partial: Path) -> None:
        """Write the Parquet file in place of the lines; none where the source could not be read.

        Raises
        ------
        PalimpsesteError
            If it was read and no longer can be: the further columns of the result are in it.
        """
        pyarrow, parquet = _pyarrow()
        with partial.open("rb") as stream:
            if stream.read(len(_MAGIC)) == _MAGIC:
                return
        file = self._opened()
        if file is None:
            if partial.stat().st_size:
                raise PalimpsesteError(
                    f"{self.input.path} can no longer be read, and its columns are needed to finish its result; "
                    "repeat the command once it is back"
                )
            partial.unlink()
            return
        finished = partial.with_name(partial.name + ".finished")
        with file, partial.open("rb") as lines:
            layout = self._layout(file)
            fields = [file.schema_arrow.field(i) for i in layout.written]
            # What a program noted of a column, a sample of it perhaps, stays with the source.
            schema = pyarrow.schema([field.with_type(_plain(field.type)).with_metadata(None) for field in fields])
            new = _Lines(lines)
            first_row = 0
            with parquet.ParquetWriter(finished, schema) as writer:
                for group in range(file.num_row_groups):
                    rows = file.metadata.row_group(group).num_rows
                    done = new.before(first_row + rows)
                    if done:
                        writer.write_table(self._result(file, group, first_row, done, layout, schema))
                    first_row += rows
        finished.replace(partial)

    def _result(
        self,
        file: Any,
        group: int,
        first_row: int,
        done: list[dict[str, Any]],
        layout: Layout,
        schema: Any,
    ) -> Any:
        """Return the rows done of a row group, with the columns of the schema, which results have."""
        pyarrow, _ = _pyarrow()
        names: list[str] = schema.names
        kept = [n for n, role in zip(layout.names, layout.roles, strict=True) if n in names and role != "text"]
        # A group damaged in part has rows done, but cannot be read whole: read as far as it goes.
        pieces, last_row, read = [], done[-1]["row"] - first_row, 0
        for batch in file.iter_batches(_ROWS_AT_ONCE, row_groups=[group], columns=kept):
            pieces.append(batch)
            read += batch.num_rows
            if read > last_row:
                break
        table = _plain_table(pyarrow.Table.from_batches(pieces)).take([line["row"] - first_row for line in done])
        arrays = []
        for name in names:
            role, type_ = self.columns.role_of(name), schema.field(name).type
            if role == "text":
                # A column without any text may be of any type, and of none at all.
                texts = [line["text"] for line in done]
                is_void = all(text is None for text in texts)
                arrays.append(
                    pyarrow.nulls(len(done), type_) if is_void else pyarrow.array(texts, pyarrow.string()).cast(type_)
                )
            elif role == "date":
                models = table.column(name).to_pylist()
                dates = [_date_like(line.get("date"), model) for line, model in zip(done, models, strict=True)]
                arrays.append(pyarrow.array(dates, type_))
            elif role == "type":
                withheld = [bool(line.get("typeless")) for line in done]
                arrays.append(_of_own_values(_without(table.column(name), withheld)))
            else:
                arrays.append(_of_own_values(table.column(name)))
        return pyarrow.Table.from_arrays(arrays, schema=schema)


def _is_believable(metadata: Any, size: int) -> bool:
    """Tell whether a file of so many bytes may hold the rows it says, which its row groups say again."""
    rows = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
    return min(rows, default=0) >= 0 and sum(rows) == metadata.num_rows <= _ROWS_A_BYTE * size


def _rows_of(batch: Any) -> Iterator[dict[str, object] | str]:
    """Yield the values of each row by name, or why there are none: one cell of a type may hold what Python does not."""
    try:
        rows: list[dict[str, object]] = batch.to_pylist()
    except Exception:
        rows = []
    if rows or not batch.num_rows:
        yield from rows
        return
    for position in range(batch.num_rows):
        try:
            yield batch.slice(position, 1).to_pylist()[0]
        except Exception as error:
            yield f"a value in it cannot be read ({kind_of(error)})"


def _plain(type_: Any) -> Any:
    """Return the type a column is written with: that of the source, but for views, which few programs take.

    Dictionaries within lists and structures are written out: they hold what stood in rows that are not written.
    """
    pyarrow, _ = _pyarrow()
    types = pyarrow.types
    if type_ == pyarrow.string_view():
        return pyarrow.string()
    if type_ == pyarrow.binary_view():
        return pyarrow.binary()
    if types.is_struct(type_):
        return pyarrow.struct([_plain_field(type_.field(i)) for i in range(type_.num_fields)])
    if types.is_map(type_):
        return pyarrow.map_(_plain_field(type_.key_field), _plain_field(type_.item_field), type_.keys_sorted)
    if types.is_fixed_size_list(type_):
        return pyarrow.list_(_plain_field(type_.value_field), type_.list_size)
    if types.is_list(type_):
        return pyarrow.list_(_plain_field(type_.value_field))
    return pyarrow.large_list(_plain_field(type_.value_field)) if types.is_large_list(type_) else type_


def _plain_field(field: Any) -> Any:
    pyarrow, _ = _pyarrow()
    type_ = field.type.value_type if pyarrow.types.is_dictionary(field.type) else field.type
    return field.with_type(_plain(type_)).with_metadata(None)


def _plain_table(table: Any) -> Any:
    pyarrow, _ = _pyarrow()
    schema = pyarrow.schema([field.with_type(_plain(field.type)) for field in table.schema])
    return table if schema == table.schema else table.cast(schema)


def _of_own_values(column: Any) -> Any:
    """Return a column whose dictionary, if it has one, holds the values of its own rows and no others.

    That of the source also holds what was withheld, and what stood in rows that are in quarantine.
    """
    pyarrow, _ = _pyarrow()
    if not pyarrow.types.is_dictionary(column.type):
        return column
    type_ = column.type
    coded = column.combine_chunks().cast(type_.value_type).dictionary_encode()
    indices = coded.indices.cast(type_.index_type)
    return pyarrow.DictionaryArray.from_arrays(indices, coded.dictionary, ordered=type_.ordered)


class _Lines:
    """The lines of a partial result, read as far as each row group goes."""

    def __init__(self, stream: Any) -> None:
        self._values = map(json.loads, stream)
        self._next: dict[str, Any] | None = next(self._values, None)

    def before(self, row: int) -> list[dict[str, Any]]:
        taken = []
        while self._next is not None and self._next["row"] < row:
            taken.append(self._next)
            self._next = next(self._values, None)
        return taken


def _date_like(written: str | None, model: object) -> object:
    from datetime import date

    return written_date(date.fromisoformat(written) if written else None, model)


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError("Parquet needs pyarrow: pip install 'palimpseste[parquet]'") from None
    return pyarrow, pyarrow.parquet


def _without(column: Any, withheld: list[bool]) -> Any:
    """Return a column with nothing in the rows where it is withheld."""
    pyarrow, _ = _pyarrow()
    if not any(withheld):
        return column
    kept = pyarrow.array([None if is_withheld else row for row, is_withheld in enumerate(withheld)], pyarrow.int64())
    return column.take(kept)
