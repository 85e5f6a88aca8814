"""School holidays of all of France lie where the ministry put them, to a day or two."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from palimpseste.writings.dates.school_holidays import autumn_return_in, is_school_holiday, winter_return_in


@pytest.mark.parametrize(
    ("first", "back"),
    [
        (date(2015, 10, 17), date(2015, 11, 2)),
        (date(2019, 10, 19), date(2019, 11, 4)),
        (date(2021, 10, 23), date(2021, 11, 8)),
        (date(2023, 10, 21), date(2023, 11, 6)),
        (date(2025, 10, 18), date(2025, 11, 3)),
        (date(2015, 12, 19), date(2016, 1, 4)),
        (date(2020, 12, 19), date(2021, 1, 4)),
        (date(2023, 12, 23), date(2024, 1, 8)),
        (date(2024, 12, 21), date(2025, 1, 6)),
    ],
)
def test_autumn_and_christmas_have_two_weeks_that_end_before_school_begins(first: date, back: date) -> None:
    day = timedelta(days=1)
    assert back.toordinal() in (*autumn_return_in(back.year), *winter_return_in(back.year))
    assert is_school_holiday(first)
    assert is_school_holiday(back - day)
    assert not is_school_holiday(first - day)
    assert not is_school_holiday(back)


def test_summer_has_its_holidays_and_june_has_none() -> None:
    assert is_school_holiday(date(2024, 7, 14))
    assert is_school_holiday(date(2024, 8, 31))
    assert not is_school_holiday(date(2024, 6, 28))
    assert not is_school_holiday(date(2024, 9, 3))
