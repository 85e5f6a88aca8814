"""Windows cover every word, fit the encoder, and overlap as the papers' do."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.neural.encoder.windows import WindowPlan, deciding_windows


@given(
    lengths=st.lists(st.integers(1, 16), max_size=120),
    words=st.integers(1, 40),
    pieces=st.integers(20, 60),
    stride_share=st.floats(0, 1),
    starts=st.sets(st.integers(0, 119)),
)
def test_every_word_is_in_a_window_that_fits(
    lengths: list[int], words: int, pieces: int, stride_share: float, starts: set[int]
) -> None:
    plan = WindowPlan(words, pieces, int(words * stride_share))
    windows = list(plan.windows(lengths, sorted(starts | {0}), around=2))
    assert sorted({word for start, end in windows for word in range(start, end)}) == list(range(len(lengths)))
    assert all(0 < end - start <= words for start, end in windows)
    assert all(sum(lengths[start:end]) + 2 <= pieces for start, end in windows)
    assert windows == sorted(windows)
    if not plan.stride:
        assert all(one[1] == other[0] for one, other in pairwise(windows))
    deciding = deciding_windows(windows, len(lengths))
    assert all(windows[window][0] <= word < windows[window][1] for word, window in enumerate(deciding))


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (WindowPlan(words=10, pieces=100), [(0, 8), (8, 16), (16, 25)]),
        (WindowPlan(words=10, pieces=100, stride=5), [(0, 10), (5, 15), (10, 20), (15, 25)]),
        (WindowPlan(words=100, pieces=100), [(0, 25)]),
        (WindowPlan(words=100, pieces=12), [(0, 8), (8, 16), (16, 25)]),
        (
            WindowPlan(words=3, pieces=100),
            [(0, 3), (3, 6), (6, 8), (8, 11), (11, 14), (14, 16), (16, 19), (19, 22), (22, 25)],
        ),
    ],
    ids=["cut at sentence starts", "sliding", "one window", "cut by sub-words", "sentences longer than a window"],
)
def test_windows_of_a_note_of_sentences_of_eight_words(plan: WindowPlan, expected: list[tuple[int, int]]) -> None:
    windows = list(plan.windows([1] * 25, [0, 8, 16, 24], around=2))
    assert windows == expected


def test_a_word_is_decided_where_its_context_is_widest() -> None:
    assert deciding_windows([(0, 4), (2, 6), (4, 8)], 8) == [0, 0, 0, 1, 1, 2, 2, 2]
