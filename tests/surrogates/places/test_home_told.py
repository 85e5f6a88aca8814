"""Words that tell what few departments have keep home in one that has it."""

from __future__ import annotations

import math

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import BESIDE, Document, Patient
from palimpseste.places import PlaceTable, WorldCity, position_of, squared_distance
from palimpseste.places.points_abroad import neighbour_named, position_abroad, positions_in
from palimpseste.result import Draft
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import alone
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.countries import departments_told, land_words, lands_told
from palimpseste.writings.towns.read import TownsRead

TABLE = PlaceTable.bundled()
ATLAS = atlas_of(TABLE)
LINES = {word: set(row.lands) for row in land_words() if row.kind == "home" for word in row.words}
FRONTIER = {"59", "02", "08", "55", "54", "01", "74", "39", "25", "90", "68"}
SWISS = {"01", "74", "39", "25", "90", "68"}


def values_of(result: Draft) -> list[str]:
    """Return the towns of a new text."""
    spans = (span for span in result.spans if span.label == "CITY" and span.source != BESIDE)
    return [result.text[span.start : span.end] for span in spans]


def departments(marked: str, city: str, number: int) -> list[set[str]]:
    """Return the departments of the towns that stand for those of the only note of a patient."""
    text, spans = parse_markup(marked)
    document = Document(f"{number}", text, patient=Patient(city=city))
    result = Replacer(MasterKey(number.to_bytes(32, "big")).cohort("test"), Policy.named("plausible"))(document, spans)
    return [{commune.department for commune in communes} for communes in map(TABLE.named, values_of(result))]


@pytest.mark.parametrize(
    ("marked", "city", "within"),
    [
        ("ancien viticulteur, vit à <CITY>Vosne-Romanée</CITY>", "Vosne-Romanée", LINES["viticulteur"]),
        ("ancien mineur de fond, vit à <CITY>Bruay-la-Buissière</CITY>", "Bruay-la-Buissière", LINES["silicose"]),
        ("silicose indemnisée, vit à <CITY>Avion</CITY>", "Avion", LINES["silicose"]),
        ("pisteur-secouriste, vit à <CITY>Modane</CITY>", "Modane", LINES["pisteur"]),
        ("relève du régime minier, vit à <CITY>Liévin</CITY>", "Liévin", LINES["=miners"]),
        ("ancien patron pêcheur, vit à <CITY>Concarneau</CITY>", "Concarneau", LINES["surf"]),
        ("fils de marin-pêcheur, vit à <CITY>Concarneau</CITY>", "Concarneau", LINES["surf"]),
        ("le mineur des corons, vit à <CITY>Montceau-les-Mines</CITY>", "Montceau-les-Mines", LINES["silicose"]),
        ("docker retraité, vit à <CITY>Sète</CITY>", "Sète", LINES["docker"]),
        ("docker, vit au <CITY>Havre</CITY>", "Le Havre", LINES["docker"]),
        ("ancien ardoisier à <CITY>Trélazé</CITY>", "Trélazé", LINES["ardoisier"]),
        ("fils de marcaire, vit à <CITY>Gérardmer</CITY>", "Gérardmer", LINES["marcaire"]),
        ("brebis de retour de l'estive, vit à <CITY>Laguiole</CITY>", "Laguiole", LINES["estive"]),
        ("accident de surf, vu à <CITY>Biarritz</CITY>", "Biarritz", LINES["surf"]),
        ("moniteur de ski, vit à <CITY>Briançon</CITY>", "Briançon", LINES["ski"]),
        ("parle alsacien avec sa fille, vit à <CITY>Obernai</CITY>", "Obernai", LINES["=alsatian"]),
        ("parle le platt avec ses voisins, vit à <CITY>Forbach</CITY>", "Forbach", LINES["=platt"]),
        ("ne parle que ch'ti, vit à <CITY>Lens</CITY>", "Lens", LINES["=chti"]),
        ("comprend surtout l'occitan, vit à <CITY>Rodez</CITY>", "Rodez", LINES["=occitan"]),
        ("frontalière, vit à <CITY>Morteau</CITY>", "Morteau", SWISS),
        ("horloger (permis G), vit à <CITY>Maîche</CITY>", "Maîche", SWISS),
    ],
)
def test_home_is_where_words_tell_that_it_may_be(marked: str, city: str, within: set[str]) -> None:
    found = [departments(marked, city, number)[0] for number in range(8)]
    assert all(each & within for each in found)
    assert all(each != {ATLAS.commune_named(city).department} for each in found)  # type: ignore[union-attr] # it is one


def test_the_hospital_and_the_largest_town_of_the_region_follow_home() -> None:
    marked = "vigneron à <CITY>Meursault</CITY>, suivi à <CITY>Beaune</CITY>, CHU de <CITY>Dijon</CITY>"
    for number in range(6):
        home, hospital, centre = departments(marked, "Meursault", number)
        assert home & LINES["vigneron"]
        assert home & hospital & centre


def test_a_frontier_worker_of_two_borders_works_in_the_country_that_is_named() -> None:
    marked = "frontalier en <LOCATION>Italie</LOCATION>, vit à <CITY>Modane</CITY>"
    assert all(departments(marked, "Modane", number)[0] & {"04", "05", "06"} for number in range(6))


