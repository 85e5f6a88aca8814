from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def measure_watch(load_tool):
    """The tool that draws days from the development notes."""
    return load_tool("measure_watch")


@pytest.fixture(scope="session")
def notes(measure_watch):
    return measure_watch.development_notes()


@pytest.fixture(scope="session")
def usual_days(measure_watch, notes):
    """100 days in which nothing changes."""
    usual = measure_watch.detected(notes)
    return [measure_watch.day_of(usual, number, 60) for number in range(1, 101)]
