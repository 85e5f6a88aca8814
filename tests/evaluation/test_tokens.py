from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.document import Span
from palimpseste.evaluation.tokens import label_tokens, token_bounds


def tokens(text: str) -> list[str]:
    return [text[start:end] for start, end in zip(*token_bounds(text), strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("le 12/03/2021.", ["le", "12", "/", "03", "/", "2021", "."], id="date"),
        pytest.param("l'hôpital", ["l", "'", "hôpital"], id="elision"),
        pytest.param("à 45ans", ["à", "45ans"], id="glued unit"),
        pytest.param("a_b--c", ["a_b", "-", "-", "c"], id="underscore and dashes"),
        pytest.param("ok 👍🏽\r\n\u00a0fin", ["ok", "👍", "🏽", "fin"], id="emoji, CRLF, no-break space"),
        pytest.param("", [], id="empty"),
    ],
)
def test_splits_words_and_punctuation(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_reads_decomposed_accents_like_composed_ones() -> None:
    text = "Hélène opérée à Orléans"
    decomposed = unicodedata.normalize("NFD", text)
    assert [unicodedata.normalize("NFC", token) for token in tokens(decomposed)] == tokens(text)


@given(st.text())
def test_tokens_are_disjoint_and_leave_only_space(text: str) -> None:
    starts, ends = token_bounds(text)
    assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))
    assert sum(map(len, tokens(text))) == len("".join(text.split()))


def test_a_token_is_labelled_by_a_single_character() -> None:
    starts, ends = token_bounds("vu le12mars ok")
    assert label_tokens([Span(5, 7, "DATE")], {"DATE": 3}, starts, ends) == {1: 3}


def test_a_shared_token_takes_the_label_that_covers_more_of_it() -> None:
    starts, ends = token_bounds("DURANDPaul")
    columns = {"LASTNAME": 0, "FIRSTNAME": 1}
    assert label_tokens([Span(0, 6, "LASTNAME"), Span(6, 10, "FIRSTNAME")], columns, starts, ends) == {0: 0}
    assert label_tokens([Span(0, 5, "LASTNAME"), Span(5, 10, "FIRSTNAME")], columns, starts, ends) == {0: 0}
    assert label_tokens([Span(0, 4, "LASTNAME"), Span(4, 10, "FIRSTNAME")], columns, starts, ends) == {0: 1}
