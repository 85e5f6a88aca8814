"""Names of places of care that the lists know, found whatever their case and whatever stands around them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.listed_names import care_name_at, care_names_in
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView

# Of names of places of care, and what may stand between.
WORDS = (
    "Bichat",
    "Claude",
    "Bernard",
    "Saint",
    "st",
    "Joseph",
    "Hôtel",
    "Dieu",
    "Tenon",
    "centre",
    " ",
    "-",
    "'",
    "\n",
    "9",
)


def tokens_of(text: str) -> Tokens:
    return Tokens(TextView.of(text), alphabet())


def found_in(text: str) -> list[tuple[str, bool]]:
    tokens = tokens_of(text)
    return [(text[tokens.starts[first] : tokens.end(last - 1)], alone) for first, last, alone in care_names_in(tokens)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("suivi a bichat claude bernard", [("bichat claude bernard", True)]),
        ("à Bichat-Claude-Bernard puis à Pasteur", [("Bichat-Claude-Bernard", True), ("Pasteur", False)]),
        ("TRANSFERT ST JOSEPH SANS DELAI", [("ST JOSEPH", False)]),
        ("sorti de Lariboisière\net de Tenon", [("Lariboisière", True), ("Tenon", True)]),
        ("rien de connu ici", []),
        ("", []),
    ],
)
def test_the_names_are_found_one_after_the_other(text: str, names: list[tuple[str, bool]]) -> None:
    assert found_in(text) == names


@given(st.lists(st.sampled_from(WORDS), max_size=12).map("".join))
def test_no_name_is_missed_that_stands_at_a_word(text: str) -> None:
    tokens = tokens_of(text)
    wanted, free = [], 0
    for first in range(len(tokens.words)):
        if first >= free and (name := care_name_at(tokens, first)):
            wanted.append((first, *name))
            free = name[0]
    assert list(care_names_in(tokens)) == wanted


def test_the_longest_name_is_taken() -> None:
    tokens = tokens_of("Bichat-Claude-Bernard")
    assert care_name_at(tokens, 0) == (5, True)


def test_a_name_does_not_go_on_over_a_line() -> None:
    assert ("Saint\nJoseph", False) not in found_in("la Saint\nJoseph")


def test_only_names_known_alone_are_told_where_asked() -> None:
    tokens = tokens_of("Pasteur")
    assert care_name_at(tokens, 0) == (1, False)
    assert care_name_at(tokens, 0, alone=True) is None
