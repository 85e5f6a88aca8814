"""References hold the names, the initials and the years of the note in their own shape."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from palimpseste.folding import fold
from palimpseste.result import Draft

Surrogates = Callable[..., list[str]]


def test_a_reference_holds_the_initials_of_the_surrogates(surrogates: Surrogates) -> None:
    first, last, reference = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Morel</LASTNAME> Réf. <REFERENCE>PM/cl/2023-114</REFERENCE>"
    )
    assert reference.startswith(f"{fold(first[0]).upper()}{fold(last[0]).upper()}/")
    assert reference[3:5].islower()
    assert reference != "PM/cl/2023-114"


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("1999-20", r"(?:1998|2000)-\d\d"),
        ("2099/1", r"20\d\d/\d"),
        ("2123", r"\d{4}"),
        ("1899-1", r"\d{4}-\d"),
        ("20234-1", r"\d{5}-\d"),
        ("dossier 12", r"dossier \d\d"),
        ("DOSSIER 12", r"[A-Z]{7} \d\d"),
        ("abcde/1", r"[a-z]{5}/\d"),
        ("famille", r"[a-z]{7}"),
        ("MSA-LB", r"[A-Z]{3}-[A-Z]{2}"),
    ],
)
def test_a_reference_keeps_its_century_its_long_words_and_its_shape(
    surrogates: Surrogates, source: str, shape: str
) -> None:
    drawn = [surrogates(f"<REFERENCE>{source}</REFERENCE>", id=str(number))[0] for number in range(40)]
    assert [each for each in drawn if not re.fullmatch(shape, each)] == []
    assert source not in drawn


def test_only_years_of_our_centuries_keep_theirs(surrogates: Surrogates) -> None:
    for source in ("2123", "1899", "20234"):
        centuries = {surrogates(f"<REFERENCE>{source}</REFERENCE>", id=str(number))[0][:2] for number in range(40)}
        assert len(centuries) > 10


def test_a_reference_holds_names_and_initials_in_its_own_case(surrogates: Surrogates) -> None:
    first, last, reference = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Morel</LASTNAME> <REFERENCE>PM/Pm/mp/MOREL/morel</REFERENCE>"
    )
    p, m = fold(first)[0], fold(last)[0]
    assert fold(reference) == f"{p}{m}/{p}{m}/{m}{p}/{fold(last)}/{fold(last)}"
    assert reference.split("/")[3].isupper()
    assert reference.split("/")[2].islower()


def test_equal_values_of_a_label_get_one_number_however_they_are_written(replace: Callable[..., Draft]) -> None:
    result = replace(
        "<CITY>Saint-Denis</CITY> <CITY>SAINT DENIS</CITY> <CITY>Dijon</CITY> <PHONE>06 12</PHONE> "
        "<PHONE>0613</PHONE> <PHONE>06.12</PHONE> <OTHER_ID>0612</OTHER_ID> <ADDRESS>1, rue A</ADDRESS> "
        "<ADDRESS>1 rue a</ADDRESS> <HOSPITAL>L'Archet</HOSPITAL> <HOSPITAL>l archet</HOSPITAL> "
        "<ORGANIZATION>St-A</ORGANIZATION> <ORGANIZATION>st a</ORGANIZATION> <LOCATION>Le-Lac</LOCATION> "
        "<LOCATION>le lac</LOCATION> <LOCATION>lelac</LOCATION>",
        policy="numbered-tags",
    )
    assert result.text == (
        "[CITY_1] [CITY_1] [CITY_2] [PHONE_1] [PHONE_2] [PHONE_1] [OTHER_ID_1] [ADDRESS_1] [ADDRESS_2] [HOSPITAL_1] "
        "[HOSPITAL_1] [ORGANIZATION_1] [ORGANIZATION_1] [LOCATION_1] [LOCATION_1] [LOCATION_2]"
    )


def test_a_name_that_stands_twice_in_one_word_is_replaced_once_and_the_rest_drawn(surrogates: Surrogates) -> None:
    last, mail = surrogates("<LASTNAME>Durand</LASTNAME> <EMAIL>durandxdurandy@x.fr</EMAIL>")
    assert mail.startswith(fold(last))
    assert "durand" not in mail


def test_a_reference_holds_the_first_letters_of_names_of_several_words(surrogates: Surrogates) -> None:
    first, last, reference, other = surrogates(
        "Dr <FIRSTNAME>Nathan</FIRSTNAME> <LASTNAME>Graillon-Costa</LASTNAME>, réf. "
        "<REFERENCE>NG/my/4251</REFERENCE>, <REFERENCE>NGC/my/4252</REFERENCE>"
    )
    letters = [fold(word)[0].upper() for word in (first, *last.split("-"))]
    assert reference.startswith(f"{letters[0]}{letters[1]}/")
    assert other.startswith(f"{''.join(letters)}/")


def test_a_reference_that_counts_the_particle_holds_the_initials_that_are_left(surrogates: Surrogates) -> None:
    first, last, reference = surrogates(
        "Dr <FIRSTNAME>Gaël</FIRSTNAME> <LASTNAME>Le Borgne</LASTNAME>, réf. <REFERENCE>GLB/mt/2206-031</REFERENCE>"
    )
    assert reference.startswith(f"{fold(first[0]).upper()}{fold(last[0]).upper()}/")
