"""A pandas DataFrame of notes, de-identified; needs the extra [pandas]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from palimpseste.debugging import chained
from palimpseste.deidentifier import DEFAULT_DETECTORS, Detector, DetectorChoice
from palimpseste.engines.keyed import KeySource
from palimpseste.pipelines.batches import ERROR, LEDGER, SPANS
from palimpseste.pipelines.tables import reading_of, task_of, unreadable
from palimpseste.sources.columns import Columns
from palimpseste.surrogates.policy.policy import Policy

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["deidentify"]


def deidentify(
    frame: DataFrame,
    *,
    policy: str | Path | Policy,
    key: KeySource | None = None,
    cohort: str = "default",
    detectors: Sequence[str | Detector] | DetectorChoice = DEFAULT_DETECTORS,
    text: str = "text",
    id: str = "id",
    kept: Sequence[str] = (),
) -> DataFrame:
    """Return a DataFrame of the same notes de-identified, with the same index.

    It has the columns ``text``, ``id``, ``type`` and ``date`` that `frame` has and those of `kept`, and three more:
    ``palimpseste_spans``, lists of ``start``, ``end`` and ``label`` in offsets of the new text; ``palimpseste_ledger``,
    what was spent of a privacy budget as JSON; and ``palimpseste_error``, None or why the note could not be processed.
    Such a row has neither text nor date.

    Parameters
    ----------
    frame : pandas.DataFrame
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
    import pyarrow
    from pandas import DataFrame, Series

    if not isinstance(frame, DataFrame):
        raise TypeError(f"a pandas.DataFrame is de-identified, not a {type(frame).__name__}")
    reading = reading_of(
        _readable(frame), task_of(policy, key, cohort, detectors), Columns(text, id, tuple(kept)), "the DataFrame"
    )
    try:
        table = pyarrow.Table.from_pandas(frame[reading.read], preserve_index=False)
    except (pyarrow.ArrowException, ValueError, TypeError, OverflowError) as error:
        raise unreadable("the DataFrame", error, _unreadable_column(frame, reading.read)) from chained(error)
    done = reading.notes(table)

    def column(name: str) -> Series:
        return done.column(name).to_pandas().set_axis(frame.index) if name in reading.made else frame[name]

    def added(name: str) -> Series:
        return Series(done.column(name).to_pylist(), index=frame.index, dtype=object)

    columns = {name: column(name) for name in reading.written} | {name: added(name) for name in (SPANS, LEDGER, ERROR)}
    return DataFrame(columns, index=frame.index)


def _readable(frame: DataFrame) -> list[object]:
    """Return the names of the columns; ``patient`` is one only where it holds records, as frames read from JSON do."""
    return [
        name
        for position, name in enumerate(frame.columns)
        if name != "patient" or any(isinstance(value, Mapping) for value in frame.iloc[:, position])
    ]


def _unreadable_column(frame: DataFrame, names: Sequence[str]) -> str:
    """Return the name of the first column that Arrow cannot hold."""
    import pyarrow

    for name in names:
        try:
            pyarrow.array(frame[name], from_pandas=True)
        except (pyarrow.ArrowException, ValueError, TypeError, OverflowError):
            return name
    return ""
