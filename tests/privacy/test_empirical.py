"""What draws show: bounds that are exact, and none too high."""

from __future__ import annotations

from fractions import Fraction
from math import comb, erfc, exp, sqrt

import numpy as np
import pytest

from palimpseste.privacy.empirical import (
    binomial_bounds,
    chi_square_tail,
    empirical_epsilon,
    goodness_of_fit,
    regularised_beta,
)


def binomial_tail(least: int, total: int, probability: float) -> float:
    """Return P[at least so many hits], summed exactly."""
    p, whole = probability.as_integer_ratio()
    ways = sum(comb(total, k) * p**k * (whole - p) ** (total - k) for k in range(least, total + 1))
    return float(Fraction(ways, whole**total))


@pytest.mark.parametrize(
    ("hits", "total", "probability"),
    [(1, 1, 0.3), (2, 8, 0.2), (3, 300, 0.015), (290, 300, 0.949), (1, 200, 1e-9), (150, 300, 0.5), (300, 300, 0.99)],
)
def test_the_incomplete_beta_function_is_the_tail_of_a_binomial(hits: int, total: int, probability: float) -> None:
    found = regularised_beta(np.array([probability]), np.array([float(hits)]), np.array([float(total - hits + 1)]))
    assert found[0] == pytest.approx(binomial_tail(hits, total, probability), rel=1e-11)


@pytest.mark.parametrize(("hits", "total"), [(0, 40), (1, 40), (20, 40), (39, 40), (40, 40), (3, 400)])
def test_bounds_of_a_probability_leave_the_tails_they_promise(hits: int, total: int) -> None:
    tail = 1e-6
    (low,), (high,) = binomial_bounds(np.array([hits]), total, tail)
    if hits:
        assert binomial_tail(hits, total, float(low)) == pytest.approx(tail, rel=1e-6)
    else:
        assert low == 0
    if hits < total:
        assert 1 - binomial_tail(hits + 1, total, float(high)) == pytest.approx(tail, rel=1e-6)
    else:
        assert high == 1


@pytest.mark.parametrize("statistic", [0.1, 1.0, 5.0, 24.0, 80.0])
def test_the_tail_of_chi_square_has_its_closed_forms(statistic: float) -> None:
    assert chi_square_tail(statistic, 1) == pytest.approx(erfc(sqrt(statistic / 2)), rel=1e-9)
    assert chi_square_tail(statistic, 2) == pytest.approx(exp(-statistic / 2), rel=1e-9)
    half, term, total = statistic / 2, 1.0, 0.0
    for k in range(10):
        total, term = total + term, term * half / (k + 1)
    assert chi_square_tail(statistic, 20) == pytest.approx(exp(-half) * total, rel=1e-9)
    assert chi_square_tail(0, 3) == 1


def test_the_statistic_is_that_of_pearson() -> None:
    # (60 - 50)² / 50 + (40 - 50)² / 50 = 4, of one degree.
    counts = np.array([60, 40, 0])
    assert goodness_of_fit(counts, np.array([0.5, 0.5])) == pytest.approx(chi_square_tail(4, 1))


def test_rare_outputs_are_gathered() -> None:
    counts = np.array([30, 30, 40, 0])
    assert goodness_of_fit(counts, np.array([0.25, 0.25, 0.5])) == pytest.approx(chi_square_tail(4, 1))


def test_draws_outside_the_outputs_count() -> None:
    probabilities = np.array([0.5, 0.5])
    assert goodness_of_fit(np.array([50, 50, 0]), probabilities) == 1
    assert goodness_of_fit(np.array([500, 450, 50]), np.array([0.5, 0.4])) < 1e-6


def test_what_is_left_below_50_joins_the_last_output() -> None:
    # 60, 60 and 40 of 160 are expected: (70 - 60)² / 60 + (50 + 40 - 100)² / 100 = 8/3, of one degree.
    counts = np.array([70, 50, 40])
    assert goodness_of_fit(counts, np.array([3 / 8, 3 / 8])) == pytest.approx(chi_square_tail(8 / 3, 1))


def test_what_is_left_below_50_joins_the_last_of_several_outputs() -> None:
    # 60, 60, 60 and 20 of 200: (70 - 60)² / 60 + (60 - 60)² / 60 + (55 + 15 - 80)² / 80 = 35/12, of two degrees.
    counts = np.array([70, 60, 55, 15])
    assert goodness_of_fit(counts, np.full(3, 0.3)) == pytest.approx(chi_square_tail(35 / 12, 2))


