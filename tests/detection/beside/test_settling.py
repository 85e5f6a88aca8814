"""Labels of the model that what stands beside a span contradicts."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.detection.beside.settling import settled
from palimpseste.detection.beside.united import with_towns
from palimpseste.detection.view import TextView
from palimpseste.document import Span


def told(marked: str) -> list[tuple[str, str]]:
    text, spans = parse_markup(marked)
    found = settled(TextView.of(text), [Span(span.start, span.end, span.label, "model") for span in spans])
    return [(text[span.start : span.end], span.label) for span in found]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        # Who is in a class is there at a school.
        ("Sa fille est en seconde à <CITY>Louis-Aragon</CITY>.", [("Louis-Aragon", "ORGANIZATION")]),
        ("Son fils, en terminale S à <CITY>Jean-Moulin</CITY>", [("Jean-Moulin", "ORGANIZATION")]),
        ("Sa fille est en seconde à <CITY>Poitiers</CITY>.", [("Poitiers", "CITY")]),
        ("En vacances à <CITY>Louis-Aragon</CITY>.", [("Louis-Aragon", "CITY")]),
        # A word with a capital within that is made of no names is nobody's.
        ("IDE, <LASTNAME>NephroSuivi</LASTNAME>", [("NephroSuivi", "ORGANIZATION")]),
        ("suivi par <FIRSTNAME>myGlyco</FIRSTNAME>", [("myGlyco", "ORGANIZATION")]),
        ("Dr <LASTNAME>McKenna</LASTNAME>", [("McKenna", "LASTNAME")]),
        ("M. <LASTNAME>LeBihan</LASTNAME>", [("LeBihan", "LASTNAME")]),
        ("Mme <LASTNAME>DeSantis</LASTNAME>", [("DeSantis", "LASTNAME")]),
        ("vu par <LASTNAME>DrKerlézanec</LASTNAME>", [("DrKerlézanec", "LASTNAME")]),
        ("<LASTNAME>MartinPaul</LASTNAME>", [("MartinPaul", "LASTNAME")]),
        # No person is somebody's crèche.
        (
            "<FIRSTNAME>Lou</FIRSTNAME> <LASTNAME>Pitchoun</LASTNAME>, sa crèche, appelle.",
            [("Lou Pitchoun", "ORGANIZATION")],
        ),
        (
            "Renversée devant <FIRSTNAME>Mora</FIRSTNAME> <LASTNAME>Ludres</LASTNAME>, où elle est vendeuse.",
            [("Mora Ludres", "ORGANIZATION")],
        ),
        (
            "<FIRSTNAME>Lou</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, sa mère, appelle.",
            [("Lou", "FIRSTNAME"), ("Morel", "LASTNAME")],
        ),
        (
            "Chez <FIRSTNAME>Lou</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, où elle est née.",
            [("Lou", "FIRSTNAME"), ("Morel", "LASTNAME")],
        ),
        # Nor is a shop somebody.
        (
            "la camionnette de <LASTNAME>Boucherie</LASTNAME> <LASTNAME>Vasseur</LASTNAME>",
            [("Boucherie Vasseur", "ORGANIZATION")],
        ),
        (
            "Mme <LASTNAME>Boucherie</LASTNAME> <FIRSTNAME>Anne</FIRSTNAME>",
            [("Boucherie", "LASTNAME"), ("Anne", "FIRSTNAME")],
        ),
        # Who works at somebody's works at a body, and who was born on a day at a place was born in a town.
        ("Il est chauffeur à <FIRSTNAME>Soléa</FIRSTNAME>.", [("Soléa", "ORGANIZATION")]),
        ("La maîtresse à <FIRSTNAME>Soléa</FIRSTNAME> appelle.", [("Soléa", "FIRSTNAME")]),
        (
            "né <BIRTHDATE>23 XI 1974</BIRTHDATE> à <FIRSTNAME>Tczew</FIRSTNAME>",
            [("23 XI 1974", "BIRTHDATE"), ("Tczew", "CITY")],
        ),
        (
            "vu le <DATE>3 mai</DATE> à <FIRSTNAME>Tczew</FIRSTNAME>",
            [("3 mai", "DATE"), ("Tczew", "FIRSTNAME")],
        ),
        # Who lets a flat is not the flat, and figures are no name.
        ("locataire d'un <ORGANIZATION>T2 d'Ekidom</ORGANIZATION>", [("Ekidom", "ORGANIZATION")]),
        ("NEONAT <LASTNAME>20000914</LASTNAME> p1", [("20000914", "OTHER_ID")]),
        # A family is no body.
        ("placée chez <ORGANIZATION>les Durieux</ORGANIZATION>", [("Durieux", "LASTNAME")]),
        ("placée chez <ORGANIZATION>les Compagnons</ORGANIZATION>", [("les Compagnons", "ORGANIZATION")]),
    ],
)
def test_what_stands_beside_settles_a_label(marked: str, expected: list[tuple[str, str]]) -> None:
    assert told(marked) == expected


def test_a_place_cut_at_its_elision_is_one() -> None:
    text, spans = parse_markup("Elle vit au <LOCATION>village d</LOCATION>'<LOCATION>Outre-Mont</LOCATION>.")
    found = with_towns(TextView.of(text), spans)
    assert [(text[span.start : span.end], span.label) for span in found] == [("village d'Outre-Mont", "LOCATION")]
