"""Private trainings: what is spent, what a patient may change, what is written beside the weights."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
import torch
from runs import ON_CPU
from torch import nn

from palimpseste.detection.neural.compact import CompactSettings
from palimpseste.detection.neural.compact.model import WEIGHTS
from palimpseste.detection.neural.encoder.folder import TaggerCard
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS
from palimpseste.training.compact.build import Copying, build
from palimpseste.training.compact.trainer import CompactPace
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.patients import by_patient
from palimpseste.training.run.private import Privacy, PrivateSteps, system_normal


def delta_of(epsilon: float, noise: float) -> float:
    """The delta of one release with noise on a whole sum, exactly (Balle and Wang 2018, theorem 8)."""

    def below(x: float) -> float:
        return math.erfc(-x / math.sqrt(2)) / 2

    a, b = 1 / (2 * noise), epsilon * noise
    return below(a - b) - math.exp(epsilon) * below(-a - b)


def test_what_is_spent_bounds_the_exact_cost_of_a_step_that_all_take_part_in_and_not_by_much() -> None:
    private = PrivateSteps(Privacy(epsilon=1.0, delta=1e-4), 64, 64, 1)
    spent = float(str(private.spent(1)["epsilon"]))
    assert private.drawn() == list(range(64))
    assert 0.98 < spent <= 1.0
    # The bound holds with the noise that is added, and not much less noise would do.
    assert delta_of(1.0, private.noise_multiplier) <= 1e-4
    assert delta_of(1.0, private.noise_multiplier * 0.97) > 1e-4


def test_coins_are_of_the_operating_system_and_fall_as_often_as_said() -> None:
    private = PrivateSteps(Privacy(epsilon=8.0), 4000, 400, 1)
    torch.manual_seed(0)
    np.random.seed(0)
    draws = [private.drawn() for _ in range(50)]
    assert len(set(map(tuple, draws))) == 50
    assert sum(map(len, draws)) / 50 == pytest.approx(400, abs=5 * (4000 * 0.1 * 0.9 / 50) ** 0.5)
    assert len({patient for draw in draws for patient in draw}) > 3900


def test_noise_is_normal() -> None:
    noise = system_normal((500, 801))
    assert noise.mean() == pytest.approx(0, abs=0.01)
    assert noise.var() == pytest.approx(1, abs=0.015)
    assert (noise**4).mean() == pytest.approx(3, abs=0.1)
    assert np.corrcoef(noise.ravel()[:-1], noise.ravel()[1:])[0, 1] == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("pull", [0.01, 1e6, math.inf, math.nan])
def test_no_patient_moves_the_sum_further_than_the_clip(pull: float) -> None:
    layer = nn.Linear(3, 2)
    private = PrivateSteps(Privacy(epsilon=1.0, clip=0.5), 10, 10, 1)
    private.noise_multiplier = 0.0

    def summed(without: int | None) -> torch.Tensor:
        def learn(patient: int) -> None:
            if patient != without:
                (layer(torch.ones(1, 3) * (pull if patient == 3 else 1.0)).sum()).backward()

        private.step(list(layer.parameters()), learn)
        return torch.cat([parameter.grad.flatten() for parameter in layer.parameters() if parameter.grad is not None])

    moved = (summed(None) - summed(3)).norm() * 10
    assert torch.isfinite(moved)
    assert moved <= 0.5 + 1e-6


def test_patients_with_several_notes_are_one() -> None:
    record = Patient(patient_id="7")
    notes = [Document("a", "x", patient=record), Document("b", "y"), Document("c", "z", patient=record)]
    assert list(by_patient(notes).values()) == [[0, 2], [1]]


def test_a_delta_that_would_give_a_patient_away_is_refused() -> None:
    with pytest.raises(UsageError, match="below one over the number of patients"):
        PrivateSteps(Privacy(epsilon=1.0, delta=0.1), 10, 2, 1)
    with pytest.raises(UsageError, match="above 0"):
        Privacy(epsilon=0.0)


def test_a_private_tagger_says_what_it_cost_and_nothing_of_its_losses(
    quick: Settings, few: tuple[list[Document], list[Document]], tmp_path: Path
) -> None:
    privacy = Privacy(epsilon=5.0, delta=1e-3)
    settings = quick.changed(steps=1, head="linear", loss="cross-entropy")
    train_ner(*few, settings, tmp_path / "one", ON_CPU, privacy=privacy)
    card = TaggerCard.read(tmp_path / "one")
    assert card.labels == tuple(dict.fromkeys(VIEWS[quick.view].values()))
    assert card.privacy is not None
    assert 0 < card.privacy["epsilon"] <= 5.0
    assert (card.privacy["steps"], card.privacy["patients"], card.privacy["delta"]) == (1, len(few[0]), 1e-3)
    assert json.loads((tmp_path / "one" / "settings.json").read_text())["private"] == card.privacy
    assert "loss" not in (tmp_path / "one" / "log.jsonl").read_text()
    with pytest.raises(UsageError, match="float32"):
        train_ner(*few, quick.changed(precision="bfloat16"), tmp_path / "x", ON_CPU, privacy=privacy)


def test_a_private_compact_model_keeps_its_table_and_no_trace_of_its_notes(tmp_path: Path) -> None:
    def named(id: str, name: str) -> Document:
        text = f"Mme {name} va bien ce jour, sortie demain."
        return Document(id, text, entities=(Span(4, 4 + len(name), "LASTNAME"),))

    training = [named(f"t{number}", name) for number, name in enumerate(("Kervella", "Szymanski", "Zorglubine"))]
    development = [named("d", "Le Guen")]
    pace = CompactPace(members=2, width=16, dilations=(1, 2), steps=2)
    made = {}
    for name, privacy in (("plain", None), ("one", Privacy(epsilon=5.0)), ("other", Privacy(epsilon=5.0))):
        settings = build(training, development, tmp_path / name, pace=pace, copying=Copying(copies=0), privacy=privacy)
        assert CompactSettings.read(tmp_path / name / "settings.json") == settings
        assert (settings.privacy is None) == (privacy is None)
        with np.load(tmp_path / name / WEIGHTS) as arrays:
            made[name] = dict(arrays)
    assert np.array_equal(made["one"]["table"], made["other"]["table"])
    assert not np.array_equal(made["one"]["kernel_0"], made["other"]["kernel_0"])
    record = json.loads((tmp_path / "one" / "training.json").read_text())
    assert record["privacy"]["epsilon"] <= 5.0
    assert not {"fingerprint", "tokens"} & set(record)
    with pytest.raises(UsageError, match="another training"):
        build(
            training, development, tmp_path / "one", pace=pace, copying=Copying(copies=0), privacy=Privacy(epsilon=5.0)
        )
