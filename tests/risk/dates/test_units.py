from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest

from palimpseste.risk.dates.units import (
    DAY,
    MONTH,
    UNITS,
    YEAR,
    firsts_of,
    lasts_of,
    middles_of,
    numbers_of,
    writable,
    years_before,
)
from palimpseste.writings.dates.values import DateValue

EPOCH = date(1970, 1, 1).toordinal()
# Both sides of 1970, leap days, ends of months and years.
DAYS = [date(1899, 12, 31) + timedelta(days=days) for days in range(0, 60_000, 17)]
DAYS += [date(2000, 2, 29), date(2020, 12, 31), date(2021, 1, 1), date(1969, 12, 31)]


@pytest.mark.parametrize("unit", [DAY, MONTH, YEAR], ids=UNITS)
def test_numbers_and_days_are_those_of_documents(unit: int) -> None:
    since = np.array([day.toordinal() - EPOCH for day in DAYS])
    units = np.full(len(DAYS), unit, dtype=np.int8)
    values = [DateValue.holding(UNITS[unit], day.toordinal()) for day in DAYS]
    numbers = numbers_of(since, units)
    assert numbers.tolist() == [value.number - (EPOCH if unit == DAY else 0) for value in values]
    for found, expected in (
        (firsts_of, [value.first for value in values]),
        (middles_of, [value.middle for value in values]),
        (lasts_of, [value.last for value in values]),
    ):
        assert (found(numbers, units) + EPOCH).tolist() == expected


@pytest.mark.parametrize("unit", [DAY, MONTH, YEAR], ids=UNITS)
def test_years_are_kept_to_those_that_can_be_written(unit: int) -> None:
    units = np.full(3, unit, dtype=np.int8)
    far = np.array([-(10**7), 5, 10**7])
    offset = EPOCH if unit == DAY else 0
    expected = [DateValue(UNITS[unit], int(number) + offset).at(int(number) + offset).number - offset for number in far]
    assert writable(far, units).tolist() == expected


@pytest.mark.parametrize("unit", [DAY, MONTH, YEAR], ids=UNITS)
@pytest.mark.parametrize("years", [-3, 0, 1, 12])
def test_years_before_are_those_of_documents(unit: int, years: int) -> None:
    offset = EPOCH if unit == DAY else 0
    values = [DateValue.holding(UNITS[unit], day.toordinal()) for day in DAYS]
    numbers = np.array([value.number - offset for value in values])
    found = years_before(numbers, np.full(len(DAYS), unit, dtype=np.int8), years)
    assert (found + offset).tolist() == [value.years_before(years).number for value in values]
