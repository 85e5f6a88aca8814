"""The nearest day on which hospitals plan, for every day that can be written."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from palimpseste.writings.dates.working_days import is_working_day, working_day_near

# Easter falls on every of its 35 days in these years.
DAYS = [date(1900, 1, 1) + timedelta(days=days) for days in range(366 * 200)]


@pytest.mark.parametrize("weekends_stay", [False, True])
def test_no_earlier_day_becomes_a_later_one_and_working_days_stay(weekends_stay: bool) -> None:
    near = [working_day_near(day, weekends_stay=weekends_stay) for day in DAYS]
    assert all(one <= other for one, other in pairwise(near))
    assert all(new == day for day, new in zip(DAYS, near, strict=True) if is_working_day(day))
    assert max(abs((new - day).days) for day, new in zip(DAYS, near, strict=True)) <= 3


def test_a_month_is_never_left_and_all_days_become_working_ones() -> None:
    near = [working_day_near(day) for day in DAYS]
    assert all(is_working_day(day) for day in near)
    assert all((new.year, new.month) == (day.year, day.month) for day, new in zip(DAYS, near, strict=True))


def test_weekends_stay_where_they_are_to_stay() -> None:
    for day in DAYS:
        new = working_day_near(day, weekends_stay=True)
        assert new == day if day.weekday() > 4 else is_working_day(new)


def test_eleven_holidays_a_year_are_known() -> None:
    year = (date(2025, 1, 1) + timedelta(days=days) for days in range(365))
    holidays = [f"{day:%d/%m}" for day in year if day.weekday() < 5 and not is_working_day(day)]
    assert holidays == ["01/01", "21/04", "01/05", "08/05", "29/05", "09/06", "14/07", "15/08", "11/11", "25/12"]
    assert not is_working_day(date(2025, 11, 1))  # a Saturday
