"""Closed forms against direct sums over every start."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.risk.dates.likelihood import (
    laplace_from_dates,
    laplace_from_intervals,
    shift_from_dates,
    shift_from_intervals,
)


def columns(residuals: list[int]) -> list[np.ndarray]:
    return [np.array([[residual]]) for residual in residuals]


@given(
    st.lists(st.integers(-40, 40), min_size=2, max_size=6),
    st.sampled_from([0.02, 0.1, 0.5, 1.0, 4.0]),
)
def test_the_sum_over_all_starts_is_that_of_the_series(residuals: list[int], rate: float) -> None:
    # Beyond 60 / rate days of the residuals all that is left is below e^-60 of the whole.
    reach = 60 + int(60 / rate)
    starts = np.arange(-reach, reach + 1)
    exponents = -rate * np.abs(np.array(residuals)[:, np.newaxis] - starts).sum(axis=0)
    direct = np.logaddexp.reduce(exponents)
    closed = laplace_from_intervals(columns(residuals), np.array([[rate]]))[0, 0]
    assert closed == pytest.approx(direct, rel=1e-9, abs=1e-9)


@given(st.lists(st.integers(-40, 40), min_size=2, max_size=6), st.integers(-10_000, 10_000))
def test_a_patient_moved_as_a_whole_is_as_likely_from_his_intervals(residuals: list[int], days: int) -> None:
    rate = np.array([[0.3]])
    moved = [residual + days for residual in residuals]
    assert laplace_from_intervals(columns(moved), rate)[0, 0] == pytest.approx(
        laplace_from_intervals(columns(residuals), rate)[0, 0]
    )


def test_known_dates_are_weighed_one_by_one() -> None:
    assert laplace_from_dates(columns([3, -4]), np.array([[0.5]]))[0, 0] == -3.5


@pytest.mark.parametrize(
    ("residuals", "from_intervals", "from_dates"),
    [([200, 200], 0.0, 0.0), ([-349, -349], 0.0, 0.0), ([5, 5], 0.0, -np.inf), ([200, 201], -np.inf, -np.inf)],
    ids=["one shift", "one shift back", "a shift never drawn", "two shifts"],
)
def test_a_shift_explains_events_or_does_not(residuals: list[int], from_intervals: float, from_dates: float) -> None:
    assert shift_from_intervals(columns(residuals))[0, 0] == from_intervals
    assert shift_from_dates(columns(residuals))[0, 0] == from_dates
