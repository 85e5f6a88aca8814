"""A file of toy stays, one thread."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from toy_annotated import toy_stay


@pytest.fixture(scope="session", autouse=True)
def always_one_thread(one_thread: None) -> None:
    """All that is trained here."""


@pytest.fixture(scope="session")
def stays_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """400 stays: twelve, three and five in twenty to train on, choose on, test on."""
    chance = random.Random(7)
    path = tmp_path_factory.mktemp("stays") / "stays.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for number in range(400):
            split = "train" if number % 20 < 12 else "dev" if number % 20 < 15 else "test"
            stream.write(json.dumps(toy_stay(number, split, chance), ensure_ascii=False) + "\n")
    return path
