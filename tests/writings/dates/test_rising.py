"""Days that are put off move those after them along, and no others."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from palimpseste.writings.dates.rising import RisingDays

steps_and_gaps = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 4)), min_size=1, max_size=12)


@given(steps_and_gaps, st.lists(st.tuples(st.integers(0, 11), st.integers(-3, 60)), max_size=8))
def test_what_is_put_off_is_as_if_the_days_were_moved_one_by_one(
    drawn: list[tuple[int, int]], put_off: list[tuple[int, int]]
) -> None:
    steps = [step for step, _ in drawn]
    plain = list(accumulate((step + gap for step, gap in drawn), initial=100))
    days = RisingDays(plain, steps)
    for place, later in put_off:
        place %= len(plain)
        days.put_off(place, 100 + later)
        plain[place] = max(plain[place], 100 + later)
        for after, step in enumerate(steps[place:], place + 1):
            plain[after] = max(plain[after], plain[after - 1] + step)
        assert list(days) == plain


def test_the_latest_day_moves_nothing_from_the_other_on() -> None:
    for later in (0, 1):
        days = RisingDays([1, 2, 7, 9], [1, 1, 1])
        days.put_off(0, days.latest(0, 2) + later)
        assert list(days)[2:] == [7 + later, 9]
