"""Settings on disk are the settings in memory."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from palimpseste.detection.neural.compact import CompactSettings, OperatingPoint
from palimpseste.errors import UsageError

POINTS = (
    OperatingPoint(0.9, 0.95, 0.8, 0.99, 0.94, 0.96, 0.001),
    OperatingPoint(0.5, 0.98, 0.9, 0.98, 0.96, 0.97, 0.002),
    OperatingPoint(0.1, 0.995, 0.95, 0.9, 0.97, 0.93, 0.01),
)


def test_settings_come_back_from_their_json(tmp_path: Path, make_settings: Callable[..., CompactSettings]) -> None:
    settings = make_settings(labels=("DATE", "CITY"), evidence_only=("rules.é",), operating_points=POINTS)
    (tmp_path / "settings.json").write_text(settings.to_json(), encoding="utf-8")
    again = CompactSettings.read(tmp_path / "settings.json")
    assert again == settings
    assert again.to_json() == settings.to_json()


@pytest.mark.parametrize(("recall", "threshold"), [(0.5, 0.9), (0.95, 0.9), (0.951, 0.5), (0.98, 0.5), (0.995, 0.1)])
def test_a_recall_is_reached_at_the_highest_threshold_that_gave_it(
    recall: float, threshold: float, make_settings: Callable[..., CompactSettings]
) -> None:
    assert make_settings(operating_points=POINTS).threshold_for(recall) == threshold


def test_a_recall_that_was_never_reached_is_refused_with_the_highest_that_was(
    make_settings: Callable[..., CompactSettings],
) -> None:
    with pytest.raises(UsageError, match=r"reached a recall of 0\.999 .* the highest is 0\.9950"):
        make_settings(operating_points=POINTS).threshold_for(0.999)
    with pytest.raises(UsageError, match=r"the highest is 0\.0000"):
        make_settings().threshold_for(0.5)


WRONG = {
    "no threshold": {"threshold": None},
    "threshold of one": {"threshold": 1.0},
    "threshold in words": {"threshold": "high"},
    "no temperature": {"temperature": 0},
    "temperature below zero": {"temperature": -1.0},
    "label twice": {"labels": ["DATE", "DATE"]},
    "labels no list": {"labels": 3},
    "dilation of zero": {"dilations": [1, 0]},
    "dilation in words": {"dilations": ["one"]},
    "point of another kind": {"operating_points": [{"recall": 1.0}]},
    "setting of another version": {"layers": 3},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_wrong_settings_are_refused(
    change: dict[str, Any], tmp_path: Path, make_settings: Callable[..., CompactSettings]
) -> None:
    values = {**json.loads(make_settings(operating_points=POINTS).to_json()), **change}
    (tmp_path / "settings.json").write_text(json.dumps(values))
    with pytest.raises(UsageError, match=r"settings\.json holds no settings of a compact model"):
        CompactSettings.read(tmp_path / "settings.json")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b"\xff\xfe\x00"])
def test_a_file_of_another_kind_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(content)
    with pytest.raises(UsageError, match="holds no settings of a compact model"):
        CompactSettings.read(tmp_path / "settings.json")
    with pytest.raises(UsageError, match=r"absent\.json holds no settings"):
        CompactSettings.read(tmp_path / "absent.json")


def test_settings_out_of_bounds_cannot_be_made(make_settings: Callable[..., CompactSettings]) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        replace(make_settings(), threshold=0.0)
