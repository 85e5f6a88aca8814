"""A few notes as examples, and a network of some seconds' training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from palimpseste.detection.neural.compact import CompactSettings
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.document import Document
from palimpseste.labels import LABELS
from palimpseste.training.compact.build import Copying, build
from palimpseste.training.compact.examples import Example, ExampleMaker, PieceTable
from palimpseste.training.compact.trainer import CompactPace

TINY = CompactPace(
    width=16,
    dilations=(1, 2),
    steps=12,
    batch_tokens=400,
    learning_rate=1e-2,
    warmup_steps=3,
    checkpoint_every=4,
)


@pytest.fixture(scope="session")
def tiny() -> CompactPace:
    """Steps of some milliseconds; nothing is learned."""
    return TINY


@pytest.fixture(scope="session")
def scheme() -> TagScheme:
    return TagScheme(LABELS)


@pytest.fixture(scope="session")
def made(few: tuple[list[Document], list[Document]], scheme: TagScheme) -> tuple[list[Example], PieceTable]:
    """A dozen notes as examples."""
    maker = ExampleMaker(scheme)
    return [maker(document) for document in few[0]], maker.pieces


@pytest.fixture(scope="session")
def built(
    notes: list[Document], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, CompactSettings, list[Document]]:
    """A model that has learned something, its settings, and the notes they were fitted on."""
    folder = tmp_path_factory.mktemp("built") / "model"
    held_out = notes[::6]
    rest = [document for index, document in enumerate(notes) if index % 6]
    pace = replace(
        TINY, width=32, steps=150, batch_tokens=1500, learning_rate=2e-2, dropout=0.0, word_dropout=0.1, averaging=0.5,
        checkpoint_every=1000,
    )  # fmt: skip
    settings = build(rest, held_out, folder, pace=pace, copying=Copying(copies=1))
    return folder, settings, held_out


@pytest.fixture
def stopping_at() -> Callable[[int], Callable[[int, float], None]]:
    """Something to be told of steps, that ends the training behind one."""

    def make(last: int) -> Callable[[int, float], None]:
        def moved(step: int, loss: float) -> None:
            if step == last:
                raise KeyboardInterrupt

        return moved

    return make
