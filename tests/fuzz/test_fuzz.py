"""Some hundred files of each kind that were harmed; `make fuzz` tries as many as ten minutes allow."""

from __future__ import annotations

import importlib.util

import pytest
from campaign import harm
from kinds import KINDS
from workplace import Workplace

# What a kind takes to be read, and how many of it are tried here.
NEEDS = {"parquet": "pyarrow", "omop": "duckdb_engine", "pdf": "pypdfium2"}
CASES = {"view": 150, "rules": 75, "omop": 8, "pdf": 30}


@pytest.fixture(scope="module")
def place():
    with Workplace.opened() as place:
        yield place


@pytest.mark.parametrize("name", KINDS)
def test_what_was_harmed_is_done_or_refused_by_name_and_nothing_beside_it_is_lost(place, name, monkeypatch):
    monkeypatch.delenv("PALIMPSESTE_KEY", raising=False)
    if name in NEEDS and importlib.util.find_spec(NEEDS[name]) is None:
        pytest.skip(f"needs {NEEDS[name]}")
    harm(KINDS[name], place, CASES.get(name, 50))
