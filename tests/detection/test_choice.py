"""A choice of detectors says what is made of it, and what is wrong with it."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from palimpseste.detection.choice import DEFAULT_DETECTORS, DetectorChoice
from palimpseste.detection.hybrid import HybridDetector
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.errors import UsageError

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no detector": ({"names": ()}, "detectors: model, record, rules"),
    "unknown detector": ({"names": ("rules", "neural")}, "unknown detector 'neural'"),
    "patterns without rules": (
        {"names": ("model", "record"), "site_patterns": {"OTHER_ID": (r"EP\d+",)}},
        "need the detector 'rules'",
    ),
    "folder without model": ({"names": ("rules",), "model": Path("x")}, "'model' is asked for"),
    "threshold without model": ({"names": ("rules",), "threshold": 0.5}, "'threshold' is asked for"),
    "recall without model": ({"names": ("record",), "recall": 0.5}, "'recall' is asked for"),
    "threshold and recall": ({"threshold": 0.5, "recall": 0.99}, "either a threshold or a recall"),
}


@pytest.mark.parametrize(("asked", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_choice_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        DetectorChoice(**asked)


@pytest.mark.parametrize("names", [("rules", "record"), ("record", "rules")], ids=" ".join)
def test_without_the_model_detectors_come_in_order_of_trust(names: tuple[str, ...]) -> None:
    record, rules = DetectorChoice(names).make()
    assert isinstance(record, RecordDetector)
    assert isinstance(rules, RuleDetector)


@pytest.mark.parametrize(
    ("names", "kinds"),
    [
        (DEFAULT_DETECTORS, [RecordDetector, RuleDetector]),
        (("rules", "model"), [RuleDetector]),
        (("record", "model"), [RecordDetector]),
        (("model",), []),
    ],
    ids=["all", "without the record", "without the rules", "alone"],
)
def test_the_bundled_model_reads_what_the_others_find(names: tuple[str, ...], kinds: list[type]) -> None:
    (hybrid,) = DetectorChoice(names).make()
    assert isinstance(hybrid, HybridDetector)
    assert [type(detector) for detector in hybrid.detectors] == kinds


def test_the_operating_point_reaches_the_model() -> None:
    (hybrid,) = DetectorChoice(("model",), threshold=0.125).make()
    assert isinstance(hybrid, HybridDetector)
    assert hybrid.model.settings.threshold == 0.125


def test_a_folder_that_is_not_there_or_holds_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        DetectorChoice(("model",), model=tmp_path / "absent").make()
    with pytest.raises(UsageError):
        DetectorChoice(("model",), model=tmp_path).make()
    (tmp_path / "weights.npz").touch()
    with pytest.raises(UsageError, match=r"settings\.json holds no settings of a compact model"):
        DetectorChoice(("model",), model=tmp_path).make()


@pytest.mark.parametrize("asked", [{"threshold": 0.5}, {"recall": 0.99}], ids=["threshold", "recall"])
def test_an_encoder_has_no_operating_points(asked: dict[str, float], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="fitted for compact models"):
        DetectorChoice(("model",), model=tmp_path, **asked).make()


def test_a_choice_travels_to_another_process() -> None:
    choice = DetectorChoice(("rules", "model"), {"OTHER_ID": (r"EP\d+",)}, Path("model"), recall=0.99)
    assert pickle.loads(pickle.dumps(choice)) == choice
