from __future__ import annotations

import numpy as np
import pytest

from palimpseste.risk.ages import AGES, age_prior, laplace_age_risk, untouched_age_risk, without_age_risk
from palimpseste.risk.bayes import bayes_risk
from palimpseste.risk.bayes_table import bayes_table

# Three towns of 6, 3 and 1 thousand inhabitants on a line; rows are true towns, columns surrogates.
PRIOR = np.array([6.0, 3.0, 1.0])
TABLE = np.array([[0.5, 0.3, 0.2], [0.2, 0.6, 0.2], [0.1, 0.1, 0.8]])
KILOMETRES = np.array([[0.0, 10.0, 30.0], [10.0, 0.0, 20.0], [30.0, 20.0, 0.0]])


def test_a_table_is_read_as_by_hand() -> None:
    risk = bayes_risk(PRIOR, lambda town: np.log(TABLE[town]), lambda town: KILOMETRES[town])
    assert risk.right_before == pytest.approx(0.6)
    # The first town is the best guess after each surrogate but never better than the joint weights: .30, .18, .12.
    assert risk.right_after == pytest.approx(0.30 + 0.18 + 0.12)
    # Always guessing the first town costs 0.3·10 + 0.1·30 km; the second, 0.6·10 + 0.1·20.
    assert risk.error_before == pytest.approx(6.0)
    joint = PRIOR[:, np.newaxis] / 10 * TABLE
    best = sum(min(sum(joint[x, y] * KILOMETRES[x, g] for x in range(3)) for g in range(3)) for y in range(3))
    assert risk.error_after == pytest.approx(best)
    assert risk.error_released == pytest.approx((joint * KILOMETRES).sum())


def test_a_surrogate_that_is_the_value_tells_all() -> None:
    identity = np.where(np.eye(3, dtype=bool), 0.0, -np.inf)
    risk = bayes_risk(PRIOR, lambda town: identity[town], lambda town: KILOMETRES[town])
    assert risk.right_after == pytest.approx(1)
    assert (risk.error_after, risk.error_released) == (0.0, 0.0)


def test_a_surrogate_drawn_without_looking_tells_nothing() -> None:
    risk = bayes_risk(PRIOR, lambda town: np.log(np.array([0.1, 0.9])), lambda town: KILOMETRES[town])
    assert risk.right_after == pytest.approx(risk.right_before)
    assert risk.error_after == pytest.approx(risk.error_before)
    assert np.isnan(risk.error_released)


def test_outputs_may_be_other_than_the_values() -> None:
    risk = bayes_risk(
        PRIOR,
        lambda town: np.log(np.array([0.5, 0.5])),
        lambda town: KILOMETRES[town],
        released_losses=lambda town: np.array([10.0, 20.0]),
    )
    assert risk.error_released == pytest.approx(15.0)


def test_the_pyramid_holds_the_published_shares() -> None:
    prior = age_prior()
    assert prior.shape == (AGES,)
    assert prior.sum() == pytest.approx(1)
    assert prior[:20].sum() == pytest.approx(15_373_142 / 65_627_454)
    assert prior[65:].sum() == pytest.approx(13_937_158 / 65_627_454)
    assert prior[64] == pytest.approx(prior[65], rel=0.03)


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 2.0])
def test_outputs_beyond_the_ages_tell_no_more_than_the_outermost(epsilon: float) -> None:
    cut = laplace_age_risk(epsilon)
    prior, reach = age_prior(), int(40 / epsilon)
    outputs = np.arange(-reach, AGES + reach)

    def row(age: int) -> np.ndarray:
        return np.log(np.tanh(epsilon / 2)) - epsilon * np.abs(outputs - age)

    whole = bayes_risk(prior, row, lambda age: np.abs(np.arange(AGES) - age).astype(float))
    assert cut.right_after == pytest.approx(whole.right_after, rel=1e-9)
    assert cut.error_after == pytest.approx(whole.error_after, rel=1e-9)


def test_ages_lie_between_a_tag_and_the_truth_and_come_nearer_to_it_as_epsilon_grows() -> None:
    risks = [without_age_risk(), *(laplace_age_risk(epsilon) for epsilon in (0.1, 1.0, 5.0)), untouched_age_risk()]
    assert [risk.right_after for risk in risks] == sorted(risk.right_after for risk in risks)
    assert [risk.error_after for risk in risks] == sorted((risk.error_after for risk in risks), reverse=True)


def test_the_table_says_what_each_strategy_tells() -> None:
    table = bayes_table({"tag": without_age_risk(), "left": untouched_age_risk()}, "years")
    assert "| left | 1.23% | 100.00% | 21.08 | 0.00 | 0.00 |" in table
    assert table.splitlines()[2].endswith("| – |")
