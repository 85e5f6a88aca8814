from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "measure_watch.py"


@pytest.fixture(scope="session")
def measure_watch():
    """The tool that draws days from the development notes."""
    spec = spec_from_file_location("measure_watch", TOOL)
    module = module_from_spec(spec)
    sys.modules["measure_watch"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def notes(measure_watch):
    return measure_watch.development_notes()


@pytest.fixture(scope="session")
def usual_days(measure_watch, notes):
    """100 days in which nothing changes."""
    usual = measure_watch.detected(notes)
    return [measure_watch.day_of(usual, number, 60) for number in range(1, 101)]
