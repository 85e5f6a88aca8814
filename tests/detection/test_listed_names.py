"""Names of places of care that the lists know, found whatever their case and whatever stands around them."""

from __future__ import annotations

import pytest

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.listed_names import care_name_at, care_names_in
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView


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


def test_the_longest_name_is_taken() -> None:
    tokens = tokens_of("Bichat-Claude-Bernard")
    assert care_name_at(tokens, 0) == (5, True)


def test_a_name_does_not_go_on_over_a_line() -> None:
    assert ("Saint\nJoseph", False) not in found_in("la Saint\nJoseph")


def test_only_names_known_alone_are_told_where_asked() -> None:
    tokens = tokens_of("Pasteur")
    assert care_name_at(tokens, 0) == (1, False)
    assert care_name_at(tokens, 0, alone=True) is None
