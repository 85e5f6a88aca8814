"""When people were born, as a birth or age behind a name or a word of kinship before it tells."""

from __future__ import annotations

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.writings.ages.written import read_age
from palimpseste.writings.generations import births_told
from palimpseste.writings.passages import Passages
from palimpseste.writings.people.read import PeopleRead


def told(marked: str, written_in: int | None = 2020, patient_born: int | None = 1950) -> dict[str, int]:
    text, spans = parse_markup(marked)
    values = tuple(text[span.start : span.end] for span in spans)
    passages = Passages(Document("note", text), spans, values)
    read = {index: read_age(value) for index, value in enumerate(values) if spans[index].label == "AGE"}
    ages = {index: age for index, age in read.items() if age is not None}
    births = {index: int(values[index][-4:]) for index, span in enumerate(spans) if span.label == "BIRTHDATE"}
    return births_told(PeopleRead(passages), passages, ages, births, written_in, patient_born)


@pytest.mark.parametrize(
    ("marked", "year"),
    [
        ("<FIRSTNAME>Ilan</FIRSTNAME> (<AGE>6 ans</AGE>)", 2014),
        ("<FIRSTNAME>Ilan</FIRSTNAME> (<AGE>23 mois</AGE>)", 2019),
        ("<FIRSTNAME>Ilan</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, âgé de <AGE>81 ans</AGE>", 1939),
        ("<LASTNAME>DURAND</LASTNAME> <FIRSTNAME>Ilan</FIRSTNAME>, <AGE>81 ans</AGE>", 1939),
        ("I-1 <FIRSTNAME>Ilan</FIRSTNAME> †<AGE>81 ans</AGE>", 1939),
        ("<FIRSTNAME>Ilan</FIRSTNAME>, décédé à <AGE>81 ans</AGE>", 1939),
        ("son mari, <FIRSTNAME>Ilan</FIRSTNAME>", 1950),
        ("son fils aîné <FIRSTNAME>Ilan</FIRSTNAME>", 1978),
        ("son fils : M. <FIRSTNAME>Ilan</FIRSTNAME> <LASTNAME>Durand</LASTNAME>", 1978),
        ("son petit-fils <FIRSTNAME>Ilan</FIRSTNAME>", 2006),
        ("sa sœur <FIRSTNAME>Ilan</FIRSTNAME>", 1950),
        ("sa mère <FIRSTNAME>Ilan</FIRSTNAME>", 1922),
        ("sa grand-mère <FIRSTNAME>Ilan</FIRSTNAME>", 1894),
        ("son mari <FIRSTNAME>Ilan</FIRSTNAME> (<AGE>81 ans</AGE>)", 1939),
        ("voie basse à 3 h, <FIRSTNAME>Ilan</FIRSTNAME>, 3 410 g, Apgar 10", 2020),
        ("ENFANT : <LASTNAME>DURAND</LASTNAME> <FIRSTNAME>Ilan</FIRSTNAME>, garçon, 2890 g", 2020),
        ("ch. 12, bb <FIRSTNAME>Ilan</FIRSTNAME> : ictère", 2020),
        ("le nourrisson <FIRSTNAME>Ilan</FIRSTNAME> dort", 2020),
        ("naissance d'une fille, prénom <FIRSTNAME>Ilan</FIRSTNAME>", 1978),
        ("son arrière-petit-fils <FIRSTNAME>Ilan</FIRSTNAME>", 2034),
        ("son arrière-grand-mère <FIRSTNAME>Ilan</FIRSTNAME>", 1866),
        ("jouait avec son copain <FIRSTNAME>Ilan</FIRSTNAME>", 1950),
        ("<FIRSTNAME>Ilan</FIRSTNAME>, né ici en <BIRTHDATE>2018</BIRTHDATE>", 2018),
        ("<FIRSTNAME>Ilan</FIRSTNAME> <LASTNAME>Durand</LASTNAME> ° <BIRTHDATE>18/07/1963</BIRTHDATE>", 1963),
        ("son fils <FIRSTNAME>Ilan</FIRSTNAME>, <BIRTHDATE>18/07/1983</BIRTHDATE>", 1983),
    ],
)
def test_an_age_or_else_kinship_tells_the_birth(marked: str, year: int) -> None:
    assert told(marked) == {"ilan": year}


@pytest.mark.parametrize(
    "marked",
    [
        "<FIRSTNAME>Ilan</FIRSTNAME> va bien. Sa voisine a <AGE>81 ans</AGE>",
        "le fils de <FIRSTNAME>Ilan</FIRSTNAME>",
        "<LASTNAME>Durand</LASTNAME>, <AGE>81 ans</AGE>",
        "vu par <FIRSTNAME>Ilan</FIRSTNAME>. Naissance <BIRTHDATE>18/07/1983</BIRTHDATE>",
        "vu par <FIRSTNAME>Ilan</FIRSTNAME>",
        "<FIRSTNAME>Ilan</FIRSTNAME>, paracétamol 1000 mg, 2 g par jour",
    ],
)
def test_nothing_is_told_by_what_stands_elsewhere(marked: str) -> None:
    assert told(marked) == {}


def test_nothing_is_told_without_the_year_that_it_is_counted_from() -> None:
    marked = "son fils <FIRSTNAME>Ilan</FIRSTNAME> (<AGE>6 ans</AGE>)"
    assert told(marked, written_in=None) == {"ilan": 1978}
    assert told(marked, patient_born=None) == {"ilan": 2014}
    assert told(marked, written_in=None, patient_born=None) == {}
