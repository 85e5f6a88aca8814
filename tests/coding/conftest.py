"""Toy stays, an encoder that reads them, one thread, the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from runs import ON_CPU
from tiny_encoders import make_bert
from toy_coding import WORDS, toy_stays

from palimpseste.coding import CodingSettings, Stay
from palimpseste.coding.coder import Coder
from palimpseste.coding.train import train


@pytest.fixture(scope="session", autouse=True)
def always_one_thread(one_thread: None) -> None:
    """All that is trained here."""


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bert(tmp_path_factory.mktemp("encoder") / "bert", WORDS)


@pytest.fixture(scope="session")
def held_out() -> list[Stay]:
    return toy_stays(60, 3)


@pytest.fixture(scope="session")
def settings_of(encoder: Path) -> Callable[..., CodingSettings]:
    """Settings under which each model learns the toy in seconds; segments of ten words."""

    def make(model: str, **changes: object) -> CodingSettings:
        settings = CodingSettings(
            model=model,
            encoder=str(encoder),
            batch_size=12,
            epochs=10 if model.startswith(("truncated", "hierarchical")) else 6,
            learning_rate=5e-3,
            head_learning_rate=0.2 if model == "linear" else 1e-2,
            window_pieces=0 if model == "truncated" else 12,
            attention_size=16,
            vector_size=16,
            filters=16,
            least_word_count=1,
            dropout=0.0,
            evaluate_every_steps=1000,
            checkpoint_every_steps=1000,
        )
        return settings.changed(**changes)

    return make


@pytest.fixture(scope="session")
def trained(
    settings_of: Callable[..., CodingSettings], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], tuple[Coder, Path]]:
    """Return the model of a name and its folder, trained once."""
    known: dict[str, tuple[Coder, Path]] = {}
    folder = tmp_path_factory.mktemp("trained")

    def make(model: str) -> tuple[Coder, Path]:
        if model not in known:
            coder = train(toy_stays(240, 1), toy_stays(40, 2), settings_of(model), folder / model, ON_CPU)
            known[model] = coder, folder / model
        return known[model]

    return make
