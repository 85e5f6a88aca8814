"""Towns, codes and departments are drawn together; bodies keep their head and streets their type."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from palimpseste.folding import fold, fold_name
from palimpseste.places import PlaceTable
from palimpseste.places.codes_abroad import towns_of
from palimpseste.writings import lists

Surrogates = Callable[..., list[str]]


@pytest.fixture(scope="module")
def table() -> PlaceTable:
    return PlaceTable.bundled()


@pytest.mark.parametrize("number", range(6))
def test_a_code_a_town_and_a_department_agree(surrogates: Surrogates, table: PlaceTable, number: int) -> None:
    code, town, again, department, body = surrogates(
        "<ZIP>21000</ZIP> <CITY>Dijon</CITY>, à <CITY>DIJON</CITY> (<LOCATION>Côte-d'Or</LOCATION>), "
        "<HOSPITAL>CHU de Dijon</HOSPITAL>",
        id=str(number),
    )
    served = {commune.name: commune for commune in table.by_zip(code)}
    assert town in served
    assert fold(again) == fold(town) != "dijon"
    assert table.department_of(served[town]).name == department
    assert re.sub("^CHU? d(?:e |')", "", body) == town
    assert 40_000 < served[town].population < 500_000


def test_an_overseas_department_follows_its_town(surrogates: Surrogates, table: PlaceTable) -> None:
    code, _, department = surrogates("<ZIP>97480</ZIP> <CITY>SAINT-JOSEPH</CITY> (<LOCATION>La Réunion</LOCATION>)")
    assert table.department_of(table.by_zip(code)[0]).name == "La Réunion"
    assert department == "océan Indien"
    assert surrogates("retour de <LOCATION>La Réunion</LOCATION>")[-1] == "océan Indien"


def test_a_code_alone_agrees_with_its_town_elsewhere(surrogates: Surrogates, table: PlaceTable) -> None:
    (code,) = surrogates("<ZIP>21000</ZIP>", patient_id="5")
    (town,) = surrogates("<CITY>Dijon</CITY>", patient_id="5", id="other")
    assert town in {commune.name for commune in table.by_zip(code)}


def test_homonyms_are_told_apart_by_their_code(surrogates: Surrogates) -> None:
    north, south = surrogates(
        "<ZIP>93200</ZIP> <CITY>Saint-Denis</CITY> ... <ZIP>97400</ZIP> <CITY>SAINT-DENIS</CITY>"
    )[1::2]
    assert fold_name(north) != fold_name(south)


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("LILLE CEDEX", r"[A-Z' -]+ CEDEX"),
        ("Caen cedex 9", r".+ cedex \d"),
        ("Paris 13e", r"(Lyon|Marseille) \d{1,2}(e|er)"),
        ("Lyon 6ème", r"(Paris|Marseille) \d{1,2}(ème|er)"),
        ("Paris XIIIe", r"(Lyon|Marseille) [IVX]+(e|er)"),
        ("saint denis", r"[a-z' ]+"),
        ("Le Havre", r"Le .+"),
    ],
)
def test_the_writing_of_a_town_is_kept(surrogates: Surrogates, source: str, shape: str) -> None:
    (surrogate,) = surrogates(f"<CITY>{source}</CITY>")
    assert re.fullmatch(shape, surrogate), surrogate


def test_an_article_outside_the_span_stays_right(surrogates: Surrogates, table: PlaceTable) -> None:
    (full,) = surrogates("<CITY>Le Havre</CITY>")
    (bare,) = surrogates("au <CITY>Havre</CITY>")
    assert full == f"Le {bare}"


@pytest.mark.parametrize("town", ["Assier", "Oust", "Écouché"])
def test_a_town_after_an_elision_begins_with_a_vowel(surrogates: Surrogates, town: str) -> None:
    for number in range(10):
        (surrogate,) = surrogates(f"malade d'<CITY>{town}</CITY>", id=str(number))
        assert fold(surrogate)[0] in "aeiouyh"


def test_a_foreign_town_stays_in_its_country(surrogates: Surrogates, table: PlaceTable) -> None:
    country = {city.name: city.country for city in table.world_cities}
    for number in range(5):
        (surrogate,) = surrogates("né à <CITY>Oran</CITY>", id=str(number))
        assert country[surrogate] == "DZ"
        assert surrogate != "Oran"


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("13O1O", r"\d{5}"),
        ("22 480", r"\d\d \d{3}"),
        ("B-7700", r"[A-Z]-\d{4}"),
        ("59037", r"\d{5}"),
        ("1204", r"\d{4}"),
    ],
)
def test_a_code_keeps_its_writing(surrogates: Surrogates, source: str, shape: str) -> None:
    (surrogate,) = surrogates(f"<ZIP>{source}</ZIP>")
    assert re.fullmatch(shape, surrogate)
    assert surrogate != source


@pytest.mark.parametrize(
    ("source", "candidates"),
    [
        ("Mali", {"Sénégal", "Niger", "Bénin", "Togo", "Ghana", "Cameroun", "Gabon", "Tchad", "Kenya", "Congo"}),
        ("Seine-Saint-Denis", {"Ain", "Gard", "Var", "Nord", "Somme"}),
    ],
)
def test_a_place_stays_of_its_kind(surrogates: Surrogates, source: str, candidates: set[str]) -> None:
    drawn = {surrogates(f"<LOCATION>{source}</LOCATION>", id=str(number))[0] for number in range(60)}
    assert drawn & candidates
    assert source not in drawn


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("93", r"\d\d|2[AB]"),
        ("stade Bauer", r"stade .+"),
        ("gare de Lyon-Perrache", r"gare d.+"),
        ("parc des Oiseaux", r"parc des .+"),
        ("D 1091", r"[A-Z] \d{4}"),
        ("la Feuillade", r".+"),
    ],
)
def test_a_place_keeps_its_head(surrogates: Surrogates, source: str, shape: str) -> None:
    (surrogate,) = surrogates(f"<LOCATION>{source}</LOCATION>")
    assert re.fullmatch(shape, surrogate)
    assert fold_name(surrogate) != fold_name(source)


@pytest.mark.parametrize(
    ("label", "source", "shape"),
    [
        ("HOSPITAL", "clinique Saint-Joseph", r"clinique Saint-\w+"),
        ("HOSPITAL", "CLINIQUE SAINTE-MARIE", r"CLINIQUE (?:SAINTE-[A-Z]+|NOTRE-DAME[A-Z-]*)"),
        ("HOSPITAL", "EHPAD Les Glycines", r"EHPAD L(es |').+"),
        ("HOSPITAL", "C.M.P. Les Flamboyants", r"C\.M\.P\. L(es |').+"),
        ("HOSPITAL", "maison médicale du Port", r"maison médicale d(?:e |u |').+"),
        ("HOSPITAL", "CENTRE HOSPITALIER D'AUCH", r"CENTRE HOSPITALIER D(E |')[A-Z' -]+"),
        ("HOSPITAL", "CHU Sud", r"CHU .+"),
        ("HOSPITAL", "HFME", r"[A-Z]{4}"),
        ("HOSPITAL", "AP-HP Louis-Mourier", r"CHU .+"),
        ("HOSPITAL", "CHU de Brest - Hôpital Morvan", r"CHU? d.+ - Hôpital .+"),
        ("HOSPITAL", "hôpital européen", r"hôpital .+"),
        ("ORGANIZATION", "école Jean-Macé", r"école .+"),
        ("ORGANIZATION", "CPAM du Rhône", r"CPAM d(?:e |['’]|u |es ).+"),
        ("ORGANIZATION", "CGSS de La Réunion", r"CGSS"),
        ("ORGANIZATION", "cgss de Mamoudzou", r"cgss"),
        ("ORGANIZATION", "pharmacie du Port", r"pharmacie d(?:es? |u |').+"),
        ("ORGANIZATION", "mutuelle Adrea", r"mutuelle .+"),
        ("ORGANIZATION", "Michelin", r".+"),
        ("ORGANIZATION", "MDPH 25", r"MDPH [1-9]\d"),
    ],
)
def test_a_body_keeps_its_head_and_changes_its_name(
    surrogates: Surrogates, label: str, source: str, shape: str
) -> None:
    for number in range(5):
        (surrogate,) = surrogates(f"<{label}>{source}</{label}>", id=str(number))
        assert re.fullmatch(shape, surrogate), surrogate
        assert fold_name(surrogate) != fold_name(source)


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("12 bis rue des Lilas, bât. C", r"[1-9]\d bis rue .+, bât\. [A-Z]"),
        ("9 bd Voltaire", r"\d bd .+"),
        ("8 RUE DES JARDINS", r"\d RUE [A-Z' -]+"),
        ("BP 10519", r"BP \d{5}"),
        ("résidence Les Bleuets, appt 12", r"résidence L.+, appt \d\d"),
        ("lieu-dit Puyferrat", r"lieu-dit .+"),
        ("Kerouspic", r"[A-Z].+"),
        ("58 avenue Julien, 1er étage", r"\d\d avenue .+, (1er|\de) étage"),
        ("10 allée des Frênes\n   appt 41", r"\d\d allée .+\n   appt \d\d"),
        ("14, allée des Tille-\n   uls", r"\d\d, allée .+"),
        ("cent deux rue de la goutte d'or escalier b", r"[a-zé ]+ rue .+ escalier [a-z]"),
    ],
)
def test_a_street_line_keeps_its_shape(surrogates: Surrogates, source: str, shape: str) -> None:
    for number in range(5):
        (surrogate,) = surrogates(f"<ADDRESS>{source}</ADDRESS>", id=str(number))
        assert re.fullmatch(shape, surrogate, re.DOTALL), surrogate
        kept = set(fold_name(source).split()) & set(fold_name(surrogate).split())
        assert not kept & {
            "lilas",
            "voltaire",
            "jardins",
            "bleuets",
            "puyferrat",
            "kerouspic",
            "julien",
            "frenes",
            "goutte",
        }


def test_a_foreign_town_moves_with_its_country_where_the_note_names_it(
    surrogates: Surrogates, table: PlaceTable
) -> None:
    countries = {fold_name(writing): each.code for each in table.countries for writing in (each.name, *each.writings)}
    of_towns: dict[str, set[str]] = {}
    for city in (*table.world_cities, *towns_of("LU")):
        of_towns.setdefault(fold_name(city.name).removeprefix("le "), set()).add(city.country)
    for land, towns in (line.split("\t") for line in lists.entries_abroad("towns.tsv")):
        for name in towns.split("|"):
            of_towns.setdefault(fold_name(name), set()).add(land)
    for number in range(20):
        drawn = surrogates(
            "né à <CITY>Lisbonne</CITY> au <LOCATION>Portugal</LOCATION>, opéré à <CITY>Londres</CITY>", id=str(number)
        )
        # Beside them articles that suit.
        lisbon = next(each for each in map(fold_name, drawn) if each in of_towns)
        portugal = next(each for each in map(fold_name, drawn) if each in countries)
        london = drawn[-1]
        assert countries[portugal] in of_towns[lisbon]
        assert "GB" in of_towns[fold_name(london)]


def test_a_body_of_a_department_is_that_of_the_towns_of_the_note(surrogates: Surrogates, table: PlaceTable) -> None:
    for number in range(20):
        area, body, town, alone = surrogates(
            "<LOCATION>Côte-d'Or</LOCATION>, <ORGANIZATION>CPAM de la Côte-d'Or</ORGANIZATION>, "
            "<CITY>Dijon</CITY>, <ORGANIZATION>MDPH DU FINISTÈRE</ORGANIZATION>",
            id=str(number),
        )
        commune = next(each for each in table.communes if each.name == town)
        assert table.department_of(commune).name == area
        assert re.fullmatch(rf"CPAM d(?:e l[a'] ?|es |u |e |'){re.escape(area)}", body)
        assert alone.isupper()
        assert alone != "MDPH DU FINISTÈRE"
