"""The report of a run tells where its model operated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from palimpseste.deidentifier import DetectorChoice
from palimpseste.detection.neural.compact import OperatingPoint
from palimpseste.engines.run.tally import Tally
from palimpseste.report import Operation, RunFacts, operation_of
from palimpseste.report.page import page_of
from palimpseste.surrogates.policy.policy import Policy

POINTS = (
    OperatingPoint(0.9, 0.95, 0.6, 0.99, 0.94, 0.96, 0.001),
    OperatingPoint(0.5, 0.98, 0.8, 0.96, 0.95, 0.95, 0.004),
)
FACTS = RunFacts(Tally(), Policy.named("plausible"), "c", ("model", "rules"), 1, is_repeatable=True)


def test_without_a_model_nothing_is_said() -> None:
    assert operation_of(DetectorChoice(("record", "rules"))) is None
    assert FACTS.to_mapping()["operating_point"] is None
    assert "Where the model operates" not in page_of(FACTS.to_mapping())


def test_an_encoder_has_no_operating_point(tmp_path: Path) -> None:
    assert operation_of(DetectorChoice(("model",), model=tmp_path)) is None


def test_the_report_holds_threshold_nearest_points_and_curve() -> None:
    facts = replace(FACTS, operation=Operation(0.7, POINTS))
    found = facts.to_mapping()["operating_point"]
    assert found["threshold"] == 0.7
    assert [point["threshold"] for point in found["nearest_on_development_notes"]] == [0.9, 0.5]
    page = page_of(facts.to_mapping(), facts.operation)
    assert page.count('class="chart"') == 1
    assert '<td class="count">95.00 %</td>' in page
    assert "xlink" not in page


def test_a_model_measured_nowhere_is_told() -> None:
    operation = Operation(0.5, ())
    assert "measured at no threshold" in page_of(FACTS.to_mapping(), operation)
    assert 'class="chart"' not in page_of(FACTS.to_mapping(), operation)
