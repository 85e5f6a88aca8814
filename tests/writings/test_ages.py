"""Ages are read in every form of the notes and written back in the same form, their unit in agreement."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.writings.ages.reckoned import BirthsInOrder, age_at
from palimpseste.writings.ages.written import AgeUnit, read_age
from palimpseste.writings.dates.values import DateValue

# Form, units, what it says in the finer of them, and 1 and 26 in the same form.
FORMS: list[tuple[str, tuple[AgeUnit, ...], int, str, str]] = [
    ("82 ans", ("year",), 82, "1 an", "26 ans"),
    ("45ans", ("year",), 45, "1an", "26ans"),
    ("58A", ("year",), 58, "1A", "26A"),
    ("75 a.", ("year",), 75, "1 a.", "26 a."),
    ("67", ("year",), 67, "1", "26"),
    ("82 ANS", ("year",), 82, "1 AN", "26 ANS"),
    ("1 an", ("year",), 1, "1 an", "26 ans"),
    ("05 ans", ("year",), 5, "01 an", "26 ans"),
    ("7l ans", ("year",), 71, "1 an", "26 ans"),
    ("90 piges", ("year",), 90, "1 pige", "26 piges"),
    ("3 ans ½", ("year",), 3, "1 an ½", "26 ans ½"),
    ("15 ans 1/2", ("year",), 15, "1 an 1/2", "26 ans 1/2"),
    ("15½ ans", ("year",), 15, "1½ ans", "26½ ans"),
    ("2a1/2", ("year",), 2, "1a1/2", "26a1/2"),
    ("3 ans et demi", ("year",), 3, "1 an et demi", "26 ans et demi"),
    ("3 mois et demi", ("month",), 3, "1 mois et demi", "26 mois et demi"),
    ("18 m", ("month",), 18, "1 m", "26 m"),
    ("10 semaines", ("week",), 10, "1 semaine", "26 semaines"),
    ("8 jours", ("day",), 8, "1 jour", "26 jours"),
    ("36 heures", ("hour",), 36, "1 heure", "26 heures"),
    ("soixante-dix-huit ans", ("year",), 78, "un an", "vingt-six ans"),
    ("soixante dix huit ans", ("year",), 78, "un an", "vingt six ans"),
    ("Quatre-vingts ans", ("year",), 80, "Un an", "Vingt-six ans"),
    ("trois semaines", ("week",), 3, "une semaine", "vingt six semaines"),
    ("vingt et une semaines", ("week",), 21, "une semaine", "vingt six semaines"),
    ("2 ans 8 mois", ("year", "month"), 32, "1 an 1 mois", "2 ans 2 mois"),
    ("2a 8m", ("year", "month"), 32, "1a 1m", "2a 2m"),
    ("8 ans et 9 mois", ("year", "month"), 105, "1 an et 1 mois", "2 ans et 2 mois"),
    ("quatorze ans et deux mois", ("year", "month"), 170, "un an et un mois", "deux ans et deux mois"),
    ("2 ans et un mois", ("year", "month"), 25, "1 an et un mois", "2 ans et deux mois"),
    ("4 mois 3 j", ("month", "day"), 123, "1 mois 1 j", "1 mois 1 j"),
    ("4 mois et 3 semaines", ("month", "week"), 19, "1 mois et 1 semaine", "6 mois et 2 semaines"),
    ("82\n   ans", ("year",), 82, "1\n   an", "26\n   ans"),
]


@pytest.mark.parametrize(("source", "units", "number", "one", "other"), FORMS, ids=[form[0] for form in FORMS])
def test_a_form_is_read_and_written_again(
    source: str, units: tuple[AgeUnit, ...], number: int, one: str, other: str
) -> None:
    read = read_age(source)
    assert read is not None
    assert [(value.units, value.number) for value in read.values] == [(units, number)]
    assert read.write([1]) == one
    assert read.write([26]) == other


def test_each_end_of_a_range_is_an_age_of_its_own() -> None:
    read = read_age("40-45 ans")
    assert read is not None
    assert [value.number for value in read.values] == [40, 45]
    assert read.write([38, 1]) == "38-1 an"


@pytest.mark.parametrize("source", ["twenty-six", "la cinquantaine", "ans", "1/2", ""])
def test_what_holds_no_number_is_not_read(source: str) -> None:
    assert read_age(source) is None


@pytest.mark.parametrize(
    ("source", "number", "written"),
    [
        ("82 ans", -7, "1 an"),
        ("82 ans", 300, "90 ans"),
        ("2 ans 8 mois", 24, "2 ans 1 mois"),
        ("2 ans 8 mois", 10**6, "90 ans 1 mois"),
        ("3 jours", 0, "1 jour"),
    ],
)
def test_an_age_is_brought_to_what_can_be_written(source: str, number: int, written: str) -> None:
    read = read_age(source)
    assert read is not None
    assert read.write([number], oldest_years=90) == written


@given(
    st.sampled_from([form for form in FORMS if form[2] != 123]),
    st.integers(1, 119),
)
def test_what_is_written_is_read_back(form: tuple[str, tuple[AgeUnit, ...], int, str, str], number: int) -> None:
    read = read_age(form[0])
    assert read is not None
    written = read.write([number])
    again = read_age(written)
    assert again is not None, written
    assert again.values[0].units == form[1]
    assert again.write([number]) == written
    if len(form[1]) == 1:
        assert again.values[0].number == number


@pytest.mark.parametrize(
    ("birth", "today", "units", "age"),
    [
        ("1954-03-12", "2021-03-11", ("year",), 66),
        ("1954-03-12", "2021-03-12", ("year",), 67),
        ("2020-01-31", "2020-02-29", ("month",), 0),
        ("2020-01-31", "2020-03-01", ("month",), 1),
        ("2020-01-31", "2020-03-01", ("month", "day"), 31),
        ("2021-01-01", "2021-01-15", ("week",), 2),
        ("2021-01-01", "2021-01-15", ("day",), 14),
        ("2018-07-10", "2021-03-12", ("year", "month"), 32),
        ("2021-01-01", "2020-12-31", ("day",), None),
    ],
)
def test_an_age_is_told_in_whole_units(birth: str, today: str, units: tuple[AgeUnit, ...], age: int | None) -> None:
    assert age_at(date.fromisoformat(today), date.fromisoformat(birth), units) == age


@given(st.dates(date(1900, 1, 1), date(2099, 1, 1)), st.integers(0, 20_000))
def test_whoever_is_older_is_told_no_younger(birth: date, days: int) -> None:
    today = date.fromordinal(birth.toordinal() + days)
    tomorrow = date.fromordinal(birth.toordinal() + days + 1)
    for units in (("year",), ("month",), ("week",), ("day",), ("year", "month"), ("month", "week"), ("month", "day")):
        one, other = age_at(today, birth, units), age_at(tomorrow, birth, units)  # type: ignore[arg-type] # literals
        assert one is not None
        assert other is not None
        assert one <= other


_DATES = st.one_of(
    st.integers(738_000, 738_900).map(lambda day: DateValue("day", day)),
    st.integers(2020, 2023).map(lambda year: DateValue("year", year)),
    st.integers(2020 * 12, 2023 * 12).map(lambda month: DateValue("month", month)),
)


@given(
    st.lists(_DATES, unique=True, max_size=12),
    _DATES,
    st.integers(0, 40),
    st.integers(0, 2),
    st.sampled_from(
        [("year",), ("month",), ("week",), ("day",), ("year", "month"), ("year", "week"), ("year", "day"),
         ("month", "week"), ("month", "day"), ("week", "day")]
    ),
)  # fmt: skip
def test_the_first_birth_that_fits_is_the_one_that_is_found_by_reckoning_all(
    births: list[DateValue], day: DateValue, least: int, more: int, units: tuple[AgeUnit, ...]
) -> None:
    days = date.fromordinal(day.first), date.fromordinal(day.last)

    def fits(birth: DateValue) -> bool:
        youngest, oldest = (age_at(each, date.fromordinal(birth.middle), units) for each in days)
        return oldest is not None and oldest >= least and (youngest or 0) <= least + more

    expected = next(filter(fits, births), None)
    assert BirthsInOrder(births).first_of(units, (least, least + more), days) == expected
