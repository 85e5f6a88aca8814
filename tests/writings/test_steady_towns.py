"""Where towns are released a value is read alike in all documents of a patient, and what stands beside it with it."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.places import PlaceTable
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.steady import SteadyTownsRead


def read(marked: str, **patient: str) -> SteadyTownsRead:
    text, spans = parse_markup(marked)
    passages = Passages.at(Document("note", text, patient=Patient(**patient)), spans)
    return SteadyTownsRead(passages, atlas_of(PlaceTable.bundled()))


def told(marked: str, **patient: str) -> list[list[str]]:
    """Return the keys of the towns that each span tells of."""
    found, spans = read(marked, **patient), parse_markup(marked)[1]
    return [[town.key for town in found.told_by(index)] for index in range(len(spans))]


@pytest.mark.parametrize(
    ("body", "keys"),
    [
        ("<HOSPITAL>CHU de Dijon</HOSPITAL>", ["21231"]),
        ("<HOSPITAL>hôpital Beaune</HOSPITAL>", ["21054"]),
        ("<HOSPITAL>CH du Creusot</HOSPITAL>", ["71153"]),
        ("<HOSPITAL>CHU Amiens-Picardie</HOSPITAL>", ["80021"]),
        ("<HOSPITAL>CHU Dijon Bourgogne</HOSPITAL>", ["21231"]),
        ("<HOSPITAL>CHR Metz-Thionville</HOSPITAL>", ["57463"]),
        ("<HOSPITAL>CENTRE HOSPITALIER ANNECY GENEVOIS</HOSPITAL>", ["74010"]),
        ("<HOSPITAL>CH Marguerite de Lorraine</HOSPITAL>", []),
        ("<HOSPITAL>CH Laval-Giroud</HOSPITAL>", []),
        ("<HOSPITAL>clinique du Parc</HOSPITAL>", []),
        ("<HOSPITAL>hôpital Percy</HOSPITAL>", []),
        ("<HOSPITAL>clinique Saint-Denis</HOSPITAL>", []),
        ("<HOSPITAL>CH Fleyriat, Bourg-en-Bresse</HOSPITAL>", ["01053"]),
        ("<HOSPITAL>CHU - Saint-Denis</HOSPITAL>", []),
        ("<HOSPITAL>hôpital Bauer - Percy</HOSPITAL>", []),
        ("<ORGANIZATION>Orange</ORGANIZATION>", []),
        ("<ORGANIZATION>mairie de Nevers</ORGANIZATION>", ["58194"]),
        ("<LOCATION>Dijon</LOCATION>", ["21231"]),
        ("<LOCATION>gare de Dijon</LOCATION>", ["21231"]),
        ("<LOCATION>quartier de la Gare</LOCATION>", []),
        ("<LOCATION>Beaulieu</LOCATION>", []),
        ("<LOCATION>Paris</LOCATION>", ["75056"]),
        ("<LOCATION>75</LOCATION>", []),
        ("<LOCATION>Mali</LOCATION>", []),
    ],
)
def test_what_a_place_or_body_is_named_after_hangs_on_its_own_words(body: str, keys: list[str]) -> None:
    assert told(body) == [keys]
    # Whatever else stands in the document.
    others = "<CITY>Beaune</CITY>, <CITY>Percy</CITY>, <CITY>Parc</CITY>, <CITY>Saint-Denis</CITY>, <CITY>Dijon</CITY>"
    assert told(f"{others} ; puis {body}")[-1] == keys


def test_the_town_of_the_record_is_meant_by_the_beginning_of_its_name() -> None:
    marked = "<CITY>Charnay</CITY> <HOSPITAL>SSIAD de Charnay</HOSPITAL> <CITY>Riom</CITY>"
    assert told(marked) == [["69047"], ["69047"], ["63300"]]
    assert told(marked, city="Charnay-lès-Mâcon", zip="71850") == [["71105"], ["71105"], ["63300"]]
    coded = told("<CITY>Charnay</CITY> (<ZIP>69380</ZIP>)", city="Charnay-lès-Mâcon", zip="71850")
    assert coded == [["69047"], ["69047"]]


def test_a_small_town_of_the_record_is_meant_in_all_documents() -> None:
    assert told("<HOSPITAL>hôpital Seurre</HOSPITAL> <LOCATION>Seurre</LOCATION>") == [[], []]
    here = told("<HOSPITAL>hôpital Seurre</HOSPITAL> <LOCATION>Seurre</LOCATION>", city="SEURRE")
    assert here == [["21607"], ["21607"]]


@pytest.mark.parametrize(
    ("marked", "country"),
    [
        ("<CITY>Bamako</CITY> (<LOCATION>Mali</LOCATION>)", "ML"),
        ("<CITY>Bamako</CITY>", "ML"),
        ("<CITY>Kouroussaba</CITY>, <LOCATION>Mali</LOCATION>", "ML"),
        ("<CITY>Valence</CITY> en <LOCATION>Espagne</LOCATION>", "ES"),
        ("<CITY>Valence</CITY> en <LOCATION>Espagne</LOCATION>, retour à <CITY>VALENCE</CITY>", "ES"),
        ("<CITY>Valence</CITY>", None),
        ("<CITY>Valence</CITY> (<LOCATION>France</LOCATION>)", None),
        ("<CITY>Lyon</CITY>, <LOCATION>Italie</LOCATION>", None),
        ("<CITY>Le Tampon</CITY> (<LOCATION>La Réunion</LOCATION>)", None),
        ("<CITY>Kouroussaba</CITY>", None),
        ("<CITY>Kouroussaba</CITY>. Il revient d'un séjour de deux ans au <LOCATION>Mali</LOCATION>", None),
    ],
)
def test_a_country_beside_a_town_tells_where_it_lies(marked: str, country: str | None) -> None:
    found = read(marked)
    cities = list(found.by_span)
    assert {getattr(found.abroad(index), "country", None) for index in cities} == {country}
    if country:
        assert all(not found.told_by(index) for index in cities)


def test_a_foreign_town_has_no_french_code() -> None:
    assert read("<ZIP>10117</ZIP> <CITY>Berlin</CITY>").of_code(0) is None
    assert read("<CITY>Berlin</CITY> <ZIP>10117</ZIP>").of_code(1) is None
    town = read("<ZIP>10000</ZIP> <CITY>Troyes</CITY>").of_code(0)
    assert town is not None
    assert town.key == "10387"


@pytest.mark.parametrize(
    ("marked", "key"),
    [
        ("<CITY>Dijon</CITY>, <CITY>Beaune</CITY> (<LOCATION>Côte-d'Or</LOCATION>)", "21054"),
        ("<CITY>Beaune</CITY>, <CITY>Dijon</CITY> (<LOCATION>21</LOCATION>)", "21231"),
        ("<CITY>Dijon</CITY>, <CITY>Beaune</CITY>, deux villes de <LOCATION>Côte-d'Or</LOCATION>", "21231"),
        ("<CITY>Dijon</CITY>, <CITY>Zzyrq</CITY> dans le département de la <LOCATION>Nièvre</LOCATION>", "zzyrq"),
        ("<CITY>Dijon</CITY>, <CITY>Zzyrq</CITY> à <LOCATION>La Réunion</LOCATION>", "zzyrq"),
        ("<CITY>Dijon</CITY>, <CITY>Milan</CITY> (<LOCATION>Côte-d'Or</LOCATION>)", "21231"),
        ("<CITY>Nevers</CITY> en <LOCATION>Côte-d'Or</LOCATION>", None),
    ],
)
def test_an_area_follows_the_town_beside_it(marked: str, key: str | None) -> None:
    found = read(marked)
    last = len(parse_markup(marked)[1]) - 1
    area = found.area(last)
    assert area is not None
    town = found.town_of_area(last, *area)
    assert (town and town.key) == key


def test_an_island_alone_is_a_land() -> None:
    assert read("<LOCATION>La Réunion</LOCATION>").area(0) is None
