"""The budget of a document or of a patient: who spends how much of ε, and that no more is spent than there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from palimpseste.errors import PalimpsesteError, UsageError

__all__ = ["Accountant", "BudgetError", "Contribution", "Ledger"]


class BudgetError(PalimpsesteError):
    """More of a privacy budget was asked for than is left."""


@dataclass(frozen=True, slots=True, repr=False)
class Contribution:
    """One value that a mechanism releases, as the accountant knows it.

    Parameters
    ----------
    kind : str
        Such as ``date`` or ``city``.
    value : hashable
        What tells it from others of its kind; never shown.
    """

    kind: str
    value: object

    def __repr__(self) -> str:
        return f"Contribution({self.kind!r}, <masked>)"


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was spent, without a value.

    Parameters
    ----------
    epsilon : Fraction
        The sum: by sequential composition the release of all values together is private with it, each value
        weighing its own share (Dwork and Roth 2014, theorem 3.16; for metrics, the same product of ratios).
    entries : tuple of (str, str, Fraction, int)
        Kind of value, mechanism, ε of each, and how many.
    """

    epsilon: Fraction
    entries: tuple[tuple[str, str, Fraction, int], ...]

    def to_mapping(self) -> dict[str, object]:
        """Return the ledger as a JSON object; fractions as strings."""
        return {
            "epsilon": str(self.epsilon),
            "spent": [
                {"kind": kind, "mechanism": mechanism, "epsilon_each": str(each), "values": count}
                for kind, mechanism, each, count in self.entries
            ],
        }

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Ledger:
        """Read a ledger back.

        Raises
        ------
        UsageError
            If it is no ledger.
        """
        try:
            entries = tuple(
                (str(entry["kind"]), str(entry["mechanism"]), Fraction(entry["epsilon_each"]), int(entry["values"]))
                for entry in values["spent"]
            )
            return cls(Fraction(values["epsilon"]), entries)
        except (KeyError, TypeError, ValueError, ZeroDivisionError):
            raise UsageError("document field 'privacy' is no ledger of a privacy budget") from None


@dataclass(slots=True)
class Accountant:
    """Shares a budget among contributions, and refuses to overdraw it.

    Parameters
    ----------
    budget : Fraction or None
        ε of the scope; None where each value has its own, whatever their number.
    shares : mapping of str to Fraction
        ε of each value, by kind.

    Examples
    --------
    >>> accountant = Accountant.of_scope(Fraction(1), [Contribution("date", 1), Contribution("age", 40)])
    >>> accountant.share("date")
    Fraction(1, 2)
    """

    budget: Fraction | None
    shares: Mapping[str, Fraction]
    _spent: dict[tuple[str, object], tuple[str, Fraction]] = field(default_factory=dict, repr=False)
    _total: Fraction = field(default=Fraction(0), repr=False)

    @classmethod
    def of_scope(
        cls, budget: Fraction, contributions: Iterable[Contribution], weights: Mapping[str, int] | None = None
    ) -> Accountant:
        """Return the accountant of a budget split over the distinct contributions of a scope, by the weights of kinds.

        Proof that the shares add up: each is the budget times its weight over the sum of all weights. The number of
        distinct values of each kind is public: it shows in the words, which neighbours share.

        Parameters
        ----------
        budget : Fraction
            ε of the whole scope, positive.
        contributions : iterable of Contribution
            All values that will be released, repeated ones too.
        weights : mapping, optional
            By kind, at least 1; a kind that is not there weighs 1.

        Raises
        ------
        ValueError
            If the budget is not positive, or a weight is below 1.
        """
        weights = weights or {}
        if budget <= 0 or any(weight < 1 for weight in weights.values()):
            raise ValueError("a budget must be positive, and weights at least 1")
        counts = Counter(kind for kind, _ in {(each.kind, each.value) for each in contributions})
        total = sum(weights.get(kind, 1) * count for kind, count in counts.items())
        return cls(budget, {kind: budget * weights.get(kind, 1) / total for kind in counts})

    @classmethod
    def of_values(cls, shares: Mapping[str, Fraction]) -> Accountant:
        """Return the accountant that gives each value the ε of its kind, with no bound on their sum."""
        return cls(None, shares)

    def share(self, kind: str) -> Fraction:
        """Return ε of a value of a kind.

        Raises
        ------
        BudgetError
            If no part of the budget was set aside for the kind.
        """
        if kind not in self.shares:
            raise BudgetError(f"no part of the privacy budget was set aside for a value of kind {kind!r}")
        return self.shares[kind]

    def spend(self, contribution: Contribution, mechanism: str) -> Fraction:
        """Return ε of a contribution and enter it; the same contribution, released once, is entered once.

        Raises
        ------
        BudgetError
            If its kind has no share, or the sum would exceed the budget: the document fails rather than the promise.
        """
        share = self.share(contribution.kind)
        key = (contribution.kind, contribution.value)
        if key in self._spent:
            if self._spent[key] != (mechanism, share):
                raise BudgetError(f"a value of kind {contribution.kind!r} was asked of two mechanisms")
            return share
        if self.budget is not None and self._total + share > self.budget:
            raise BudgetError(f"the privacy budget is overdrawn by a value of kind {contribution.kind!r}")
        self._spent[key] = (mechanism, share)
        self._total += share
        return share

    @property
    def spent(self) -> Fraction:
        """The sum of what was spent."""
        return self._total

    def ledger(self) -> Ledger:
        """Return what was spent so far."""
        # A share is that of its kind: told by it, as a fraction takes long to be told from another.
        counts = Counter((kind, mechanism) for (kind, _), (mechanism, _) in self._spent.items())
        entries = ((kind, mechanism, self.share(kind), count) for (kind, mechanism), count in sorted(counts.items()))
        return Ledger(self.spent, tuple(entries))
