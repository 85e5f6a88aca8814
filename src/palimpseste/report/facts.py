"""The facts of a run, and the JSON they become."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

from palimpseste import __version__
from palimpseste.engines.run.tally import Tally
from palimpseste.labels import LABELS
from palimpseste.report.operation import Operation
from palimpseste.sources import Changes
from palimpseste.surrogates.policy.policy import Policy

__all__ = ["RunFacts"]


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A run as its report tells it.

    Parameters
    ----------
    tally : Tally
        What was counted.
    policy : Policy
        What became of each label.
    cohort : str
        The name surrogates were drawn under.
    detectors : tuple of str
        Their names.
    workers : int
        Processes.
    is_repeatable : bool
        Whether the key is kept, so that the same run gives the same surrogates.
    operation : Operation, optional
        Where the model operated; None without a model, or with one that has no operating points.
    model_digests : mapping of str to str
        The SHA-256 of each file of the model.
    rows_without_document : int, optional
        Rows of the file of patients that belong to no document; None without such a file.
    changes : Changes
        What became of the files of the input while the run went on.
    """

    tally: Tally
    policy: Policy
    cohort: str
    detectors: tuple[str, ...]
    workers: int
    is_repeatable: bool
    operation: Operation | None = None
    model_digests: Mapping[str, str] = field(default_factory=dict)
    rows_without_document: int | None = None
    changes: Changes = field(default_factory=Changes)

    def strategies(self) -> Counter[str]:
        """Return how many spans each strategy dealt with."""
        counts: Counter[str] = Counter()
        for label, count in self.tally.by_label().items():
            counts[self.policy.strategies[label]] += count  # type: ignore[index] # tallied labels are labels
        return counts

    def _privacy(self) -> dict[str, Any] | None:
        if not self.policy.is_private:
            return None
        spending = self.tally.spending
        return {
            "epsilon": str(self.policy.privacy.epsilon),
            "per": self.policy.privacy.per,
            "statement": self.policy.statement(),
            "released": spending.by_kind(),
            "documents_by_values": {str(n): count for n, count in sorted(spending.documents.items())},
            "spent_by_document": spending.by_document(),
            "spent_by_patient": spending.by_patient(),
        }

    def to_mapping(self) -> dict[str, Any]:
        """Return all facts as a JSON object."""
        tally = self.tally
        seconds = tally.seconds or None
        by_label = tally.by_label()
        guarantees = {each.label: each for each in self.policy.describe()}
        return {
            "documents": {"done": tally.documents, "quarantined": tally.quarantined},
            "with_record": tally.with_record,
            "rows_of_patients_without_document": self.rows_without_document,
            "files_meanwhile": {
                "came": len(self.changes.came),
                "gone": len(self.changes.gone),
                "changed": len(self.changes.changed),
            },
            "types_withheld": tally.types_withheld,
            "contradicted": tally.contradicted,
            "words_kept": tally.words_kept,
            "characters": tally.characters,
            "spans": {
                "total": tally.spans,
                "by_label": {label: by_label[label] for label in LABELS},
                "by_source": dict(tally.by_family().most_common()),
                "by_strategy": dict(self.strategies().most_common()),
                "kept": {label: by_label[label] for label in LABELS if label in self.policy.kept},
                "by_label_and_source": _nested(tally.found),
                "per_document": {str(n): count for n, count in sorted(tally.spans_per_document.items())},
                "median_per_document": _median_of(tally.spans_per_document),
            },
            "policy": {
                "name": self.policy.name,
                "labels": {
                    label: {"strategy": guarantees[label].strategy, "guarantee": guarantees[label].guarantee}
                    for label in LABELS
                },
            },
            "privacy": self._privacy(),
            "cohort": self.cohort,
            "key": "kept by the site" if self.is_repeatable else "made for this run and forgotten",
            "detectors": list(self.detectors),
            "model": dict(self.model_digests),
            "operating_point": self.operation.to_mapping() if self.operation else None,
            "duration_seconds": round(tally.seconds, 3),
            "documents_per_second": round(tally.documents / seconds, 2) if seconds else None,
            "characters_per_second": round(tally.characters / seconds) if seconds else None,
            "workers": self.workers,
            "versions": {
                "palimpseste": __version__,
                "python": platform.python_version(),
                "system": platform.system(),
            },
            "finished": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        }


def _median_of(counts: Counter[int]) -> int | None:
    """Return the lower median of values counted; None where there is none."""
    left = (counts.total() + 1) // 2
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    return None


def _nested(found: Counter[str]) -> dict[str, dict[str, int]]:
    nested: dict[str, dict[str, int]] = {}
    for key, count in sorted(found.items()):
        label, family = key.split(" ", 1)
        nested.setdefault(label, {})[family] = count
    return nested
