"""What the watch says of days drawn from the development notes, and of days in which the site changed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from palimpseste.engines.run.tally import Tally
from palimpseste.watch import Limits, compare, record_of, window_of
from palimpseste.watch.figure import named


def names_moved(comparison) -> set[str]:
    return {named(rate) for rate, _ in comparison.moved_rates()}


def test_unchanged_days_raise_an_alarm_at_most_as_often_as_was_asked_for(measure_watch, usual_days):
    # 80 days at alpha 0.01: more than 5 alarms have a probability below 0.001. Measured on 2,000 days: docs/watch.md.
    alarms, days = measure_watch.false_alarms(usual_days)
    assert days == 80
    assert alarms <= 5


@pytest.mark.parametrize("variation", [0.1, 0.3])
def test_days_that_differ_by_more_than_chance_raise_no_more_alarms(variation):
    # Each label of each day has a rate of its own, gamma with this coefficient of variation: without the dispersion
    # most days would be alarms, as the second half shows.
    days = [varying_day(number, variation) for number in range(1, 121)]
    windows = [window_of(days, day, 20, 1_000) for day in days[20:]]
    assert sum(compare(window, Limits()).has_moved for window in windows) <= 5  # of 100; p < 0.001 at alpha 0.01
    pure = [varying_day(number, 0.0) for number in range(1, 21)]
    last = [replace(day, number=21) for day in days[20:40]]
    assert sum(compare(window_of([*pure, day], day, 20, 1_000), Limits()).has_moved for day in last) >= 10


def varying_day(number: int, variation: float):
    chance = random.Random(f"{variation} {number}")
    tally = Tally(documents=500)
    tally.profile.documents["CRH"] = 500
    tally.profile.tokens["CRH"] = 150_000
    for digits in range(8, 13):
        tally.profile.lengths[digits] = 100
    for index in range(15):
        mean = 150_000 * 0.0004 * (index + 1)
        shape = 1 / variation**2 if variation else None
        rate = mean * chance.gammavariate(shape, 1 / shape) if shape else mean
        tally.profile.spans["CRH", f"L{index}", "rules.x.y"] = max(0, round(chance.gauss(rate, rate**0.5)))
    tally.profile.spans = Counter(tally.profile.spans)
    return replace(record_of(tally, {}, ""), number=number)


def test_a_new_letterhead_is_seen_on_its_first_day(measure_watch, notes, usual_days):
    changed = measure_watch.detected(measure_watch.under_a_new_letterhead(notes))
    for seed in range(1, 11):
        comparison = measure_watch.compared(usual_days[:60], measure_watch.day_of(changed, 61, 60, seed))
        assert comparison.has_moved
        assert {"EMAIL", "ZIP by rules.address.postal_code", "PHONE"} & names_moved(comparison)


def test_a_rule_that_is_gone_is_seen_on_its_first_day_and_named(measure_watch, notes, usual_days):
    changed = measure_watch.detected_without_telephone_rules(notes)
    for seed in range(1, 11):
        comparison = measure_watch.compared(usual_days[:60], measure_watch.day_of(changed, 61, 60, seed))
        assert "PHONE by rules.phone.french" in names_moved(comparison)
        assert not any(name.startswith(("LASTNAME", "DATE", "CITY")) for name in names_moved(comparison))


def test_other_document_types_in_other_shares_move_their_mix_and_no_label(measure_watch, notes, usual_days):
    # Every label has its own rate in each type; a day of one type only is a day of that type's rates.
    letters = [note for note in measure_watch.detected(notes) if note.type == "IAO"]
    day = measure_watch.day_of(letters, 61, 60)
    comparison = measure_watch.compared(usual_days[:60], day)
    assert "document types" in {each.what.name for each in comparison.stabilities if each.has_moved}
    assert names_moved(comparison) == set()
