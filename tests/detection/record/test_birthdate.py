"""The date of birth of the record, in any writing."""

from __future__ import annotations

import pytest
from found import found_in

from palimpseste.detection.record.birthdate import BirthDate
from palimpseste.document import Patient

BORN = Patient(birthdate="1954-03-12")
BORN_EARLY = Patient(birthdate="2004-04-05")


@pytest.mark.parametrize(
    "written",
    [
        "12/03/1954",
        "12.03.1954",
        "12-03-54",
        "12 03 1954",
        "12031954",
        "120354",
        "1954-03-12",
        "19540312",
        "12/3/1954",
        "12/3/54",
        "1 2 0 3 1 9 5 4",
        "12 mars 1954",
        "12mars1954",
        "12 MARS 54",
        "12-mar-1954",
        "12 mars\n1954",
        "douze mars mille neuf cent cinquante-quatre",
        "douze trois mil neuf cent cinquante quatre",
        "12 mars mille neuf cent cinquante quatre",
        "l2/O3/1954",
    ],
)
def test_the_whole_date_is_found(written: str) -> None:
    marked = f"Vu le 02/05/2021, DDN <BIRTHDATE>{written}</BIRTHDATE>, sorti"
    assert found_in(marked, BORN) == marked


@pytest.mark.parametrize(
    "written",
    ["05/04/2004", "5/4/2004", "5.4.04", "05/4/04", "5 avr. 2004", "5 avril 04", "cinq avril deux mille quatre"],
)
def test_zeros_may_be_dropped(written: str) -> None:
    marked = f"née le <BIRTHDATE>{written}</BIRTHDATE>."
    assert found_in(marked, BORN_EARLY) == marked


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("Née en <BIRTHDATE>1954</BIRTHDATE>, opérée en 1954", id="year"),
        pytest.param("né à Dole en <BIRTHDATE>mars 1954</BIRTHDATE>", id="month_and_year"),
        pytest.param("né le <BIRTHDATE>12/03</BIRTHDATE>", id="day_and_month"),
        pytest.param("né le <BIRTHDATE>12 mars</BIRTHDATE> à 8 h", id="day_and_named_month"),
        pytest.param("né en <BIRTHDATE>mille neuf cent cinquante quatre</BIRTHDATE>", id="year_in_words"),
        pytest.param("accident en mars 1954, revu le 12 mars, puis en 1954", id="no_word_of_birth"),
        pytest.param("né le 13/03/1954 et 12/03/1955", id="other_dates"),
        pytest.param("n° 912031954, 112/03/1954, 12/03/19541", id="longer_numbers"),
        pytest.param("né le 2 mars 1954", id="other_day"),
    ],
)
def test_a_part_counts_only_after_a_word_of_birth(marked: str) -> None:
    assert found_in(marked, BORN) == marked


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1954-03-12", BirthDate(1954, 3, 12)),
        ("12/03/1954", BirthDate(1954, 3, 12)),
        ("03/25/1954", BirthDate(1954, 3, 25)),
        ("12.3.54", BirthDate(1954, 3, 12)),
        ("19540312", BirthDate(1954, 3, 12)),
        ("12031954", BirthDate(1954, 3, 12)),
        ("12 mars 1954", BirthDate(1954, 3, 12)),
        ("1er mars 1954", BirthDate(1954, 3, 1)),
        ("1954-03-12T00:00:00", BirthDate(1954, 3, 12)),
        ("1955-00-00", BirthDate(1955)),
        ("03/1954", BirthDate(1954, 3)),
        ("1954", BirthDate(1954)),
        ("inconnue", None),
        ("", None),
        ("99/99/1954", None),
    ],
)
def test_the_date_of_a_record_is_read(value: str, expected: BirthDate | None) -> None:
    assert BirthDate.of(value) == expected
