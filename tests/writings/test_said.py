"""What a date or an age says is told as plain values, and nothing is told of what is neither."""

from __future__ import annotations

import doctest
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.corpus.notes import read_notes
from palimpseste.writings import AgeSaid, DateSaid, ages_said, date_said
from palimpseste.writings.ages.written import AgeUnit

NOTES = Path(__file__).parents[2] / "corpus" / "notes"
PAGE = Path(__file__).parents[2] / "docs" / "writings.md"
TODAY = date(2021, 5, 2)


@pytest.mark.parametrize(
    ("text", "said", "completed"),
    [
        ("12 mars 2021", DateSaid(2021, 3, 12, "day"), DateSaid(2021, 3, 12, "day")),
        ("le 3/4", DateSaid(None, 4, 3, "day"), DateSaid(2021, 4, 3, "day")),
        ("le 28 décembre", DateSaid(None, 12, 28, "day"), DateSaid(2020, 12, 28, "day")),
        ("mi-mars 21", DateSaid(21, 3, None, "month"), DateSaid(2021, 3, None, "month")),
        ("en 98", DateSaid(98, None, None, "year"), DateSaid(1998, None, None, "year")),
        ("du 12", DateSaid(None, None, 12, "day"), DateSaid(2021, 4, 12, "day")),
        ("été 98", DateSaid(98, 7, None, "season"), DateSaid(1998, 7, None, "season")),
        ("Noël", DateSaid(None, 12, 25, "day", "Noël"), DateSaid(2020, 12, 25, "day", "Noël")),
        ("Pâques", DateSaid(None, None, None, "day", "Pâques"), DateSaid(2021, 4, 4, "day", "Pâques")),
        ("Pâques 20", DateSaid(20, None, None, "day", "Pâques"), DateSaid(2020, 4, 12, "day", "Pâques")),
        ("Pâques 2020", DateSaid(2020, 4, 12, "day", "Pâques"), DateSaid(2020, 4, 12, "day", "Pâques")),
        ("12/03/2021 à 14h30", DateSaid(2021, 3, 12, "day"), DateSaid(2021, 3, 12, "day")),
        ("douze mars deux mille vingt et un", DateSaid(2021, 3, 12, "day"), DateSaid(2021, 3, 12, "day")),
        ("00/12/2021", DateSaid(2021, 12, None, "month"), DateSaid(2021, 12, None, "month")),
    ],
)
def test_a_date_says_what_is_written_and_is_completed_by_the_day_of_the_note(
    text: str, said: DateSaid, completed: DateSaid
) -> None:
    assert date_said(text) == said
    assert date_said(text, TODAY) == completed


@pytest.mark.parametrize(
    "text", ["", "hier", "J+3", "à J3", "12 mg", "31/02/2021", "29/02/2021", "chambre 12", "du mois"]
)
def test_what_is_no_date_says_nothing(text: str) -> None:
    assert date_said(text) is None
    assert date_said(text, TODAY) is None


@given(day=st.dates(date(1900, 1, 1), date(2031, 5, 2)), reference=st.dates(date(2000, 1, 1), date(2030, 1, 1)))
def test_a_whole_date_is_not_changed_by_the_day_of_the_note(day: date, reference: date) -> None:
    said = date_said(f"{day:%d/%m/%Y}", reference)
    assert said == DateSaid(day.year, day.month, day.day, "day")


@pytest.mark.parametrize(
    ("text", "numbers", "units", "fraction"),
    [
        ("82 ans", (82,), ("year",), 0),
        ("âgée de 82 ans", (82,), ("year",), 0),
        ("à 3 semaines", (3,), ("week",), 0),
        ("quatre-vingts ans", (80,), ("year",), 0),
        ("2 ans 8 mois", (2, 8), ("year", "month"), 0),
        ("3 mois et demi", (3,), ("month",), 0.5),
        ("15 ans ½", (15,), ("year",), 0.5),
        ("2a1/2", (2,), ("year",), 0.5),
        ("2 ans 3/4", (2,), ("year",), 0.75),
    ],
)
def test_an_age_says_its_numbers(
    text: str, numbers: tuple[int, ...], units: tuple[AgeUnit, ...], fraction: float
) -> None:
    assert ages_said(text) == (AgeSaid(numbers, units, fraction),)


def test_a_range_says_two_ages() -> None:
    assert [age.numbers for age in ages_said("40-45 ans")] == [(40,), (45,)]


def test_an_age_is_told_in_years() -> None:
    years = [ages_said(text)[0].years for text in ("2 ans 6 mois", "3 mois et demi", "73 jours", "26 semaines")]
    assert years == pytest.approx([2.5, 3.5 / 12, 0.2, 0.5])


@pytest.mark.parametrize("text", ["", "nouveau-né", "36 SA", "J3", "3 mg", "twenty-six", "chambre 12"])
def test_what_is_no_age_says_nothing(text: str) -> None:
    assert ages_said(text) == ()


def test_the_readers_are_not_imported_with_the_room() -> None:
    program = (
        "import sys, palimpseste.writings; print([m for m in sys.modules if m.startswith('palimpseste.writings.')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(not NOTES.is_dir(), reason="no corpus of notes beside the package")
def test_nearly_all_dates_and_ages_of_the_notes_are_read() -> None:
    read: dict[str, list[bool]] = {"DATE": [], "AGE": []}
    for path in sorted(NOTES.glob("*.notes")):
        for note in read_notes(path):
            for span in note.entities:
                written = note.text[span.start : span.end]
                if span.label in ("DATE", "BIRTHDATE"):
                    read["DATE"].append(date_said(written, note.date) is not None)
                elif span.label == "AGE":
                    read["AGE"].append(bool(ages_said(written)))
    assert sum(read["DATE"]) / len(read["DATE"]) > 0.993
    assert sum(read["AGE"]) / len(read["AGE"]) > 0.998


def test_the_examples_of_the_page_run() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert (found.attempted > 8, found.failed) == (True, 0)
