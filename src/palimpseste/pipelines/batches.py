"""Rows of notes as Arrow record batches, de-identified: what Spark, pandas, polars and datasets have in common."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from palimpseste.debugging import chained, kind_of
from palimpseste.document import Document
from palimpseste.engines.deadline import USUAL_DEADLINE
from palimpseste.engines.task import Process
from palimpseste.engines.worker import outcomes_of
from palimpseste.errors import DocumentError, PalimpsesteError
from palimpseste.result import ReleasedText, Result
from palimpseste.sources.columns import Layout, document_of, written_date
from palimpseste.sources.entry import Place, make_entry

__all__ = ["ERROR", "LEDGER", "SPANS", "pieces_of", "result_batch"]

SPANS = "palimpseste_spans"
LEDGER = "palimpseste_ledger"
ERROR = "palimpseste_error"

# Rows of a result that are held at once: a batch may hold many long notes.
_BYTES_AT_ONCE = 1 << 20


def pieces_of(batch: Any, layout: Layout) -> Iterator[Any]:
    """Yield the rows of a record batch a few at once, as slices of it."""
    from pyarrow.compute import binary_length

    first = held = 0
    for position, length in enumerate(binary_length(batch.column(layout.roles.index("text"))).to_pylist()):
        held += length or 0
        if held >= _BYTES_AT_ONCE:
            yield batch.slice(first, position + 1 - first)
            first, held = position + 1, 0
    if first < batch.num_rows:
        yield batch.slice(first)


@dataclass(frozen=True, slots=True)
class _Done:
    """A row of a result, as far as it is made anew."""

    text: ReleasedText | None = None
    type: str | None = None
    date: object = None
    spans: list[dict[str, object]] | None = None
    ledger: str | None = None
    error: str | None = None


def _read(batch: Any, layout: Layout, position: int) -> tuple[Document, object] | _Done:
    """Return the document of a row and its date as it came, or why there is none."""
    values: dict[str, object] = {}

    def document() -> Document:
        values.update(
            {role: column[position].as_py() for role, column in zip(layout.roles, batch.columns, strict=True) if role}
        )
        return document_of(values)

    try:
        entry = make_entry(0, position, Place("DataFrame"), document)
    except (ValueError, OverflowError):  # a date beyond Python's, a text that is not UTF-8
        return _Done(error="the row holds a value that cannot be read")
    if entry.document is None:
        return _Done(error=entry.reason)
    return entry.document, values.get("date")


def _done(outcome: Result | DocumentError, date: object) -> _Done:
    if isinstance(outcome, DocumentError):
        return _Done(error=outcome.reason)
    return _Done(
        outcome.text,
        outcome.type or None,
        written_date(outcome.date, date),
        [{"start": span.start, "end": span.end, "label": span.label} for span in outcome.spans],
        json.dumps(outcome.ledger.to_mapping()) if outcome.ledger else None,
    )


def result_batch(process: Process[Result], batch: Any, layout: Layout) -> Any:
    """Return the record batch of a result: what is made anew, and the columns kept as they came.

    Parameters
    ----------
    process : callable
        De-identifies a document.
    batch : pyarrow.RecordBatch
        Of notes.
    layout : Layout
        Of its columns.

    Returns
    -------
    pyarrow.RecordBatch
        The columns that are written, of the same types, and three more: spans, what was spent of a privacy budget, and
        why a note could not be processed; the text and the date of such a row are null.

    Raises
    ------
    PalimpsesteError
        If it cannot be made; Spark logs what its tasks raise, so of the cause only the kind is told.
    """
    read = [_read(batch, layout, position) for position in range(batch.num_rows)]
    outcomes = iter(outcomes_of(process, [row[0] for row in read if not isinstance(row, _Done)], USUAL_DEADLINE))
    rows = [row if isinstance(row, _Done) else _done(next(outcomes), row[1]) for row in read]
    try:
        return _batch_of(rows, batch, layout)
    except Exception as error:
        raise PalimpsesteError(f"rows could not be written ({kind_of(error)})") from chained(error)


def _batch_of(rows: list[_Done], batch: Any, layout: Layout) -> Any:
    import pyarrow

    string = batch.column(layout.roles.index("text")).type
    span = pyarrow.struct([("start", pyarrow.int32()), ("end", pyarrow.int32()), ("label", string)])
    made = {
        "text": [row.text for row in rows],
        "type": [row.type for row in rows],
        "date": [row.date for row in rows],
    }
    arrays, names = [], []
    for position in layout.written:
        role, column = layout.roles[position], batch.column(position)
        arrays.append(pyarrow.array(made[role], column.type) if role in made else column)
        names.append(layout.names[position])
    arrays += [
        pyarrow.array([row.spans for row in rows], pyarrow.list_(span)),
        pyarrow.array([row.ledger for row in rows], string),
        pyarrow.array([row.error for row in rows], string),
    ]
    return pyarrow.record_batch(arrays, names=[*names, SPANS, LEDGER, ERROR])
