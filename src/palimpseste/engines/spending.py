"""What the documents of a run spent of their privacy budgets: sums of their ledgers, without a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from palimpseste.privacy.accountant import Ledger

__all__ = ["Spending"]


@dataclass(slots=True)
class Spending:
    """Ledgers of documents, added up.

    Attributes
    ----------
    released : Counter
        Values by kind, mechanism and ε of each.
    documents : Counter
        Documents by how many values they released.
    most : Fraction
        The largest sum that one document spent.
    """

    released: Counter[tuple[str, str, Fraction]] = field(default_factory=Counter)
    documents: Counter[int] = field(default_factory=Counter)
    most: Fraction = Fraction(0)

    def count(self, ledger: Ledger) -> None:
        """Add the ledger of a document."""
        values = 0
        for kind, mechanism, each, count in ledger.entries:
            self.released[kind, mechanism, each] += count
            values += count
        self.documents[values] += 1
        self.most = max(self.most, ledger.epsilon)

    def by_kind(self) -> list[dict[str, Any]]:
        """Return a row for each kind of value and mechanism: how many, and the smallest and largest ε of one."""
        groups: dict[tuple[str, str], list[tuple[Fraction, int]]] = {}
        for (kind, mechanism, each), count in self.released.items():
            groups.setdefault((kind, mechanism), []).append((each, count))
        return [
            {
                "kind": kind,
                "mechanism": mechanism,
                "values": sum(count for _, count in shares),
                "epsilon_smallest": str(min(each for each, _ in shares)),
                "epsilon_largest": str(max(each for each, _ in shares)),
            }
            for (kind, mechanism), shares in sorted(groups.items())
        ]

    def to_mapping(self) -> dict[str, Any]:
        """Return the sums as a JSON object."""
        return {
            "released": [[k, m, str(each), count] for (k, m, each), count in sorted(self.released.items())],
            "documents": {str(values): count for values, count in sorted(self.documents.items())},
            "most": str(self.most),
        }

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Spending:
        """Read the sums back."""
        return cls(
            Counter({(kind, mechanism, Fraction(each)): count for kind, mechanism, each, count in values["released"]}),
            Counter({int(number): count for number, count in values["documents"].items()}),
            Fraction(values["most"]),
        )
