"""Notes of invented people, a language model that learned them by heart, and the one it was before."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.training.encoder.mlm import MaskingSettings, train_mlm
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings, make_small_encoder

_SYLLABLES = ("ba", "ker", "lou", "mi", "nou", "pra", "ri", "sa", "tro", "vel", "zan", "quin")


def invented(count: int, seed: int) -> list[Document]:
    """Return notes in which the number of a room, said twice, stands beside a name drawn for it."""
    chance = random.Random(seed)
    notes = []
    for number in range(count):
        name = "".join(chance.choice(_SYLLABLES) for _ in range(3)).capitalize()
        room = 100 + number
        text, spans = parse_markup(f"Chambre {room} : Mme <LASTNAME>{name}</LASTNAME> va mieux, elle quitte la {room}.")
        notes.append(Document(f"n{number}", text, entities=tuple(spans)))
    return notes


@pytest.fixture(scope="session", autouse=True)
def always_one_thread(one_thread: None) -> None:
    """All that is trained here."""


@pytest.fixture(scope="session")
def notes() -> list[Document]:
    return invented(40, seed=1)


@pytest.fixture(scope="session")
def untaught(notes: list[Document], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A language model that knows the sub-words, and has read nothing."""
    folder = tmp_path_factory.mktemp("untaught") / "model"
    make_small_encoder([note.text for note in notes], folder, SmallEncoderSettings(hidden_size=64, hidden_dropout=0.0))
    return folder


@pytest.fixture(scope="session")
def by_heart(notes: list[Document], untaught: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same after it has read the notes many times over."""
    folder = tmp_path_factory.mktemp("by-heart") / "model"
    settings = MaskingSettings(
        encoder=str(untaught), epochs=0, steps=400, batch_size=40, learning_rate=1e-2, weight_decay=0.0,
        window_words=64, mask_share=0.5, evaluate_every_steps=400, checkpoint_every_steps=400,
    )  # fmt: skip
    train_mlm(notes, notes[:5], settings, folder, device="cpu")
    return folder