def test_probabilities_a_little_above_one_leave_nothing() -> None:
    counts = np.array([60, 40, 0])
    assert goodness_of_fit(counts, np.array([0.5, 0.5 + 1e-12])) == pytest.approx(chi_square_tail(4, 1))


def test_a_beginning_and_an_end_of_the_order_are_events_at_the_promised_confidence() -> None:
    # Of three outputs, 3 events, 2 beginnings and 2 ends, 4 bounds each: an error of 0.07 leaves 0.07 / 28 to each.
    first, second = np.array([30, 30, 40]), np.array([10, 10, 80])
    (low,), _ = binomial_bounds(np.array([60]), 100, 0.0025)
    _, (high,) = binomial_bounds(np.array([20]), 100, 0.0025)
    for a, b in ((first, second), (second, first), (first[::-1], second[::-1]), (second[::-1], first[::-1])):
        assert empirical_epsilon(a, b, 0.93) == pytest.approx(np.log(low / high))


def test_each_histogram_has_its_own_total() -> None:
    first, second = np.array([900, 100]), np.array([30, 270])
    (low,), _ = binomial_bounds(np.array([900]), 1000, 0.1 / 16)
    _, (high,) = binomial_bounds(np.array([30]), 300, 0.1 / 16)
    (low_b,), _ = binomial_bounds(np.array([270]), 300, 0.1 / 16)
    _, (high_a,) = binomial_bounds(np.array([100]), 1000, 0.1 / 16)
    assert empirical_epsilon(first, second, 0.9) == pytest.approx(max(np.log(low / high), np.log(low_b / high_a)))


def test_histograms_that_say_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="too few"):
        goodness_of_fit(np.array([5, 5, 0]), np.array([0.5, 0.5]))
    with pytest.raises(ValueError, match="each probability"):
        goodness_of_fit(np.array([500, 500]), np.array([0.5, 0.5]))
    with pytest.raises(ValueError, match="same outputs"):
        empirical_epsilon(np.array([1, 2]), np.array([1, 2, 3]), 0.9)
    with pytest.raises(ValueError, match="same outputs"):
        empirical_epsilon(np.array([[1, 2], [3, 4]]), np.array([[1, 2], [3, 4]]), 0.9)
    for first, second in (([1, 2], [0, 0]), ([0, 0], [1, 2])):
        with pytest.raises(ValueError, match="neither of them empty"):
            empirical_epsilon(np.array(first), np.array(second), 0.9)


def test_equal_histograms_show_no_epsilon() -> None:
    assert empirical_epsilon(np.array([100, 200]), np.array([100, 200]), 0.999) == 0


def test_many_draws_show_nearly_the_whole_ratio() -> None:
    million = 1_000_000
    found = empirical_epsilon(np.array([million, million]), np.array([million // 2, 3 * million // 2]), 1 - 1e-6)
    assert np.log(2) - 0.02 < found < np.log(2)


def test_a_tail_of_rare_outputs_counts_as_one() -> None:
    first, second = np.full(400, 5), np.concatenate([np.full(200, 2), np.full(200, 8)])
    assert empirical_epsilon(first, second, 1 - 1e-6) > 0.5
    pairs = [[np.array([each[k], each.sum() - each[k]]) for each in (first, second)] for k in range(0, 400, 50)]
    assert max(empirical_epsilon(a, b, 1 - 1e-6) for a, b in pairs) == 0


def test_an_output_that_was_never_drawn_still_has_an_upper_bound() -> None:
    (low,), _ = binomial_bounds(np.array([80]), 100, 0.1 / 16)
    _, (high,) = binomial_bounds(np.array([0]), 100, 0.1 / 16)
    assert empirical_epsilon(np.array([0, 100]), np.array([80, 20]), 0.9) == pytest.approx(np.log(low / high))


def test_bounds_are_seldom_too_high() -> None:
    # Two fair coins: ε is 0, and at 90 % a bound lies above with chance 1/10 at most. Of 30, 14 have a chance
    # below 1e-6.
    random = np.random.default_rng(1)
    tosses = [np.bincount(random.integers(0, 2, 300), minlength=2) for _ in range(60)]
    above = sum(empirical_epsilon(a, b, 0.9) > 0 for a, b in zip(tosses[::2], tosses[1::2], strict=True))
    assert above < 14
