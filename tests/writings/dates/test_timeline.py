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


def test_the_days_around_a_month_lie_in_it_or_outside() -> None:
    days = [DateValue("day", date(2024, *day).toordinal()) for day in ((2, 20), (3, 14), (5, 2))]
    march = DateValue.holding("month", date(2024, 3, 15).toordinal())
    april, year = (DateValue.holding(unit, date(2024, 4, 15).toordinal()) for unit in ("month", "year"))
    assert Timeline.of([*days[::2], march], None).outside == [(False, False), (True, True), (False, False)]
    assert Timeline.of([*days, march, april, year], None).outside == [
        *((False, False), (False, False), (False, True), (True, True), (False, False), (False, False)),
    ]
