"""A decoder made from nothing but texts."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from runs import ON_CPU, StoppedError, stopping_at
from safetensors.torch import load_file

from palimpseste.detection.generative.folder import load_decoder
from palimpseste.detection.generative.instruction import Instruction
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.training.generative.drills import Drills
from palimpseste.training.generative.passages import passages_of, rows_of
from palimpseste.training.generative.small_decoder import SmallDecoderSettings, make_small_decoder

TINY = SmallDecoderSettings(
    vocabulary=300, hidden_size=16, layers=1, heads=2, window_pieces=64, positions=256, steps=6, epochs=0, batch_size=2
)


def test_passages_are_the_text(notes: list[Document]) -> None:
    text = "\n".join(note.text for note in notes[:30])
    found = list(passages_of(text, 0))
    assert "".join(found) == text
    assert len(found) > 5
    assert max(map(len, found)) <= 2000
    assert list(passages_of("court", 0)) == ["court"]


def test_rows_hold_passages_and_copies(decoder: Path) -> None:
    pieces = load_decoder(decoder).pieces
    prompt = Instruction.named().prompt(pieces)
    text = "Plaie du doigt, 3 points de suture."
    spelled = pieces.spell(text).ids
    [plain] = rows_of([text], pieces.tokenizer, prompt, len(spelled) + 2, 0.0, 0)
    assert list(plain) == [pieces.tokenizer.bos_token_id, *spelled, pieces.tokenizer.eos_token_id]
    example = prompt.example(text, text)
    [copied] = rows_of([text], pieces.tokenizer, prompt, len(example.ids), 1.0, 0)
    assert list(copied) == example.ids
    assert rows_of([text], pieces.tokenizer, prompt, 10_000, 0.5, 0).shape == (0, 10_000)
    mixed = rows_of([text] * 200, pieces.tokenizer, prompt, 32, 0.5, 0)
    assert np.array_equal(mixed, rows_of([text] * 200, pieces.tokenizer, prompt, 32, 0.5, 0))


def test_an_interrupted_run_ends_with_the_same_weights(short: list[Document], tmp_path: Path) -> None:
    texts = [note.text for note in short]
    make_small_decoder(texts, tmp_path / "whole", TINY, ON_CPU)
    with pytest.raises(StoppedError):
        make_small_decoder(texts, tmp_path / "cut", TINY, stopping_at(3))
    make_small_decoder(texts, tmp_path / "cut", TINY, ON_CPU)
    whole, cut = (load_file(tmp_path / name / "model.safetensors") for name in ("whole", "cut"))
    assert all(torch.equal(whole[name], cut[name]) for name in whole)
    lines = [json.loads(line) for line in (tmp_path / "whole" / "log.jsonl").read_text().splitlines()]
    assert lines[-1]["dev"]["perplexity"] < 300


def test_drills_are_copies_that_grow_longer() -> None:
    rows = np.full((3, 448), 7, dtype=np.int32)
    drills = Drills(rows, words=300, first=1, end=2, signs=3, steps=200, seed=0)
    cut = []
    for step in range(200):
        batch = drills.batch(step)
        for example in batch:
            source, copy = example.ids[1 : example.response - 1], example.ids[example.response : -1]
            assert source == copy
            assert (example.ids[0], example.ids[example.response - 1], example.ids[-1]) == (1, 1, 2)
            assert 4 <= len(copy) <= (16 if step < 50 else 100)
            assert 3 <= min(copy) <= max(copy) < 300
        cut.append(all(set(example.ids) == {1, 2, 7} for example in batch))
    assert sum(cut[:50]) == 0
    assert 50 < sum(cut[50:]) < 100, "half of the later ones are cut from rows"
    assert max(len(example.ids) for step in range(120, 200) for example in drills.batch(step)) > 190
    assert drills.batch(5) == drills.batch(5) != drills.batch(6)


def test_drills_come_first_and_a_cut_among_them_changes_nothing(short: list[Document], tmp_path: Path) -> None:
    texts = [note.text for note in short]
    drilled = TINY.changed(drills=4)
    make_small_decoder(texts, tmp_path / "whole", drilled, ON_CPU)
    with pytest.raises(StoppedError):
        make_small_decoder(texts, tmp_path / "cut", drilled, stopping_at(3))
    make_small_decoder(texts, tmp_path / "cut", drilled, ON_CPU)
    make_small_decoder(texts, tmp_path / "none", TINY, ON_CPU)
    whole, cut, none = (load_file(tmp_path / name / "model.safetensors") for name in ("whole", "cut", "none"))
    assert all(torch.equal(whole[name], cut[name]) for name in whole)
    assert not all(torch.equal(whole[name], none[name]) for name in whole)


def test_every_text_can_be_written(decoder: Path) -> None:
    pieces = load_decoder(decoder).pieces
    for text in ("Été à l’hôpital\n\t12/03/2021", "🩺 ﷽ e\u0301", ""):
        assert pieces.text_of(pieces.spell(text).ids) == text
    figures = pieces.spell("20").ids
    assert len(figures) == 2, "numbers are copied figure by figure"


def test_the_command_and_what_it_refuses(palimpseste, short: list[Document], tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("\n".join(note.text for note in short))
    command = ["train", "decoder", "--train", str(tmp_path / "texts.txt"), "--hidden-size", "16", "--layers", "1"]
    command += ["--vocabulary", "300", "--window-pieces", "64", "--positions", "128", "--device", "cpu"]
    status, told, said = palimpseste(*command, "--steps", "1", "-o", tmp_path / "small")
    assert (status, told.startswith("perplexity ")) == (0, True), said
    with pytest.raises(UsageError, match="too few to learn from"):
        make_small_decoder(["rien"], tmp_path / "none", TINY, ON_CPU)
    with pytest.raises(UsageError, match="multiple of heads"):
        SmallDecoderSettings(hidden_size=30, heads=4)
    with pytest.raises(UsageError, match="window_pieces: 9000"):
        SmallDecoderSettings(window_pieces=9000)
