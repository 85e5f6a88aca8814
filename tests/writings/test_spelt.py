"""What a text says of the spelling of a name is read, and nothing else."""

from __future__ import annotations

import pytest

from palimpseste.writings.spelt import Spelling, is_said_misspelt, spellings_said


@pytest.mark.parametrize(
    ("behind", "said"),
    [
        (" avec deux n, né", [("nn", True)]),
        (", deux L, né le", [("ll", True)]),
        (" (avec un z, espagnol)", [("z", True)]),
        (" (sans l, avec t : ", [("l", False), ("t", True)]),
        (" (sans h / avec h)", [("h", False), ("h", True)]),
        (" avec un i grec, virgule", [("y", True)]),
        (", avec un d-dimère à 800", []),
        (" avec un ami", []),
        (" est venu avec un z", []),
    ],
)
def test_remarks_on_spelling(behind: str, said: list[tuple[str, bool]]) -> None:
    assert list(spellings_said(behind)) == [Spelling(*each) for each in said]


@pytest.mark.parametrize(
    ("before", "is_said"),
    [
        ("M. Boucher (orthographié ", True),
        ("BOULC'H (et non ", True),
        ("que l'état civil écrit ", True),
        ("a écrit à ", False),
        ("vu par M. ", False),
    ],
)
def test_words_that_call_a_name_another_spelling(before: str, is_said: bool) -> None:
    assert is_said_misspelt(before) == is_said
