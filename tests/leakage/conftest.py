"""Notes of invented people, a language model that learned them by heart, and the one it was before."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import torch
from runs import ON_CPU

from palimpseste.corpus.markup import parse_markup
from palimpseste.detection.generative.folder import load_model, load_tokenizer, quiet
from palimpseste.document import Document
from palimpseste.training.encoder.mlm import MaskingSettings, train_mlm
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings, make_small_encoder
from palimpseste.training.generative.small_decoder import SmallDecoderSettings, make_small_decoder

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
    train_mlm(notes, notes[:5], settings, folder, ON_CPU)
    return folder


@pytest.fixture(scope="session")
def writers(notes: list[Document], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A decoder that knows the words of the notes, and the same after it has learned them by heart, each a row."""
    folder = tmp_path_factory.mktemp("writers")
    untaught = folder / "untaught"
    settings = SmallDecoderSettings(
        vocabulary=330, hidden_size=64, layers=1, window_pieces=64, positions=256, steps=1, epochs=0, batch_size=2
    )
    make_small_decoder([note.text for note in notes], untaught, settings, ON_CPU)
    tokenizer, model = load_tokenizer(untaught), load_model(untaught)
    rows = tokenizer([note.text for note in notes], padding=True, return_tensors="pt")
    wanted = rows["input_ids"].masked_fill(rows["attention_mask"] == 0, -100)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=0.0)
    for _ in range(160):
        optimizer.zero_grad()
        model(**rows, labels=wanted).loss.backward()
        optimizer.step()
    with quiet():
        model.save_pretrained(folder / "by heart")
        tokenizer.save_pretrained(folder / "by heart")
    return {name: folder / name for name in ("by heart", "untaught")}
