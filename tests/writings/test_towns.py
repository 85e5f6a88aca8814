"""What the towns, codes, places and bodies of a document stand for."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.places import PlaceTable
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.read import TownsRead


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<ZIP>93200</ZIP> <CITY>Saint-Denis</CITY>", "93066"),
        ("<ZIP>97400</ZIP> <CITY>Saint-Denis</CITY>", "97411"),
        ("<CITY>Saint-Denis</CITY> (<LOCATION>974</LOCATION>)", "97411"),
        ("<CITY>Saint-Denis</CITY> (<LOCATION>Seine-Saint-Denis</LOCATION>)", "93066"),
        ("<CITY>Saint-Martin</CITY> (<LOCATION>Gers</LOCATION>)", "32389"),
        ("<CITY>Saint-Martin</CITY> (<LOCATION>67</LOCATION>)", "67426"),
        ("<CITY>Saint-Denis</CITY>, né à <CITY>Saint-Denis</CITY> <ZIP>97490</ZIP>", "97411"),
    ],
)
def test_homonyms_are_settled_by_code_or_department(before: str, after: str) -> None:
    assert keys_of(before) == {after}


def test_homonyms_are_settled_by_the_record() -> None:
    marked = "vit à <CITY>Saint-Denis</CITY>"
    assert keys_of(marked, city="SAINT DENIS", zip="97400") == {"97411"}
    assert keys_of(marked, city="SAINT DENIS", zip="93200") == {"93066"}


@pytest.mark.parametrize(
    ("marked", "patient", "keys"),
    [
        # The record names a town without its code.
        ("vu à <CITY>Bassens</CITY>", {"city": "Chambéry"}, {"73031"}),
        ("vu à <CITY>Villenave</CITY>", {"city": "Bègles", "zip": "33130"}, {"33550"}),
        ("<CITY>Valence</CITY> (<ZIP>26000</ZIP>), puis <CITY>Saint-Vallier</CITY>", {}, {"26362", "26333"}),
        ("<CITY>Carhaix-Plouguer</CITY>, <CITY>Camaret</CITY>", {}, {"29024", "29022"}),
        # A body bears the name of a department.
        ("<CITY>Saint-Denis</CITY>, <ORGANIZATION>CPAM de la Seine-Saint-Denis</ORGANIZATION>", {}, {"93066"}),
        (
            "<CITY>Bassens</CITY>, <ORGANIZATION>ARS Terres australes et antarctiques françaises</ORGANIZATION>",
            {},
            {"33032"},
        ),
        # That of the record shares its name with another, which what else the document names is near.
        ("de <CITY>Pougny</CITY>, vu à <CITY>Decize</CITY>", {"city": "Pougny"}, {"58213", "58095"}),
        ("de <CITY>Pougny</CITY>, vu à <CITY>Gex</CITY>", {"city": "Pougny"}, {"01308", "01173"}),
        ("de <CITY>Pougny</CITY>, vu à <CITY>Decize</CITY>", {"city": "Pougny", "zip": "01550"}, {"01308", "58095"}),
    ],
)
def test_homonyms_are_settled_by_what_is_near(marked: str, patient: dict[str, str], keys: set[str]) -> None:
    assert keys_of(marked, is_alone=True, **patient) == keys


def test_what_else_a_document_names_settles_no_homonym_where_the_patient_may_have_others() -> None:
    marked = "<CITY>Valence</CITY> (<ZIP>26000</ZIP>), puis <CITY>Saint-Vallier</CITY>"
    assert keys_of(marked) == {"26362", "71486"}


def keys_of(marked: str, *, is_alone: bool = False, **patient: str) -> set[str]:
    """Return the towns that the towns of a sentence are read as."""
    text, spans = parse_markup(marked)
    passages = Passages.at(Document("note", text, patient=Patient(**patient)), spans)
    read = TownsRead(passages, atlas_of(PlaceTable.bundled()), is_alone=is_alone)
    return {town.key for town in read.by_span.values()}


def read(marked: str, **patient: str) -> TownsRead:
    text, spans = parse_markup(marked)
    passages = Passages.at(Document("note", text, patient=Patient(**patient)), spans)
    return TownsRead(passages, atlas_of(PlaceTable.bundled()))


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ("<ZIP>29200</ZIP> <CITY>Brest</CITY>", ["29019", "29019"]),
        ("<ZIP>2920O</ZIP>", ["29019"]),
        ("<ZIP>292</ZIP>, <ZIP>B-1000</ZIP>", []),
        ("<CITY>Milan</CITY>", []),
        ("<CITY>Paris 13e</CITY>, <CITY>Paris XIIIe</CITY>", ["75056", "75056"]),
        ("<CITY>Brest</CITY> en <LOCATION>Bretagne</LOCATION> ou en <LOCATION>Alsace</LOCATION>", ["29019", "29019"]),
        ("<CITY>Brest</CITY>, en <LOCATION>Belgique</LOCATION>, au <LOCATION>stade Bauer</LOCATION>", ["29019"]),
        ("<HOSPITAL>CHU de Dijon</HOSPITAL>, <ORGANIZATION>lycée de Nevers</ORGANIZATION>", ["21231", "58194"]),
        ("<HOSPITAL>clinique du Parc</HOSPITAL>, <HOSPITAL>CH du Mans</HOSPITAL>", ["72181"]),
        ("<HOSPITAL>CHU de Liège</HOSPITAL>, <HOSPITAL>CHR de Namur</HOSPITAL>", []),
        ("<LASTNAME>Lambert</LASTNAME>", []),
    ],
)
def test_a_span_tells_of_towns(marked: str, told: list[str]) -> None:
    found = read(marked)
    spans = parse_markup(marked)[1]
    assert [town.key for index in range(len(spans)) for town in found.told_by(index)] == told


def test_a_foreign_town_is_no_commune_unless_a_large_french_one_bears_its_name() -> None:
    found = read("<CITY>Milan</CITY>, <CITY>Lens</CITY>, <CITY>Inconnue-les-Bains</CITY>")
    assert [getattr(found.commune_of(index), "name", None) for index in range(3)] == [None, "Lens", None]
    assert found.by_span[2].key == "inconnue les bains"


def test_the_town_of_a_code_stands_beside_it_or_in_the_record() -> None:
    found = read("<ZIP>21000</ZIP>, puis <ZIP>29200</ZIP> <CITY>Nevers</CITY>", city="Quetigny", zip="21000")
    assert [town.commune.name for town in map(found.of_code, (0, 1)) if town and town.commune] == ["Quetigny", "Nevers"]


def test_a_number_behind_a_town_is_its_arrondissement() -> None:
    found = read("<CITY>Lyon 3ème</CITY> <CITY>PARIS XVIe</CITY> <CITY>Nantes cedex 2</CITY> <CITY>Brest</CITY>")
    assert [found.by_span[index].arrondissement for index in range(4)] == [3, 16, None, None]
    assert [found.by_span[index].is_cedex for index in range(4)] == [False, False, True, False]


def test_an_island_is_a_department_where_a_town_of_the_note_lies_in_it() -> None:
    marked = "<CITY>Saint-Joseph</CITY> <ZIP>97480</ZIP> (<LOCATION>La Réunion</LOCATION>)"
    area = read(marked).area(2)
    assert area is not None
    assert (area[0], area[1].code) == ("department", "974")
    assert read("<LOCATION>la Belgique</LOCATION>").country(0) == "Belgique"


@pytest.mark.parametrize(
    ("marked", "patient", "country"),
    [
        ("<CITY>Vienne</CITY>", {}, "AT"),
        ("<ZIP>38200</ZIP> <CITY>Vienne</CITY>", {}, None),
        ("<CITY>Vienne</CITY> (<LOCATION>Isère</LOCATION>)", {}, None),
        ("<CITY>Vienne</CITY>, <LOCATION>Autriche</LOCATION>", {"city": "Pont-Évêque", "zip": "38780"}, "AT"),
        ("<CITY>Vienne</CITY>", {"city": "Pont-Évêque", "zip": "38780"}, None),
        ("<CITY>Montréal</CITY>", {"city": "Auch", "zip": "32000"}, "CA"),
        ("<CITY>Régina</CITY>", {"city": "Cayenne", "zip": "97300"}, None),
        ("<CITY>Régina</CITY>", {"city": "Auch", "zip": "32000"}, "CA"),
    ],
)
def test_a_french_town_is_meant_by_its_own_code_or_near_home(
    marked: str, patient: dict[str, str], country: str | None
) -> None:
    assert getattr(read(marked, **patient).abroad(0 if marked.startswith("<CITY>") else 1), "country", None) == country


@pytest.mark.parametrize(
    ("body", "patient", "told"),
    [
        ("pharmacie de la Vallée", {"city": "Arras", "zip": "62000"}, []),
        ("pharmacie de la Vallée", {"city": "Saintes", "zip": "17100"}, ["17455"]),
        ("pharmacie de La Vallée", {"city": "Arras", "zip": "62000"}, []),
        ("pharmacie de La Vallée", {"city": "Saintes", "zip": "17100"}, ["17455"]),
        ("pharmacie de Mercy", {"city": "Metz", "zip": "57000"}, []),
        ("pharmacie de Mercy", {"city": "Moulins", "zip": "03000"}, ["03171"]),
        ("pharmacie de la Rochelle", {"city": "Arras", "zip": "62000"}, ["17300"]),
    ],
)
def test_a_noun_is_a_village_where_one_is_near(body: str, patient: dict[str, str], told: list[str]) -> None:
    found = read(f"<ORGANIZATION>{body}</ORGANIZATION>", **patient)
    assert [town.key for town in found.told_by(0)] == told


@pytest.mark.parametrize(
    ("town", "home", "is_out_of_the_way"),
    [("Saône", "Mâcon", True), ("Saône", "Besançon", False), ("Dijon", "Brest", False)],
)
def test_a_small_town_is_out_of_the_way_where_the_document_has_none_near_it(
    town: str, home: str, is_out_of_the_way: bool
) -> None:
    found = read("", city=home)
    named = found.named(town)
    assert named is not None
    assert found.is_out_of_the_way(named) == is_out_of_the_way
