"""Adapters of a private training: what they cost, and what is not said of their notes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from runs import ON_CPU
from safetensors.torch import load_file

from palimpseste.detection.generative.card import GenerativeCard
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.training.generative.settings import GenerativeSettings
from palimpseste.training.generative.train import train_llm
from palimpseste.training.run.private import Privacy


def named(number: int, patient: str) -> Document:
    text = f"Vu Mme Kervella ce jour, note {number}."
    return Document(f"n{number}", text, patient=Patient(patient_id=patient), entities=(Span(7, 15, "LASTNAME"),))


def test_private_adapters_say_what_they_cost_and_nothing_of_their_losses(
    brief: GenerativeSettings, tmp_path: Path
) -> None:
    train, dev = [named(number, str(max(number, 3))) for number in range(9)], [named(9, "9")]
    settings = brief.changed(epochs=0, steps=1)
    train_llm(train, dev, settings, tmp_path / "one", ON_CPU, privacy=Privacy(epsilon=5.0, delta=1e-3))
    spent = GenerativeCard.read(tmp_path / "one").privacy
    assert spent is not None
    assert 0 < spent["epsilon"] <= 5.0
    # Four of the nine notes are of one patient.
    assert (spent["steps"], spent["patients"], spent["of"]) == (1, 6, "one patient, added or removed")
    assert json.loads((tmp_path / "one" / "settings.json").read_text())["private"] == spent
    log = (tmp_path / "one" / "log.jsonl").read_text()
    assert '"dev"' in log
    assert '"loss"' not in log
    weights = load_file(tmp_path / "one" / "adapter_model.safetensors")
    assert all(float(weight.abs().max()) > 0 for weight in weights.values()), "noise reaches every weight"


@pytest.mark.parametrize("changes", [{"precision": "bfloat16"}, {"rank": 0, "bits": 16}])
def test_weights_that_would_round_the_noise_are_refused(
    changes: dict[str, object], brief: GenerativeSettings, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="float32"):
        train_llm(
            [named(1, "1")], [named(2, "2")], brief.changed(**changes), tmp_path / "x", ON_CPU,
            privacy=Privacy(epsilon=1.0),
        )  # fmt: skip
