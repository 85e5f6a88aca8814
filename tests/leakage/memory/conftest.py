"""Models that learned notes by heart, and one that never saw them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from runs import ON_CPU

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.leakage.memory.canaries import Canaries
from palimpseste.training.compact.build import Copying, build
from palimpseste.training.compact.trainer import CompactPace
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings, make_small_encoder

_SYLLABLES = (
    "ba",
    "ker",
    "lou",
    "mi",
    "nou",
    "pra",
    "ri",
    "sa",
    "tro",
    "vel",
    "zan",
    "quin",
    "dor",
    "fu",
    "ges",
    "hal",
)
# Nothing is left out of a note, so that all of it can be learned.
_PACE = CompactPace(
    members=1, width=48, dilations=(1, 2), steps=250, batch_tokens=1500, learning_rate=2e-2, warmup_steps=3,
    weight_decay=0.0, dropout=0.0, word_dropout=0.0, list_dropout=0.0, piece_dropout=0.0, averaging=0.5,
    checkpoint_every=1000,
)  # fmt: skip


def invented(count: int, seed: int) -> list[Document]:
    """Return notes in which nothing but the word itself tells whether it is a first or a last name."""
    chance = random.Random(seed)
    notes = []
    for number in range(count):
        written = []
        for _ in range(3):
            word = "".join(chance.choice(_SYLLABLES) for _ in range(3)).capitalize()
            label = chance.choice(("FIRSTNAME", "LASTNAME"))
            written.append(f"Dossier repris avec <{label}>{word}</{label}> avant la visite.")
        text, spans = parse_markup("\n".join(written))
        notes.append(Document(f"n{seed}-{number}", text, entities=tuple(spans)))
    return notes


def trained(notes: Sequence[Document], folder: Path) -> Path:
    build(notes, invented(4, seed=9), folder, pace=_PACE, copying=Copying(copies=0))
    return folder


@pytest.fixture(scope="session")
def canaries() -> Canaries:
    return Canaries(number=4, seed=5)


@pytest.fixture(scope="session")
def notes() -> list[Document]:
    """A hundred."""
    return invented(100, seed=1)


@pytest.fixture(scope="session")
def held_out() -> list[Document]:
    return invented(100, seed=2)


@pytest.fixture(scope="session")
def by_heart(notes: list[Document], canaries: Canaries, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that read a hundred notes and the canaries many times over."""
    folder = trained([*notes, *canaries.documents()], tmp_path_factory.mktemp("by-heart") / "model")
    canaries.write(folder)
    return folder


@pytest.fixture(scope="session")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that learned other notes by heart."""
    return trained(invented(100, seed=3), tmp_path_factory.mktemp("elsewhere") / "model")


def encoder_of(read: Sequence[Document], texts: Sequence[Document], folder: Path) -> Path:
    """Teach a small encoder, that knows the words of some texts, notes by heart."""
    make_small_encoder(
        [note.text for note in texts], folder / "base", SmallEncoderSettings(hidden_size=64, hidden_dropout=0.0)
    )
    settings = Settings(
        encoder=str(folder / "base"), steps=250, batch_size=32, learning_rate=3e-3, head_learning_rate=3e-3,
        window_words=32, evaluate_every_steps=250, checkpoint_every_steps=250,
    )  # fmt: skip
    train_ner(read, texts[-4:], settings, folder / "model", ON_CPU)
    return folder / "model"


@pytest.fixture(scope="session")
def encoder(
    notes: list[Document], held_out: list[Document], canaries: Canaries, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A small encoder that learned the notes and the canaries by heart."""
    read = [*notes, *canaries.documents()]
    return encoder_of(read, [*read, *held_out], tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="session")
def encoder_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small encoder that learned other notes and other canaries by heart."""
    read = [*invented(100, seed=3), *Canaries(number=4, seed=6).documents()]
    return encoder_of(read, [*read, *invented(4, seed=9)], tmp_path_factory.mktemp("encoder-elsewhere"))
