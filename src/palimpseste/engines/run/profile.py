"""What is counted of a run to compare it with others: how much of which documents, and what found what in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from palimpseste.document import Prediction
from palimpseste.result import Result

__all__ = ["NO_TYPE", "OTHER_TYPES", "Profile"]

NO_TYPE = "(none)"
OTHER_TYPES = "(other)"
# A column that is no type at all must not grow the counts with every document.
_MOST_TYPES = 64
_LONGEST_TYPE = 40


@dataclass(slots=True)
class Profile:
    """Counts by document type, label and source, and by length.

    Attributes
    ----------
    documents, tokens : Counter
        Documents, and stretches without white space of the texts written, by document type.
    lengths : Counter
        Documents by the number of binary digits of their length in characters: ``n`` stands for the lengths in
        ``[2 ** (n - 1), 2 ** n)``, 0 for empty texts.
    spans : Counter
        Spans by document type, label and source.
    """

    documents: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    spans: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def count(self, written: Result | Prediction) -> None:
        """Count a document that was written."""
        type = self._type_of(written.type)
        self.documents[type] += 1
        self.tokens[type] += len(written.text.split())
        self.lengths[len(written.text).bit_length()] += 1
        spans = self.spans
        for span in written.found:
            spans[type, span.label, span.source] += 1

    def to_mapping(self) -> dict[str, Any]:
        """Return the counts as a JSON object."""
        return {
            "documents": dict(self.documents),
            "tokens": dict(self.tokens),
            "lengths": {str(digits): count for digits, count in self.lengths.items()},
            "spans": [[*key, count] for key, count in self.spans.items()],
        }

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Profile:
        """Read the counts back."""
        return cls(
            Counter(values["documents"]),
            Counter(values["tokens"]),
            Counter({int(digits): count for digits, count in values["lengths"].items()}),
            Counter({(type, label, source): count for type, label, source, count in values["spans"]}),
        )

    def _type_of(self, told: str) -> str:
        type = told or NO_TYPE
        if type in self.documents or (len(self.documents) < _MOST_TYPES and len(type) <= _LONGEST_TYPE):
            return type
        return OTHER_TYPES
