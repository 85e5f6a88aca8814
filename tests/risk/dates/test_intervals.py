from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.risk.dates.interval_table import interval_table
from palimpseste.risk.dates.intervals import IntervalAttack
from palimpseste.risk.dates.likelihood import laplace_from_intervals
from palimpseste.risk.dates.releases import DateStrategy
from palimpseste.risk.dates.stays import simulated_stays
from palimpseste.risk.success import expected_successes, success_rate

PATIENTS = 3_000
DOCUMENTS = 120


@pytest.fixture(scope="module")
def attack() -> IntervalAttack:
    return IntervalAttack(simulated_stays(PATIENTS, np.random.default_rng(1)), DOCUMENTS, seed=2)


@pytest.fixture(scope="module")
def hospital() -> IntervalAttack:
    return IntervalAttack(simulated_stays(PATIENTS, np.random.default_rng(1)), DOCUMENTS, 2, "hospital")


def laplace(epsilon: str, per: str = "document") -> DateStrategy:
    return DateStrategy("metric-laplace", Fraction(epsilon), "value" if per == "value" else "document")


def test_three_intervals_link_over_99_percent_of_documents_shifted_to_the_day() -> None:
    to_the_day = IntervalAttack(simulated_stays(PATIENTS, np.random.default_rng(1), "days"), 5 * DOCUMENTS, seed=2)
    assert to_the_day.attack(DateStrategy("shift"), 3).success.rate > 0.99


def test_units_hide_little_from_who_knows_the_best_events(attack: IntervalAttack) -> None:
    assert attack.attack(DateStrategy("shift"), 3).success.high > 0.95


def test_tags_leave_chance(attack: IntervalAttack) -> None:
    assert attack.attack(DateStrategy("tag"), 3).success.rate == pytest.approx(1 / PATIENTS)


@pytest.mark.parametrize("name", ["metric-laplace", "bounded-laplace"])
def test_a_large_epsilon_protects_dates_to_the_day_no_better_than_a_shift(name: str) -> None:
    to_the_day = IntervalAttack(simulated_stays(PATIENTS, np.random.default_rng(1), "days"), DOCUMENTS, 2, "hospital")
    exact = DateStrategy("metric-laplace" if name == "metric-laplace" else "bounded-laplace", Fraction(100), "value")
    noisy = to_the_day.attack(exact, 3).success.rate
    assert noisy == pytest.approx(to_the_day.attack(DateStrategy("shift"), 3).success.rate, abs=0.02)


def test_a_large_epsilon_protects_no_better_than_a_shift(hospital: IntervalAttack) -> None:
    noisy = hospital.attack(laplace("100", "value"), 3).success
    assert noisy.high > hospital.attack(DateStrategy("shift"), 3).success.rate


def test_noise_protects_better_than_a_shift(hospital: IntervalAttack) -> None:
    assert hospital.attack(laplace("1"), 3).success.high < hospital.attack(DateStrategy("shift"), 3).success.low


@pytest.mark.parametrize("per", ["document", "value"])
def test_success_grows_with_epsilon(hospital: IntervalAttack, per: str) -> None:
    rates = [hospital.attack(laplace(epsilon, per), 3).success for epsilon in ("1/16", "1/2", "4")]
    for lower, higher in pairwise(rates):
        assert lower.low <= higher.high
    assert rates[0].high < rates[-1].low


@pytest.mark.parametrize("strategy", [DateStrategy("shift"), laplace("1"), laplace("1", "value")], ids=str)
def test_success_grows_with_what_the_attacker_knows(hospital: IntervalAttack, strategy: DateStrategy) -> None:
    rates = [hospital.attack(strategy, count).success for count in range(1, 6)]
    for fewer, more in pairwise(rates):
        assert fewer.low <= more.high
    assert rates[0].high < rates[-1].low


def test_who_knows_the_dates_links_more(hospital: IntervalAttack) -> None:
    intervals = hospital.attack(laplace("1"), 3).success
    assert hospital.attack(laplace("1"), 3, knows_dates=True).success.low > intervals.high


def test_the_same_seed_gives_the_same_figures(hospital: IntervalAttack) -> None:
    again = IntervalAttack(simulated_stays(PATIENTS, np.random.default_rng(1)), DOCUMENTS, 2, "hospital")
    assert again.attack(laplace("1"), 2) == hospital.attack(laplace("1"), 2)


@pytest.mark.parametrize("count", [0, 6])
def test_a_number_of_intervals_that_no_patient_has_is_refused(hospital: IntervalAttack, count: int) -> None:
    with pytest.raises(ValueError, match=r"\[1, 5\]"):
        hospital.attack(laplace("1"), count)


def test_the_success_in_a_tiny_world_is_that_of_every_noise_there_is() -> None:
    """Three patients, two events, one interval each: all noises enumerated against the likelihood's choices."""
    intervals, rate = (2, 4, 9), 0.8
    mechanism = DiscreteLaplace(Fraction(4, 5))
    noise = {k: np.exp(mechanism.log_probability(0, k)) for k in range(-30, 31)}
    enumerated = attacked = 0.0
    # What he sees of an interval is the true one and the difference of two noises.
    chance_of: dict[int, float] = {}
    for first, second in product(noise, repeat=2):
        chance_of[second - first] = chance_of.get(second - first, 0.0) + noise[first] * noise[second]
    for true, interval in enumerate(intervals):
        for difference, chance in chance_of.items():
            seen = interval + difference
            likelihoods = [chance_of.get(seen - other, 0.0) for other in intervals]
            winners = [n for n, value in enumerate(likelihoods) if value > max(likelihoods) * (1 - 1e-9)]
            enumerated += chance * (true in winners) / len(winners)
            residuals = [np.zeros((1, 3), dtype=np.int64), seen - np.array([intervals])]
            scores = laplace_from_intervals(residuals, np.array([[rate]]))
            attacked += chance * float(expected_successes(scores, np.array([true]))[0])
    assert attacked == pytest.approx(enumerated, rel=1e-9)
    assert 1 / 3 < attacked / 3 < 1


def test_patients_who_are_alike_are_drawn_from_evenly() -> None:
    scores = np.array([[-1.0, -1.0, -5.0], [-np.inf, -np.inf, -np.inf]])
    assert expected_successes(scores, np.array([1, 0])).tolist() == [0.5, pytest.approx(1 / 3)]


def test_the_interval_is_that_of_wilson() -> None:
    # Brown, Cai, DasGupta (2001): 0 of 20 gives [0, 0.161]; 10 of 20, [0.299, 0.701].
    none, half = success_rate(np.zeros(20)), success_rate(np.repeat([0.0, 1.0], 10))
    assert (none.low, none.high) == (0.0, pytest.approx(0.1611, abs=1e-4))
    assert (half.low, half.high) == (pytest.approx(0.2993, abs=1e-4), pytest.approx(0.7007, abs=1e-4))


def test_the_table_has_a_line_for_each_strategy_and_a_column_for_each_k(hospital: IntervalAttack) -> None:
    attacks = [hospital.attack(strategy, k) for strategy in (DateStrategy("shift"), laplace("1")) for k in (1, 2)]
    table = interval_table({"corpus": attacks, "days": attacks}, hospital.patients)
    assert "| strategy | ε | per | order restored | dates written | k = 1 | k = 2 |" in table
    assert "| shift | – | – | – | as in the corpus |" in table
    assert "| metric-laplace | 1 | document | before | all to the day |" in table
    assert len(table.splitlines()) == 2 + 4 + 2
    assert "chance is 0.0333%" in table
