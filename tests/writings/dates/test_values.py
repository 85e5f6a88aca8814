"""A date is a whole number in the unit it is written in; every number stands for days, and every day for a number."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.values import FIRST_DAY, LAST_DAY, DateGrain, DateValue

UNITS: tuple[DateGrain, ...] = ("year", "season", "month", "feast", "day")


@pytest.mark.parametrize(
    ("source", "day", "unit", "first", "middle", "last"),
    [
        ("12/03/2021", "2021-03-12", "day", "2021-03-12", "2021-03-12", "2021-03-12"),
        ("mars 2021", "2021-03-15", "month", "2021-03-01", "2021-03-15", "2021-03-31"),
        ("décembre 2021", "2021-12-15", "month", "2021-12-01", "2021-12-15", "2021-12-31"),
        ("2021", "2021-07-02", "year", "2021-01-01", "2021-07-02", "2021-12-31"),
        ("hiver 2021", "2021-01-15", "season", "2020-12-01", "2021-01-15", "2021-02-28"),
        ("été 2021", "2021-07-15", "season", "2021-06-01", "2021-07-15", "2021-08-31"),
        ("Noël 2021", "2021-12-25", "feast", "2021-12-25", "2021-12-25", "2021-12-25"),
        ("Pâques 2023", "2023-04-09", "feast", "2023-04-09", "2023-04-09", "2023-04-09"),
    ],
)
def test_a_writing_names_a_stretch_of_days(
    source: str, day: str, unit: str, first: str, middle: str, last: str
) -> None:
    written = read_date(source)
    assert written is not None
    value = DateValue.of(written, date.fromisoformat(day))
    assert value.unit == unit
    assert [date.fromordinal(ordinal).isoformat() for ordinal in (value.first, value.middle, value.last)] == [
        first,
        middle,
        last,
    ]


@given(st.sampled_from(UNITS), st.dates(date(1000, 1, 1), date(2999, 11, 30)))
def test_a_day_lies_in_the_value_that_holds_it(unit: DateGrain, day: date) -> None:
    value = DateValue.holding(unit, day.toordinal())
    assert DateValue.holding(unit, value.middle) == value
    if unit != "feast":
        assert value.first <= day.toordinal() <= value.last
        assert value.at(value.number + 1).first in (value.last + 1, value.first)


@given(st.sampled_from(UNITS), st.integers(FIRST_DAY, LAST_DAY), st.integers(FIRST_DAY, LAST_DAY))
def test_later_days_never_lie_in_earlier_values(unit: DateGrain, one: int, other: int) -> None:
    one, other = sorted((one, other))
    assert DateValue.holding(unit, one).number <= DateValue.holding(unit, other).number


@given(st.sampled_from(UNITS), st.integers(-(10**9), 10**9))
def test_every_number_is_brought_to_one_that_can_be_written(unit: DateGrain, number: int) -> None:
    value = DateValue(unit, 2000).at(number)
    assert 1000 <= date.fromordinal(value.middle).year <= 2999
    assert DateValue(unit, 2000).at(value.number) == value
