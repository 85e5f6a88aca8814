"""A file of toy stays, and the command line."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from toy_annotated import toy_stay

from palimpseste.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


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


@pytest.fixture
def palimpseste(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        printed = capfd.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run
