"""What speaks for a span: every source that found something there, and how far it agrees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.confidence.evidence import Agreement, evidence_for
from palimpseste.document import Span

NAME = Span(4, 10, "LASTNAME", "model")


@pytest.mark.parametrize(
    ("others", "sources", "agreement"),
    [
        ([], ("model",), "none"),
        ([Span(0, 4, "LASTNAME", "rules.a"), Span(10, 12, "LASTNAME", "rules.b")], ("model",), "none"),
        ([Span(4, 10, "LASTNAME", "record.lastname")], ("model", "record.lastname"), "same"),
        ([Span(4, 12, "LASTNAME", "rules.a")], ("model", "rules.a"), "near"),
        ([Span(9, 12, "CITY", "rules.a")], ("model", "rules.a:CITY"), "other"),
        (
            [Span(4, 10, "CITY", "rules.a"), Span(4, 10, "LASTNAME", "rules.b"), Span(4, 5, "LASTNAME", "rules.b")],
            ("model", "rules.a:CITY", "rules.b"),
            "same",
        ),
    ],
)
def test_sources_stand_in_order_of_trust_and_the_nearest_tells_the_agreement(
    others: list[Span], sources: tuple[str, ...], agreement: Agreement
) -> None:
    assert evidence_for([NAME], [NAME, *others]) == [(sources, agreement)]


def test_a_source_does_not_agree_with_itself() -> None:
    assert evidence_for([NAME], [NAME, Span(4, 8, "LASTNAME", "model")])[0].agreement == "none"


def test_one_that_reaches_over_several_spans_speaks_of_each() -> None:
    spans = [Span(0, 3, "FIRSTNAME", "model"), NAME, Span(20, 22, "AGE", "model")]
    over = Span(2, 12, "LASTNAME", "rules.a")
    assert [each.sources for each in evidence_for(spans, [over])] == [
        ("model", "rules.a:LASTNAME"),
        ("model", "rules.a"),
        ("model",),
    ]


INTERVAL = st.tuples(st.integers(0, 30), st.integers(1, 6), st.sampled_from(["CITY", "DATE"]))


@given(st.lists(st.integers(1, 5), min_size=2, max_size=12), st.lists(INTERVAL, max_size=8))
def test_all_that_shares_a_character_is_told_and_nothing_else(
    steps: list[int], others: list[tuple[int, int, str]]
) -> None:
    edges = [sum(steps[: index + 1]) for index in range(len(steps))]
    spans = [Span(start, end, "CITY", "model") for start, end in zip(edges[::2], edges[1::2], strict=False)]
    found = [Span(start, start + length, label, f"x{n}") for n, (start, length, label) in enumerate(others)]  # type: ignore[arg-type] # of two labels
    for span, evidence in zip(spans, evidence_for(spans, found), strict=True):
        met = [each.source for each in found if each.overlaps(span)]
        assert [name.split(":")[0] for name in evidence.sources[1:]] == met
