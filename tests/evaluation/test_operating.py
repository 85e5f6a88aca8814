"""Operating points as a table and a figure."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from palimpseste.detection.neural.compact import OperatingPoint
from palimpseste.evaluation.operating import measured_at, operating_curve, operating_table


def point(threshold: float, over_redaction: float) -> OperatingPoint:
    return OperatingPoint(threshold, 1 - threshold / 10, 0.5, 0.9, 0.9, 0.9, over_redaction)


POINTS = (point(0.9, 0.001), point(0.5, 0.004), point(0.1, 0.02))


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [
        pytest.param(0.5, [0.5], id="measured"),
        pytest.param(0.3, [0.5, 0.1], id="between two"),
        pytest.param(0.95, [0.9], id="above all"),
        pytest.param(0.01, [0.1], id="below all"),
    ],
)
def test_the_nearest_measured_points_stand_for_a_threshold(threshold: float, expected: list[float]) -> None:
    assert [point.threshold for point in measured_at(POINTS, threshold)] == expected


def test_no_point_stands_for_a_model_without_any() -> None:
    assert measured_at((), 0.5) == ()
    assert operating_curve((), 0.5) == ""


def test_the_point_in_force_is_bold() -> None:
    bold = [line for line in operating_table(POINTS, 0.5).splitlines() if "**" in line]
    assert len(bold) == 1
    assert bold[0].startswith("| **0.5** |")


def test_the_curve_shows_every_point_of_both_series_and_the_threshold() -> None:
    figure = operating_curve(POINTS, 0.5)
    root = ElementTree.fromstring(figure)
    circles = [element for element in root.iter() if element.tag.endswith("circle")]
    assert len(circles) == 2 * len(POINTS)
    assert "<title>redacted, 0.4: 0.950</title>" in figure
    assert ">threshold 0.5<" in figure
    # Ticks of over-redaction in percent, between 0.1 and 2.
    for tick in ("0.1", "0.2", "0.5", "1", "2"):
        assert f">{tick}</text>" in figure


def test_a_point_that_masked_nothing_else_is_left_out_of_the_logarithmic_curve() -> None:
    figure = operating_curve((point(0.99, 0.0), *POINTS), 0.99)
    assert figure.count("<circle") == 2 * len(POINTS)
