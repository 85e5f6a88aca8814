"""The form of codes, their families, their chapters."""

from __future__ import annotations

import itertools

import pytest

from palimpseste.corpus.stays import profiles
from palimpseste.errors import UsageError
from palimpseste.icd10 import chapter_of, chapters, codes_in, family_of, normal_code


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("I10", "I10"),
        ("E11.9", "E11.9"),
        ("E1190", "E11.90"),
        ("Z51.30", "Z51.30"),
        (" e11.9 ", "E11.9"),
        ("M54.5+0", "M54.5+0"),
        ("B24+0", "B24.+0"),
        ("B24.+0", "B24.+0"),
        ("G63.2*", "G63.2"),
        ("E10.4†", "E10.4"),
        ("S72.00A", "S72.00A"),
    ],
)
def test_a_code_has_one_normal_form(written: str, normal: str) -> None:
    assert normal_code(written) == normal
    assert normal_code(normal) == normal


@pytest.mark.parametrize(
    "written", ["", "I1", "10I", "II0", "I10.", "I10.-", "I10-9", "I10.123456", "É11", "I١٠", "Diabète", "I10 E11"]
)
def test_what_has_not_the_form_of_a_code_is_refused_unquoted(written: str) -> None:
    with pytest.raises(UsageError) as refused:
        normal_code(written)
    assert not written or written not in str(refused.value)


@pytest.mark.parametrize(
    "cell", ["I10;E11.9;R05", "I10, E11.9 ,R05", "I10|E11.9|R05", "I10 E11.9\nR05", "I10; ;E11.9,R05|I10"]
)
def test_any_sign_may_stand_between_codes(cell: str) -> None:
    assert codes_in(cell) == ["I10", "E11.9", "R05"]


def test_a_wrong_code_is_told_by_its_place() -> None:
    with pytest.raises(UsageError, match=r"code 2 of 3 is not of the form"):
        codes_in("I10;toux;R05")


def test_there_are_22_chapters_and_they_do_not_overlap() -> None:
    found = chapters()
    assert len(found) == 22
    ranges = sorted((chapter.first, chapter.last) for chapter in found)
    assert all(first <= last for first, last in ranges)
    assert all(last < following for (_, last), (following, _) in itertools.pairwise(ranges))


@pytest.mark.parametrize(
    ("code", "number"),
    [("A00", "I"), ("D48.9", "II"), ("D50", "III"), ("H59", "VII"), ("H60", "VIII"), ("O80.0", "XV"), ("T98", "XIX"),
     ("V01", "XX"), ("Y98", "XX"), ("Z51.1", "XXI"), ("U07.1", "XXII")],
)  # fmt: skip
def test_a_chapter_holds_both_its_ends(code: str, number: str) -> None:
    chapter = chapter_of(code)
    assert chapter is not None
    assert chapter.number == number


def test_a_code_of_no_chapter_has_none() -> None:
    assert chapter_of("E95") is None
    assert family_of("E95.20") == "E95"


def test_simulated_stays_know_the_chapters_of_the_table_the_last_included() -> None:
    assert profiles.chapter_of("U07.1") == "XXII"
    assert {profiles.chapter_of(chapter.first) for chapter in chapters()} == {each.number for each in chapters()}
