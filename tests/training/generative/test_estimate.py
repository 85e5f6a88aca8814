"""Memory and hours from a configuration alone, beside what a real model holds."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from transformers import AutoConfig, MistralConfig, MixtralConfig

from palimpseste.errors import UsageError
from palimpseste.training.generative.adapters import learning_decoder
from palimpseste.training.generative.estimate import GIB, Notes, estimated, sizes_of
from palimpseste.training.generative.settings import GenerativeSettings

PAPER = GenerativeSettings.from_recipe("bordeaux", encoder="Mistral")
NOTES = Notes(6097, 360, 1000)


def test_weights_are_counted_as_they_are(brief: GenerativeSettings, decoder: Path) -> None:
    sizes = sizes_of(AutoConfig.from_pretrained(decoder), brief)
    learning = learning_decoder(brief, torch.device("cpu"))
    trained = sum(weight.numel() for weight in learning.learned().values())
    assert sizes.trained == trained
    assert sizes.frozen_linear + sizes.frozen_other == sum(w.numel() for w in learning.parameters()) - trained
    packed = learning_decoder(brief.changed(bits=8), torch.device("cpu"))
    is_packed = sum(weight.numel() for weight in packed.parameters() if weight.dtype == torch.int8)
    assert sizes.frozen_linear == is_packed


def test_seven_billion_weights_on_sixteen_gibibytes() -> None:
    sizes = sizes_of(MistralConfig(), PAPER)
    assert round((sizes.frozen_linear + sizes.frozen_other) / 1e9, 2) == 7.24
    memory = {
        (bits, recompute): estimated(
            sizes, PAPER.changed(bits=bits, recompute=recompute, notes_at_once=1 if recompute else 4), NOTES
        ).memory / GIB
        for bits in (8, 4)
        for recompute in (False, True)
    }  # fmt: skip
    assert memory[4, True] < memory[8, True] < 16 < memory[4, False] < memory[8, False]
    assert memory[8, True] > 7
    assert memory[4, True] > 4


def test_experts_that_are_not_asked_do_no_work() -> None:
    sizes = sizes_of(MixtralConfig(), PAPER)
    total = sizes.frozen_linear + sizes.frozen_other
    assert round(total / 1e9, 1) == 46.7
    assert round(sizes.active / 1e9, 1) == 12.9


def test_work_grows_with_notes_epochs_and_what_is_computed_again() -> None:
    sizes = sizes_of(MistralConfig(num_hidden_layers=2), PAPER)
    usual = estimated(sizes, PAPER, NOTES).operations
    assert estimated(sizes, PAPER.changed(epochs=30), NOTES).operations == 2 * usual
    assert estimated(sizes, PAPER.changed(recompute=True), NOTES).operations == 1.5 * usual
    assert estimated(sizes, PAPER, NOTES).hours(100, 0.5) == usual / 0.5e14 / 3600


def test_a_configuration_without_the_layers_is_refused() -> None:
    with pytest.raises(UsageError, match="no layer of this model is called Wqkv"):
        sizes_of(MistralConfig(num_hidden_layers=1), PAPER.changed(projections=("Wqkv",)))


def test_the_command_needs_no_more_than_a_configuration(palimpseste, tmp_path: Path) -> None:
    MistralConfig().save_pretrained(tmp_path / "mistral")
    options = ("--bits", "4", "--recompute", "--notes-at-once", "1")
    for further, verdict in ((options, ": fits 16 GiB"), ((), ": does not fit 16 GiB")):
        status, told, said = palimpseste("train", "llm", "--decoder", tmp_path / "mistral", *further, "--dry-run")
        assert status == 0, said
        assert "7.24 billion weights, 46.1 million of them learned" in told
        assert verdict in told
