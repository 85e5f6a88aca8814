"""Numbers of the form of one that was found, initials that sign lines."""

from __future__ import annotations

import pytest

from palimpseste.detection.told.series import of_ages, of_days, of_series, of_weekdays
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import Label


def found_beside(text: str, number: str, label: Label = "OTHER_ID") -> list[str]:
    """Return what is found where one number of a text is known."""
    start = text.index(number)
    spans = [Span(start, start + len(number), label)]
    return [text[span.start : span.end] for span in of_series(TextView.of(text), spans)]


def test_numbers_with_the_letters_marks_and_figures_of_another_are_found() -> None:
    text = "Mme A, S-25-0031. Mme B, S-25-0034. Mme C, s-24-0036 ; S-25-00361, T-25-0031, XS-25-0031, S-25-0031-2"
    assert found_beside(text, "S-25-0031") == ["S-25-0034", "s-24-0036"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("vu 10h05, revu 11h45", "10h05"),
        ("lot 72202468, pièce 50791034", "72202468"),
        ("chambre A12 puis B13, lit A13", "A12"),
    ],
)
def test_times_bare_figures_and_short_numbers_tell_no_form(text: str, number: str) -> None:
    assert found_beside(text, number) == []


def test_what_is_no_number_tells_no_form() -> None:
    assert found_beside("a1234 et a1235", "a1234", "LASTNAME") == []


@pytest.mark.parametrize(
    ("text", "known", "days"),
    [
        ("puis 12, 13, 16 ; ok", "16", {"12", "13"}),
        ("les 3 et 4 mai", "4", {"3"}),
        ("le 3 puis 4", "4", {"3"}),
        ("le 5 ou 4", "4", set()),
        ("dose 1,5, 4", "4", set()),
        ("J-3, 4", "4", set()),
        ("le 3 dit 4", "4", set()),
        ("0, 4", "4", set()),
        ("revoir 20 puis 27/2", "27/2", {"20"}),
        ("les 3 et 17 mars 2024", "17 mars 2024", {"3"}),
        ("salle 2, 17/3/24", "17/3/24", set()),
        ("n° 20, 27/2", "27/2", set()),
        ("revoir 28 puis 27/2", "27/2", set()),
        ("3 puis été 2024", "été 2024", set()),
    ],
)
def test_smaller_numbers_joined_to_a_day_are_days(text: str, known: str, days: set[str]) -> None:
    start = text.rindex(known)
    found = of_days(TextView.of(text), [Span(start, start + len(known), "DATE")])
    assert {text[span.start : span.end] for span in found} == days


def test_no_number_is_a_day_beside_one_that_is_no_day_alone() -> None:
    text = "7, 8 mai, 9, 10"
    spans = [Span(3, 8, "DATE"), Span(13, 15, "AGE")]
    assert list(of_days(TextView.of(text), spans)) == []


@pytest.mark.parametrize(
    ("text", "known", "days"),
    [
        ("V 5 - douche\nS 6 - idem\nD 7 - pas vu\nL 8 - toilette", ("6", "7"), {"5", "8"}),
        ("L 8      M 9      M 10      J 11 juin", ("8", "11"), {"9", "10"}),
        ("Me 3   Durand\nJe 4   Roy", ("3",), {"4"}),
        ("sam. 12 : garde\ndim. 13 : repos", ("12",), {"13"}),
        ("V 5 - douche\nS 6 - idem", ("5",), set()),
        ("S 6 - vu\nD 7 - vu\nL 9 - toilette", ("6", "7"), set()),
        ("S 6 - vu\nD 7 - vu\nL 8 mg", ("6", "7"), set()),
        ("S 6 - vu\nD 7 - vu\nL 8,5 - vu", ("6", "7"), set()),
        ("S 6 - vu\nD 8 - vu\nL 9 - vu", ("6", "8"), set()),
        ("S 6 - vu\nD 7 - vu\nM. 10 ans", ("6", "7"), set()),
    ],
)
def test_days_of_the_note_give_other_days_their_weekdays(text: str, known: tuple[str, ...], days: set[str]) -> None:
    spans = [Span(text.index(f" {day}") + 1, text.index(f" {day}") + 1 + len(day), "DATE") for day in known]
    found = of_weekdays(TextView.of(text), spans)
    assert {text[span.start : span.end] for span in found} == days


@pytest.mark.parametrize(
    ("text", "known", "ages"),
    [
        ("ses fils de 6 ans et de 3.", "6 ans", ["3"]),
        ("un garçon de 8 mois et une fille de 5, vus", "8 mois", ["5"]),
        ("suivi à 6 ans et de 3 mg par jour", "6 ans", []),
        ("suivi à 6 ans et une dose de 3.", "6 ans", []),
        ("âgé de 6 et de 3", "6", []),
    ],
)
def test_numbers_joined_to_an_age_are_ages(text: str, known: str, ages: list[str]) -> None:
    start = text.index(known)
    found = of_ages(TextView.of(text), [Span(start, start + len(known), "AGE")])
    assert [text[span.start : span.end] for span in found] == ages