@pytest.mark.parametrize(
    "marked",
    [
        "frontalier, de <CITY>Saint-Julien-en-Genevois</CITY>, travaille à <CITY>Plan-les-Ouates</CITY>",
        "frontalière, vit à <CITY>Morteau</CITY>, horlogère à <CITY>Le Locle</CITY>, opérée à <CITY>Bienne</CITY>",
        "vit à <CITY>Halluin</CITY>, frontalier, usine de <CITY>Mouscron</CITY> (<LOCATION>Belgique</LOCATION>)",
    ],
)
def test_a_frontier_worker_works_near_home(marked: str) -> None:
    text, spans = parse_markup(marked)
    for number in range(8):
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        result = Replacer(key, Policy.named("plausible"))(Document(f"{number}", text), spans)
        home, *others = values_of(result)
        communes = [position_of(town) for town in TABLE.named(home) if town.department in FRONTIER]
        for other in others:
            foreign = neighbour_named(other)
            assert foreign is not None
            position = position_abroad(foreign)
            assert position is not None
            assert min(math.dist(position, commune) for commune in communes) < 800


@pytest.mark.parametrize(
    ("marked", "land"),
    [
        ("vit à <CITY>Wissembourg</CITY>, sa sœur à <ZIP>D-76829</ZIP> <CITY>Landau in der Pfalz</CITY>", "DE"),
        ("<ZIP>B-5500</ZIP> <CITY>Dinant</CITY>, au médecin de <CITY>Givet</CITY>", "BE"),
        ("opéré à <CITY>Genève</CITY>, rentre à <CITY>Annemasse</CITY>", "CH"),
    ],
)
def test_a_home_beside_a_foreign_town_stays_beside_its_country(marked: str, land: str) -> None:
    text, spans = parse_markup(marked)
    for number in range(8):
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        values = values_of(Replacer(key, Policy.named("plausible"))(Document(f"{number}", text), spans))
        communes = [town for value in values for town in TABLE.named(value)]
        shore = list(positions_in(land))
        assert min(math.dist(position_of(town), place) for town in communes for place in shore) < 300


@pytest.mark.parametrize(
    "marked",
    [
        "<ZIP>B-7500</ZIP> <CITY>Tournai</CITY>, patiente de <ZIP>7600</ZIP> <CITY>Péruwelz</CITY>",
        "CPAS de <CITY>Mouscron</CITY>, <LOCATION>Belgique</LOCATION>, <ZIP>B-7500</ZIP> <CITY>Tournai</CITY>",
    ],
)
def test_foreign_towns_beside_one_another_stay_so(marked: str) -> None:
    text, spans = parse_markup(marked)
    for number in range(8):
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        values = values_of(Replacer(key, Policy.named("plausible"))(Document(f"{number}", text), spans))
        one, other = (position_abroad(WorldCity(name, "BE", 0, ())) for name in values)
        assert one is not None
        assert other is not None
        assert 0 < math.dist(one, other) < 400


def test_a_town_with_a_university_hospital_does_not_stay_on_a_border() -> None:
    marked = "CHU de <CITY>Strasbourg</CITY>, son frère vit à <CITY>Kehl</CITY>"
    assert all(departments(marked, "Strasbourg", number)[0] - {"57", "68"} for number in range(6))


def test_no_foreign_town_near_france_is_taken_for_one_of_a_name_of_its_communes() -> None:
    text, spans = parse_markup("opéré à <CITY>Wasselonne</CITY>, puis à <CITY>Wangen</CITY>")
    read = TownsRead(Passages.at(Document("note", text), spans), ATLAS)
    assert read.abroad(0) is None
    assert neighbour_named("Kerguélavant") is None


def test_who_skis_and_lives_elsewhere_is_cared_for_in_the_mountains() -> None:
    text, spans = parse_markup("Collision entre skieurs. <HOSPITAL>SMUR GAP</HOSPITAL>, vit à <CITY>Arras</CITY>.")
    for number in range(8):
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        document = Document("note", text, patient=Patient(city="Arras"))
        result = Replacer(key, Policy.named("plausible"))(document, spans)
        (body,) = (result.text[span.start : span.end] for span in result.spans if span.label == "HOSPITAL")
        assert {town.department for town in TABLE.named(body.removeprefix("SMUR "))} & LINES["ski"]


def test_the_hospital_follows_a_home_whose_name_others_have() -> None:
    marked = "viticulteur à <CITY>Pougny</CITY>, opéré à <CITY>Nevers</CITY>"
    text, spans = parse_markup(marked)
    for number in range(6):
        document = Document("note", text, patient=Patient(patient_id="7", city="Pougny"))
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        result = Replacer(key, Policy.named("plausible"))(alone(document), spans)
        home, hospital = (TABLE.named(value) for value in values_of(result))
        apart = (squared_distance(one, other) for one in home for other in hospital)
        assert min(apart) < 1_200**2


def test_words_of_what_home_has_not_tell_nothing() -> None:
    told = [number for number, row in enumerate(land_words()) if row.kind == "home" or "frontalier" in row.words]
    assert not departments_told(told, "75", frozenset())
    assert not departments_told(told, "971", frozenset())
    assert not departments_told((), "68", frozenset())


def test_of_several_words_all_are_held_where_they_can_be() -> None:
    told = [number for number, row in enumerate(land_words()) if {"ski", "vigneron"} & row.words]
    assert departments_told(told, "74", frozenset()) == LINES["ski"] & LINES["vigneron"] - {"74"} or LINES["ski"] - {
        "74"
    }
    assert departments_told(told, "73", frozenset()) == (LINES["ski"] & LINES["vigneron"]) - {"73"}


@pytest.mark.parametrize(
    "text", ["un patient mineur de 16 ans", "deux mineurs isolés", "far breton refusé", "choucroute, plat alsacien"]
)
def test_what_says_something_else_tells_no_department(text: str) -> None:
    assert not {land_words()[number].kind for number in lands_told(Passages.at(Document("note", text), []))} & {"home"}
