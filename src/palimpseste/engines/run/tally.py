"""What a run counts: all that its report needs, and no text."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from palimpseste.document import Prediction
from palimpseste.engines.run.profile import Profile
from palimpseste.engines.run.spending import Spending
from palimpseste.result import Result

__all__ = ["Tally"]


@dataclass(slots=True)
class Tally:
    """Counts of a run so far, over interruptions.

    Attributes
    ----------
    documents, quarantined : int
        Documents written, and those that were not.
    characters : int
        Of the texts written out.
    found : Counter
        Spans by label and by what found them, as ``LABEL family``; those that the policy keeps are among them.
    spans_per_document : Counter
        How many documents have that many spans.
    seconds : float
        Time spent running.
    spending : Spending
        What was spent of privacy budgets.
    profile : Profile
        What the run is compared with others by.
    with_record : int
        Documents written that had a record of their patient.
    types_withheld : int
        Documents written without the type they came with.
    run : str
        Drawn once for a run, and the same after each interruption.
    contradicted : int
        Documents in which a language model masked nothing and another detector found something.
    words_kept : int
        Occurrences of words that the site never masks, which would have been masked.
    """

    documents: int = 0
    quarantined: int = 0
    characters: int = 0
    found: Counter[str] = field(default_factory=Counter)
    spans_per_document: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0
    spending: Spending = field(default_factory=Spending)
    profile: Profile = field(default_factory=Profile)
    with_record: int = 0
    types_withheld: int = 0
    run: str = field(default_factory=lambda: secrets.token_hex(8))
    contradicted: int = 0
    words_kept: int = 0

    def count(self, written: Result | Prediction, scope: str = "") -> None:
        """Count a document that was written; its scope tells whose budget it spent from."""
        self.documents += 1
        self.characters += len(written.text)
        found = written.found
        self.found.update(f"{span.label} {family_of(span.source)}" for span in found)
        self.spans_per_document[len(found)] += 1
        if isinstance(written, Result) and written.ledger is not None:
            self.spending.count(written.ledger, scope)
        self.profile.count(written)
        self.contradicted += written.is_contradicted
        self.words_kept += written.words_kept

    @property
    def spans(self) -> int:
        """How many spans were found."""
        return self.found.total()

    def by_label(self) -> Counter[str]:
        """Return the spans of each label."""
        return self._summed(0)

    def by_family(self) -> Counter[str]:
        """Return the spans each family of detectors found."""
        return self._summed(1)

    def _summed(self, part: int) -> Counter[str]:
        summed: Counter[str] = Counter()
        for key, count in self.found.items():
            summed[key.split(" ", 1)[part]] += count
        return summed

    def to_mapping(self) -> dict[str, Any]:
        """Return the counts as a JSON object."""
        return {
            "documents": self.documents,
            "quarantined": self.quarantined,
            "characters": self.characters,
            "found": dict(sorted(self.found.items())),
            "spans_per_document": {str(n): count for n, count in sorted(self.spans_per_document.items())},
            "seconds": round(self.seconds, 3),
            "spending": self.spending.to_mapping(),
            "profile": self.profile.to_mapping(),
            "with_record": self.with_record,
            "types_withheld": self.types_withheld,
            "run": self.run,
            "contradicted": self.contradicted,
            "words_kept": self.words_kept,
        }

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Tally:
        """Read the counts back."""
        return cls(
            values["documents"],
            values["quarantined"],
            values["characters"],
            Counter(values["found"]),
            Counter({int(n): count for n, count in values["spans_per_document"].items()}),
            values["seconds"],
            Spending.from_mapping(values["spending"]),
            Profile.from_mapping(values["profile"]),
            values["with_record"],
            values["types_withheld"],
            values["run"],
            values.get("contradicted", 0),
            values.get("words_kept", 0),
        )


def family_of(source: str) -> str:
    """Return the family of what found a span: ``rules.date`` of ``rules.date.numeric``, ``record``, ``propagation``."""
    parts = source.split(".")
    return ".".join(parts[:2]) if parts[0] == "rules" else parts[0] or "unknown"
