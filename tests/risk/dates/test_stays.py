from __future__ import annotations

import numpy as np
import pytest

from palimpseste.risk.dates.stays import ABSENT, EVENTS, Stays, simulated_stays
from palimpseste.risk.dates.units import DAY, MONTH, YEAR


@pytest.fixture(scope="module")
def stays() -> Stays:
    return simulated_stays(4_000, np.random.default_rng(3), "days")


@pytest.fixture(scope="module")
def written() -> Stays:
    return simulated_stays(4_000, np.random.default_rng(3))


def test_the_days_of_a_summary_rise_and_are_distinct(stays: Stays) -> None:
    for days, dates in zip(stays.days, stays.dates, strict=True):
        assert (np.diff(days[:dates]) > 0).all()
        assert (days[dates:] == ABSENT).all()


def test_the_named_events_come_in_their_order(stays: Stays) -> None:
    assert stays.event_days.shape == (4_000, len(EVENTS))
    assert (np.diff(stays.event_days, axis=1) > 0).all()


def test_contributions_are_those_of_the_corpus(stays: Stays) -> None:
    # 15.8 a summary in the corpus, of standard deviation 5.3: five standard errors are 0.4. Dates without room for
    # themselves are left out, at most one in a hundred.
    assert stays.contributions.mean() == pytest.approx(15.8, abs=0.5)
    assert (stays.contributions >= stays.dates).all()


def test_the_length_of_stay_is_that_of_the_corpus(stays: Stays) -> None:
    length = stays.event_days[:, 4] - stays.event_days[:, 2]
    # The mean of the logarithm in the corpus is 2.46, cut to [2, 60] days here.
    assert np.log(length).mean() == pytest.approx(2.46, abs=0.1)
    assert length.min() >= 2
    assert length.max() <= 60


def test_the_same_seed_gives_the_same_stays(stays: Stays) -> None:
    again = simulated_stays(4_000, np.random.default_rng(3), "days")
    assert np.array_equal(again.days, stays.days)
    assert np.array_equal(again.contributions, stays.contributions)


def test_however_dates_are_written_their_days_are_the_same(stays: Stays, written: Stays) -> None:
    assert np.array_equal(np.sort(written.days), stays.days)
    assert np.array_equal(written.event_days, stays.event_days)
    assert np.array_equal(written.contributions, stays.contributions)
    assert (stays.units == DAY).all()


def test_units_are_those_of_the_corpus_at_each_distance(written: Stays) -> None:
    present = written.days != ABSENT
    latest = np.where(present, written.days, 0).max(axis=1, keepdims=True)
    distance = np.where(present, latest - written.days, -1)
    # Shares of days, months, years in the corpus. Over 2,000 dates each: five standard errors are at most 0.056; dates
    # that would be written alike are written finer, one in thirty beyond ten years.
    for lowest, highest, shares in (
        (0, 30, (0.937, 0.058, 0.005)), (181, 730, (0.750, 0.235, 0.015)), (3_651, 36_525, (0.221, 0.101, 0.678)),
    ):  # fmt: skip
        units = written.units[(distance >= lowest) & (distance <= highest)]
        assert len(units) > 2_000
        assert [np.mean(units == unit) for unit in (DAY, MONTH, YEAR)] == pytest.approx(shares, abs=0.06)


def test_what_is_written_is_distinct_and_in_the_order_of_the_days_that_stand_for_it(written: Stays) -> None:
    anchors, numbers = written.anchors, written.numbers
    for row, dates in enumerate(written.dates):
        values = list(zip(written.units[row, :dates].tolist(), numbers[row, :dates].tolist(), strict=True))
        assert len(set(values)) == dates
        assert (np.diff(anchors[row, :dates]) >= 0).all()
    assert (written.durations <= written.dates - 1).all()
    assert (written.durations < written.dates - 1).any()
