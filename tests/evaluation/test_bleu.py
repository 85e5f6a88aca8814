from __future__ import annotations

import math

import numpy as np
import pytest

from palimpseste.document import Span
from palimpseste.evaluation.bleu import bleu_counts, bleu_of, masked_tokens


def bleu(reference: str, candidate: str) -> float:
    one, other = reference.split(), candidate.split()
    matches, totals = bleu_counts(one, other)
    return float(bleu_of(np.array(matches, float), np.array(totals, float), np.array(len(one)), np.array(len(other))))


def test_matches_are_clipped_to_the_reference() -> None:
    # Papineni et al. 2002, section 2.1: "the the the the the the the" against "the cat is on the mat" is 2/7.
    matches, totals = bleu_counts(["the", "cat", "is", "on", "the", "mat"], ("the " * 7).split())
    assert (matches[0], totals[0]) == (2, 7)


def test_geometric_mean_of_four_precisions() -> None:
    # a b c d e f / a b c d e x: 5/6 words, 4/5 pairs, 3/4 triples, 2/3 quadruples; equal lengths, no penalty.
    expected = (5 / 6 * 4 / 5 * 3 / 4 * 2 / 3) ** 0.25
    assert bleu("a b c d e f", "a b c d e x") == pytest.approx(expected)


def test_short_candidates_pay_the_brevity_penalty() -> None:
    # Every n-gram of "a b c d" is in "a b c d e f"; exp(1 - 6/4).
    assert bleu("a b c d e f", "a b c d") == pytest.approx(math.exp(1 - 6 / 4))


def test_long_candidates_pay_none() -> None:
    # 4/6 words, 3/5 pairs, 2/4 triples, 1/3 quadruples.
    assert bleu("a b c d", "a b c d e f") == pytest.approx((4 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25)


def test_an_order_without_match_makes_it_zero() -> None:
    assert bleu("a b c d", "d c b a") == 0.0


def test_a_candidate_without_quadruple_has_no_score() -> None:
    assert math.isnan(bleu("a b c", "a b c"))


def test_a_mask_is_one_token_and_overlapping_spans_one_mask() -> None:
    text = "Mme Durand-Petit, 82 ans"
    spans = [Span(4, 10, "LASTNAME"), Span(6, 16, "LASTNAME"), Span(18, 24, "AGE")]
    assert masked_tokens(text, spans) == ["Mme", "[XXXXX]", ",", "[XXXXX]"]
