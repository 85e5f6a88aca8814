"""Recipes and settings: what each paper did, what may be changed, what is refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from palimpseste.errors import UsageError
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.requirements import require
from palimpseste.training.run.pace import Pace
from palimpseste.training.run.schedule import rate_factor


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "hnfc",
            {
                "learning_rate": 1e-4,
                "dropout": 0.1,
                "epochs": 20,
                "window_pieces": 128,
                "batch_size": 64,
                "view": "hnfc",
            },
        ),
        (
            "hcl",
            {"learning_rate": 1e-4, "epochs": 20, "batch_size": 4, "window_words": 256, "window_stride": 128},
        ),
        ("aphp", {"steps": 4000, "epochs": 0, "window_words": 384, "window_stride": 0, "head": "crf", "view": "aphp"}),
        ("default", {"metric": "f1", "view": "canonical"}),
    ],
)
def test_recipes_are_those_of_the_papers(name: str, expected: dict[str, Any]) -> None:
    settings = Settings.from_recipe(name)
    assert {key: getattr(settings, key) for key in expected} == expected
    assert name in Settings.recipes.names()


def test_any_setting_can_be_changed_and_steps_take_the_place_of_epochs() -> None:
    settings = Settings.from_recipe("hnfc", steps=10, dropout=None, learning_rate=2e-5)
    assert (settings.steps, settings.epochs, settings.dropout, settings.learning_rate) == (10, 0, 0.1, 2e-5)
    assert settings.changed(epochs=3).steps == 0
    assert Settings.from_mapping(settings.to_mapping()) == settings


def test_a_recipe_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('encoder = "folder"\nepochs = 2\nclip_norm = 1\n')
    assert Settings.from_recipe(str(tmp_path / "ours.toml")).encoder == "folder"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"metric": "accuracy"}, "metric: 'accuracy'; allowed: f1, precision, recall"),
        ({"view": "ours"}, "view: 'ours'; allowed: canonical"),
        ({"head": "tree"}, "head: 'tree'; allowed: linear, crf"),
        ({"head": "linear", "loss": "crf"}, "loss 'crf' needs head 'crf'"),
        ({"epochs": 0}, "either epochs or steps must be above 0"),
        ({"epochs": 2, "steps": 2}, "either epochs or steps"),
        ({"batch_size": 0}, "batch_size: 0; allowed: a whole number of 1 or more"),
        ({"dropout": 1.0}, "dropout: 1.0; allowed: a number from 0 and below 1"),
        ({"learning_rate": 0.0}, "learning_rate: 0.0; allowed: a number above 0"),
        ({"window_words": 8, "window_stride": 9}, "window_stride: 9; allowed: at most window_words, 8"),
    ],
)
def test_wrong_settings_are_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Settings(**{"epochs": 1, **changes})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("epoch = 3", r"ours.toml: epoch: unknown key \(did you mean 'epochs'\?\); allowed: encoder, epochs"),
        ('epochs = "3"', "ours.toml: epochs: a string; allowed: a whole number of 0 or more"),
        ("epochs = ", "ours.toml: not valid TOML"),
    ],
)
def test_wrong_recipes_are_refused(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(content)
    with pytest.raises(UsageError, match=message):
        Settings.from_recipe(str(tmp_path / "ours.toml"))


def test_unknown_recipes_are_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown recipe 'ours'; recipes: aphp, default, hcl, hnfc"):
        Settings.from_recipe("ours")
    with pytest.raises(UsageError, match="No such file"):
        Settings.from_recipe(str(tmp_path / "none.toml"))


def test_every_setting_is_documented() -> None:
    settings = {field.name for field in dataclasses.fields(Settings)}
    for kind in (Settings, Pace):
        own = settings & kind.__annotations__.keys()
        assert own
        assert all(name in (kind.__doc__ or "") for name in own)
    assert settings > {"encoder", "view"}


def test_a_missing_library_is_named_with_what_installs_it() -> None:
    with pytest.raises(UsageError, match=r"training needs no_such_library: pip install 'palimpseste\[train\]'"):
        require("training", ("torch", "no_such_library"))


def test_rates_rise_then_fall_in_straight_lines() -> None:
    factors = [rate_factor(step, 20, 0.2) for step in range(20)]
    assert factors[:5] == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])
    assert factors[4:] == pytest.approx([(20 - step) / 16 for step in range(4, 20)])
    assert rate_factor(0, 1, 0.0) == rate_factor(0, 1, 1.0) * 2 == 1.0
