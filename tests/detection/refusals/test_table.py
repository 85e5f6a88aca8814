"""All refusals together: what spares them a search changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.refusals.refusal import Refusal
from palimpseste.detection.refusals.table import all_refusals, refusal_by_shape
from palimpseste.document import Span

ENDED = [refusal for refusal in all_refusals() if refusal.ends]


@pytest.mark.parametrize("refusal", ENDED, ids=lambda refusal: refusal.name)
@given(data=st.data())
def test_what_matches_before_a_span_ends_as_its_refusal_says(refusal: Refusal, data: st.DataObject) -> None:
    assert refusal.before is not None
    before = data.draw(st.from_regex(refusal.before))
    assert before.removesuffix("\n").endswith(refusal.ends)


def test_a_line_end_behind_what_stands_before_is_seen_through() -> None:
    folded = "sous virus \nsendai"
    assert refusal_by_shape(folded, Span(12, 18, "CITY", "model")) == "virus.named"


def test_a_label_that_nothing_is_refused_of_is_kept() -> None:
    assert refusal_by_shape("dupont@example.org", Span(0, 18, "EMAIL", "model")) == ""
