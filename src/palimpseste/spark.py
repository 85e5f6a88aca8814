"""De-identification of a Spark DataFrame, for pipelines that live in Spark: rows never leave the executors.

Columns are what they are in files (:mod:`palimpseste.sources.columns`): those named like a field of the patient's
record say who the patient is and are not written; further columns are written only where they are asked for by name.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palimpseste.deidentifier import DEFAULT_DETECTORS, Detector, DetectorChoice
from palimpseste.detection.choice import choice_of
from palimpseste.engines.executor import process_of
from palimpseste.engines.keyed import KeyedDeidentification, KeySource, proof_of
from palimpseste.engines.worker import settle_process
from palimpseste.errors import UsageError
from palimpseste.pipelines.batches import ERROR, LEDGER, SPANS, pieces_of, result_batch
from palimpseste.sources.columns import Columns, Layout
from palimpseste.surrogates.policy.policy import Policy

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["ERROR", "LEDGER", "SPANS", "KeySource", "deidentify", "proof_of"]


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
    for name in frame.columns:
        columns.refuse_lookalike(name, "the DataFrame")
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
            for piece in pieces_of(batch, layout):
                yield result_batch(process, piece, layout)
                settle_process()

    return deidentified
