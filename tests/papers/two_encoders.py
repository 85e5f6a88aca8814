"""Two encoders of different widths, made in a moment from the notes of a test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from palimpseste.document import Document
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings, make_small_encoder

__all__ = ["make_two_encoders"]


def make_two_encoders(notes: Sequence[Document], folder: Path) -> None:
    """Make ``first`` and ``other`` in a folder."""
    for name, width in (("first", 32), ("other", 64)):
        settings = SmallEncoderSettings(vocabulary=300, hidden_size=width, positions=160)
        make_small_encoder((note.text for note in notes), folder / name, settings)
