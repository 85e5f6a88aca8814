"""Which places may be drawn for one: those near in size, of its grammar, its country, its part of the world."""

from __future__ import annotations

from dataclasses import replace

import pytest

from palimpseste.places import Commune, PlaceTable
from palimpseste.surrogates.places.choices import PlaceChoices, choices_of
from palimpseste.writings.atlas import Atlas, atlas_of


@pytest.fixture(scope="module")
def small(small_table: PlaceTable) -> PlaceChoices:
    return PlaceChoices(Atlas(small_table))


@pytest.fixture(scope="module")
def many() -> PlaceChoices:
    """300 towns, the largest of 300,000 inhabitants, the smallest of 1,000."""
    sizes = [1000 * (1 + number * 7 % 300) for number in range(300)]
    return PlaceChoices(Atlas(PlaceTable([town(size) for size in sizes])))


@pytest.fixture(scope="module")
def bundled() -> PlaceChoices:
    return choices_of(atlas_of(PlaceTable.bundled()))


def town(population: int) -> Commune:
    insee = f"{21000 + population // 1000}"
    return Commune(insee, f"Bourg{insee}", ("21000",), "21", "27", population, 47.0, 5.0, "exact", "commune", "")


@pytest.mark.parametrize(
    ("population", "lowest", "highest"),
    # Sixty ranks below and sixty above; 120 towns at either end.
    [(150_000, 90, 209), (1_000, 1, 120), (61_000, 1, 120), (62_000, 2, 121), (240_000, 180, 299), (300_000, 181, 300)],
)
def test_towns_stand_for_those_near_in_size(many: PlaceChoices, population: int, lowest: int, highest: int) -> None:
    found = [commune.population // 1000 for commune in many.like(town(population), "consonant")]
    assert found == list(range(lowest, highest + 1))


def test_a_town_of_unknown_size_is_taken_for_a_small_one(many: PlaceChoices) -> None:
    small = many.like(town(5_000), "consonant")
    assert many.like(None, "consonant") == many.like(replace(town(9_000), population=0), "consonant") == small


def test_no_town_of_a_name_younger_than_most_notes_is_drawn(bundled: PlaceChoices) -> None:
    (lamballe,) = PlaceTable.bundled().named("Lamballe-Armor")
    assert lamballe not in bundled.of_grammar("consonant")
    assert lamballe not in bundled.of_department("22")
    assert all(commune.department == "22" for commune in bundled.of_department("22"))


def test_an_unknown_size_is_five_thousand() -> None:
    # Where each town has some inhabitants more than the one before, 5,000 is the 201st.
    choices = PlaceChoices(Atlas(PlaceTable([replace(town(21_000), population=n) for n in range(4_800, 5_200)])))
    found = [commune.population for commune in choices.like(None, "consonant")]
    assert found == list(range(4_940, 5_060))


def test_towns_are_of_one_grammar_by_size(small: PlaceChoices) -> None:
    found = {
        grammar: [commune.name for commune in small.of_grammar(grammar)]
        for grammar in ("le", "les", "vowel", "consonant")
    }
    assert found == {
        "le": ["Le Bœuf", "Le Vésinet", "Le Mans"],
        "les": ["Les Trois-Lilas", "Les Ulis", "Les Mureaux"],
        "vowel": ["Œuilly", "Auch", "Orléans"],
        "consonant": ["Pont-Aven", "Lens", "Nîmes", "Dijon", "Lyon", "Paris"],  # none overseas
    }
    assert list(small.like(None, "les")) == list(small.of_grammar("les"))


def test_towns_without_code_or_people_and_those_overseas_are_never_drawn() -> None:
    own = town(5_000)
    others = [
        replace(own, insee="21901", zips=()),
        replace(own, insee="21902", population=0),
        replace(own, insee="97401", department="974"),
    ]
    assert list(PlaceChoices(Atlas(PlaceTable([*others, own]))).of_grammar("consonant")) == [own]


def test_towns_of_one_size_stand_by_their_codes() -> None:
    towns = [replace(town(5_000), insee=insee) for insee in ("21003", "21001", "21002")]
    found = PlaceChoices(Atlas(PlaceTable(towns))).of_grammar("consonant")
    assert [commune.insee for commune in found] == ["21001", "21002", "21003"]


@pytest.mark.parametrize(
    ("home", "seat"), [("Istres", "Aix-en-Provence"), ("Cavaillon", "Avignon"), ("Brest", "Brest")]
)
def test_a_court_is_the_nearest_by_kilometres_not_by_degrees(home: str, seat: str) -> None:
    table = PlaceTable.bundled()
    (commune,) = (found for found in table.named(home) if found.population > 10_000)
    assert choices_of(atlas_of(table)).seats_for("court", commune, frozenset())[0].name == seat


@pytest.mark.parametrize(
    ("home", "seat"), [("Lille", "Douai"), ("Clermont-Ferrand", "Riom"), ("Nanterre", "Versailles")]
)
def test_a_court_of_appeal_is_the_nearest(home: str, seat: str) -> None:
    atlas = atlas_of(PlaceTable.bundled())
    commune = atlas.commune_named(home)
    assert commune is not None
    assert choices_of(atlas).seats_for("court of appeal", commune, frozenset())[0].name == seat


def test_a_court_of_a_refused_name_gives_way_to_the_next() -> None:
    table = PlaceTable.bundled()
    (istres,) = table.named("Istres")
    assert choices_of(atlas_of(table)).seats_for("court", istres, {"aix en provence"})[0].name == "Marseille"


def test_divided_towns_are_those_with_arrondissements(small: PlaceChoices) -> None:
    assert [commune.name for commune in small.divided] == ["Lyon", "Paris"]
    lost = Commune("1", "Nevers 1er", ("58000",), "58", "27", 9, 47.0, 3.0, "exact", "arrondissement", "58194")
    assert PlaceChoices(Atlas(PlaceTable([lost]))).divided == ()


def test_choices_are_made_once(small_table: PlaceTable) -> None:
    assert choices_of(atlas_of(small_table)) is choices_of(atlas_of(small_table))
    assert [commune.name for commune in choices_of(atlas_of(small_table)).divided] == ["Lyon", "Paris"]
