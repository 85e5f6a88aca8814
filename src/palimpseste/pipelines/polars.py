"""A polars DataFrame or LazyFrame of notes, de-identified; needs the extra [polars]."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from palimpseste.debugging import chained
from palimpseste.deidentifier import DEFAULT_DETECTORS, Detector, DetectorChoice
from palimpseste.engines.keyed import KeySource
from palimpseste.pipelines.batches import ERROR, LEDGER, SPANS
from palimpseste.pipelines.tables import Reading, reading_of, task_of, unreadable
from palimpseste.sources.columns import Columns
from palimpseste.surrogates.policy.policy import Policy

if TYPE_CHECKING:
    from polars import DataFrame, DataType, LazyFrame, Schema

__all__ = ["deidentify"]

Frame = TypeVar("Frame", "DataFrame", "LazyFrame")


def deidentify(
    frame: Frame,
    *,
    policy: str | Path | Policy,
    key: KeySource | None = None,
    cohort: str = "default",
    detectors: Sequence[str | Detector] | DetectorChoice = DEFAULT_DETECTORS,
    text: str = "text",
    id: str = "id",
    kept: Sequence[str] = (),
) -> Frame:
    """Return a frame of the same notes de-identified, row by row; a lazy one is done where it is collected.

    It has the columns ``text``, ``id``, ``type`` and ``date`` that `frame` has and those of `kept`, of the same types
    (a ``type`` that is an enumeration is of strings), and three more: ``palimpseste_spans``, lists of ``start``,
    ``end`` and ``label`` in offsets of the new text; ``palimpseste_ledger``, what was spent of a privacy budget as
    JSON; and ``palimpseste_error``, null or why the note could not be processed. Such a row has neither text nor date.

    Parameters
    ----------
    frame : polars.DataFrame or polars.LazyFrame
        Columns named like fields of a patient's record are used and not written.
    policy : str, Path or Policy
        A policy of the package, a TOML file, or a policy itself.
    key : KeySource, optional
        Where the key is; by default in the environment.
    cohort : str
        Surrogates of two cohorts cannot be linked.
    detectors : sequence of str or Detector, or DetectorChoice
        Names among `DETECTORS` and those of other distributions, and detectors, or a choice.
    text, id : str
        Names of the columns of the text and of the identifier.
    kept : sequence of str
        Further columns to keep.

    Raises
    ------
    UsageError
        If there is no key, or columns, policy or detectors are wrong; no value is quoted.
    """
    import polars

    if not isinstance(frame, (polars.DataFrame, polars.LazyFrame)):
        raise TypeError(f"a polars.DataFrame or LazyFrame is de-identified, not a {type(frame).__name__}")
    is_lazy = isinstance(frame, polars.LazyFrame)
    schema = frame.collect_schema() if is_lazy else frame.schema
    names = [name for name in schema if name != "patient" or isinstance(schema[name], polars.Struct)]
    reading = reading_of(names, task_of(policy, key, cohort, detectors), Columns(text, id, tuple(kept)), "the frame")
    if schema[text] != polars.String:
        raise unreadable("the frame", TypeError(), text)
    if not is_lazy:
        return _deidentified(frame, reading)
    span = polars.Struct({"start": polars.Int32, "end": polars.Int32, "label": polars.String})
    made = {SPANS: polars.List(span), LEDGER: polars.String, ERROR: polars.String}
    return frame.map_batches(
        lambda batch: _deidentified(batch, reading),
        schema=polars.Schema({**{name: _kind_of(schema, name, reading) for name in reading.written}, **made}),
        predicate_pushdown=False,
        projection_pushdown=False,
    )


def _deidentified(frame: DataFrame, reading: Reading) -> DataFrame:
    import polars
    import pyarrow

    try:
        table = frame.select(reading.read).to_arrow()
    except (pyarrow.ArrowException, polars.exceptions.PolarsError, ValueError, TypeError) as error:
        raise unreadable("the frame", error) from chained(error)
    done = polars.from_arrow(reading.notes(table))
    columns = [(done if name in reading.made else frame).get_column(name) for name in reading.written]
    columns += [done.get_column(name) for name in (SPANS, LEDGER, ERROR)]
    return polars.DataFrame(
        [
            column.cast(_kind_of(frame.schema, column.name, reading)) if column.name in reading.made else column
            for column in columns
        ]
    )


def _kind_of(schema: Schema, name: str, reading: Reading) -> DataType:
    """Return the type of a column of the result: an enumeration says all its words, those that are withheld too."""
    import polars

    kind = schema[name]
    return polars.String() if name in reading.made and isinstance(kind, polars.Enum) else kind
