"""The chain against the enumeration of all its sequences."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.neural.crf import (
    ChainScores,
    best_tags,
    span_log_probability,
    tag_log_marginals,
)
from palimpseste.detection.neural.tags import TagScheme

SCHEME = TagScheme(("LASTNAME",))
LENGTHS = (1, 2, 5)

Case = tuple[np.ndarray, ChainScores]


CASES = list(itertools.product(LENGTHS, ("plain", "learned", "free")))


@pytest.fixture(params=CASES, ids=lambda case: f"{case[1]}, {case[0]} tokens")
def case(request: pytest.FixtureRequest) -> Case:
    length, kind = request.param
    generator = np.random.default_rng(length)
    emissions = generator.normal(size=(length, len(SCHEME))) * 2
    learned = generator.normal(size=(len(SCHEME), len(SCHEME)))
    if kind == "free":
        return emissions, ChainScores(learned, *generator.normal(size=(2, len(SCHEME))))
    return emissions, ChainScores.constrained(SCHEME, learned if kind == "learned" else None)


def enumerated(emissions: np.ndarray, chain: ChainScores) -> tuple[np.ndarray, np.ndarray]:
    """Return all sequences and the score of each."""
    tags = np.array(list(itertools.product(range(emissions.shape[1]), repeat=len(emissions))))
    scores = chain.start[tags[:, 0]] + chain.end[tags[:, -1]] + emissions[np.arange(len(emissions)), tags].sum(axis=1)
    return tags, scores + chain.transitions[tags[:, :-1], tags[:, 1:]].sum(axis=1)


def test_the_best_sequence_is_the_best_of_all(case: Case) -> None:
    tags, scores = enumerated(*case)
    assert best_tags(*case) == tags[scores.argmax()].tolist()


def test_marginals_are_sums_over_the_sequences_with_a_tag(case: Case) -> None:
    tags, scores = enumerated(*case)
    probabilities = np.exp(scores) / np.exp(scores).sum()
    expected = [
        [probabilities[tags[:, index] == tag].sum() for tag in range(len(SCHEME))] for index in range(len(case[0]))
    ]
    found = np.exp(tag_log_marginals(*case))
    assert found == pytest.approx(np.array(expected), abs=1e-9)
    assert found.sum(axis=1) == pytest.approx(1.0, abs=1e-9)


def test_the_probability_of_a_span_is_the_sum_over_the_sequences_with_its_tags(case: Case) -> None:
    tags, scores = enumerated(*case)
    probabilities = np.exp(scores) / np.exp(scores).sum()
    length = len(case[0])
    spans = [
        (start, end, SCHEME.tags_of([(0, end - start, "LASTNAME")], end - start))
        for start in range(length)
        for end in range(start + 1, length + 1)
    ]
    expected = [probabilities[(tags[:, start:end] == asked).all(axis=1)].sum() for start, end, asked in spans]
    assert np.exp(span_log_probability(*case, spans)) == pytest.approx(np.array(expected), abs=1e-9)


def test_no_token_has_no_tags_and_one_way_to_bear_them() -> None:
    nothing, chain = np.zeros((0, len(SCHEME))), ChainScores.constrained(SCHEME)
    assert best_tags(nothing, chain) == []
    assert tag_log_marginals(nothing, chain).shape == (0, len(SCHEME))
    assert span_log_probability(nothing, chain, []) == []


@given(st.integers(1, 30), st.integers(0, 2**32 - 1), st.sampled_from([1.0, 1e3, 1e6]))
def test_decoding_never_yields_a_forbidden_sequence(length: int, seed: int, scale: float) -> None:
    scheme = TagScheme(("LASTNAME", "DATE"))
    emissions = np.random.default_rng(seed).normal(size=(length, len(scheme))) * scale
    tags = best_tags(emissions, ChainScores.constrained(scheme))
    assert scheme.tags_of(scheme.spans_of(tags), length) == tags


def test_of_equal_sequences_the_one_with_the_smallest_tags_is_taken() -> None:
    assert best_tags(np.zeros((4, len(SCHEME))), ChainScores.constrained(SCHEME)) == [0, 0, 0, 0]
