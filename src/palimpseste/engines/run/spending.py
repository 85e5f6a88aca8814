"""What the documents of a run spent of their privacy budgets: sums of their ledgers, without a value."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from statistics import median_low
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
    spent : Counter
        Documents by their sum.
    patients : dict, optional
        By patient the sum of their documents and how many these are, a value that stands in several counted in each;
        patients go by digests under a key of this process. None in a run that was resumed: none of it is kept.
    """

    released: Counter[tuple[str, str, Fraction]] = field(default_factory=Counter)
    documents: Counter[int] = field(default_factory=Counter)
    spent: Counter[Fraction] = field(default_factory=Counter)
    patients: dict[bytes, tuple[Fraction, int]] | None = field(default_factory=dict, repr=False, compare=False)
    _digest_key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False, compare=False)

    def count(self, ledger: Ledger, scope: str) -> None:
        """Add the ledger of a document of a scope: a patient, or where none is known the document."""
        values = 0
        for kind, mechanism, each, count in ledger.entries:
            self.released[kind, mechanism, each] += count
            values += count
        self.documents[values] += 1
        self.spent[ledger.epsilon] += 1
        if self.patients is not None:
            name = blake2b(scope.encode("utf-8", "surrogatepass"), digest_size=8, key=self._digest_key).digest()
            spent, letters = self.patients.get(name, (Fraction(0), 0))
            self.patients[name] = (spent + ledger.epsilon, letters + 1)

    def by_document(self) -> dict[str, str] | None:
        """Return the median and the largest sum of a document; None where there is none."""
        if not self.spent:
            return None
        return {"median": str(median_low(self.spent.elements())), "largest": str(max(self.spent))}

    def by_patient(self) -> dict[str, Any] | None:
        """Return the median and the largest sum of a patient, and the most documents of one; None where not known."""
        if not self.patients:
            return None
        sums = [spent for spent, _ in self.patients.values()]
        return {
            "patients": len(sums),
            "median": str(median_low(sums)),
            "largest": str(max(sums)),
            "most_documents": max(letters for _, letters in self.patients.values()),
        }

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
            "spent": [[str(epsilon), count] for epsilon, count in sorted(self.spent.items())],
        }

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Spending:
        """Read the sums back."""
        return cls(
            Counter({(kind, mechanism, Fraction(each)): count for kind, mechanism, each, count in values["released"]}),
            Counter({int(number): count for number, count in values["documents"].items()}),
            Counter({Fraction(epsilon): count for epsilon, count in values["spent"]}),
            None,
        )
