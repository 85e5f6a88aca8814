from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from timing import grows_in_proportion

from palimpseste.detection.merge import meets, merge
from palimpseste.document import Span
from palimpseste.labels import LABELS

TEXT = "Mme Durand-Petit, 12 rue des Lilas, CHU de Dijon - hôpital d'enfants."


@st.composite
def some_spans(draw: st.DrawFn, length: int) -> list[Span]:
    spans = []
    for _ in range(draw(st.integers(0, 12))):
        start = draw(st.integers(0, length - 1))
        end = draw(st.integers(start + 1, min(length, start + 15)))
        spans.append(Span(start, end, draw(st.sampled_from(LABELS)), f"rules.{len(spans)}"))
    return spans


texts = st.text("aB1 ,.-'\n", min_size=1, max_size=60)


def cover(spans: list[Span], text: str) -> set[int]:
    return {i for span in spans for i in range(span.start, span.end) if text[i].isalnum()}


@given(texts, st.data())
def test_merged_spans_are_sorted_and_disjoint(text: str, data: st.DataObject) -> None:
    merged = merge(data.draw(some_spans(len(text))), text)
    assert all(before.end <= after.start for before, after in pairwise(merged))
    assert all(0 <= span.start < span.end <= len(text) for span in merged)


@given(texts, st.data())
def test_an_interval_meets_a_span_where_they_share_a_character(text: str, data: st.DataObject) -> None:
    merged = merge(data.draw(some_spans(len(text))), text)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    assert meets(merged, start, end) == any(max(start, span.start) < min(end, span.end) for span in merged)


@given(texts, st.data())
def test_no_letter_found_is_lost_and_none_is_added(text: str, data: st.DataObject) -> None:
    spans = data.draw(some_spans(len(text)))
    assert cover(merge(spans, text), text) == cover(spans, text)


@given(texts, st.data())
def test_merging_again_changes_nothing(text: str, data: st.DataObject) -> None:
    once = merge(data.draw(some_spans(len(text))), text)
    assert merge(once, text) == once


@given(texts, st.data())
def test_each_letter_bears_a_label_that_was_found_there(text: str, data: st.DataObject) -> None:
    spans = data.draw(some_spans(len(text)))
    for span in merge(spans, text):
        for i in range(span.start, span.end):
            if text[i].isalnum():
                assert span.label in {found.label for found in spans if found.start <= i < found.end}


@given(texts, st.data())
def test_the_largest_span_found_stands(text: str, data: st.DataObject) -> None:
    spans = data.draw(some_spans(len(text)))
    if not spans:
        return
    largest = max(spans, key=len)
    assert any(span.start <= largest.start and largest.end <= span.end for span in merge(spans, text))


def at(value: str, label: str, source: str = "") -> Span:
    start = TEXT.index(value)
    return Span(start, start + len(value), label, source)  # type: ignore[arg-type]  # parametrised


def test_nothing_merges_into_nothing() -> None:
    assert merge([], TEXT) == []


def test_of_the_same_extent_the_first_gives_the_label() -> None:
    first, second = at("Durand", "LASTNAME", "record.lastname"), at("Durand", "CITY", "rules.place.town")
    assert merge([first, second], TEXT) == [first]
    assert merge([second, first], TEXT) == [second]


def test_a_city_inside_a_hospital_belongs_to_it() -> None:
    hospital, city = at("CHU de Dijon", "HOSPITAL"), at("Dijon", "CITY")
    assert merge([city, hospital], TEXT) == [hospital]


def test_what_a_smaller_span_covers_beyond_the_larger_stays() -> None:
    name, line = at("Petit", "LASTNAME"), at("Petit, 12 rue", "ADDRESS")
    longer = at("Durand-Petit", "LASTNAME")
    assert merge([name, line], TEXT) == [line]
    pieces = merge([longer, line], TEXT)
    assert [(TEXT[s.start : s.end], s.label) for s in pieces] == [("Durand-", "LASTNAME"), ("Petit, 12 rue", "ADDRESS")]


