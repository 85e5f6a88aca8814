"""The privacy budget of one document, shared among the values its mechanisms release."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from palimpseste.privacy.accountant import Accountant, Contribution, Ledger
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.surrogates.policy.options import KINDS, Kind, Privacy

__all__ = ["Budget"]


class Budget:
    """What the mechanisms of one document may spend, and have spent.

    Parameters
    ----------
    privacy : Privacy
        The budget of the policy.
    contributions : callable
        Returns every value of the document that a mechanism may release, of the kinds `KINDS`; asked when the first
        of them is, and only where the budget is that of a document.
    """

    def __init__(self, privacy: Privacy, contributions: Callable[[], Iterable[Contribution]]) -> None:
        self._privacy = privacy
        self._contributions = contributions

    def spend(self, kind: str, value: object, mechanism: str) -> Epsilon:
        """Return ε of a value that a mechanism releases now, and enter it in the ledger; once for equal values.

        Parameters
        ----------
        kind : str
            Label whose share it is of.
        value : object
            What is released.
        mechanism : str
            Its name, for the ledger.

        Raises
        ------
        BudgetError
            If the value is not among the contributions of its kind, whose share it would overdraw.
        """
        return self._accountant.spend(Contribution(kind, value), mechanism)

    def most_of(self, kind: Kind) -> Epsilon:
        """Return the largest ε that a value of a kind has in any document under this policy."""
        return self._most[kind]

    @cached_property
    def _most(self) -> Mapping[str, Epsilon]:
        weights = self._privacy.weights if self._privacy.per == "value" else {}
        epsilon = self._privacy.epsilon
        return {kind: epsilon * weights[kind] if kind in weights else epsilon for kind in KINDS}

    @property
    def ledger(self) -> Ledger:
        """What was spent."""
        return self._accountant.ledger()

    @cached_property
    def _accountant(self) -> Accountant:
        if self._privacy.per == "value":
            return Accountant.of_values(self._most)
        weights = {str(kind): weight for kind, weight in self._privacy.weights.items()}
        return Accountant.of_scope(self._privacy.epsilon, self._contributions(), weights)
