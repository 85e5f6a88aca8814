"""Some stays, generated once."""

from __future__ import annotations

import pytest

from palimpseste.corpus.stays import Stay, generate_stays


@pytest.fixture(scope="session")
def simulated_stays() -> list[Stay]:
    return list(generate_stays(stays=300, seed=7))
