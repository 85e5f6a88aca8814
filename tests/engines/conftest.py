from __future__ import annotations

import sys

import pytest


@pytest.fixture(autouse=True)
def light_workers(monkeypatch):
    """Keep spawned workers from importing pytest again: they would, as the main module of this process."""
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "__spec__", None, raising=False)
    monkeypatch.delattr(main, "__file__", raising=False)
