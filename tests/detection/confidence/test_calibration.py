"""From what a model says to how often it is right."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from palimpseste.detection.confidence.calibration import (
    CALIBRATIONS,
    Calibration,
    calibration_beside,
    kind_of,
    regime_of,
)
from palimpseste.detection.neural.compact.settings import BUNDLED
from palimpseste.errors import UsageError

PLAIN = Calibration(base=0.0, slope=1.0, intercepts={}, slopes={}, labels={}, source=0.0)


@pytest.mark.parametrize("said", [0.0001, 0.2, 0.5, 0.97, 0.9999])
def test_coefficients_of_nothing_learned_leave_what_the_model_says(said: float) -> None:
    assert PLAIN.probability("DATE", "model, none", said, None) == pytest.approx(said)


def test_each_coefficient_moves_what_it_is_for() -> None:
    def of(calibration: Calibration, kind: str = "rules, none", precision: float | None = 0.9) -> float:
        return calibration.probability("DATE", kind, 0.5, precision)

    assert of(PLAIN) == 0.5
    assert of(replace(PLAIN, source=1.0)) == pytest.approx(0.9)
    assert of(replace(PLAIN, source=1.0), precision=None) == 0.5
    assert of(replace(PLAIN, labels={"DATE": 1.0})) > 0.7 > of(replace(PLAIN, labels={"CITY": 1.0}))
    assert of(replace(PLAIN, intercepts={"rules, none": 1.0})) > 0.7
    assert of(replace(PLAIN, intercepts={"model, same": 1.0})) == 0.5


def test_no_odds_are_too_long() -> None:
    wild = replace(PLAIN, slope=1e6)
    assert wild.probability("DATE", "model, none", 0.0, None) == 0.0
    assert wild.probability("DATE", "model, none", 1.0, None) == 1.0


def test_the_bundled_model_is_calibrated_beside_every_choice_of_detectors() -> None:
    for names in ((), ("record",), ("rules",), ("rules", "record")):
        calibration = calibration_beside(BUNDLED, names)
        assert calibration is not None
        assert {"model, none", "propagation, none"} <= set(calibration.intercepts)
        # The surer the model, the surer we are.
        assert all(slope > 0 for kind, slope in calibration.slopes.items() if kind.startswith("model"))
    assert regime_of(("rules", "record")) == "model, record, rules"
    assert kind_of("rules.date.said", "near") == "rules, near"


def test_a_folder_without_one_has_none_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    assert calibration_beside(tmp_path, ("rules",)) is None
    for content in ("", "[]", "{}", json.dumps({"calibrations": {"model": {"base": 1}}})):
        (tmp_path / CALIBRATIONS).write_text(content, "utf-8")
        with pytest.raises(UsageError, match=r"confidence\.json holds no calibration of a model"):
            calibration_beside(tmp_path, ())
