"""Lettered choices are told from initials."""

from __future__ import annotations

import pytest

from palimpseste.detection.enumerations import choices_in, is_listed_name, lettered_lists


def test_a_list_goes_from_its_first_letter_to_the_end_of_its_last_line() -> None:
    text = "lequel ?\na. furosemide\nb) mannitol\nc. rien\nvu ce jour"
    ((start, end),) = lettered_lists(choices_in(text))
    assert text[start:end] == "a. furosemide\nb) mannitol\nc. rien"


@pytest.mark.parametrize(
    "text",
    [
        "a. furosemide\nb. mannitol",
        "b. furosemide\nc. mannitol\nd. rien",
        "a. furosemide\nc. mannitol\nd. rien",
        "a. kervella\nb. mannitol\nc. rien",
        "a. furosemide\n" + "x\n" * 300 + "b. mannitol\nc. rien",
    ],
)
def test_what_is_no_list_of_choices(text: str) -> None:
    assert not lettered_lists(choices_in(text))


def test_one_name_among_five_choices_makes_no_list_of_people() -> None:
    text = "a. kervella\nb. mannitol\nc. rien\nd. cafeine\ne. tubule"
    assert lettered_lists(choices_in(text)) == [(0, len(text))]
    assert is_listed_name("kervella")
    assert not is_listed_name("cafeine")
