from __future__ import annotations

import math

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.document import Document
from palimpseste.evaluation import evaluate


def corpus(found: int, missed: int) -> tuple[list[Document], list[Document]]:
    """Return notes of one identifying token each, found or missed."""
    text, spans = parse_markup("vu à <CITY>Dijon</CITY>")
    gold = [Document(str(n), text, entities=spans) for n in range(found + missed)]
    return gold, [Document(d.id, text, entities=spans if int(d.id) < found else ()) for d in gold]


def test_the_interval_is_the_binomial_one_where_notes_are_coin_flips() -> None:
    # 100 notes, 80 found: the standard error is sqrt(0.8 * 0.2 / 100) = 0.04, so 95 % lies within 0.8 -+ 1.96 * 0.04.
    # The 2.5th percentile of 4000 samples has a standard error of sqrt(0.025 * 0.975 / 4000) / density
    # = 0.0025 / (0.058 / 0.04) = 0.0017, and shares move in steps of 0.01: 0.015 is more than enough.
    recall = evaluate(*corpus(80, 20), bootstrap=4000).overall.micro.tokens.recall
    assert recall.value == pytest.approx(0.8)
    assert recall.low == pytest.approx(0.8 - 1.96 * 0.04, abs=0.015)
    assert recall.high == pytest.approx(0.8 + 1.96 * 0.04, abs=0.015)


def test_the_same_seed_gives_the_same_intervals() -> None:
    pair = corpus(8, 2)
    assert evaluate(*pair, seed=1).to_json() == evaluate(*pair, seed=1).to_json()
    assert evaluate(*pair, seed=1).overall.note_recall.value == evaluate(*pair, seed=2).overall.note_recall.value


def test_chunks_of_samples_are_the_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = corpus(8, 2)
    whole = evaluate(*pair, bootstrap=64).overall
    monkeypatch.setattr("palimpseste.evaluation.bootstrap._WEIGHTS_AT_ONCE", 100)
    assert evaluate(*pair, bootstrap=64).overall.micro.tokens == whole.micro.tokens


def test_without_bootstrap_there_is_no_interval() -> None:
    recall = evaluate(*corpus(3, 1), bootstrap=0).overall.micro.tokens.recall
    assert recall.value == 0.75
    assert math.isnan(recall.low)
    assert math.isnan(recall.high)


def test_one_document_has_an_interval_of_no_width() -> None:
    recall = evaluate(*corpus(1, 0)).overall.micro.tokens.recall
    assert (recall.low, recall.high) == (1.0, 1.0)
