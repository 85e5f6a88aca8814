"""A Hugging Face dataset of notes, de-identified by its own ``map``; needs the extra [datasets]."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palimpseste.deidentifier import DEFAULT_DETECTORS, Detector, DetectorChoice
from palimpseste.engines.keyed import KeySource
from palimpseste.errors import UsageError
from palimpseste.pipelines.tables import reading_of, task_of
from palimpseste.sources.columns import Columns
from palimpseste.surrogates.policy.policy import Policy

if TYPE_CHECKING:
    from datasets import Dataset

__all__ = ["deidentify"]

_ROWS_AT_ONCE = 100


def deidentify(
    dataset: Dataset,
    *,
    policy: str | Path | Policy,
    key: KeySource | None = None,
    cohort: str = "default",
    detectors: Sequence[str | Detector] | DetectorChoice = DEFAULT_DETECTORS,
    text: str = "text",
    id: str = "id",
    num_proc: int | None = None,
) -> Dataset:
    """Return a dataset of the same notes de-identified, row by row.

    It has the columns ``text``, ``id``, ``type`` and ``date`` that `dataset` has, and three more:
    ``palimpseste_spans``, lists of ``start``, ``end`` and ``label`` in offsets of the new text; ``palimpseste_ledger``,
    what was spent of a privacy budget as JSON; and ``palimpseste_error``, None or why the note could not be processed.
    Such a row has neither text nor date. What `map` keeps of it in its cache is the result, under a name in which the
    key's proof takes part: another key, policy or cohort never gets the result of this one.

    Parameters
    ----------
    dataset : datasets.Dataset
        Columns named like fields of a patient's record are used and not written; nor is any other.
    policy : str, Path or Policy
        A policy of the package, a TOML file, or a policy itself.
    key : KeySource, optional
        Where each process finds the key; by default in the environment.
    cohort : str
        Surrogates of two cohorts cannot be linked.
    detectors : sequence of str or Detector, or DetectorChoice
        Names among `DETECTORS` and those of other distributions, and detectors, or a choice.
    text, id : str
        Names of the columns of the text and of the identifier.
    num_proc : int, optional
        Processes.

    Raises
    ------
    UsageError
        If there is no key, or columns, policy or detectors are wrong; no value is quoted.
    """
    reading = reading_of(
        list(dataset.column_names), task_of(policy, key, cohort, detectors), Columns(text, id), "the dataset"
    )
    _refuse_classes(dataset.features, reading.made)
    view = dataset.select_columns(reading.read).with_format("arrow")
    done = view.map(
        _Map(reading.notes),
        batched=True,
        batch_size=_ROWS_AT_ONCE,
        remove_columns=reading.read,
        num_proc=num_proc,
        new_fingerprint=None,
        desc=None,
    )
    return done.with_format(None)


def _refuse_classes(features: Mapping[str, Any], made: Collection[str]) -> None:
    """Refuse types of documents that are numbers of classes: all their names would stand in the result."""
    from datasets import ClassLabel

    of_classes = next((name for name in made if isinstance(features[name], ClassLabel)), None)
    if of_classes is not None:
        raise UsageError(f"column {of_classes!r} of the dataset is of classes: make strings of it first")


class _Map:
    """The function that `map` is given: it is pickled with its settings, and told apart by them."""

    def __init__(self, notes: Any) -> None:
        self.notes = notes

    def __call__(self, table: Any) -> Any:
        return self.notes(table)
