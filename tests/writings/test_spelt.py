"""What a text says of the spelling of a name is read, and nothing else."""

from __future__ import annotations

import pytest

from palimpseste.writings.spelt import AlsoOfKind, Spelling, is_said_misspelt, remark_unsuited, remarks_said


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
def test_a_remark_behind_a_name_says_how_it_is_spelt(behind: str, said: list[tuple[str, bool]]) -> None:
    assert list(remarks_said(behind)) == [Spelling(*each) for each in said]


@pytest.mark.parametrize(
    ("behind", "kinds"),
    [
        (" (attention 2 noms = 2 prénoms, chambre 5)", ["family"]),
        (" (deux prénoms)", ["family"]),
        (" EST BIEN LE PRENOM", ["given"]),
        (" (c'est son prénom !)", ["given"]),
        (", oui c'est son nom", ["family"]),
        (" (oui, c'est bien son nom de famille)", ["family"]),
        (" c'est son nom de mariage", []),
        (" est le prénommé", []),
        (" c'est son mari", []),
        (" est un nomade", []),
        (" a deux prénoms", []),
    ],
)
def test_remarks_on_names_that_may_be_taken_for_others(behind: str, kinds: list[str]) -> None:
    assert [said.kind for said in remarks_said(behind)] == kinds


def test_a_name_of_both_kinds_suits_such_a_remark_alone() -> None:
    assert AlsoOfKind("family").suits("Thomas")
    assert not AlsoOfKind("family").suits("Lefebvre")
    assert AlsoOfKind("given").suits("martin")
    assert not AlsoOfKind("given").suits("Kevinette")


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


@pytest.mark.parametrize(
    ("behind", "name", "left_out"),
    [
        (" en deux mots né le", "Marchal", " en deux mots"),
        (", en deux mots, vu", "Marchal", ", en deux mots,"),
        (" en deux mots né le", "Ter Marchal", ""),
        (" (en un seul mot)", "Le Bihan", ""),
        (" en un mot, vu", "Le Bihan", " en un mot"),
        # « docteur sans terre en un mot | santerre »
        (" en un mot ", "Le Bihan", ""),
        (" avec un accent, il est", "Marchal", " avec un accent"),
        (" avec un accent grave point", "Pagès", ""),
        (" sans accent", "Pagès", " sans accent"),
        (" avec l'accent du Midi", "Marchal", ""),
        (" avec un c cédille", "Marchal", " avec un c cédille"),
        (" (avec un trait d'union) a", "Marchal-Pagès", ""),
        (" (avec un tiret) a", "Marchal", " (avec un tiret)"),
        (" (avec un accent au bras", "Marchal", ""),
        (", comme l'oiseau, né le", "Marchal", ", comme l'oiseau,"),
        (" comme le roi point", "Marchal", " comme le roi"),
        (" comme le montre l'IRM", "Marchal", ""),
        (" en deux motsX", "Marchal", ""),
    ],
)
def test_what_is_said_of_the_writing_of_a_name_is_left_out_where_it_is_no_longer_true(
    behind: str, name: str, left_out: str
) -> None:
    assert behind[: remark_unsuited(behind, name)] == left_out
