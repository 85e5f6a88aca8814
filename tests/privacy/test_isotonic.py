"""Order restored: the nearest increasing whole numbers, whatever the noise."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palimpseste.privacy.isotonic import increasing

VALUES = st.lists(st.integers(-60, 60), min_size=1, max_size=12)


@st.composite
def weighted(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    values = draw(VALUES)
    steps = draw(st.lists(st.integers(0, 4), min_size=len(values) - 1, max_size=len(values) - 1))
    weights = draw(st.lists(st.integers(1, 9), min_size=len(values), max_size=len(values)))
    return values, steps, weights


def cost(values: list[int], found: list[int], weights: list[int]) -> int:
    return sum(w * (x - y) ** 2 for x, y, w in zip(values, found, weights, strict=True))


def nearest_by_trying(values: list[int], steps: list[int], weights: list[int]) -> int:
    """Return the least cost over every increasing sequence between the extremes."""
    room = range(min(values) - sum(steps), max(values) + sum(steps) + 1)
    return min(
        cost(values, list(tried), weights)
        for tried in product(room, repeat=len(values))
        if all(after - before >= step for (before, after), step in zip(pairwise(tried), steps, strict=True))
    )


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=4).flatmap(
        lambda values: st.tuples(
            st.just(values),
            st.lists(st.integers(0, 1), min_size=len(values) - 1, max_size=len(values) - 1),
            st.lists(st.integers(1, 5), min_size=len(values), max_size=len(values)),
        )
    )
)
def test_no_increasing_whole_numbers_are_nearer(case: tuple[list[int], list[int], list[int]]) -> None:
    values, steps, weights = case
    assert cost(values, increasing(values, steps, weights), weights) == nearest_by_trying(values, steps, weights)


@given(weighted())
def test_steps_are_kept(case: tuple[list[int], list[int], list[int]]) -> None:
    values, steps, weights = case
    found = increasing(values, steps, weights)
    assert all(after - before >= step for (before, after), step in zip(pairwise(found), steps, strict=True))


@given(weighted())
def test_what_is_in_order_stays(case: tuple[list[int], list[int], list[int]]) -> None:
    values, steps, weights = case
    found = increasing(values, steps, weights)
    assert increasing(found, steps, weights) == found


@given(weighted(), st.integers(-1000, 1000))
def test_a_shift_of_all_shifts_the_result(case: tuple[list[int], list[int], list[int]], shift: int) -> None:
    values, steps, weights = case
    moved = increasing([value + shift for value in values], steps, weights)
    assert moved == [value + shift for value in increasing(values, steps, weights)]


@pytest.mark.parametrize(
    ("values", "result"),
    [([], []), ([7], [7]), ([3, 1], [2, 2]), ([2, 1], [1, 1]), ([2, 2, 1], [2, 2, 2]), ([5, 4, 3, 2, 1], [3] * 5)],
    ids=["nothing", "one", "two", "a half goes down", "two thirds go up", "reversed"],
)
def test_means_are_rounded_to_the_nearest(values: list[int], result: list[int]) -> None:
    assert increasing(values) == result


def test_steps_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="2 steps"):
        increasing([1, 2, 3], [1])


@pytest.mark.parametrize("weights", [[1, 2], [1, 2, 3, 4]])
def test_weights_of_another_length_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="argument"):
        increasing([1, 2, 3], None, weights)


def test_weights_and_steps_are_those_of_their_value() -> None:
    # 9 less its rise of 0, and 1 less its rise of 2: (3·9 + 1·(-1)) / 4 = 6.5, rounded to 6, and 2 more for the second.
    assert increasing([9, 1], [2], [3, 1]) == [6, 8]


def test_a_thousand_reversed_values_take_no_time() -> None:
    assert set(increasing(list(range(20_000, 0, -1)))) == {10_000}
