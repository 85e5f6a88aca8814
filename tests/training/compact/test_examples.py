"""Annotated documents as arrays: which tokens a span is, and what is shown as evidence."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Patient, Span
from palimpseste.training.compact.examples import ExampleMaker, token_intervals

TEXT = "Mme Désirée  DUPRÉ-Le Guen, née le 3 mars"


def intervals(text: str, *values: str) -> list[tuple[list[str], str]]:
    tokens = Tokens(TextView.of(text), alphabet())
    spans = [Span(text.index(value), text.index(value) + len(value), "LASTNAME") for value in values]
    return [(tokens.words[first:last], label) for first, last, label in token_intervals(tokens, spans)]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_span_is_the_tokens_it_touches(form: str) -> None:
    text, first, second = (unicodedata.normalize(form, part) for part in (TEXT, "Désirée", "DUPRÉ-Le Guen"))
    assert intervals(text, first, second) == [
        (["desiree"], "LASTNAME"),
        (["dupre", "-", "le", "guen"], "LASTNAME"),
    ]


def test_a_span_of_a_part_of_a_token_is_the_token() -> None:
    assert intervals("DURANDmarie vue", "DURAND") == [(["durandmarie"], "LASTNAME")]
    assert intervals("DURANDmarie vue", "DURAND", "marie") == [(["durandmarie"], "LASTNAME")]


@given(
    text=st.text(st.sampled_from("aÉ1 .\n\u00ad\u0301"), max_size=30),
    cuts=st.lists(st.integers(0, 30), max_size=8, unique=True),
)
def test_intervals_are_disjoint_and_within_the_tokens(text: str, cuts: list[int]) -> None:
    inside = sorted(cut for cut in cuts if cut <= len(text))
    spans = [Span(start, end, "CITY") for start, end in zip(inside[::2], inside[1::2], strict=False)]
    tokens = Tokens(TextView.of(text), alphabet())
    at = 0
    for first, last, label in token_intervals(tokens, spans):
        assert at <= first < last <= len(tokens.words)
        assert label == "CITY"
        at = last


def test_evidence_is_shown_or_not(scheme: TagScheme) -> None:
    maker = ExampleMaker(scheme)
    document = Document("1", "Mme KERVELLA, née le 12/03/1954", patient=Patient(lastname="Kervella"))
    counts = {
        (rules, record): len(maker(document, rules=rules, record=record).at)
        for rules in (False, True)
        for record in (False, True)
    }
    assert counts[False, False] == 0
    assert 0 < counts[False, True] < counts[True, True]
    assert 0 < counts[True, False] <= counts[True, True]


def test_pieces_are_numbered_once_for_all_documents(scheme: TagScheme) -> None:
    maker = ExampleMaker(scheme)
    first, second = maker(Document("1", "vue à Brest")), maker(Document("2", "Brest vue à Brest"))
    assert first.pieces.tolist() == [0, 1, 2]
    # With a space behind a word is another piece.
    assert second.pieces.tolist() == [3, 0, 1, 2]
    assert len(maker.pieces) == 4


def test_an_empty_document_is_an_empty_example(scheme: TagScheme) -> None:
    assert [len(ExampleMaker(scheme)(Document("1", text))) for text in ("", "\ufeff")] == [0, 0]
