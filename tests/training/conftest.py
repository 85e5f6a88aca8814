"""Small encoders, a few annotated notes, one thread."""

from __future__ import annotations

from pathlib import Path

import pytest
from runs import ON_CPU
from small_encoders import make_camembert, make_flaubert, make_modernbert, make_xlm_roberta

from palimpseste.corpus import read_documents
from palimpseste.document import Document
from palimpseste.training.encoder.encoders import quiet
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings

NOTES = Path(__file__).parents[2] / "corpus" / "notes"


@pytest.fixture(scope="session", autouse=True)
def always_one_thread(one_thread: None) -> None:
    """All that is trained here."""


@pytest.fixture(scope="session")
def notes() -> list[Document]:
    return [document for name in ("names", "identifiers") for document in read_documents(NOTES / f"{name}.notes")]


@pytest.fixture(scope="session")
def few(notes: list[Document]) -> tuple[list[Document], list[Document]]:
    """A dozen notes to train on, four to measure on."""
    return notes[:12], notes[12:16]


@pytest.fixture(scope="session")
def encoders(notes: list[Document], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("encoders")
    texts = [document.text for document in notes]
    makers = {
        "camembert": make_camembert,
        "flaubert": make_flaubert,
        "modernbert": make_modernbert,
        "xlm-roberta": make_xlm_roberta,
    }
    with quiet():
        return {name: make(folder / name, texts) for name, make in makers.items()}


@pytest.fixture(scope="session")
def quick(encoders: dict[str, Path]) -> Settings:
    """Settings of a training of some seconds."""
    return Settings(
        encoder=str(encoders["camembert"]),
        steps=12,
        batch_size=4,
        learning_rate=3e-3,
        head_learning_rate=3e-3,
        window_words=48,
        evaluate_every_steps=5,
        checkpoint_every_steps=2,
    )


@pytest.fixture(scope="session")
def trained(
    quick: Settings, notes: list[Document], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[Document]]:
    """A model that has learned something, and notes it has not seen."""
    folder = tmp_path_factory.mktemp("trained") / "model"
    held_out = notes[::5]
    rest = [document for index, document in enumerate(notes) if index % 5]
    settings = quick.changed(steps=160, batch_size=8, evaluate_every_steps=80, checkpoint_every_steps=80)
    train_ner(rest, held_out, settings, folder, ON_CPU)
    return folder, held_out
