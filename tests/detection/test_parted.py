"""A town is no part of an address, nor of a word that is no body."""

from __future__ import annotations

import pytest

from palimpseste.detection.parted import parted
from palimpseste.detection.view import TextView
from palimpseste.document import Span


def parts(text: str, *spans: tuple[str, str], source: str = "model") -> list[tuple[str, str]]:
    found = [Span(text.index(value), text.index(value) + len(value), label, source) for value, label in spans]
    return [(text[span.start : span.end], span.label) for span in parted(TextView.of(text), found)]


@pytest.mark.parametrize("link", [" ", " - "])
def test_a_town_between_the_street_and_the_code_is_a_span_of_its_own(link: str) -> None:
    text = f"36 bd Joffre, Saint-Herblain{link}44093 NANTES"
    assert parts(text, ("36 bd Joffre, Saint-Herblain", "ADDRESS"), ("44093", "ZIP")) == [
        ("36 bd Joffre", "ADDRESS"),
        ("Saint-Herblain", "CITY"),
        ("44093", "ZIP"),
    ]


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("36 bd Joffre, bâtiment 3", " "),
        ("36 bd Joffre, Zzyxan", " "),
        ("36 bd Joffre, Saint-Herblain", ", "),  # a hamlet
        ("36 bd Joffre", " "),
    ],
)
def test_other_addresses_stay_whole(address: str, link: str) -> None:
    text = f"{address}{link}44093 NANTES"
    assert parts(text, (address, "ADDRESS"), ("44093", "ZIP"))[0] == (address, "ADDRESS")


def test_a_word_that_is_no_body_is_left() -> None:
    assert parts("dessine la maison de Brest", ("maison de Brest", "ORGANIZATION")) == [("Brest", "CITY")]
    assert parts("vue à la clinique de Brest", ("clinique de Brest", "HOSPITAL")) == [("clinique de Brest", "HOSPITAL")]
    assert parts("la maison de Zzyxan", ("maison de Zzyxan", "ORGANIZATION")) == [("maison de Zzyxan", "ORGANIZATION")]


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ("5-01/12-01", ["5-01", "12-01"]),
        ("25-03/30-05-2024", ["25-03", "30-05-2024"]),
        ("12/01", ["12/01"]),
        ("2021/03/12", ["2021/03/12"]),
        ("05-01-24", ["05-01-24"]),
    ],
)
def test_two_days_are_two_spans(days: str, found: list[str]) -> None:
    assert parts(f"séjour {days} en cardiologie", (days, "DATE")) == [(day, "DATE") for day in found]


def test_a_date_has_no_rule_of_a_box_at_its_edges() -> None:
    assert parts("né le |2|0|0|2|2|3|", ("|2|0|0|2|2|3|", "BIRTHDATE")) == [("2|0|0|2|2|3", "BIRTHDATE")]
    assert parts("né le ||", ("||", "DATE")) == [("||", "DATE")]


def test_what_the_record_found_stays_whole() -> None:
    text = "36 bd Joffre, Saint-Herblain 44093"
    spans = ("36 bd Joffre, Saint-Herblain", "ADDRESS"), ("44093", "ZIP")
    assert parts(text, *spans, source="record.address")[0] == spans[0]


def test_nothing_is_parted_where_there_is_nothing() -> None:
    assert parted(TextView.of("rien"), []) == []


def test_a_day_is_parted_from_the_number_and_the_hour_glued_to_it() -> None:
    text = "30/07/1960E230044121/03/202306:10UHCD"
    assert parts(text, ("230044121/03/202306", "DATE")) == [("2300441", "OTHER_ID"), ("21/03/2023", "DATE")]
    assert parts("vue le 21/03/2023", ("21/03/2023", "DATE")) == [("21/03/2023", "DATE")]


@pytest.mark.parametrize("hours", ["24h/24 ", "24/24 ", "24 h / 24 : "])
def test_hours_of_service_are_no_part_of_a_telephone(hours: str) -> None:
    text = f"astreinte {hours}0 800 29 41 17"
    for whole in (text[10:], text[text.index("24 ", 12) if hours[2] != " " else 10 :]):
        assert parts(text, (whole, "PHONE")) == [("0 800 29 41 17", "PHONE")]
    assert parts("24 02 96 22", ("24 02 96 22", "PHONE")) == [("24 02 96 22", "PHONE")]


