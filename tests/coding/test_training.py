"""Trainings: what is learned, what an interruption costs, what is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from runs import ON_CPU, StoppedError, stopping_at
from safetensors.torch import load_file
from toy_coding import SIGNS, toy_stays

from palimpseste.coding import MODELS, CodingSettings, Prediction, Stay
from palimpseste.coding.coder import Coder
from palimpseste.coding.measures.evaluate import evaluate_codes
from palimpseste.coding.numbers.data import read_training_stays
from palimpseste.coding.stays.held_out import Tenth
from palimpseste.coding.threshold import ThresholdSearch
from palimpseste.coding.train import train
from palimpseste.errors import UsageError

SettingsOf = Callable[..., CodingSettings]
Trained = Callable[[str], tuple[Coder, Path]]


def micro_f1(stays: list[Stay], predictions: list[Prediction]) -> float:
    return evaluate_codes(stays, predictions, bootstrap=0).overall.micro.f1.value


@pytest.mark.parametrize("model", MODELS)
def test_each_model_learns_what_it_reads(model: str, trained: Trained, held_out: list[Stay]) -> None:
    coder, _ = trained(model)
    everything = [Prediction(stay.id, tuple(SIGNS), {}) for stay in held_out]
    # The best that can be done without reading is to give every code.
    assert micro_f1(held_out, list(coder.predict(held_out))) > micro_f1(held_out, everything) + 0.12


@pytest.mark.parametrize("model", ["linear", "cnn", "laat"])
def test_a_model_read_from_its_folder_says_the_same(model: str, trained: Trained, held_out: list[Stay]) -> None:
    coder, folder = trained(model)
    again = Coder.load(folder, device="cpu")
    assert (again.codes, again.threshold, again.settings) == (coder.codes, coder.threshold, coder.settings)
    assert np.array_equal(np.stack(list(coder.scores(held_out))), np.stack(list(again.scores(held_out))))


def test_the_threshold_kept_is_the_best_of_the_dev_stays(trained: Trained) -> None:
    coder, folder = trained("linear")
    dev = toy_stays(40, 2)
    kept = json.loads((folder / "metrics.json").read_text())["dev"]
    assert micro_f1(dev, list(coder.predict(dev))) == pytest.approx(kept["f1"], abs=1e-9)
    scores = np.stack(list(coder.scores(dev)))
    for other in np.linspace(0.05, 0.95, 19):
        found = [
            Prediction(stay.id, tuple(code for code, score in zip(coder.codes, row, strict=True) if score >= other), {})
            for stay, row in zip(dev, scores, strict=True)
        ]
        assert micro_f1(dev, found) <= kept["f1"] + 1e-9


@pytest.mark.parametrize("model", ["linear", "cnn", "laat"])
def test_an_interrupted_training_ends_with_the_same_weights(
    model: str, settings_of: SettingsOf, tmp_path: Path
) -> None:
    settings = settings_of(model, steps=8, evaluate_every_steps=3, checkpoint_every_steps=2, dropout=0.2)
    stays, dev = toy_stays(40, 1), toy_stays(10, 2)
    train(stays, dev, settings, tmp_path / "whole", ON_CPU)
    for step in (1, 3, 6):
        with pytest.raises(StoppedError):
            train(stays, dev, settings, tmp_path / "cut", stopping_at(step))
        torch.rand(7)  # chance elsewhere in the process must not matter
    train(stays, dev, settings, tmp_path / "cut", ON_CPU)
    whole, cut = (load_file(tmp_path / name / "model.safetensors") for name in ("whole", "cut"))
    assert [name for name in whole if not torch.equal(whole[name], cut[name])] == []
    assert (tmp_path / "whole" / "log.jsonl").read_text() == (tmp_path / "cut" / "log.jsonl").read_text()


def test_a_resumed_training_must_be_asked_for_the_same(settings_of: SettingsOf, tmp_path: Path) -> None:
    settings = settings_of("linear", steps=4, checkpoint_every_steps=1)
    stays, dev = toy_stays(20, 1), toy_stays(5, 2)
    with pytest.raises(StoppedError):
        train(stays, dev, settings, tmp_path / "model", stopping_at(2))
    with pytest.raises(UsageError, match="another train_documents: "):
        train([replace(stays[0], codes=("R05",)), *stays[1:]], dev, settings, tmp_path / "model", ON_CPU)
    with pytest.raises(UsageError, match="another seed"):
        train(stays, dev, settings.changed(seed=1), tmp_path / "model", ON_CPU)


def test_another_seed_gives_other_weights(settings_of: SettingsOf, tmp_path: Path) -> None:
    stays, dev = toy_stays(20, 1), toy_stays(5, 2)
    for seed in (1, 2):
        train(stays, dev, settings_of("cnn", steps=1, seed=seed), tmp_path / str(seed), ON_CPU)
    one, other = (load_file(tmp_path / name / "model.safetensors") for name in ("1", "2"))
    assert not torch.equal(one["head.weight"], other["head.weight"])


def test_mixed_precision_learns_too(settings_of: SettingsOf, tmp_path: Path, held_out: list[Stay]) -> None:
    settings = settings_of("laat", precision="bfloat16")
    coder = train(toy_stays(240, 1), toy_stays(40, 2), settings, tmp_path / "model", ON_CPU)
    assert micro_f1(held_out, list(coder.predict(held_out))) > 0.8
    with pytest.raises(UsageError, match="needs a GPU"):
        train(toy_stays(5, 1), toy_stays(5, 2), settings_of("laat", precision="float16"), tmp_path / "x", ON_CPU)


def test_rare_codes_are_left_out_and_count_as_missed(settings_of: SettingsOf, tmp_path: Path) -> None:
    stays = [*toy_stays(40, 1), Stay("rare", ("le patient",), ("A00.0", "I10"))]
    coder = train(stays, stays, settings_of("linear", steps=1, least_count=2), tmp_path / "model", ON_CPU)
    assert "A00.0" not in coder.codes
    assert coder.space.stays["A00.0"] == 1
    evaluation = evaluate_codes(stays, coder.predict(stays), training_stays=coder.space.stays, bootstrap=0)
    line = evaluation.codes["A00.0"]
    assert (line.gold, line.given, line.right, line.training_stays) == (1, 0, 0, 1)
    assert evaluation.bands["1 to 9"].gold >= 1


@pytest.mark.parametrize(
    ("stays", "dev", "message"),
    [
        ([], [Stay("1", ("a",), ("R05",))], "no training stay"),
        ([Stay("1", ("a",), ("R05",))], [], "no dev stay"),
        ([Stay("1", ("a",), ())], [Stay("1", ("a",), ("R05",))], "training stay '1' has no code"),
        ([Stay("1", ("a",), ("R05",))] * 2, [], "stay '1' occurs twice in training data"),
        ([Stay("1", ("…",), ("R05",))], [Stay("1", ("a",), ("R05",))], "no word is in 1 training stays"),
    ],
    ids=["no stays", "no dev", "no code", "twice", "no words"],
)
def test_stays_that_cannot_be_learned_are_refused(
    stays: list[Stay], dev: list[Stay], message: str, settings_of: SettingsOf, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=message):
        train(stays, dev, settings_of("linear"), tmp_path / "model", ON_CPU)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [None, "{}", "no JSON"], ids=["missing", "empty", "damaged"])
def test_a_folder_without_model_is_refused(content: str | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "coder.json").write_text(content)
    with pytest.raises(UsageError, match="model of codes"):
        Coder.load(tmp_path, device="cpu")


def test_stays_are_gone_through_once_and_not_kept(settings_of: SettingsOf) -> None:
    data = read_training_stays(iter(toy_stays(30, 1)), settings_of("linear"))
    assert data.stays.numbers.count == 30 * 18
    assert data.stays.nbytes < 30 * 18 * 4 + data.stays.labels.count * 4 + 30 * 4 + 3 * 8 * 31 + 1


def test_a_tenth_is_held_out_by_identifier() -> None:
    stays = toy_stays(1000, 1)
    tenth, rest = (list(Tenth(stays, 5, side)) for side in (True, False))
    # Binomial, 1000 of 0.1: six standard deviations.
    assert abs(len(tenth) - 100) < 57
    assert sorted([*tenth, *rest], key=stays.index) == stays


def test_the_threshold_is_that_of_a_search_over_all() -> None:
    chance = np.random.default_rng(0)
    scores = chance.random((50, 6)).astype(np.float32)
    gold = [np.flatnonzero(row).tolist() for row in chance.random((50, 6)) < scores]
    search = ThresholdSearch()
    for row, known in zip(scores, gold, strict=True):
        search.take(row, known, 1)
    found = search.best()
    best = 0.0
    for threshold in np.arange(1, 1001) / 1000:
        given = scores >= threshold
        right = sum(int(given[stay, label]) for stay, known in enumerate(gold) for label in known)
        best = max(best, 2 * right / (int(given.sum()) + sum(map(len, gold)) + 50))
    assert found.f1 == pytest.approx(best)
    assert found.f1 == pytest.approx(2 * found.precision * found.recall / (found.precision + found.recall))
