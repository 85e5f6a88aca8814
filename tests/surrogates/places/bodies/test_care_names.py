"""Names of places of care stand for names that are made as they are, and each may become one of many."""

from __future__ import annotations

import pytest

from palimpseste.detection.lexicon import word_list
from palimpseste.folding import fold, fold_name
from palimpseste.places import PlaceTable
from palimpseste.surrogates.places.bodies.care_names import names_like, names_of_care
from palimpseste.writings import lists


@pytest.mark.parametrize(
    ("proper", "like"),
    [
        ("Marcel-Vaubourg", "Robert-Debré"),
        ("MARCEL VAUBOURG", "Robert-Debré"),
        ("Vaubourg", "Pellegrin"),
        ("Bel Orme", "Mon Repos"),
        ("Tilleuls", "Vergers"),
        ("Château de Vaubourg", "Tour de Gassies"),
        ("Vaubourg-Lorzier", "Bouffard-Vercelli"),
    ],
)
def test_a_name_becomes_one_that_is_made_as_it_is(proper: str, like: str) -> None:
    assert names_like(proper) == names_like(like)
    others = ("Robert-Debré", "Pellegrin", "Mon Repos", "Vergers", "Tour de Gassies", "Bouffard-Vercelli")
    assert [name for name in others if names_like(name) == names_like(proper)] == [like]


@pytest.mark.parametrize(
    ("proper", "fewest"),
    [
        ("Robert-Debré", 10_000),
        ("Alice-Vaubourg", 500),
        ("Pellegrin", 5_000),
        ("Oncopole", 600),
        ("Mon Repos", 80),
        ("Arc Vert", 15),
        ("Océan", 20),
        ("Anse de Vaubourg", 400),
        ("Orlac-Vaubourg", 150),
        ("Tour de Gassies", 3_000),
        ("Vaubourg-Lorzier", 2_500),
    ],
)
def test_many_names_may_stand_for_one_and_sound_as_it_does(proper: str, fewest: int) -> None:
    names = names_like(proper)
    assert len(set(names)) > fewest
    is_vowel = fold(proper)[0] in "aeiou"
    assert all((fold(name)[0] in "aeiou") is is_vowel for name in names)


def test_a_person_s_name_begins_with_a_given_name() -> None:
    assert all(lists.gender_of(fold_name(name).split()[0]) for name in set(names_like("Robert-Debré")))


def test_no_quarter_is_a_commune_or_a_family_s_name() -> None:
    quarters, table = tuple(word_list("names/quarters.txt")), PlaceTable.bundled()
    assert len(quarters) > 4_000
    assert [name for name in quarters if table.named(name) or lists.is_family_name(fold_name(name))] == []


def test_no_name_is_that_of_a_larger_town() -> None:
    towns = {fold_name(commune.name) for commune in PlaceTable.bundled().communes if commune.population >= 2_000}
    assert towns.isdisjoint(map(fold_name, names_of_care()))
