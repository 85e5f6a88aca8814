"""What is learned of confidence: counts that are counts, a calibration that finds what was put in."""

from __future__ import annotations

import json
import random
from math import exp, log

import pytest

from palimpseste.detection.confidence.calibration import Calibration
from palimpseste.detection.confidence.precision import PrecisionTable
from palimpseste.document import Document, Patient, Span
from palimpseste.training.compact.confidence import Seen, counts_of, fitted, precision_json, seen_by_rules

TABLE = PrecisionTable({("DATE", "rules.a", "none"): (9000, 10000), ("CITY", "rules.b", "none"): (3000, 10000)})


def drawn(share: float, said: float, count: int, source: str = "model", label: str = "DATE") -> list[Seen]:
    right = round(count * share)
    return [Seen(label, source, "none", said, number < right) for number in range(count)]  # type: ignore[arg-type] # two labels


def test_a_model_too_sure_of_itself_is_corrected_by_kind_and_label() -> None:
    seen = [
        *drawn(0.70, 0.95, 2000),
        *drawn(0.20, 0.50, 2000),
        *drawn(0.40, 0.95, 2000, label="CITY"),
        *drawn(0.90, 0.01, 500, source="rules.a"),
        *drawn(0.30, 0.01, 500, source="rules.b", label="CITY"),
    ]
    calibration = fitted(seen, TABLE)

    def of(label: str, kind: str, said: float, precision: float | None = None) -> float:
        return calibration.probability(label, kind, said, precision)

    assert of("DATE", "model, none", 0.95) == pytest.approx(0.70, abs=0.05)
    assert of("DATE", "model, none", 0.50) == pytest.approx(0.20, abs=0.05)
    assert of("CITY", "model, none", 0.95) == pytest.approx(0.40, abs=0.05)
    assert of("DATE", "rules, none", 0.01, 0.9) == pytest.approx(0.90, abs=0.05)
    assert of("CITY", "rules, none", 0.01, 0.3) == pytest.approx(0.30, abs=0.05)


def test_one_span_of_a_kind_changes_little() -> None:
    seen = [*drawn(0.9, 0.9, 500), Seen("DATE", "propagation", "none", 0.9, False)]
    calibration = fitted(seen, PrecisionTable({}))
    assert calibration.probability("DATE", "propagation, none", 0.9, 0.5) > 0.4


def test_likelihood_is_highest_at_what_is_found() -> None:
    chance = random.Random(5)
    seen = []
    for _ in range(800):
        said = chance.choice([0.1, 0.5, 0.9, 0.99])
        true = 1 / (1 + exp(-(0.3 + 0.6 * log(said / (1 - said)))))
        seen.append(Seen("DATE", "model", "none", said, chance.random() < true))
    found = fitted(seen, TABLE)

    def likelihood(calibration: Calibration) -> float:
        values = ((calibration.probability("DATE", "model, none", s.said or 0.0, None), s.is_right) for s in seen)
        return sum(log(p if right else 1 - p) for p, right in values)

    best = likelihood(found)
    for change in (-0.3, 0.3):
        kinds = {kind: value + change for kind, value in found.intercepts.items()}
        slopes = {kind: value + change for kind, value in found.slopes.items()}
        one = Calibration(found.base, found.slope, kinds, found.slopes, found.labels, found.source)
        other = Calibration(found.base, found.slope, found.intercepts, slopes, found.labels, found.source)
        assert best > likelihood(one)
        assert best > likelihood(other)


def test_right_is_what_the_annotation_has_with_edges_and_label() -> None:
    text = "Le 12/03/2021, He\u0301le\u0300ne vue à Brest. Reviendra le 14/05/2021."
    place = text.index("14/05")
    note = Document(
        "n",
        text,
        patient=Patient(firstname="Hélène"),
        entities=(Span(3, 13, "DATE"), Span(15, 23, "FIRSTNAME"), Span(place, place + 5, "DATE")),
    )
    (seen,) = seen_by_rules([note])
    told = {(each.label, each.is_right) for each in seen}
    assert {("DATE", True), ("DATE", False), ("FIRSTNAME", True)} <= told
    counts = counts_of([seen])
    assert sum(total for _, total in counts.values()) == len(seen)
    assert sum(right for right, _ in counts.values()) == sum(each.is_right for each in seen)
    table = PrecisionTable.from_json(precision_json(counts, 1))
    assert json.loads(precision_json(counts, 1))["notes"] == 1
    for label, source, agreement in counts:
        assert table.of(label, source, agreement) == PrecisionTable(counts).of(label, source, agreement)  # type: ignore[arg-type] # read from a file
