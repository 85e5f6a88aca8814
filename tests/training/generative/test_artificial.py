"""The comparison of artificial with hand-written notes: what is learned from are the notes, in passages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import torch
from safetensors.torch import load_file

from palimpseste.detection.generative.folder import load_decoder
from palimpseste.document import Document


def test_passages_are_the_notes_with_all_their_spans(
    notes: list[Document], load_tool: Callable[[str], ModuleType]
) -> None:
    artificial = load_tool("artificial")
    several = 0
    for note in notes[:150]:
        parts = list(artificial.cut(note))
        several += len(parts) > 1
        assert all(len(part.text) <= artificial.LONGEST for part in parts)
        values = [part.text[span.start : span.end] for part in parts for span in part.entities]
        assert values == [note.text[span.start : span.end] for span in sorted(note.entities)]
        assert "".join("".join(part.text.split()) for part in parts) == "".join(note.text.split())
    assert several > 10


def test_what_copies_is_a_decoder_that_learned_on(
    notes: list[Document], load_tool: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    artificial = load_tool("artificial")
    texts = [part.text for note in notes[:40] for part in artificial.cut(note)]
    artificial.learn_to_copy(texts, texts[:4], tmp_path, 0.002, "cpu")
    before, after = (load_file(tmp_path / name / "model.safetensors") for name in ("decoder", "copying"))
    assert before.keys() == after.keys()
    assert not all(torch.equal(before[name], after[name]) for name in before)
    assert load_decoder(tmp_path / "copying").longest == 640
