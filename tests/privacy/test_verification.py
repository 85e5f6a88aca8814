"""The largest log-ratio is found over all pairs and outputs, and told from rounding."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import inf

import numpy as np
import pytest

from palimpseste.privacy import verification
from palimpseste.privacy.checks import Check, check_integers, checks_of_mechanisms
from palimpseste.privacy.laplace import DiscreteLaplace
from palimpseste.privacy.verification import LargestLogRatio, largest_log_ratio

ONE = Fraction(1)


def logs(*rows: list[float]) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.log(np.array(rows))


def test_the_pair_and_the_output_that_tell_most_are_named() -> None:
    found = largest_log_ratio(logs([0.5, 0.5], [0.8, 0.2], [0.6, 0.4]), np.ones((3, 3), dtype=int), ONE)
    assert (found.first, found.second, found.output) == (0, 1, 1)
    assert found.log_ratio == pytest.approx(np.log(2.5))
    assert found.share == found.log_ratio / found.bound
    assert found.holds


def test_the_first_of_a_pair_is_the_likelier() -> None:
    found = largest_log_ratio(logs([0.8, 0.2], [0.5, 0.5]), np.array([[0, 3], [3, 0]]), Fraction(1, 2))
    assert (found.first, found.second, found.output, found.bound) == (1, 0, 1, 1.5)
    same = largest_log_ratio(logs([0.8, 0.2], [0.8, 0.2]), np.array([[0, 3], [3, 0]]), Fraction(1, 2))
    assert (same.first, same.second, same.output, same.log_ratio, same.bound) == (0, 1, 0, 0, 1.5)


def test_the_rounding_grows_with_the_outputs_and_the_largest_logarithm() -> None:
    # Minus infinity, where there is no output, is no logarithm.
    table = logs([0.5, 0.25, 0.25, 0], [0.125, 0.625, 0.25, 0])
    found = largest_log_ratio(table, np.ones((2, 2), dtype=int), Fraction(2))
    assert found.rounding == pytest.approx(8 * 2.0**-52 * (4 + np.log(8)), rel=1e-12, abs=0)
    assert found.log_ratio == pytest.approx(np.log(4))
    assert found.output == 0


@pytest.mark.parametrize(("log_ratio", "bound", "share"), [(1.0, 4.0, 0.25), (0.5, 0.0, inf), (0.25, 0.0, 0.0)])
def test_a_share_is_that_of_the_bound_and_of_none_what_the_rounding_leaves(
    log_ratio: float, bound: float, share: float
) -> None:
    assert LargestLogRatio(log_ratio, bound, 0, 1, 2, 0.25, True).share == share


def test_a_sum_above_one_is_rounding_up_to_the_rounding() -> None:
    ones = np.ones((2, 2), dtype=int)
    halves = logs([0.5, 0.5], [0.5, 0.5])
    assert largest_log_ratio(halves + 4 * 2.0**-52, ones, ONE).holds
    with pytest.raises(ValueError, match="more than 1"):
        largest_log_ratio(halves + 40 * 2.0**-52, ones, ONE)


def test_a_near_pair_counts_more_than_a_far_one() -> None:
    distances = np.array([[0, 1, 9], [1, 0, 9], [9, 9, 0]])
    found = largest_log_ratio(logs([0.5, 0.5], [0.4, 0.6], [0.1, 0.9]), distances, ONE)
    assert {found.first, found.second} == {0, 1}


@pytest.mark.parametrize("rows", [1, 2, 3, 1000])
def test_blocks_of_any_size_find_what_all_pairs_one_by_one_find(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(4)
    table = np.log(random.dirichlet(np.ones(7), size=12))
    distances = random.integers(1, 5, size=(12, 12))
    distances = np.maximum(distances, distances.T)
    monkeypatch.setattr(verification, "_BLOCK_CELLS", 7 * rows)
    found = largest_log_ratio(table, distances, Fraction(2))
    expected = max(
        (table[a, y] - table[b, y]) / (2 * distances[a, b]) for a, b in permutations(range(12), 2) for y in range(7)
    )
    assert found.share == pytest.approx(expected, rel=1e-12)
    assert not found.holds


def test_supports_that_differ_give_infinity() -> None:
    found = largest_log_ratio(logs([0.5, 0.5, 0], [0.5, 0.5, 0], [0.5, 0, 0.5]), np.ones((3, 3), dtype=int), ONE)
    assert found.log_ratio == float("inf")
    assert (found.first, found.second, found.output) == (0, 2, 1)
    assert found.rounding == pytest.approx(8 * 2.0**-52 * (3 + np.log(2)), rel=1e-12, abs=0)
    assert found.holds is False


def test_the_first_of_a_pair_is_the_one_that_has_the_output() -> None:
    table = logs([0.5, 0.25, 0.25, 0], [0.5, 0.5, 0, 0], [0.25, 0.5, 0.125, 0.125])
    found = largest_log_ratio(table, np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]]), Fraction(1, 2))
    assert (found.first, found.second, found.output, found.bound) == (0, 1, 2, 0.5)
    found = largest_log_ratio(table[::-1][1:], np.array([[0, 5], [5, 0]]), Fraction(1, 2))
    assert (found.first, found.second, found.output, found.bound) == (1, 0, 2, 2.5)
    assert found.share == inf


def test_an_output_that_no_input_has_tells_nothing() -> None:
    found = largest_log_ratio(logs([0.5, 0, 0.5], [0.25, 0, 0.75]), np.ones((2, 2), dtype=int), ONE)
    assert found.log_ratio == pytest.approx(np.log(2))
    assert found.output == 0


def test_inputs_at_no_distance_must_be_released_alike() -> None:
    same = largest_log_ratio(logs([0.5, 0.5], [0.5, 0.5]), np.zeros((2, 2), dtype=int), ONE)
    assert same.holds
    assert same.share == 0
    other = largest_log_ratio(logs([0.5, 0.5], [0.5 + 1e-6, 0.5 - 1e-6]), np.zeros((2, 2), dtype=int), ONE)
    assert not other.holds
    assert other.share == float("inf")


def test_inputs_at_no_distance_stand_beside_others_by_their_share() -> None:
    # Alike up to the rounding they have none of it, however little a pair of the third has; else all there is.
    distances = np.array([[0, 0, 9], [0, 0, 9], [9, 9, 0]])
    for order in ((0, 1, 2), (2, 1, 0)):
        apart = distances[np.ix_(order, order)]
        table = logs([0.5, 0.5], [0.5, 0.5], [0.4, 0.6])[list(order)]
        table[order.index(1)] += 2.0**-52
        alike = largest_log_ratio(table, apart, ONE)
        assert order.index(2) in (alike.first, alike.second)
        assert alike.share == pytest.approx(np.log(5 / 4) / 9)
        table[order.index(1)] = np.log([0.5 + 1e-6, 0.5 - 1e-6])
        other = largest_log_ratio(table, apart, ONE)
        assert {other.first, other.second} == {order.index(0), order.index(1)}


def test_an_excess_above_the_rounding_is_seen_and_below_it_is_not() -> None:
    table = logs([0.5, 0.5], [0.25, 0.75])
    for excess, holds in ((1e-9, False), (1e-16, True)):
        assert largest_log_ratio(table, np.ones((2, 2), dtype=int), Fraction(np.log(2) - excess)).holds is holds


@pytest.mark.parametrize(
    ("table", "distances"),
    [
        (logs([0.9, 0.9], [0.5, 0.5]), np.ones((2, 2), dtype=int)),
        (np.array([[np.nan, 0.0], [-1.0, -1.0]]), np.ones((2, 2), dtype=int)),
        (logs([0.5, 0.5]), np.ones((1, 1), dtype=int)),
        (logs([0.5, 0.5], [0.5, 0.5]), np.ones((3, 3), dtype=int)),
    ],
    ids=["more than 1", "not a number", "one input", "other distances"],
)
def test_what_is_no_table_of_probabilities_is_refused(table: np.ndarray, distances: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"more than 1|distance"):
        largest_log_ratio(table, distances, ONE)


def test_progress_is_told_after_each_input() -> None:
    told: list[int] = []
    largest_log_ratio(logs([0.5, 0.5], [0.5, 0.5], [0.5, 0.5]), np.ones((3, 3), dtype=int), ONE, moved=told.append)
    assert told == [1, 2]


@pytest.mark.parametrize("epsilon", ["1/1000", "1", "1000"])
def test_every_mechanism_keeps_its_guarantee(epsilon: str) -> None:
    checks = list(checks_of_mechanisms(Fraction(epsilon)))
    assert {check.mechanism for check in checks} >= {"discrete Laplace", "bounded Laplace", "planar Laplace"}
    assert [check for check in checks if check.fails] == []


@pytest.mark.parametrize("epsilon", ["1/30", "1", "7/2"])
def test_discrete_laplace_reaches_its_bound_and_no_more(epsilon: str) -> None:
    # The ratio is exp(ε·(|y - v'| - |y - v|)): by the triangle inequality ε·|v - v'| at most, reached beyond v.
    rate = Fraction(epsilon)
    found = check_integers(DiscreteLaplace(rate), range(-9, 10), range(-60, 61), rate)
    assert found.share == pytest.approx(1, abs=1e-12)
    assert (
        max(
            rate * (abs(y - other) - abs(y - value)) / abs(value - other)
            for value, other in permutations(range(-4, 5), 2)
            for y in range(-20, 21)
        )
        == rate
    )


def test_a_published_claim_that_does_not_hold_is_no_failure_of_ours() -> None:
    assert not Check("m", "d", 1.0, 2.0, False, is_proved=False).fails
    assert Check("m", "d", 1.0, 2.0, False).fails
