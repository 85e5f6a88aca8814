"""Streets, days and numbers as neighbours of France write them."""

from __future__ import annotations

import pytest

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.told.abroad import of_neighbours
from palimpseste.detection.view import TextView


def told(text: str) -> list[tuple[str, str]]:
    view = TextView.of(text)
    words = frozenset(Tokens(view, alphabet()).words)
    return [(text[span.start : span.end], span.label) for span in of_neighbours(view, words)]


@pytest.mark.parametrize(
    ("text", "street"),
    [
        ("Praktijk De Eik\nBruggesteenweg 31\nB-8000", "Bruggesteenweg 31"),
        ("Vit Sint-Jorisstraat 9 bus 4, Gent", "Sint-Jorisstraat 9 bus 4"),
        ("Adresse : Schillerstr. 12, Kehl", "Schillerstr. 12"),
        ("chez sa fille, Goethestraße 7b à Bâle", "Goethestraße 7b"),
        ("Domiciliée Via Mazzini 18/3, Vintimille", "Via Mazzini 18/3"),
        ("Corso Vittorio Emanuele, 4 - Aoste", "Corso Vittorio Emanuele, 4"),
        ("carrer de la Pau, 8, Figueres", "carrer de la Pau, 8"),
        ("Calle del Pez 21, 2º B, Irun", "Calle del Pez 21, 2º B"),
        ("Rua da Alegria, 112, Braga", "Rua da Alegria, 112"),
        ("logé 41 Park Street, Londres", "41 Park Street"),
    ],
)
def test_a_street_is_told_by_its_kind_and_number(text: str, street: str) -> None:
    assert told(text) == [(street, "ADDRESS")]


@pytest.mark.parametrize(
    "text",
    [
        "Mme Estrada Maria 12/03/1950",
        "M. Piazza Marc 12/04/1962",
        "Estrada Maria 12/03/1950",
        "Mme Laan 12/03/1950",
        "Dr Overweg 06 12 34 56 78",
        "Overweg 06 12 34 56 78",
        "Chambre 12 Mme Lane",
        "Mme Laan 12, salle 3",
    ],
)
def test_somebody_with_a_number_behind_is_no_street(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Puigcerdà, 3 de febrer de 2020 / 3 février", "3 de febrer de 2020"),
        ("Torino, 12 marzo 2021", "12 marzo 2021"),
        ("vue le 7. Januar au CHU", "7. Januar"),
        ("Gent, 30 maart 2018.", "30 maart 2018"),
        ("el 2 de mayo", "2 de mayo"),
        ("Porto, 5 de março de 2019", "5 de março de 2019"),
        ("22 d'agost 2022", "22 d'agost 2022"),
    ],
)
def test_a_month_of_another_language_makes_a_day(text: str, day: str) -> None:
    assert told(text) == [(day, "DATE")]


def test_the_number_of_health_of_catalonia_has_a_day_in_it() -> None:
    assert told("CIP PUMA 1 820314 007 au dossier") == [("PUMA 1 820314 007", "OTHER_ID")]
    assert told("CIP PUMA 1 829914 007") == []


@pytest.mark.parametrize(
    "text",
    [
        "Mme Holzweg 45 ans",
        "adressé via Trajectoire 12",
        "Via le 15, 2 fois",
        "12 mayonnaise",
        "sauce mayo 2",
        "2 mei",
        "le 3 juin 2020, 4 novembre",
        "Piazza navona",
        "Street dance 2 fois",
        "temps plein 3 jours",
        "Carretera barrée",
        "via Google 12/04",
    ],
)
def test_the_like_is_none(text: str) -> None:
    assert told(text) == []
