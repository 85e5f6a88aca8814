from __future__ import annotations

import re

import pytest

from palimpseste.detection.rules.alternation import one_of
from palimpseste.detection.rules.numbers import NUMBER_WORD, YEAR, YEAR_WORDS


@pytest.mark.parametrize(
    "words",
    [
        "un",
        "seize",
        "dix-sept",
        "vingt et un",
        "soixante-dix-huit",
        "quatre vingt onze",
        "quatre-vingts",
        "nonante-deux",
    ],
)
def test_numbers_to_ninety_nine_are_read(words: str) -> None:
    assert re.fullmatch(NUMBER_WORD, words)


@pytest.mark.parametrize("words", ["vingtaine", "uni", "zero", "cent"])
def test_other_words_are_no_numbers(words: str) -> None:
    assert not re.match(NUMBER_WORD, words)


@pytest.mark.parametrize(
    "words", ["mille neuf cent soixante-dix-huit", "deux mille", "deux mille vingt-trois", "dix-neuf cent douze"]
)
def test_years_said_aloud_are_read(words: str) -> None:
    assert re.fullmatch(YEAR_WORDS, words)


@pytest.mark.parametrize(("year", "expected"), [("1850", True), ("2049", True), ("1849", False), ("2050", False)])
def test_years_stand_between_1850_and_2049(year: str, expected: bool) -> None:
    assert bool(re.fullmatch(YEAR, year)) is expected


def test_an_alternation_prefers_the_longest_word() -> None:
    words = ["rue", "ruelle", "r.", "grande rue"]
    pattern = one_of(words)
    assert all(re.match(pattern, word)[0] == word for word in words)  # type: ignore[index]  # None fails
    assert re.fullmatch(pattern, "grande  rue")
    assert not re.match(pattern, "ru")
