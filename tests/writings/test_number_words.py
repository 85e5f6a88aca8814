"""Numbers in words are read back, and told apart in a row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from palimpseste.writings.number_words import read_number, split_numbers, write_number


@given(st.one_of(st.integers(0, 199), st.integers(1800, 2099)), st.sampled_from("- "))
def test_a_number_in_words_is_read_back(number: int, hyphen: str) -> None:
    words = write_number(number, hyphen=hyphen).replace("é", "e").replace("-", " ").split()
    assert read_number(tuple(words)) == number


def test_numbers_in_a_row_are_told_apart() -> None:
    assert split_numbers(("trente", "et", "un", "douze", "quarante", "sept"), 3) == [(31, 12, 47)]
    assert split_numbers(("vingt", "chats"), 1) == []
