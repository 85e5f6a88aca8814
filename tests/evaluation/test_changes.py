"""What a second reader did to the spans of a first one."""

from __future__ import annotations

import json

import pytest

from palimpseste.document import Document, Span
from palimpseste.evaluation import SpanChanges, agreement
from palimpseste.evaluation.changes import changes_of
from palimpseste.evaluation.markdown import agreement_page
from palimpseste.evaluation.page import page_of_agreement
from palimpseste.labels import view_named

TEXT = "Mme Durand Paul de Dijon vue le 3 mars 2021 par Li"
Spans = tuple[Span, ...]
FIRST: Spans = (Span(4, 10, "LASTNAME"), Span(19, 24, "CITY"), Span(32, 38, "DATE"), Span(48, 50, "LASTNAME"))


def changed(second: Spans, view: str = "canonical") -> dict[str, SpanChanges]:
    pair = (Document("1", TEXT, entities=FIRST), Document("1", TEXT, entities=second))
    return changes_of([pair], view_named(view))


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        pytest.param(FIRST, SpanChanges(4, 4, 4, 0, 0, 0, 0), id="nothing changed"),
        pytest.param((*FIRST, Span(11, 15, "FIRSTNAME")), SpanChanges(4, 5, 4, 1, 0, 0, 0), id="added"),
        pytest.param(FIRST[:3], SpanChanges(4, 3, 3, 0, 1, 0, 0), id="removed"),
        pytest.param(
            (FIRST[0], Span(19, 24, "LOCATION"), *FIRST[2:]), SpanChanges(4, 4, 3, 0, 0, 1, 0), id="relabelled"
        ),
        pytest.param(
            (*FIRST[:2], Span(32, 43, "DATE"), FIRST[3]), SpanChanges(4, 4, 3, 0, 0, 0, 1), id="with other edges"
        ),
        pytest.param(
            (*FIRST[:2], Span(32, 43, "AGE"), FIRST[3]), SpanChanges(4, 4, 3, 0, 0, 1, 0), id="other edges and label"
        ),
        pytest.param(
            (*FIRST[:2], Span(32, 33, "DATE"), Span(34, 38, "DATE"), FIRST[3]),
            SpanChanges(4, 5, 3, 1, 0, 0, 1),
            id="one span made two",
        ),
        pytest.param((), SpanChanges(4, 0, 0, 0, 4, 0, 0), id="all removed"),
    ],
)
def test_a_span_is_identical_or_changed_in_one_way(second: Spans, expected: SpanChanges) -> None:
    found = changed(second)
    assert found["all"] == expected
    for label, changes in found.items():
        if label != "all":
            met = changes.identical + changes.relabelled + changes.re_edged
            assert changes.first == met + changes.removed


def test_a_relabelled_span_counts_under_its_first_label() -> None:
    found = changed((FIRST[0], Span(19, 24, "LOCATION"), *FIRST[2:]))
    assert found["CITY"] == SpanChanges(1, 0, 0, 0, 0, 1, 0)
    assert found["LOCATION"] == SpanChanges(0, 1, 0, 0, 0, 0, 0)


def test_a_view_takes_two_labels_for_one() -> None:
    second = (FIRST[0], Span(19, 24, "LOCATION"), *FIRST[2:])
    assert changed(second, "hnfc")["LOC"] == SpanChanges(1, 1, 1, 0, 0, 0, 0)


def test_an_agreement_tells_them_in_json_html_and_markdown() -> None:
    second = Document("1", TEXT, entities=(FIRST[0], Span(19, 24, "LOCATION"), *FIRST[2:]))
    found = agreement([Document("1", TEXT, entities=FIRST)], [second], bootstrap=10)
    assert json.loads(found.to_json())["changes"]["CITY"]["relabelled"] == 1
    page, markdown = page_of_agreement(found), agreement_page(found)
    assert page.count("<svg") == 1
    assert "| **all** | " in markdown
    for shown in (page, markdown):
        assert "Durand" not in shown
