"""Spans are tags and tags are spans, whatever the spans."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.neural.tags import OUTSIDE, TagScheme

SCHEME = TagScheme(("LASTNAME", "DATE", "CITY"))

Spans = list[tuple[int, int, str]]


@st.composite
def disjoint_spans(draw: st.DrawFn) -> tuple[Spans, int]:
    spans, at = [], 0
    for gap, length, label in draw(
        st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5), st.sampled_from(SCHEME.labels)), max_size=8)
    ):
        spans.append((at + gap, at + gap + length, label))
        at += gap + length
    return spans, at + draw(st.integers(0, 3))


def is_allowed(tags: list[int] | tuple[int, ...]) -> bool:
    steps = SCHEME.allowed()[list(tags[:-1]), list(tags[1:])]
    return bool(SCHEME.opening()[tags[0]] and SCHEME.closing()[tags[-1]] and steps.all())


@given(disjoint_spans())
def test_tags_spell_the_spans_they_were_made_of(case: tuple[Spans, int]) -> None:
    spans, length = case
    tags = SCHEME.tags_of(spans, length)
    assert len(tags) == length
    assert list(SCHEME.spans_of(tags)) == spans


@given(disjoint_spans().filter(lambda case: case[1] > 0))
def test_tags_of_spans_are_allowed(case: tuple[Spans, int]) -> None:
    assert is_allowed(SCHEME.tags_of(*case))


def test_the_allowed_sequences_are_those_of_the_sets_of_spans() -> None:
    sequences = list(itertools.product(range(len(SCHEME)), repeat=3))
    allowed = [tags for tags in sequences if is_allowed(tags)]
    assert allowed == [tags for tags in sequences if SCHEME.tags_of(SCHEME.spans_of(tags), 3) == list(tags)]
    # Counted otherwise: a note is a token outside, or a span of n tokens of one of three labels, then the rest.
    counts = [1]
    for length in range(1, 4):
        counts.append(counts[length - 1] + 3 * sum(counts[:length]))
    assert len(allowed) == counts[3]


def test_spans_of_labels_unknown_to_the_scheme_are_left_outside() -> None:
    assert SCHEME.tags_of([(0, 2, "PHONE"), (2, 3, "DATE")], 4) == [OUTSIDE, OUTSIDE, 8, OUTSIDE]


def test_tags_are_numbered_label_by_label() -> None:
    # A trained model depends on these numbers.
    assert TagScheme(("A", "B")).names() == ["O", "B-A", "I-A", "E-A", "S-A", "B-B", "I-B", "E-B", "S-B"]
    assert [SCHEME.label(tag) for tag in (1, 4, 5, 12)] == ["LASTNAME", "LASTNAME", "DATE", "CITY"]
    assert np.flatnonzero(SCHEME.opening()).tolist() == [0, 1, 4, 5, 8, 9, 12]
    assert np.flatnonzero(SCHEME.closing()).tolist() == [0, 3, 4, 7, 8, 11, 12]


def test_a_label_that_occurs_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="occurs twice"):
        TagScheme(("DATE", "CITY", "DATE"))
