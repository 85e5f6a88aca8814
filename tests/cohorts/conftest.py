from __future__ import annotations

import pytest

from palimpseste.cohorts import CohortRegister, Passphrase

PHRASE = "canari jaune de Zorglubine"
CHEAP = {"scrypt_n": 1 << 14}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cohorts.json"


@pytest.fixture
def register(path):
    """A register opened by a passphrase that is derived cheaply."""
    register = CohortRegister(path, Passphrase(PHRASE))
    register.create(**CHEAP)
    return register
