"""The days of a timeline are arranged in time that grows as their number."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from itertools import pairwise

from timing import grows_in_proportion

from palimpseste.writings.dates.reach import reach_of_day
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateValue


def days_alone(count: int) -> Callable[[], dict[DateValue, int]]:
    """Return what arranges days that are each completed by the one after, all of them released as one."""
    start = date(2000, 1, 1).toordinal()
    values = [DateValue("day", start + place) for place in range(count)]
    # From the last to the first, as they are completed.
    reaches = {
        value: reach_of_day(after, is_before=True, same_month=True) for value, after in reversed(list(pairwise(values)))
    }
    timeline = Timeline.of(values, None, reaches.items())
    return partial(timeline.arranged, range(start, start + count))


def test_days_alone_are_arranged_in_linear_time() -> None:
    assert grows_in_proportion(days_alone, lengths=(1_000, 10_000), growth=25, noise=0.04)
