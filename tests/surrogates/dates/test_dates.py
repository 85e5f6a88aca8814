"""One shift per patient; partial dates are completed by their neighbours; ages agree."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest

from palimpseste.document import Document
from palimpseste.result import Draft
from palimpseste.surrogates import CohortKey, Policy, Replacer
from palimpseste.writings.dates.reading import read_date

Surrogates = Callable[..., list[str]]


def day_of(text: str, year: int | None = None) -> date:
    read = read_date(text)
    assert read is not None
    assert read.day is not None
    assert read.month is not None
    return date(read.year or year or 0, read.month, read.day)


def test_all_dates_of_a_patient_move_by_the_same_number_of_days(surrogates: Surrogates) -> None:
    one, two = surrogates("<DATE>12/03/2021</DATE> <BIRTHDATE>3 mai 1954</BIRTHDATE>", patient_id="77")
    (three,) = surrogates("<DATE>2021-10-01</DATE>", patient_id="77", id="other")
    shifts = {
        (day_of(one) - date(2021, 3, 12)).days,
        (day_of(two) - date(1954, 5, 3)).days,
        (day_of(three) - date(2021, 10, 1)).days,
    }
    assert len(shifts) == 1
    assert 281 <= abs(shifts.pop()) <= 449


def test_the_document_date_moves_with_the_dates(replace: Callable[..., Draft]) -> None:
    result = replace("<DATE>12/03/2021</DATE>", written=date(2021, 3, 12))
    assert result.date == day_of(result.text)
    assert replace("<DATE>12/03/2021</DATE>", written=date(2021, 3, 12), policy="mask").date is None


def test_shifts_differ_between_patients_and_go_both_ways(surrogates: Surrogates) -> None:
    exact = Policy.named("plausible").with_exact_days()
    shifts = {
        (day_of(surrogates("<DATE>12/03/2021</DATE>", policy=exact, patient_id=str(n))[0]) - date(2021, 3, 12)).days
        for n in range(60)
    }
    # Of the 46 multiples of 7.
    assert len(shifts) > 25
    assert all(days % 7 == 0 for days in shifts)
    assert min(shifts) < 0 < max(shifts)


def test_the_range_of_the_shift_is_that_of_the_policy(key: CohortKey) -> None:
    policy = Policy.from_mapping({"default": "plausible", "options": {"date_shift_days": [3, 3]}})
    from palimpseste.document import Span

    for number in range(10):
        result = Replacer(key, policy)(Document(str(number), "12/03/2021"), [Span(0, 10, "DATE")])
        assert result.text in ("09/03/2021", "15/03/2021")


@pytest.mark.parametrize("number", range(8))
def test_partial_dates_agree_with_full_ones(surrogates: Surrogates, number: int) -> None:
    full, partial, start, end, later = surrogates(
        "Entré le <DATE>12/03/2021</DATE>, opéré le <DATE>14/03</DATE>, du <DATE>28</DATE> au <DATE>02/04/2021</DATE>, "
        "le <DATE>03/04/2021</DATE>",
        id=str(number),
        policy=Policy.named("plausible").with_exact_days(),
    )
    shift = day_of(full) - date(2021, 3, 12)
    assert day_of(partial, (date(2021, 3, 14) + shift).year) == date(2021, 3, 14) + shift
    first, last = date(2021, 3, 28) + shift, date(2021, 4, 2) + shift
    assert start.removesuffix("er") == (f"{first.day}" if first.month == last.month else f"{first:%d/%m}")
    assert day_of(end) - date(2021, 4, 2) == day_of(later) - date(2021, 4, 3) == shift


def test_a_year_is_inferred_from_the_date_of_the_document(surrogates: Surrogates) -> None:
    december, march = surrogates("<DATE>28/12</DATE> <DATE>1er mars 2020</DATE>", written=date(2021, 1, 4), id="x")
    shift = day_of(march) - date(2020, 3, 1)
    moved = date(2020, 12, 28) + shift
    assert december == f"{moved:%d/%m}"


def test_months_and_years_always_change(surrogates: Surrogates) -> None:
    for number in range(100):
        month, year, old = surrogates(
            "<DATE>mars 2021</DATE> <DATE>2014</DATE> né en <BIRTHDATE>54</BIRTHDATE>", id=str(number)
        )
        assert month != "mars 2021"
        assert year in ("2013", "2015")
        assert old in ("53", "55")


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("31/02/2021", r"\d\d/\d\d/\d{4}"),
        ("45 mars 2021", r"\d\d [a-zéû]+ \d{4}"),
        ("0G", r"\dG"),
        ("la rentrée", r"[a-zéû]+"),
    ],
)
def test_a_date_that_cannot_be_read_gets_the_same_shape(surrogates: Surrogates, source: str, shape: str) -> None:
    (surrogate,) = surrogates(f"<DATE>{source}</DATE>")
    assert re.fullmatch(shape, surrogate)
    assert surrogate != source or source == "0G"


def test_a_line_break_inside_a_date_stays(surrogates: Surrogates) -> None:
    (surrogate,) = surrogates("<DATE>12 mars\n   2021</DATE>")
    assert "\n   " in surrogate


@pytest.mark.parametrize("age", ["82 ans", "33 mois et demi", "45ans", "soixante dix huit ans", "8 ans 9 mois"])
def test_an_age_stays_where_birth_and_document_move_alike(surrogates: Surrogates, age: str) -> None:
    kept = surrogates(f"<AGE>{age}</AGE>", birthdate="1940-01-02", written=date(2022, 3, 1))
    assert kept == [age]
    assert surrogates(f"<AGE>{age}</AGE>") != [age]


@pytest.mark.parametrize(
    ("age", "shape"),
    [
        ("82 ans", r"(80|81|83|84) ans"),
        ("45ans", r"(43|44|46|47)ans"),
        ("33 mois et demi", "3[1245] mois et demi"),
        ("2 ans", r"(1 an|3 ans|4 ans)"),
        ("1 an", r"[23] ans"),
        ("8 ans 9 mois", r"(6|7|9|10) ans ([1-8]|1[01]) mois"),
        ("soixante dix huit ans", r"soixante (seize|dix sept|dix neuf)|quatre vingt"),
        ("58A", r"(56|57|59|60)A"),
        ("67", r"(65|66|68|69)"),
        ("15 ans ½", r"1[3467] ans ½"),
        ("1820 g", r"181[89] g"),
    ],
)
def test_an_age_of_unknown_birth_moves_a_little(surrogates: Surrogates, age: str, shape: str) -> None:
    for number in range(8):
        (surrogate,) = surrogates(f"<AGE>{age}</AGE>", id=str(number))
        assert re.match(shape, surrogate), surrogate


@pytest.mark.parametrize(("written", "apart"), [("40-45 ans", 5), ("45/50 ans", 5), ("entre 32 et 33 mois", 1)])
def test_the_ends_of_a_range_move_together(surrogates: Surrogates, written: str, apart: int) -> None:
    for number in range(8):
        (surrogate,) = surrogates(f"<AGE>{written}</AGE>", id=str(number))
        low, high = map(int, re.findall(r"\d+", surrogate))
        assert high - low == apart
        assert surrogate != written


@pytest.mark.parametrize("age", ["1 an 1 mois", "120 ans", "119 ans", "1 an", "0 an"])
def test_an_age_at_the_end_of_what_can_be_written_moves_the_other_way(surrogates: Surrogates, age: str) -> None:
    for number in range(8):
        (surrogate,) = surrogates(f"<AGE>{age}</AGE>", id=str(number))
        assert re.findall(r"\d+", surrogate)[0] != re.findall(r"\d+", age)[0]


def test_the_months_of_a_date_that_cannot_be_read_are_drawn(surrogates: Callable[..., list[str]]) -> None:
    drawn = [surrogates("<DATE>début mars ou fin avril</DATE>", id=str(number))[0] for number in range(60)]
    words = [re.fullmatch(r"début (\S+) ou fin (\S+)", each) for each in drawn]
    assert all(words)
    assert len({found.group(1) for found in words if found}) == 12


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_a_date_without_figure_or_month_becomes_any_month(surrogates: Surrogates, policy: str) -> None:
    drawn = {surrogates("<DATE>la rentrée</DATE>", id=str(number), policy=policy)[0] for number in range(120)}
    assert len(drawn) == 12
    assert {"janvier", "décembre"} <= drawn
