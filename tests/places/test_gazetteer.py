"""The gazetteer tells what a folded name may stand for."""

from __future__ import annotations

import pytest

from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable, _files, canonical_name


@pytest.mark.parametrize("name", ["Dijon", "Lyon", "Nancy", "Bordeaux", "Nice", "Le Havre", "Alger", "Londres"])
def test_large_towns_need_no_context(name: str) -> None:
    entry = PlaceTable.bundled().gazetteer()[fold_name(name)]
    assert (entry.label, entry.common) == ("CITY", False)
    assert entry.population > 90_000


@pytest.mark.parametrize(
    "name",
    [
        "Brie", "Rue", "Ars", "Sens", "Fort", "Angles", "Bray", "Tours", "Cannes", "Selles", "Lourdes",
        "Menton", "Hanches", "Le Port", "port", "Vernon", "Albert", "Sars", "Oms", "Y", "Eu", "Glasgow", "Saint-Paul",
    ],
)  # fmt: skip
def test_names_that_are_words_ask_for_context(name: str) -> None:
    assert PlaceTable.bundled().gazetteer()[fold_name(name)].common


@pytest.mark.parametrize(
    "name",
    [
        "Mali",
        "Côte d'Ivoire",
        "Seine-Saint-Denis",
        "Bretagne",
        "Morvan",
        "Kabylie",
        "Afrique de l'Ouest",
        "RDC",
        "Luxembourg",
        "Singapour",
    ],
)
def test_other_places_are_locations(name: str) -> None:
    assert PlaceTable.bundled().gazetteer()[fold_name(name)].label == "LOCATION"


@pytest.mark.parametrize(
    ("writing", "population"),
    [
        pytest.param("st etienne", 170_000, id="abbreviated saint"),
        pytest.param("havre", 160_000, id="article dropped"),
        pytest.param("chalon s saone", 40_000, id="sur as s"),
        pytest.param("chalon", 40_000, id="head of a long name"),
        pytest.param("clermont ferrand", 140_000, id="hyphen"),
    ],
)
def test_writings_of_towns_lead_to_the_largest(writing: str, population: int) -> None:
    assert PlaceTable.bundled().gazetteer()[writing].population > population


def test_a_department_named_after_its_town_is_the_town() -> None:
    assert PlaceTable.bundled().gazetteer()["paris"].label == "CITY"
    assert PlaceTable.bundled().gazetteer()["saint martin"].label == "CITY"


def test_arrondissements_are_left_to_the_detector() -> None:
    assert not [key for key in PlaceTable.bundled().gazetteer() if "arrondissement" in key]


def test_keys_are_folded() -> None:
    assert all(fold_name(key) == key for key in PlaceTable.bundled().gazetteer())


def test_every_guard_guards_a_name() -> None:
    known = {canonical_name(key) for key in PlaceTable.bundled().gazetteer()}
    ambiguous = _files.read_ambiguous()
    assert len(ambiguous) > 600
    assert [name for name in ambiguous if canonical_name(name) not in known] == []
