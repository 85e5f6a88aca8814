"""A street line keeps its form: figures for figures, a street for a street, a house for a house."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from palimpseste.writings import lists
from palimpseste.writings.case import without_accents
from palimpseste.writings.number_words import read_number

Surrogates = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("12 bis rue des Lilas", r"\d+ bis rue .+"),
        ("2, place du Marché", r"\d, place .+"),
        ("3 RUE DURAND", r"\d RUE [^a-z]+"),
        ("45 lieu-dit Kerlouarn", r"\d\d lieu-dit .+"),
        ("Résidence les Tilleuls, bât. B, 3e étage", r"Résidence .+, bât\. [A-Z], (1er|([2-9]|1\d)e) étage"),
        ("1er étage", r"([2-9]|1\d)e étage"),
        ("appt 45", r"appt \d\d"),
        ("la Grange aux Belles", r"[A-ZÉ].+"),
        ("Le Mas de Lacombe", r"Le Mas (d(u|es|e la) |de l').+"),
        ("Le Mas Bas", r"Le Mas (L(e|a|es) |L').+"),
        ("11, Grand-Rue", r"\d\d, rue [^,]+"),
        ("11 GRANDE RUE", r"\d\d RUE [^a-z,]+"),
        ("12, La Chapelle aux Roses", r"\d\d, [A-ZÉ].+"),
    ],
)
def test_an_address_keeps_its_form(surrogates: Surrogates, source: str, shape: str) -> None:
    drawn = [surrogates(f"domicile : <ADDRESS>{source}</ADDRESS>", id=str(number))[0] for number in range(40)]
    assert [each for each in drawn if not re.fullmatch(shape, each)] == []
    assert source not in drawn
    assert len(set(drawn)) > 4


def test_the_words_of_a_street_number_become_others(surrogates: Surrogates) -> None:
    drawn = [surrogates("<ADDRESS>douze rue des Lilas</ADDRESS>", id=str(number))[0] for number in range(60)]
    numbers = [read_number(tuple(re.split(r"[\s-]+", each.split(" rue ")[0]))) for each in drawn]
    assert all(number is not None and 2 <= number <= 130 for number in numbers)
    assert len(set(numbers)) > 20


def test_a_masculine_street_has_no_feminine_name(surrogates: Surrogates) -> None:
    drawn = {surrogates("<ADDRESS>12 cours Gambetta</ADDRESS>", id=str(n))[0].split(" cours ")[1] for n in range(2000)}
    assert drawn.isdisjoint({"Haute", "Basse", "Neuve"})


def test_no_word_of_the_street_stays(surrogates: Surrogates) -> None:
    for number in range(60):
        (drawn,) = surrogates("<ADDRESS>12 rue des Lilas</ADDRESS>", id=str(number))
        assert "lilas" not in drawn.lower()


def test_one_line_keeps_one_surrogate_in_a_document(surrogates: Surrogates) -> None:
    first, second = surrogates("<ADDRESS>12 rue des Lilas</ADDRESS> <ADDRESS>12 RUE DES LILAS</ADDRESS>")
    assert first.lower() == second.lower()


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("2ème étage", r"(1er|[2-9]ème) étage"),
        ("3 rue Foch, bât. principal, aile B", r"\d rue .+, bât\. principal, aile [A-Z]"),
        ("parcelle 18", r"parcelle \d\d"),
        ("PK 36, côté mer", r"PK \d\d, côté mer"),
        ("8 rue Foch, rez-de-chaussée droite", r"\d rue .+, rez-de-chaussée droite"),
        ("le 7, non le 9", r"le \d, non le \d"),
        ("rue du Sud", r"rue (?!du Sud).+"),
        ("3 ème étage", r"\d ème étage"),
        ("1ÈRE porte", r"[2-9]E porte"),
        ("bâtiment 3 E", r"bâtiment \d [A-Z]"),
        ("n° 5 bis", r"n° \d bis"),
        ("12 Kerlouarn", r"\d\d [A-ZÉ].+"),
        ("Résidence B2", r"Résidence [A-Z]\d"),
        ("Résidence 1234", r"Résidence [1-9]\d{3}"),
        ("escalier AB", r"escalier [A-Z]{2}"),
        ("bâtiment Durand", r"bâtiment [A-ZÉ][^\W\d_]+"),
        ("bâtiment DURAND", r"bâtiment [A-Z]+"),
        ("12 rue Foch - bât. C ; BP 45", r"\d\d rue .+ - bât\. [A-Z] ; BP \d\d"),
        ("12 rue Foch\n, BP 45", r"\d\d rue .+\n, BP \d\d"),
    ],
)
def test_words_of_buildings_and_floors_stay_and_what_they_number_is_drawn(
    surrogates: Surrogates, source: str, shape: str
) -> None:
    drawn = [surrogates(f"<ADDRESS>{source}</ADDRESS>", id=str(number))[0] for number in range(30)]
    assert [each for each in drawn if not re.fullmatch(shape, each)] == []
    assert source not in drawn


def test_a_line_of_words_that_all_stay_becomes_a_hamlet_written_like_it(surrogates: Surrogates) -> None:
    hamlets = {hamlet.upper() for hamlet in lists.entries("hamlets.txt")}
    drawn = {surrogates("<ADDRESS>REZ-DE-CHAUSSÉE</ADDRESS>", id=str(number))[0] for number in range(30)}
    assert drawn <= hamlets
    assert len(drawn) > 4


def test_what_describes_a_way_stays_and_is_no_street(surrogates: Surrogates) -> None:
    source = "chemin à gauche après le calvaire"
    drawn = [surrogates(f"2e <ADDRESS>{source}</ADDRESS>", id=str(number))[0] for number in range(20)]
    assert {each.rpartition(" ")[0] for each in drawn} == {"chemin à gauche après le"}
    assert not any(each.endswith("calvaire") for each in drawn)


def test_a_longer_line_than_any_address_is_not_searched_for_a_street(surrogates: Surrogates) -> None:
    for words in ("rue", "résidence"):
        line = words + " " + "a" * (200 - len(words) - 1)
        (longest,) = surrogates(f"<ADDRESS>{line}</ADDRESS>")
        (longer,) = surrogates(f"<ADDRESS>{line}a</ADDRESS>")
        assert longest.startswith(words + " ")
        hamlets = map(without_accents, lists.entries("hamlets.txt"))
        assert longer in {hamlet.lower().replace("-", " ") for hamlet in hamlets}


def test_small_letters_and_hyphens_are_those_of_the_line(surrogates: Surrogates) -> None:
    for number in range(12):
        (line,) = surrogates("<ADDRESS>CC Bay 2, derrière la mosquée</ADDRESS>", id=str(number))
        assert line.split(", ")[1][0].isupper()
        (line,) = surrogates("<ADDRESS>12 rue basse</ADDRESS>", id=str(number))
        assert line.islower()
        assert "-" not in line
        (line,) = surrogates("<ADDRESS>12 rue porte-basse</ADDRESS>", id=str(number))
        assert line.islower()


def test_what_follows_an_article_is_part_of_the_name(surrogates: Surrogates) -> None:
    for number in range(12):
        (line,) = surrogates("<ADDRESS>40 avenue de la porte de Clichy</ADDRESS>", id=str(number))
        assert "porte" not in line


def test_a_letter_after_a_figure_is_drawn_though_it_could_end_an_ordinal(surrogates: Surrogates) -> None:
    drawn = {surrogates("<ADDRESS>bâtiment 3 E</ADDRESS>", id=str(number))[0][-1] for number in range(40)}
    assert drawn == set("ABCDF")
    assert {surrogates("<ADDRESS>3e étage</ADDRESS>", id=str(number))[0][1:] for number in range(40)} >= {"e étage"}


def test_the_name_of_a_building_is_one_word_without_its_article(surrogates: Surrogates) -> None:
    drawn = {surrogates("<ADDRESS>bâtiment Durand</ADDRESS>", id=str(number))[0] for number in range(300)}
    assert len(drawn) > 70
    assert all(re.fullmatch(r"bâtiment [^\W\d_-]+(-[^\W\d_]+)*", each) for each in drawn)


@pytest.mark.parametrize(
    ("source", "apart", "width"),
    [("2-4 route de Paris", 2, 1), ("n°s 12-14, pav. C", 2, 1), ("47 à 83 rue Foch", 36, 1), ("02/04 rue Foch", 2, 2)],
)
def test_the_ends_of_a_range_of_house_numbers_stay_as_far_apart(
    surrogates: Surrogates, source: str, apart: int, width: int
) -> None:
    for number in range(40):
        (surrogate,) = surrogates(f"<ADDRESS>{source}</ADDRESS>", id=str(number))
        low, high, *_ = re.findall(r"\d+", surrogate)
        assert int(high) - int(low) == apart
        assert len(high) >= width


def test_numbers_that_are_no_range_are_drawn_apart(surrogates: Surrogates) -> None:
    drawn = [surrogates("<ADDRESS>30/2 rue de Paris</ADDRESS>", id=str(number))[0] for number in range(20)]
    ends = [re.findall(r"\d+", each)[:2] for each in drawn]
    assert len({int(low) - int(high) for low, high in ends}) > 5


@pytest.mark.parametrize("number", range(12))
def test_a_house_behind_an_article_suits_it(surrogates: Callable[..., list[str]], number: int) -> None:
    (found,) = surrogates("<ADDRESS>bâtiment D des Oliviers, boulevard de la Corniche</ADDRESS>", id=str(number))
    house = found.split(" des ")[1].split(",")[0]
    assert f"Les {house}" in lists.entries("houses.txt")


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("Résidence Le Parvis, 2e étage", r"Résidence (?!Le Parvis).+, \d(?:e|er) étage"),
        ("cité du Mas", r"cité d(?:u|e la|es) (?!Mas).+"),
        ("rue Hoche, B. P. 44", r"rue (?!Hoche).+, B\. P\. \d\d"),
        ("campagne La Dorgonne, 1re bergerie", r"\S.+, \de \S.+"),
    ],
)
def test_words_of_street_lines_are_kept_but_for_the_names_of_houses(
    surrogates: Surrogates, source: str, written: str
) -> None:
    for number in range(12):
        (line,) = surrogates(f"<ADDRESS>{source}</ADDRESS>", id=str(number))
        assert re.fullmatch(written, line)