@pytest.mark.parametrize("mark", [", interphone ", " — interphone ", ", sonnette "])
def test_a_name_on_a_bell_is_none_of_the_address(mark: str) -> None:
    text = f"21 bd de Cessole, 5e gauche{mark}MOREL\nappelée"
    assert parts(text, (text.partition("\n")[0], "ADDRESS")) == [
        ("21 bd de Cessole, 5e gauche", "ADDRESS"),
        ("MOREL", "LASTNAME"),
    ]


def test_a_bell_without_a_name_stays_in_the_address() -> None:
    for text in ("21 bd de Cessole, interphone 214", "17 rue Macé 2e étage interphone NGV"):
        assert parts(text, (text, "ADDRESS")) == [(text, "ADDRESS")]


@pytest.mark.parametrize("source", ["model", "rules.address.whole"])
def test_the_letters_of_a_country_belong_to_the_code(source: str) -> None:
    text = "9 chemin de Romagny, F-74100 Annemasse"
    assert parts(text, ("9 chemin de Romagny, F", "ADDRESS"), ("-74100", "ZIP"), source=source) == [
        ("9 chemin de Romagny", "ADDRESS"),
        ("F-74100", "ZIP"),
    ]
    assert parts("bâtiment XF-74100", ("74100", "ZIP")) == [("74100", "ZIP")]


def test_an_address_ends_where_another_line_begins_one() -> None:
    text = "110 boulevard Joly – DUMBÉA\nAdresse postale : BP 12, 98849"
    assert parts(text, (text[:-7], "ADDRESS"), ("98849", "ZIP"), source="rules.address.whole") == [
        ("110 boulevard Joly", "ADDRESS"),
        ("DUMBÉA", "CITY"),
        ("BP 12", "ADDRESS"),
        ("98849", "ZIP"),
    ]


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("rue Pasteur 22:10 appel du fils", ["rue Pasteur"]),
        ("12 rue Foch 14h30", ["12 rue Foch"]),
        ("12 rue Foch 14h30 Rolland", ["12 rue Foch", "Rolland"]),
        ("12 rue Haute            4 place Basse", ["12 rue Haute", "4 place Basse"]),
        ("15 pl. Divette | 2 rue Gambetta", ["15 pl. Divette", "2 rue Gambetta"]),
        ("rue        | 12 rue du 11-Novembre", ["12 rue du 11-Novembre"]),
        ("12 rue Foch\n\nMarcel", ["12 rue Foch", "Marcel"]),
    ],
)
def test_an_address_ends_where_its_column_does(address: str, found: list[str]) -> None:
    assert parts(f"vit {address}", (address, "ADDRESS")) == [(part, "ADDRESS") for part in found]


@pytest.mark.parametrize(
    "address",
    [
        "12 avenue de la\n\nRépublique",
        "41 RUE GABRIEL PERI\n          ESC B 3E ETG APT 12",
        "12 rue Foch     bât. B",
        "Résidence Les Mimosas, bât. B\n             avenue Noël-Franchini",
        "3 rue du 8 mai 1945",
    ],
)
def test_an_address_that_goes_on_stays_whole(address: str) -> None:
    assert parts(f"vit {address}", (address, "ADDRESS")) == [(address, "ADDRESS")]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("22/07/1995 Turquie", [("22/07/1995", "BIRTHDATE"), ("Turquie", "LOCATION")]),
        ("22-07-95, Brest", [("22-07-95", "BIRTHDATE"), ("Brest", "CITY")]),
        ("22/07/1995 Zzyxan", [("22/07/1995 Zzyxan", "BIRTHDATE")]),
    ],
)
def test_a_day_ends_before_a_place(written: str, found: list[tuple[str, str]]) -> None:
    assert parts(f"né {written}", (written, "BIRTHDATE")) == found


@pytest.mark.parametrize("number", ["0471826", "n° 0471826"])
def test_the_number_that_a_body_gave_is_none_of_its_name(number: str) -> None:
    assert parts(f"allocataire CAF du Doubs {number}.", (f"CAF du Doubs {number}", "ORGANIZATION")) == [
        ("CAF du Doubs", "ORGANIZATION"),
        ("0471826", "OTHER_ID"),
    ]


def test_the_code_of_the_town_of_a_body_stays() -> None:
    assert parts("vu au CH de Lens 62300", ("CH de Lens 62300", "HOSPITAL")) == [("CH de Lens 62300", "HOSPITAL")]
