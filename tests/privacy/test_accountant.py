"""A budget is shared exactly, never overdrawn, and told without a value."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.errors import UsageError
from palimpseste.privacy.accountant import Accountant, BudgetError, Contribution, Ledger

CANARY = "Zorglub-1931"
BUDGETS = st.fractions(min_value=Fraction(1, 1000), max_value=100, max_denominator=1000)
CONTRIBUTIONS = st.lists(st.builds(Contribution, st.sampled_from(["DATE", "AGE", "CITY"]), st.integers(0, 12)))
WEIGHTS = st.dictionaries(st.sampled_from(["DATE", "AGE", "CITY"]), st.integers(1, 1000))


@given(BUDGETS, CONTRIBUTIONS, WEIGHTS)
def test_the_shares_of_all_contributions_add_up_to_the_budget(
    budget: Fraction, contributions: list[Contribution], weights: dict[str, int]
) -> None:
    accountant = Accountant.of_scope(budget, contributions, weights)
    for contribution in contributions:
        accountant.spend(contribution, "mechanism")
    assert accountant.spent == (budget if contributions else 0)
    assert accountant.ledger().epsilon == accountant.spent


@given(BUDGETS, WEIGHTS)
def test_shares_stand_in_the_proportion_of_the_weights(budget: Fraction, weights: dict[str, int]) -> None:
    accountant = Accountant.of_scope(budget, [Contribution("DATE", 1), Contribution("AGE", 1)], weights)
    assert accountant.share("DATE") * weights.get("AGE", 1) == accountant.share("AGE") * weights.get("DATE", 1)


def test_an_equal_contribution_is_entered_once() -> None:
    accountant = Accountant.of_scope(Fraction(1), [Contribution("DATE", 5), Contribution("DATE", 5)])
    assert accountant.spend(Contribution("DATE", 5), "m") == accountant.spend(Contribution("DATE", 5), "m") == 1
    assert accountant.ledger().entries == (("DATE", "m", Fraction(1), 1),)


def test_equal_values_of_two_kinds_are_two_contributions() -> None:
    accountant = Accountant.of_scope(Fraction(1), [Contribution("DATE", 5), Contribution("AGE", 5)])
    accountant.spend(Contribution("DATE", 5), "m")
    accountant.spend(Contribution("AGE", 5), "m")
    assert accountant.spent == 1


def test_a_value_nobody_announced_overdraws_the_budget() -> None:
    accountant = Accountant.of_scope(Fraction(1), [Contribution("DATE", CANARY)])
    accountant.spend(Contribution("DATE", CANARY), "m")
    with pytest.raises(BudgetError, match="overdrawn") as caught:
        accountant.spend(Contribution("DATE", CANARY + "2"), "m")
    assert CANARY not in str(caught.value)
    assert accountant.spent == 1


def test_a_kind_nobody_announced_has_no_share() -> None:
    accountant = Accountant.of_scope(Fraction(1), [Contribution("DATE", 1)])
    with pytest.raises(BudgetError, match="no part") as caught:
        accountant.spend(Contribution("AGE", CANARY), "m")
    assert CANARY not in str(caught.value)


def test_a_value_asked_of_two_mechanisms_is_refused() -> None:
    accountant = Accountant.of_values({"DATE": Fraction(1)})
    accountant.spend(Contribution("DATE", CANARY), "one")
    with pytest.raises(BudgetError, match="two mechanisms") as caught:
        accountant.spend(Contribution("DATE", CANARY), "other")
    assert CANARY not in str(caught.value)


def test_a_budget_per_value_has_no_bound_on_the_sum() -> None:
    accountant = Accountant.of_values({"DATE": Fraction(1, 3)})
    for day in range(30):
        accountant.spend(Contribution("DATE", day), "m")
    assert accountant.spent == 10


@pytest.mark.parametrize("weight", [0, -1])
def test_weights_that_give_others_more_than_the_budget_are_refused(weight: int) -> None:
    with pytest.raises(ValueError, match="weights at least 1"):
        Accountant.of_scope(Fraction(1), [Contribution("DATE", 1), Contribution("AGE", 1)], {"AGE": weight})


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        Accountant.of_scope(Fraction(0), [])


def test_a_ledger_goes_through_json_and_comes_back() -> None:
    contributions = [Contribution("DATE", day) for day in range(3)] + [Contribution("CITY", CANARY)]
    accountant = Accountant.of_scope(Fraction(3, 7), contributions, {"CITY": 4})
    for contribution in contributions:
        accountant.spend(contribution, contribution.kind.lower())
    ledger = accountant.ledger()
    assert Ledger.from_mapping(json.loads(json.dumps(ledger.to_mapping()))) == ledger
    assert ledger.epsilon == sum(each * count for _, _, each, count in ledger.entries) == Fraction(3, 7)


@pytest.mark.parametrize(
    "values", [{}, {"epsilon": "1"}, {"epsilon": "1/0", "spent": []}, {"epsilon": "1", "spent": 3}]
)
def test_what_is_no_ledger_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="no ledger"):
        Ledger.from_mapping(values)


def test_no_representation_shows_a_value() -> None:
    contribution = Contribution("CITY", CANARY)
    accountant = Accountant.of_scope(Fraction(1), [contribution])
    accountant.spend(contribution, "m")
    shown = [repr(contribution), str(contribution), f"{contribution}", repr(accountant), str(accountant)]
    shown += [repr(accountant.ledger()), json.dumps(accountant.ledger().to_mapping())]
    assert not [text for text in shown if CANARY in text]
