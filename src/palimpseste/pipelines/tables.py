"""What the adapters of tables share: the settings of a caller as a task, which travels without a key."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from palimpseste.debugging import kind_of
from palimpseste.deidentifier import Detector, DetectorChoice
from palimpseste.detection.choice import choice_of
from palimpseste.engines.keyed import KeyedDeidentification, KeySource, proof_of
from palimpseste.engines.task import Process
from palimpseste.engines.worker import process_made_by
from palimpseste.errors import UsageError
from palimpseste.pipelines.batches import ERROR, LEDGER, SPANS, pieces_of, result_batch
from palimpseste.result import Result
from palimpseste.sources.columns import Columns, Layout
from palimpseste.surrogates.policy.policy import Policy

__all__ = ["Notes", "Reading", "process_of", "reading_of", "task_of", "unreadable"]


def task_of(
    policy: str | Path | Policy,
    key: KeySource | None,
    cohort: str,
    detectors: Sequence[str | Detector] | DetectorChoice,
) -> bytes:
    """Return what de-identifies, pickled: it holds a proof of the key and where it is found, never the key.

    Parameters
    ----------
    policy : str or Path or Policy
        A policy of the package, a TOML file, or a policy itself.
    key : KeySource or None
        Where the key is; by default in the environment.
    cohort : str
        Surrogates of two cohorts cannot be linked.
    detectors : sequence of str | Detector or DetectorChoice
        Names and detectors, or a choice.

    Raises
    ------
    UsageError
        If there is no key, or policy or detectors are wrong.
    """
    choice = choice_of(detectors)
    choice.check()
    settings = (policy if isinstance(policy, Policy) else Policy.named(str(policy))).to_mapping()
    source = key or KeySource()
    return pickle.dumps(KeyedDeidentification(source, cohort, proof_of(source.cohort_key(cohort)), settings, choice))


@lru_cache(maxsize=4)
def process_of(task: bytes) -> Process[Result]:
    """Return what a task of `task_of` makes; a process makes it once."""
    return process_made_by(pickle.loads(task))  # noqa: S301 # made by `task_of` in the program of the caller


@dataclass(frozen=True, slots=True)
class Notes:
    """De-identifies Arrow tables of notes of one layout; may be pickled, and is the same for the same settings.

    Parameters
    ----------
    task : bytes
        Of `task_of`.
    layout : Layout
        The columns of the tables, each the document's or the record's.
    """

    task: bytes
    layout: Layout

    def __call__(self, table: Any) -> Any:
        """Return the Arrow table of the results of one of notes, row by row: see `palimpseste.pipelines.batches`."""
        import pyarrow

        process = process_of(self.task)
        text = self.layout.names[self.layout.roles.index("text")]
        kind = table.schema.field(text).type
        if not (pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind) or pyarrow.types.is_null(kind)):
            raise UsageError(f"column {text!r} must be of strings")
        if not pyarrow.types.is_large_string(kind):
            table = table.set_column(table.schema.get_field_index(text), text, table.column(text).cast("large_string"))
        batches = [
            result_batch(process, piece, self.layout)
            for batch in table.to_batches()
            for piece in pieces_of(batch, self.layout)
        ]
        if not batches:
            empty = pyarrow.record_batch([pyarrow.array([], field.type) for field in table.schema], schema=table.schema)
            batches = [result_batch(process, empty, self.layout)]
        return pyarrow.Table.from_batches(batches)

    @property
    def digest(self) -> str:
        """A name of these settings, of the key's proof and the layout, that says nothing of them."""
        return hashlib.sha256(pickle.dumps((self.task, self.layout))).hexdigest()


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read of a table, and what its result has.

    Parameters
    ----------
    notes : Notes
        What de-identifies the columns that are read.
    read : list of str
        The columns of documents and records.
    written : list of str
        The columns of the result that stand in the table too, in its order.
    made : frozenset of str
        Those of them whose values are made anew; all others are kept as they came.
    """

    notes: Notes
    read: list[str]
    written: list[str]
    made: frozenset[str]


def reading_of(names: Sequence[object], task: bytes, columns: Columns, where: str) -> Reading:
    """Return how a table with such columns is de-identified.

    Parameters
    ----------
    names : sequence of str
        Of all columns of the table.
    task : bytes
        Of `task_of`.
    columns : Columns
        Which are what.
    where : str
        What the table is, in errors.

    Raises
    ------
    UsageError
        If a column is missing, there twice, or one of a result.
    """
    known = [name for name in names if isinstance(name, str)]
    added = next((name for name in (SPANS, LEDGER, ERROR) if name in known), None)
    if added is not None:
        raise UsageError(f"{where} has a column {added!r}: it was de-identified before")
    written = [name for name in known if columns.is_written(name)]
    if len(set(written)) < len(written):
        raise UsageError(f"{where} has two columns of one name")
    columns.layout_of(known, where)  # refuses what is wrong with those that are kept
    read = [name for name in known if columns.role_of(name)]
    layout = Columns(columns.text, columns.id).layout_of(read, where)
    made = frozenset(name for name in written if columns.role_of(name) in ("text", "type", "date"))
    return Reading(Notes(task, layout), read, written, made)


def unreadable(where: str, error: Exception, column: str = "") -> UsageError:
    """Return the error of a table that Arrow cannot hold; its own message may quote a value.

    Parameters
    ----------
    where : str
        What the table is.
    error : Exception
        What Arrow said.
    column : str
        Which, if that is known.
    """
    which = f"column {column!r}" if column else "a column"
    if isinstance(error, UnicodeError):
        return UsageError(f"{where}: {which} holds half a surrogate pair, which UTF-8 lacks")
    return UsageError(
        f"{where}: {which} holds values that are not of one type ({kind_of(error)}); make strings of them first"
    )
