"""A document has its seconds of a processor, and some times as many by the clock."""

from __future__ import annotations

import os
import time

import pytest

from palimpseste.engines.deadline import Watch


@pytest.mark.parametrize(
    ("taken", "used", "left"),
    [
        (0, 0, 10),
        (4, 4, 6),
        (30, 1, 9),  # a processor was busy with others
        (58, 1, 2),
        (61, 1, 0),  # it waits for ever
        (11, 10.5, 0),
        (4, 16, 6),  # of four processors
        (10.0, 9.999, 0.05),
    ],
)
def test_it_is_over_once_a_processor_has_worked_so_long_or_the_clock_has_moved_six_times_as_far(
    monkeypatch, taken, used, left
):
    now, worked = time.monotonic(), time.process_time()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(time, "process_time", lambda: worked)
    watch = Watch(10)
    monkeypatch.setattr(time, "monotonic", lambda: now + taken)
    monkeypatch.setattr(time, "process_time", lambda: worked + used)
    assert watch.left() == pytest.approx(left)


def test_where_nobody_tells_what_processors_do_the_clock_counts(monkeypatch):
    def none(clock):
        raise OSError

    monkeypatch.setattr(time, "clock_gettime", none)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    watch = Watch(10, os.getpid())
    monkeypatch.setattr(time, "monotonic", lambda: now + 11)
    assert watch.left() == 0
