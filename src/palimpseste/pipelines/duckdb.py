"""A function of DuckDB that de-identifies a note; needs the extra [duckdb]."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palimpseste.debugging import kind_of
from palimpseste.deidentifier import DEFAULT_DETECTORS, Detector, DetectorChoice
from palimpseste.document import Document
from palimpseste.engines.deadline import USUAL_DEADLINE
from palimpseste.engines.keyed import KeySource
from palimpseste.engines.worker import outcomes_of
from palimpseste.errors import DocumentError, UsageError
from palimpseste.pipelines.tables import process_of, task_of
from palimpseste.sources.entry import Place, make_entry
from palimpseste.surrogates.policy.policy import Policy

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["register"]


def register(
    connection: DuckDBPyConnection,
    *,
    policy: str | Path | Policy,
    key: KeySource | None = None,
    cohort: str = "default",
    detectors: Sequence[str | Detector] | DetectorChoice = DEFAULT_DETECTORS,
    name: str = "deidentify",
) -> None:
    """Make ``deidentify(text, id, record)`` a function of a connection.

    It returns a structure of ``text``, the new text, and ``error``, why the note could not be processed: one of them is
    always null, both where the text is. `record` is a JSON object of fields of the patient's record, or null.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        Whose queries may call it.
    policy : str, Path or Policy
        A policy of the package, a TOML file, or a policy itself.
    key : KeySource, optional
        Where the key is; by default in the environment.
    cohort : str
        Surrogates of two cohorts cannot be linked.
    detectors : sequence of str or Detector, or DetectorChoice
        Names among `DETECTORS` and those of other distributions, and detectors, or a choice.
    name : str
        Of the function.

    Raises
    ------
    UsageError
        If there is no key, or policy or detectors are wrong.
    """
    import duckdb
    import pyarrow

    task = task_of(policy, key, cohort, detectors)

    def deidentified(texts: Any, ids: Any, records: Any) -> Any:
        outcomes = _outcomes(task, texts.to_pylist(), ids.to_pylist(), records.to_pylist())
        return pyarrow.array(outcomes, pyarrow.struct([("text", pyarrow.string()), ("error", pyarrow.string())]))

    returned = duckdb.struct_type({"text": "VARCHAR", "error": "VARCHAR"})
    strings: list[Any] = ["VARCHAR"] * 3
    options: dict[str, Any] = {"type": "arrow", "null_handling": "special"}
    connection.create_function(name, deidentified, strings, returned, **options)


def _outcomes(
    task: bytes, texts: Sequence[str | None], ids: Sequence[str | None], records: Sequence[str | None]
) -> list[dict[str, str | None]]:
    """Return the text or the error of each row."""
    rows: list[dict[str, str | None]] = []
    documents, places = [], []
    for position, (text, id, record) in enumerate(zip(texts, ids, records, strict=True)):
        rows.append({"text": None, "error": None})
        if text is None:
            continue
        entry = make_entry(0, position, Place("query"), partial(_document_of, text, id, record))
        if entry.document is None:
            rows[position]["error"] = entry.reason
        else:
            documents.append(entry.document)
            places.append(position)
    for position, outcome in zip(places, outcomes_of(process_of(task), documents, USUAL_DEADLINE), strict=True):
        if isinstance(outcome, DocumentError):
            rows[position]["error"] = outcome.reason
        else:
            rows[position]["text"] = str(outcome.text)
    return rows


def _document_of(text: str, id: str | None, record: str | None) -> Document:
    if not id:
        raise UsageError("the row has no identifier")
    try:
        patient = json.loads(record) if record else {}
    except ValueError as error:
        raise UsageError(f"the record is not JSON ({kind_of(error)})") from None
    return Document.from_mapping({"id": id, "text": text, "patient": patient})
