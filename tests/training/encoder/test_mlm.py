"""Pre-training: it learns, resumes exactly, masks whole words; its folder is an encoder."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from runs import ON_CPU, StoppedError, stopping_at
from safetensors.torch import load_file

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.training.encoder.masking import UNASKED, mask_words
from palimpseste.training.encoder.mlm import MaskingSettings, train_mlm
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.encoder.texts import texts_of
from palimpseste.training.run.energy import with_encoder


@pytest.fixture(scope="module")
def settings(encoders: dict[str, Path]) -> MaskingSettings:
    return MaskingSettings(encoder=str(encoders["camembert"])).changed(
        steps=12, batch_size=8, learning_rate=3e-3, window_words=48, checkpoint_every_steps=5, evaluate_every_steps=6
    )


def test_perplexity_falls_and_the_folder_is_an_encoder(
    settings: MaskingSettings, notes: list[Document], quick: Settings, tmp_path: Path
) -> None:
    train, held_out = notes[:40], notes[40:50]
    found = train_mlm(train, held_out, settings, tmp_path / "whole", ON_CPU)
    assert 1 < found.after < found.before * 0.8
    metrics = json.loads((tmp_path / "whole" / "metrics.json").read_text())
    assert (metrics["perplexity_before"], metrics["perplexity"]) == (found.before, found.after)
    with pytest.raises(StoppedError):
        train_mlm(train, held_out, settings, tmp_path / "stopped", stopping_at(8))
    assert train_mlm(train, held_out, settings, tmp_path / "stopped", ON_CPU) == found
    one, other = (load_file(tmp_path / name / "model.safetensors") for name in ("whole", "stopped"))
    assert all(torch.equal(one[name], other[name]) for name in one)
    again = settings.changed(steps=1, encoder=str(tmp_path / "whole"))
    train_mlm(train, held_out, again, tmp_path / "again", ON_CPU)
    train_ner(notes[:4], notes[4:6], quick.changed(steps=1, encoder=str(tmp_path / "again")), tmp_path / "ner", ON_CPU)
    # The electricity and the carbon dioxide of a model, alone and with all the pre-training behind it.
    parts = [json.loads((tmp_path / name / "energy.json").read_text()) for name in ("whole", "again", "ner")]
    assert "with_encoder" not in parts[0]
    for name in ("seconds", "energy_kwh", "co2_kg"):
        assert parts[0][name] > 0
        assert parts[2]["with_encoder"][name] == pytest.approx(sum(part[name] for part in parts), rel=1e-6)


def test_what_was_not_measured_of_an_encoder_is_not_added(tmp_path: Path) -> None:
    own = {"seconds": 1.0, "energy_kwh": 2.0, "co2_kg": 0.1}
    assert with_encoder(own, "camembert-base") == own
    (tmp_path / "energy.json").write_text(json.dumps({"seconds": 5.0, "energy_kwh": None, "co2_kg": None}))
    assert with_encoder(own, str(tmp_path))["with_encoder"] == {"seconds": 6.0, "energy_kwh": None, "co2_kg": None}


@pytest.mark.parametrize("name", ["flaubert", "modernbert", "xlm-roberta"])
def test_other_families_are_pre_trained_alike(
    name: str, encoders: dict[str, Path], settings: MaskingSettings, notes: list[Document], tmp_path: Path
) -> None:
    changed = settings.changed(encoder=str(encoders[name]), steps=2)
    found = train_mlm(notes[:4], notes[4:6], changed, tmp_path / "out", ON_CPU)
    assert found.before > 1


def test_nothing_to_read_is_refused(settings: MaskingSettings, notes: list[Document], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no text to read"):
        train_mlm(notes[:2], [Document("1", " ")], settings, tmp_path / "out", ON_CPU)
    with pytest.raises(UsageError, match=r"mask_share: 1\.0; allowed: a number above 0 and below 1"):
        settings.changed(mask_share=1.0)


def test_words_are_masked_whole_and_about_the_share_asked_for() -> None:
    lengths = np.random.default_rng(0).integers(1, 5, 4000)
    heads = [1, *(1 + np.cumsum(lengths)[:-1])]
    end = int(1 + lengths.sum())
    ids = [0, *range(10, 10 + end - 1), 2]
    others = np.arange(50_000, 60_000)
    shown, asked = mask_words(ids, heads, end, 0.15, 4, others, (1, 2, 3))
    is_asked = asked != UNASKED
    for head, length in zip(heads, lengths, strict=True):
        assert len(set(is_asked[head : head + length])) == 1
    assert not is_asked[0]
    assert not is_asked[-1]
    # Of some 10,000 sub-words 15 % are drawn, one word more at most.
    assert is_asked.sum() == pytest.approx(0.15 * (end - 1), abs=5)
    assert (asked[is_asked] == np.asarray(ids)[is_asked]).all()
    assert (shown[~is_asked] == np.asarray(ids)[~is_asked]).all()
    # Five standard deviations of a share of 1,500 draws: 0.05.
    assert (shown[is_asked] == 4).mean() == pytest.approx(0.8, abs=0.06)
    assert (shown[is_asked] >= 50_000).mean() == pytest.approx(0.1, abs=0.05)
    again = mask_words(ids, heads, end, 0.15, 4, others, (1, 2, 3))
    assert (again[0] == shown).all()
    assert (mask_words(ids, heads, end, 0.15, 4, others, (1, 2, 4))[0] != shown).any()


def test_notes_are_read_from_plain_and_annotated_files(notes: list[Document], tmp_path: Path) -> None:
    from palimpseste.corpus import write_documents

    (tmp_path / "a.txt").write_text("Patient vu ce jour.", encoding="utf-8")
    write_documents(notes[:2], tmp_path / "b.notes")
    write_documents(notes[2:3], tmp_path / "c.jsonl")
    write_documents(notes[3:4], tmp_path / "brat")
    found = list(texts_of([tmp_path / name for name in ("a.txt", "b.notes", "c.jsonl", "brat")]))
    assert [document.text for document in found] == ["Patient vu ce jour.", *(n.text for n in notes[:4])]
    (tmp_path / "d.jsonl").write_text("{", encoding="utf-8")
    with pytest.raises(UsageError, match=r"d\.jsonl:1"):
        list(texts_of([tmp_path / "d.jsonl"]))
