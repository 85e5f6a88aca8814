"""Reliability: bins, the expected calibration error, who counts as right."""

from __future__ import annotations

from math import log

import pytest

from palimpseste.document import Document, Span
from palimpseste.evaluation.calibration import BINS, Reliability, calibration_tables, reliability_of


def test_the_error_is_worked_by_hand() -> None:
    # 10 spans said 0.6, 6 right: no error. 10 said 0.96, 8 right: 0.16 on half of the spans.
    pairs = [(0.6, n < 6) for n in range(10)] + [(0.96, n < 8) for n in range(10)]
    found = Reliability.of(pairs)
    assert found.error == pytest.approx(0.08)
    assert (found.spans, found.right) == (20, 14)
    assert found.said == pytest.approx(0.78)
    losses = [6 * log(0.6), 4 * log(0.4), 8 * log(0.96), 2 * log(0.04)]
    assert found.log_loss == pytest.approx(-sum(losses) / 20)
    assert sum(each.spans > 0 for each in found.bins) == 2


def test_every_probability_has_one_bin() -> None:
    values = [0.0, *BINS, *(edge - 1e-9 for edge in BINS)]
    found = Reliability.of((value, True) for value in values)
    assert found.spans == len(values)
    assert all(each.spans == 2 for each in found.bins[1:])
    assert Reliability.of([]).error == 0.0


def test_spans_count_where_edges_and_label_agree_and_only_those_with_a_probability() -> None:
    gold = Document("n", "Brest le 12 mars", entities=(Span(0, 5, "CITY"), Span(9, 16, "DATE")))
    found = Document(
        "n",
        gold.text,
        entities=(Span(0, 5, "CITY", "model", 0.9), Span(9, 11, "DATE", "rules.a", 0.8), Span(12, 16, "DATE", "x")),
    )
    by_label = reliability_of([gold], [found])
    assert list(by_label) == ["all", "DATE", "CITY"]
    assert [(each.spans, each.right) for each in by_label.values()] == [(2, 1), (1, 0), (1, 1)]
    by_family = reliability_of([gold], [found], lambda label, source: source.split(".")[0])
    assert set(by_family) == {"all", "model", "rules"}
    page = calibration_tables(by_label, by_family)
    assert "| CITY | 1 | 0.900 | 1.000 | 0.100 | 0.105 |" in page
    assert "Brest" not in page
