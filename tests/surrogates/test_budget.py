"""The budget of a document is shared by the weights of its kinds; that of a value is the value's own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from palimpseste.privacy.accountant import BudgetError, Contribution
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.policy.options import Privacy

VALUES = [Contribution("DATE", 1), Contribution("DATE", 2), Contribution("DATE", 1), Contribution("AGE", 40)]


def test_a_document_shares_its_budget_by_the_weights_of_kinds() -> None:
    budget = Budget(Privacy(Fraction(7), "document", {"AGE": 5}), lambda: VALUES)
    # Two dates of weight 1 and an age of weight 5.
    assert budget.spend("DATE", 1, "metric-laplace") == 1
    assert budget.spend("DATE", 1, "metric-laplace") == 1
    assert budget.ledger.epsilon == 1
    assert budget.spend("AGE", 40, "metric-laplace") == 5
    assert budget.spend("DATE", 2, "other") == 1
    assert budget.ledger.epsilon == 7
    assert budget.ledger.entries == (
        ("AGE", "metric-laplace", Fraction(5), 1),
        ("DATE", "metric-laplace", Fraction(1), 1),
        ("DATE", "other", Fraction(1), 1),
    )
    with pytest.raises(BudgetError, match="overdrawn"):
        budget.spend("DATE", 3, "metric-laplace")
    with pytest.raises(BudgetError, match="no part of the privacy budget"):
        budget.spend("CITY", "21231", "exponential")


def test_a_value_has_a_budget_of_its_own_whatever_their_number() -> None:
    def asked() -> Iterator[Contribution]:
        raise AssertionError("nothing is split")
        yield

    budget = Budget(Privacy(Fraction(1, 3), "value"), asked)
    for kind in ("DATE", "AGE", "CITY"):
        for value in range(4):
            assert budget.spend(kind, value, "m") == Fraction(1, 3)
    assert budget.ledger.epsilon == 4


def test_what_a_document_holds_is_asked_once_and_late() -> None:
    asked = []

    def contributions() -> list[Contribution]:
        asked.append(1)
        return VALUES

    budget = Budget(Privacy(Fraction(1)), contributions)
    assert asked == []
    assert {budget.spend("DATE", 1, "m"), budget.spend("DATE", 2, "m"), budget.spend("AGE", 40, "m")} == {
        Fraction(1, 3)
    }
    assert budget.ledger.epsilon == 1
    assert asked == [1]
