"""Dates out of reach of what completes them are brought nearer, and those between them moved along."""

from __future__ import annotations

from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st

from palimpseste.writings.dates.reach import within_reach

steps_and_gaps = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 20)), min_size=1, max_size=10)
reaches = st.lists(
    st.tuples(st.integers(0, 10), st.integers(0, 10), st.integers(-30, 5), st.integers(-5, 30)), max_size=8
)


def one_by_one(days: list[int], steps: list[int], reaches: list[tuple[int, int, int, int]]) -> list[int]:
    """Return the same with every day between two moved for itself."""
    rises = list(accumulate(steps, initial=0))
    levels = [day - rise for day, rise in zip(days, rises, strict=True)]
    for place, other, least, _ in sorted(reaches, key=lambda reach: -reach[1]):
        lowest = levels[other] + min(0, rises[other] + least - rises[place])
        levels[place:other] = [max(level, lowest) for level in levels[place:other]]
    for place, other, least, _ in sorted(reaches, key=lambda reach: reach[1]):
        if place > other and least > 0:
            lowest = levels[other] + rises[other] + least - rises[place]
            levels[place:] = [max(level, lowest) for level in levels[place:]]
    for place, other, _, most in sorted(reaches, key=lambda reach: reach[1]):
        highest = levels[other] + max(0, rises[other] + most - rises[place])
        levels[other + 1 : place + 1] = [min(level, highest) for level in levels[other + 1 : place + 1]]
    for place, other, _, most in sorted(reaches, key=lambda reach: -reach[1]):
        if place < other and most < 0:
            highest = levels[other] + rises[other] + most - rises[place]
            levels[: place + 1] = [min(level, highest) for level in levels[: place + 1]]
    return [level + rise for level, rise in zip(levels, rises, strict=True)]


@given(steps_and_gaps, reaches)
def test_days_are_moved_as_if_one_by_one(
    drawn: list[tuple[int, int]], reaches: list[tuple[int, int, int, int]]
) -> None:
    steps = [step for step, _ in drawn]
    days = list(accumulate((step + gap for step, gap in drawn), initial=100))
    places = [(place % len(days), other % len(days), least, most) for place, other, least, most in reaches]

    near = within_reach(days, steps, places)

    assert near == one_by_one(days, steps, places)
    assert all(late - early >= step for (early, late), step in zip(pairwise(near), steps, strict=True))
