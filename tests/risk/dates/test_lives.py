"""The attack by lives: what letters add, and what they cannot."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from palimpseste.risk.dates.life_table import life_table
from palimpseste.risk.dates.lives import LifeAttack, simulated_lives
from palimpseste.risk.dates.releases import DateStrategy

CLOCK = DateStrategy("clock-laplace", Fraction(2, 3), "value")
DOCUMENT = DateStrategy("metric-laplace", Fraction(1))
VALUE = DateStrategy("metric-laplace", Fraction(1), "value")
ATTACK = LifeAttack(simulated_lives(2000, np.random.default_rng(0)), 200, 0)


def test_lives_are_in_order_and_as_many_as_asked() -> None:
    lives = simulated_lives(300, np.random.default_rng(1), stays=3)
    assert lives.days.shape == (300, 7)
    assert (lives.days[:, 0] < lives.days[:, 1:].min(axis=1)).all()
    assert (lives.days[:, 1::2] < lives.days[:, 2::2]).all()
    assert (lives.days[:, 4] < lives.days[:, 1]).all()


def test_without_dates_only_the_sex_is_left() -> None:
    assert ATTACK.attack(DateStrategy("tag")).success.rate < 0.005


def test_one_shift_for_all_dates_hides_nobody() -> None:
    assert ATTACK.attack(DateStrategy("shift")).success.rate > 0.95


def test_letters_add_up_where_each_has_noise_of_its_own() -> None:
    one, twenty = (ATTACK.attack(DOCUMENT, letters).success.rate for letters in (1, 20))
    assert one < twenty
    assert twenty > 0.98


@pytest.mark.parametrize("strategy", [CLOCK, VALUE])
def test_letters_add_nothing_where_a_value_is_released_once(strategy: DateStrategy) -> None:
    one, fifty = (ATTACK.attack(strategy, letters).success for letters in (1, 50))
    assert one.low <= fifty.rate <= one.high


def test_the_default_links_few_and_a_second_cohort_more() -> None:
    one, two = (ATTACK.attack(CLOCK, 20, cohorts).success for cohorts in (1, 2))
    # Of 2,000 patients; the page has the figures for 10,000.
    assert one.rate < 0.15
    assert two.rate > one.rate
    assert one.rate < ATTACK.attack(DOCUMENT).success.rate / 4


def test_a_season_that_is_kept_tells_more() -> None:
    lives = simulated_lives(2000, np.random.default_rng(0))
    kept = LifeAttack(lives, 200, 0, keep_season=True).attack(CLOCK).success
    assert kept.rate > ATTACK.attack(CLOCK).success.rate


def test_more_patients_than_there_are_cannot_be_attacked() -> None:
    with pytest.raises(ValueError, match="attacked must lie in"):
        LifeAttack(simulated_lives(5, np.random.default_rng(0)), 6, 0)


def test_the_table_has_a_line_for_each_strategy_and_number_of_cohorts() -> None:
    table = life_table([ATTACK.attack(CLOCK, letters, 2) for letters in (1, 5)], 2000, 1)
    assert table.splitlines()[2].startswith("| clock-laplace | 0.667 | value | 2 |")
    assert "| 1 letter | 5 letters |" in table
