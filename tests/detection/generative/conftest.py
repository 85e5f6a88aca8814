"""Tiny decoders, shared by all files of the folder; one thread."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_decoders import ARCHITECTURES, TOKENIZERS, make_decoder

from palimpseste.corpus import read_documents
from palimpseste.detection.generative.folder import quiet
from palimpseste.document import Document

NOTES = Path(__file__).parents[3] / "corpus" / "notes"


@pytest.fixture(scope="session", autouse=True)
def always_one_thread() -> None:
    """All that is computed here: threads of one process would wait for those of another."""
    import torch

    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def notes() -> list[Document]:
    return [document for name in ("names", "identifiers") for document in read_documents(NOTES / f"{name}.notes")]


@pytest.fixture(scope="session")
def decoders(notes: list[Document], tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """A folder for each architecture and kind of tokenizer."""
    folder = tmp_path_factory.mktemp("decoders")
    texts = [document.text for document in notes]
    with quiet():
        return {
            (architecture, kind): make_decoder(folder / f"{architecture}-{kind}", architecture, kind, texts)
            for architecture in ARCHITECTURES
            for kind in TOKENIZERS
        }
