"""Words that tell what few departments have keep home in one that has it."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.places import PlaceTable
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.countries import departments_told, land_words, lands_told

TABLE = PlaceTable.bundled()
ATLAS = atlas_of(TABLE)
LINES = {word: set(row.lands) for row in land_words() if row.kind == "home" for word in row.words}
SWISS = {"01", "74", "39", "25", "90", "68"}


def departments(marked: str, city: str, number: int) -> list[set[str]]:
    """Return the departments of the towns that stand for those of the only note of a patient."""
    text, spans = parse_markup(marked)
    document = Document(f"{number}", text, patient=Patient(city=city))
    result = Replacer(MasterKey(number.to_bytes(32, "big")).cohort("test"), Policy.named("plausible"))(document, spans)
    towns = (result.text[span.start : span.end] for span in result.spans if span.label == "CITY")
    return [{commune.department for commune in communes} for communes in map(TABLE.named, towns) if communes]


@pytest.mark.parametrize(
    ("marked", "city", "within"),
    [
        ("ancien viticulteur, vit à <CITY>Vosne-Romanée</CITY>", "Vosne-Romanée", LINES["viticulteur"]),
        ("ancien mineur de fond, vit à <CITY>Bruay-la-Buissière</CITY>", "Bruay-la-Buissière", LINES["silicose"]),
        ("silicose indemnisée, vit à <CITY>Avion</CITY>", "Avion", LINES["silicose"]),
        ("moniteur de ski, vit à <CITY>Briançon</CITY>", "Briançon", LINES["ski"]),
        ("parle alsacien avec sa fille, vit à <CITY>Obernai</CITY>", "Obernai", LINES["=alsatian"]),
        ("frontalière, vit à <CITY>Morteau</CITY>", "Morteau", SWISS),
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
