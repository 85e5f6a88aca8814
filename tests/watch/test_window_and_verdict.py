"""Which runs are compared, and what is said where there is nothing to compare with."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from palimpseste.engines.run.profile import Profile
from palimpseste.errors import UsageError
from palimpseste.watch import Limits, RunRecord, compare, run_named, window_of
from palimpseste.watch.page import page_of
from palimpseste.watch.reminder import USUAL_MONTHS, Reminder
from palimpseste.watch.stability import stability_index

PROFILE = Profile(
    Counter({"CRH": 90, "IAO": 10}),
    Counter({"CRH": 9000, "IAO": 1000}),
    Counter({10: 50, 11: 50}),
    Counter({("CRH", "DATE", "rules.date.figures.day"): 270, ("IAO", "DATE", "model"): 30}),
)


def run_of(number: int, profile: Profile = PROFILE, **changes) -> RunRecord:
    record = RunRecord(f"r{number}", "", {"policy": "mask"}, 100, 0, 3, 60_000, 9.0, profile, number)
    return replace(record, **changes)


RUNS = [run_of(number) for number in range(1, 31)]


def test_the_reference_is_the_last_runs_before_the_one_looked_at():
    window = window_of(RUNS, RUNS[24], 20, 1)
    assert [record.number for record in window.reference] == list(range(5, 25))


def test_the_reference_goes_further_back_until_it_holds_enough_tokens():
    assert len(window_of(RUNS, RUNS[-1], 5, 120_000).reference) == 12


def test_empty_runs_are_no_reference():
    runs = [*RUNS[:9], run_of(10, Profile(), documents=0), run_of(11)]
    assert 10 not in [record.number for record in window_of(runs, runs[-1], 20, 1).reference]


@pytest.mark.parametrize(("runs", "tokens"), [(4, 1), (20, 10**9)], ids=["few runs", "few tokens"])
def test_too_small_a_reference_says_nothing_moved_and_that_it_is_small(runs, tokens):
    day = run_of(99, Profile())
    comparison = compare(window_of([*RUNS[:runs], day], day, 20, tokens), Limits())
    assert not comparison.has_moved
    assert not comparison.window.is_enough
    assert comparison.to_mapping()["enough_to_compare"] is False


def test_a_run_that_read_nothing_is_a_move():
    day = run_of(99, Profile(), documents=0, without_span=0)
    assert compare(window_of([*RUNS, day], day, 20, 1), Limits()).has_moved


def test_a_run_like_the_others_has_not_moved():
    assert not compare(window_of(RUNS, RUNS[-1], 20, 1), Limits()).has_moved


@pytest.mark.parametrize(("found", "moved"), [(0, []), (40, ["DATE"])], ids=["none as ever", "some at last"])
def test_documents_of_a_type_where_a_label_never_stood_are_compared_with_their_like(found, moved):
    usual = replace(PROFILE, spans=Counter({("CRH", "DATE", "rules.date.figures.day"): 270}))
    runs = [run_of(number, usual) for number in range(1, 31)]
    spans = Counter({("IAO", "DATE", "rules.date.figures.day"): found} if found else {})
    day = run_of(31, Profile(Counter({"IAO": 100}), Counter({"IAO": 10_000}), PROFILE.lengths, spans))
    comparison = compare(window_of([*runs, day], day, 20, 1), Limits())
    assert [rate.name for rate, _ in comparison.moved_rates() if not rate.source] == moved


@pytest.mark.parametrize(
    "changes",
    [{"without_span": 60}, {"quarantined": 50}],
    ids=["documents without any span", "documents in quarantine"],
)
def test_shares_of_documents_are_watched_too(changes):
    day = run_of(31, **changes)
    comparison = compare(window_of([*RUNS, day], day, 20, 1), Limits())
    assert [each.what.name.startswith("documents in") for each in comparison.rates if each.has_moved] == [True]


def test_a_source_never_seen_before_is_seen():
    profile = replace(PROFILE, spans=PROFILE.spans + Counter({("CRH", "SSN", "rules.ssn"): 40}))
    day = run_of(31, profile)
    comparison = compare(window_of([*RUNS, day], day, 20, 1), Limits())
    moved = {(rate.name, rate.source): rate.ratio for rate, _ in comparison.moved_rates()}
    assert moved == {("SSN", ""): float("inf"), ("SSN", "rules.ssn"): float("inf")}
    json.dumps(comparison.to_mapping(), allow_nan=False)


def test_a_change_smaller_than_asked_for_is_none_however_certain():
    parts = (PROFILE.documents, PROFILE.tokens, PROFILE.lengths, PROFILE.spans)
    large = Profile(*(Counter({key: n * 10_000 for key, n in part.items()}) for part in parts))
    fewer = replace(large, spans=Counter({key: round(n * 0.95) for key, n in large.spans.items()}))
    runs = [run_of(number, large) for number in range(1, 21)]
    day = run_of(21, fewer)
    window = window_of([*runs, day], day, 20, 1)
    assert not compare(window, Limits()).has_moved
    assert compare(window, Limits(least_change=0.02)).has_moved


def test_changed_settings_are_told():
    day = run_of(31, settings={"policy": "tag"})
    assert compare(window_of([*RUNS, day], day, 20, 1), Limits()).settings == {"policy": ("mask", "tag")}


@pytest.mark.parametrize(("name", "number"), [(None, 30), ("7", 7), ("r8", 8)])
def test_a_run_is_named_by_number_or_identifier(name, number):
    assert run_named(RUNS, name).number == number


@pytest.mark.parametrize(("runs", "name"), [(RUNS, "31"), ([], None)])
def test_a_run_that_is_not_there_is_wrong_use(runs, name):
    with pytest.raises(UsageError):
        run_named(runs, name)


def test_the_index_is_that_of_its_definition_and_symmetric():
    one, other = {"a": 700, "b": 300}, {"a": 500, "b": 500}
    # (0.7 - 0.5) log(0.7 / 0.5) + (0.3 - 0.5) log(0.3 / 0.5), but for the smoothing.
    assert stability_index(one, other) == pytest.approx(0.16946, abs=1e-3)
    assert stability_index(one, other) == stability_index(other, one)
    assert stability_index(one, one) == 0


def test_the_page_holds_the_figure_and_escapes_what_it_shows():
    profile = replace(PROFILE, spans=Counter({("<i>", "DATE", "<b>rule</b>"): 300}))
    day = run_of(31, profile, settings={"policy": "<script>"})
    comparison = compare(window_of([*RUNS, day], day, 20, 1), Limits())
    page = page_of(comparison, Reminder(None, USUAL_MONTHS, date(2024, 3, 1)))
    assert "<svg" in page
    assert "<b>rule" not in page
    assert "<script" not in page
