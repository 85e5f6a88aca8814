"""Dates on drawn clocks are told apart by no more than is claimed; clocks that stretch too far are caught."""

from __future__ import annotations

from fractions import Fraction

import pytest

from palimpseste.surrogates.dates import clock
from palimpseste.surrogates.dates.clock_checks import check_clocks

EPSILON = Fraction(2, 3)


def test_dates_are_told_apart_by_no_more_than_is_claimed_in_every_unit() -> None:
    found = list(check_clocks(EPSILON))
    assert [each.unit for each in found] == ["day", "month", "season", "year"]
    assert all(each.log_ratio <= float(EPSILON) for each in found)
    # Where a part is stretched the claim is reached: no smaller one would hold.
    assert found[0].log_ratio == pytest.approx(float(EPSILON))


@pytest.mark.parametrize("stretches", [((1024, 1400), (8192, 1433)), ((1024, 307), (8192, 20_000))])
def test_clocks_that_stretch_too_far_or_turn_back_are_caught(
    monkeypatch: pytest.MonkeyPatch, stretches: tuple[tuple[int, int], ...]
) -> None:
    monkeypatch.setattr(clock, "STRETCHES", stretches)
    assert any(each.log_ratio > float(EPSILON) for each in check_clocks(EPSILON))