@pytest.mark.parametrize(
    ("rest", "kept"),
    [(" , ;Durand", "Durand"), (", ;Durand", "Durand"), (" -Durand", "-Durand"), (" 'X", "'X"), ("-, ", "")],
)
def test_a_remainder_begins_and_ends_with_its_words(rest: str, kept: str) -> None:
    street = "12 rue des Lilas blancs"
    spans = [Span(0, len(street), "ADDRESS"), Span(len(street) - 1, len(street + rest), "CITY", "rules.city")]
    found = [(s.source, (street + rest)[s.start : s.end]) for s in merge(spans, street + rest)[1:]]
    assert found == ([("rules.city", kept)] if kept else [])
    # The same before it.
    text = rest[::-1] + street
    spans = [Span(len(rest), len(text), "ADDRESS"), Span(0, len(rest) + 1, "CITY", "rules.city")]
    before = [(s.source, text[s.start : s.end]) for s in merge(spans, text)[:-1]]
    assert before == ([("rules.city", kept[::-1])] if kept else [])


def test_words_behind_a_remainder_of_signs_are_kept() -> None:
    text = "Durand Durand Durand  abc     de"
    spans = [Span(0, 20, "ADDRESS"), Span(15, 30, "CITY"), Span(20, 32, "LASTNAME")]
    assert merge(spans, text) == [Span(0, 20, "ADDRESS"), Span(22, 25, "CITY"), Span(30, 32, "LASTNAME")]


def test_what_stands_behind_a_joined_address_is_kept() -> None:
    spans = [at("12 rue", "ADDRESS"), at("des Lilas", "ADDRESS"), at("CHU de Dijon", "HOSPITAL")]
    assert merge(spans, TEXT) == [at("12 rue des Lilas", "ADDRESS"), at("CHU de Dijon", "HOSPITAL")]


def test_a_remainder_of_signs_only_is_dropped() -> None:
    line, sign = at("12 rue des Lilas", "ADDRESS"), at("Lilas, ", "LASTNAME")
    assert merge([line, sign], TEXT) == [line]


def test_parts_of_one_address_become_one() -> None:
    street, way = at("12 rue", "ADDRESS", "rules.address.street"), at("des Lilas", "ADDRESS")
    assert merge([street, way], TEXT) == [at("12 rue des Lilas", "ADDRESS", "rules.address.street")]


@pytest.mark.parametrize(("between", "count"), [(" - ", 1), (" -, ", 1), (" -,- ", 2), (" " * 5, 2), (" " * 30, 2)])
def test_parts_of_an_address_far_apart_stay_apart(between: str, count: int) -> None:
    text = f"12 rue{between}des Lilas"
    spans = [Span(0, 6, "ADDRESS"), Span(len(text) - 9, len(text), "ADDRESS")]
    assert len(merge(spans, text)) == count


def test_an_institution_and_its_site_become_one_on_a_line_only() -> None:
    house, site = at("CHU de Dijon", "HOSPITAL"), at("hôpital d'enfants", "HOSPITAL")
    assert merge([house, site], TEXT) == [at("CHU de Dijon - hôpital d'enfants", "HOSPITAL")]
    apart = TEXT.replace(" - ", " \n ")
    assert len(merge([house, site], apart)) == 2


def test_two_names_side_by_side_stay_two() -> None:
    spans = [at("Durand", "LASTNAME"), at("Petit", "LASTNAME")]
    assert merge(spans, TEXT) == spans


@pytest.mark.parametrize(
    ("first", "second", "whole"), [(0.9, 0.7, 0.7), (0.7, 0.9, 0.7), (0.9, None, None), (None, 0.9, None)]
)
def test_a_joined_address_is_as_sure_as_its_less_sure_part(
    first: float | None, second: float | None, whole: float | None
) -> None:
    spans = [Span(0, 6, "ADDRESS", "model", first), Span(7, 16, "ADDRESS", "model", second)]
    assert merge(spans, "12 rue des Lilas") == [Span(0, 16, "ADDRESS", "model", whole)]
    assert [span.probability for span in merge(spans, "12 rue des Lilas")] == [whole]


@pytest.mark.parametrize("length", [5, 12], ids=["apart", "each over the next"])
def test_time_is_linear_in_the_number_of_spans(length: int) -> None:
    def merging(count: int) -> Callable[[], object]:
        # In no order: 7,919 is prime.
        starts = [10 * (7_919 * place % count) for place in range(count)]
        spans = [Span(start, start + length, "LASTNAME", "rules") for start in starts]
        return partial(merge, spans, "a" * (10 * count + length))

    assert grows_in_proportion(merging, lengths=(20_000, 200_000), growth=20, noise=0.05)
