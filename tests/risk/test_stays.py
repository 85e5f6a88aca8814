from __future__ import annotations

import numpy as np
import pytest

from palimpseste.risk.stays import ABSENT, EVENTS, Stays, simulated_stays


@pytest.fixture(scope="module")
def stays() -> Stays:
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
    again = simulated_stays(4_000, np.random.default_rng(3))
    assert np.array_equal(again.days, stays.days)
    assert np.array_equal(again.contributions, stays.contributions)
