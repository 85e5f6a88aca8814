"""Precision of rules and record: of few spans little is believed."""

from __future__ import annotations

import pytest

from palimpseste.detection.confidence.precision import PrecisionTable, bundled_precision
from palimpseste.labels import LABELS

COUNTS = {
    ("DATE", "rules.sure", "same"): (1000, 1000),
    ("DATE", "rules.sure", "none"): (900, 1000),
    ("DATE", "rules.rare", "none"): (0, 1),
    ("CITY", "rules.poor", "none"): (100, 1000),
}


def test_much_that_was_seen_is_believed_and_little_hardly() -> None:
    table = PrecisionTable(COUNTS)
    assert table.of("DATE", "rules.sure", "same") > 0.995
    assert table.of("DATE", "rules.sure", "none") == pytest.approx(0.9, abs=0.01)
    assert table.of("CITY", "rules.poor", "none") == pytest.approx(0.1, abs=0.02)
    # One wrong span among ten that are believed of its label.
    of_label = table.of("DATE", "rules.absent", "none")
    assert 0.7 < table.of("DATE", "rules.rare", "none") < of_label


def test_what_was_never_seen_has_the_precision_of_what_it_is_part_of() -> None:
    table = PrecisionTable(COUNTS)
    right, total = 2000, 3001
    assert table.of("AGE", "rules.new", "none") == pytest.approx((right + 1) / (total + 2))
    assert table.of("DATE", "rules.sure", "other") == table.of("DATE", "rules.sure", "near")
    assert PrecisionTable({}).of("DATE", "rules.sure", "same") == 0.5


def test_the_bundled_table_was_counted_on_every_label_and_knows_good_rules_from_poor_ones() -> None:
    table = bundled_precision()
    values = {label: table.of(label, "rules.absent", "none") for label in LABELS}
    assert all(0.3 < value < 1.0 for value in values.values())
    assert len(set(values.values())) == len(LABELS)
    assert table.of("DATE", "rules.date.figures.whole", "none") > 0.95
