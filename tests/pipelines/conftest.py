from __future__ import annotations

from pathlib import Path

import pytest

from palimpseste.engines.keyed import KeySource
from palimpseste.surrogates import MasterKey


@pytest.fixture(scope="session")
def key() -> MasterKey:
    return MasterKey(b"0123456789abcdef0123456789abcdef")


@pytest.fixture(scope="session")
def source(key: MasterKey, tmp_path_factory: pytest.TempPathFactory) -> KeySource:
    """Where the key is, in a file."""
    path: Path = tmp_path_factory.mktemp("key") / "key"
    key.to_file(path)
    return KeySource(path)


@pytest.fixture(autouse=True)
def never_a_key_in_the_environment(no_key_in_the_environment: None) -> None:
    """Whatever is run here."""
