from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def always_light_processes(light_processes: None) -> None:
    """All workers that are started here."""
