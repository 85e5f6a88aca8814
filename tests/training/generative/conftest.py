"""A decoder far too small to be good, made from short notes by the code that makes small decoders."""

from __future__ import annotations

from pathlib import Path

import pytest
from runs import ON_CPU

from palimpseste.document import Document
from palimpseste.training.generative.settings import GenerativeSettings
from palimpseste.training.generative.small_decoder import SmallDecoderSettings, make_small_decoder


@pytest.fixture(scope="session")
def short(notes: list[Document]) -> list[Document]:
    """The shortest notes."""
    return sorted(notes, key=lambda note: len(note.text))[:20]


@pytest.fixture(scope="session")
def decoder(short: list[Document], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("decoders") / "small"
    # As wide as bitsandbytes packs at once.
    settings = SmallDecoderSettings(
        vocabulary=500, hidden_size=64, layers=1, window_pieces=128, positions=1536, steps=4, epochs=0, batch_size=2
    )
    make_small_decoder([note.text for note in short], folder, settings, ON_CPU)
    return folder


@pytest.fixture(scope="session")
def brief(decoder: Path) -> GenerativeSettings:
    """Settings of a fine-tuning of a second: two epochs of three steps, of two parts each."""
    return GenerativeSettings.from_recipe(
        "bordeaux",
        encoder=str(decoder),
        bits=32,
        epochs=2,
        batch_size=4,
        notes_at_once=2,
        learning_rate=5e-3,
        checkpoint_every_steps=2,
        measured_notes=2,
    )
