"""De-identification of a Spark DataFrame, for pipelines that live in Spark: rows never leave the executors.

Columns are what they are in files (:mod:`palimpseste.sources.columns`): those named like a field of the patient's
record say who the patient is and are not written; further columns are written only where they are asked for by name.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palimpseste.debugging import chained, kind_of
from palimpseste.deidentifier import DEFAULT_DETECTORS, Detector, DetectorChoice
from palimpseste.detection.choice import choice_of
from palimpseste.document import Document
from palimpseste.engines.deadline import USUAL_DEADLINE
from palimpseste.engines.executor import process_of
from palimpseste.engines.keyed import KeyedDeidentification, KeySource, proof_of
from palimpseste.engines.task import Process
from palimpseste.engines.worker import outcomes_of, settle_process
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError
from palimpseste.result import ReleasedText, Result
from palimpseste.sources.columns import Columns, Layout, document_of, written_date
from palimpseste.sources.entry import Place, make_entry
from palimpseste.surrogates.policy.policy import Policy

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["ERROR", "LEDGER", "SPANS", "KeySource", "deidentify", "proof_of"]

SPANS = "palimpseste_spans"
LEDGER = "palimpseste_ledger"
ERROR = "palimpseste_error"

# Rows of a result that are held at once: a batch of Spark may hold many long notes.
_BYTES_AT_ONCE = 1 << 20


def deidentify(
    frame: DataFrame,
    *,
    policy: str | Path | Policy,
    key: KeySource | None = None,
    proof: str | None = None,
    cohort: str = "default",
    detectors: Sequence[str | Detector] | DetectorChoice = DEFAULT_DETECTORS,
    text: str = "text",
    id: str = "id",
    kept: Sequence[str] = (),
) -> DataFrame:
    """Return a DataFrame of the same notes de-identified, one row for each, as lazy as any other.

    It has the columns ``text``, ``id``, ``type`` and ``date`` that `frame` has and those of `kept`, of the same types,
    and three more: ``palimpseste_spans``, an array of ``start``, ``end`` and ``label`` in offsets of the new text;
    ``palimpseste_ledger``, what was spent of a privacy budget as JSON, null without one; and ``palimpseste_error``,
    null or why the note could not be processed. Such a row has neither text nor date.

    Parameters
    ----------
    frame : DataFrame
        Identifiers are to be unique: where no patient is known, surrogates agree within documents of one identifier.
    policy : str, Path or Policy
        A policy of the package, a TOML file, or a policy itself.
    key : KeySource, optional
        Where each executor finds the key, and the driver too unless there is a `proof`; by default in the environment.
    proof : str, optional
        That of the key, from :func:`palimpseste.engines.keyed.proof_of`, for a driver that may not have the key.
    cohort : str
        Surrogates of two cohorts cannot be linked.
    detectors : sequence of str or Detector, or DetectorChoice
        Names among `DETECTORS` and those of other distributions, and detectors, or a choice; a model's folder must be
        at the same place on every executor.
    text, id : str
        Names of the columns of the text, a string, and of the identifier.
    kept : sequence of str
        Further columns to keep.

    Raises
    ------
    UsageError
        If the driver has no key, or columns, policy or detectors are wrong. An executor without the same key fails
        the query, naming its host.
    """
    try:
        from pyspark.sql import types
    except ImportError:
        raise UsageError("Spark needs pyspark: pip install 'palimpseste[spark]'") from None
    choice = choice_of(detectors)
    choice.check()
    settings = (policy if isinstance(policy, Policy) else Policy.named(str(policy))).to_mapping()
    source = key or KeySource()
    columns = Columns(text, id, tuple(kept))
    needed = [
        position for position, name in enumerate(frame.columns) if columns.role_of(name) or columns.is_written(name)
    ]
    layout = columns.layout_of([frame.columns[position] for position in needed], "the DataFrame")
    if not isinstance(frame.schema[text].dataType, types.StringType):
        raise UsageError(f"column {text!r} must be of strings")
    added = next((name for name in (SPANS, LEDGER, ERROR) if name in frame.columns), None)
    if added is not None:
        raise UsageError(f"the DataFrame has a column {added!r}: it was de-identified before")
    task = KeyedDeidentification(source, cohort, proof or proof_of(source.cohort_key(cohort)), settings, choice)
    span = types.StructType(
        [
            types.StructField("start", types.IntegerType(), nullable=False),
            types.StructField("end", types.IntegerType(), nullable=False),
            types.StructField("label", types.StringType(), nullable=False),
        ]
    )
    schema = types.StructType(
        [
            *(types.StructField(layout.names[i], frame.schema[needed[i]].dataType) for i in layout.written),
            types.StructField(SPANS, types.ArrayType(span, containsNull=False)),
            types.StructField(LEDGER, types.StringType()),
            types.StructField(ERROR, types.StringType()),
        ]
    )
    # Spark takes the dot in a name such as patient.lastname for a step into a structure.
    numbered = frame.toDF(*map(str, range(len(frame.columns)))).select(*map(str, needed))
    return numbered.mapInArrow(_batches_function(pickle.dumps(task), layout), schema)


def _batches_function(task: bytes, layout: Layout) -> Callable[[Iterable[Any]], Iterator[Any]]:
    # A plan shows the name of a function, never what it closes over.
    def deidentified(batches: Iterable[Any]) -> Iterator[Any]:
        process = process_of(task)
        for batch in batches:
            for piece in _pieces(batch, layout):
                yield _result(process, piece, layout)
                settle_process()

    return deidentified


def _pieces(batch: Any, layout: Layout) -> Iterator[Any]:
    """Yield the rows of a batch a few at once."""
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


def _result(process: Process[Result], batch: Any, layout: Layout) -> Any:
    """Return the record batch of a result: what is made anew, and the columns kept as they came.

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
