"""The search by stretches finds what the search over the whole note finds."""

from __future__ import annotations

from functools import partial
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from timing import grows_in_proportion

from palimpseste.detection.neural.compact import decoding
from palimpseste.detection.neural.compact.decoding import StretchDecoder
from palimpseste.detection.neural.crf import ChainScores, best_tags
from palimpseste.detection.neural.tags import OUTSIDE, TagScheme

SCHEME = TagScheme(("LASTNAME", "DATE"))
CHAIN = ChainScores.constrained(SCHEME)


def stretches_of(decoder: StretchDecoder, scores: np.ndarray) -> list[tuple[int, list[int]]]:
    """Return the first token of each stretch and the best tags of its tokens; all others are outside."""
    tags, stretches = decoder.decoded(scores)
    inside = {token for first, last in stretches for token in range(first, last)}
    assert all(tag == OUTSIDE for token, tag in enumerate(tags) if token not in inside)
    return [(first, tags[first:last]) for first, last in stretches]


def score(tags: list[int], scores: np.ndarray) -> float:
    return float(scores[np.arange(len(tags)), tags].sum())


@given(st.integers(1, 40), st.integers(0, 2**32 - 1), st.floats(-3, 3))
def test_without_a_margin_it_is_viterbi(length: int, seed: int, outside: float) -> None:
    scores = np.random.default_rng(seed).normal(size=(length, len(SCHEME)))
    scores[:, OUTSIDE] += outside
    assert stretches_of(StretchDecoder(SCHEME, inf), scores) == [(0, best_tags(scores, CHAIN))]


@given(st.integers(1, 40), st.integers(0, 2**32 - 1), st.integers(0, 6))
def test_stretches_are_the_unsure_tokens_and_their_tags_are_the_best_whole_spans(
    length: int, seed: int, margin: int
) -> None:
    # Few whole numbers: equal scores are common.
    scores = np.random.default_rng(seed).integers(-4, 5, (length, len(SCHEME))).astype(np.float32)
    stretches = stretches_of(StretchDecoder(SCHEME, margin), scores)
    searched = [index for first, tags in stretches for index in range(first, first + len(tags))]
    assert searched == [i for i in range(length) if scores[i, 0] - scores[i, 1:].max() < margin]
    for first, tags in stretches:
        here = scores[first : first + len(tags)]
        assert SCHEME.tags_of(SCHEME.spans_of(tags), len(tags)) == tags
        assert score(tags, here) == score(best_tags(here, CHAIN), here)


def test_a_token_sure_to_be_outside_parts_two_stretches() -> None:
    scores = np.zeros((5, len(SCHEME)), dtype=np.float32)
    scores[:, 4] = 3
    scores[2, OUTSIDE] = 11
    assert stretches_of(StretchDecoder(SCHEME, 8.0), scores) == [(0, [4, 4]), (3, [4, 4])]
    # At less than the margin it is searched, and found outside all the same.
    assert stretches_of(StretchDecoder(SCHEME, 8.5), scores) == [(0, [4, 4, 0, 4, 4])]


def test_a_note_without_unsure_tokens_has_no_stretch() -> None:
    scores = np.zeros((5, len(SCHEME)), dtype=np.float32)
    scores[:, OUTSIDE] = 100
    assert stretches_of(StretchDecoder(SCHEME, 8.0), scores) == []
    assert stretches_of(StretchDecoder(SCHEME, 8.0), scores[:0]) == []


def test_long_stretches_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "_LONGEST", 4)
    scores = np.random.default_rng(5).normal(size=(10, len(SCHEME)))
    found = stretches_of(StretchDecoder(SCHEME, inf), scores)
    assert found == [(first, best_tags(scores[first : first + 4], CHAIN)) for first in (0, 4, 8)]


def test_a_hostile_stretch_takes_linear_time_and_no_span_is_longer_than_the_limit() -> None:
    # Inside of a span everywhere, by far: the best tags of single tokens never make whole spans.
    scheme = TagScheme(tuple(f"label {number}" for number in range(19)))
    scores = np.zeros((50_000, len(scheme)), dtype=np.float32)
    scores[:, 2] = 100
    decoder = StretchDecoder(scheme, 8.0)

    def decode(length: int) -> None:
        found = stretches_of(decoder, scores[:length])
        assert max(end - begin for _, tags in found for begin, end, _ in scheme.spans_of(tags)) == 1024
        assert sum(len(tags) for _, tags in found) == length

    # Ten times the length: a quadratic search would take a hundred times as long.
    assert grows_in_proportion(lambda length: partial(decode, length), (5_000, 50_000), growth=20, noise=0.03)


def test_what_is_settled_gives_the_stretches_of_the_whole() -> None:
    generator = np.random.default_rng(5)
    scores = generator.normal(size=(4000, len(SCHEME))).astype(np.float32)
    scores[:, 0] += generator.choice([0.0, 20.0], size=4000)
    scores[700:3000, 0] = -20.0  # a stretch longer than any window
    decoder = StretchDecoder(SCHEME, 8.0)
    whole = stretches_of(decoder, scores)
    for size in (1, 3, 100, 1500):
        found, begin = [], 0
        for end in [*range(size, len(scores), size), len(scores)]:
            part = scores[begin:end]
            settled = decoder.settled(part) if end < len(scores) else len(part)
            found += [(begin + first, tags) for first, tags in stretches_of(decoder, part[:settled])]
            begin += settled
        assert found == whole
