"""Dates under metric differential privacy keep their form, their order and their budget."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations, pairwise
from math import exp, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.folding import fold
from palimpseste.privacy.accountant import BudgetError
from palimpseste.result import Draft
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.dates import Dates
from palimpseste.surrogates.dates.noise import NoisyDates, kept_apart
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.policy.options import Privacy
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateGrain, DateValue
from palimpseste.writings.dates.words import month_named

KEY = MasterKey(bytes(range(32))).cohort("tests")
UNITS: tuple[DateGrain, ...] = ("year", "season", "month", "feast", "day")


def policy(strategy: str = "metric-laplace", epsilon: str = "1", **more: object) -> Policy:
    labels = {"DATE": strategy, "BIRTHDATE": strategy}
    return Policy.from_mapping({"default": "plausible", "labels": labels, "privacy": {"epsilon": epsilon, **more}})


def released(marked: str, policy: Policy, *, id: str = "note", written: date | None = None, **patient: str) -> Draft:
    text, spans = parse_markup(marked)
    return Replacer(KEY, policy)(Document(id, text, date=written, patient=Patient(**patient)), spans)


def surrogates_of(result: Draft) -> list[str]:
    return [result.text[span.start : span.end] for span in result.spans]


def moved(values: Sequence[DateValue], today: date | None, id: str, epsilon: str) -> dict[DateValue, int]:
    timeline = Timeline.of(values, today)
    budget = Budget(Privacy(epsilon=Fraction(epsilon)), lambda: dates.contributions())
    dates = NoisyDates(timeline, Draws(KEY, id), budget)
    new = {value: dates.moved(value) for value in timeline.values}
    assert budget.ledger.epsilon == Fraction(epsilon)
    return new


values = st.builds(
    lambda unit, day: DateValue.holding(unit, day.toordinal()),
    st.sampled_from(UNITS),
    st.dates(date(2018, 1, 1), date(2021, 12, 31)),
)
epsilons = st.sampled_from(["1/100", "1/4", "1", "10"])


@given(st.lists(values, min_size=2, max_size=9), st.none() | st.dates(date(2019, 1, 1)), st.text(max_size=3), epsilons)
@settings(max_examples=100)
def test_nothing_written_is_in_reverse_order(found: list[DateValue], today: date | None, id: str, epsilon: str) -> None:
    own = [DateValue("day", today.toordinal())] if today else []
    new = moved([*found, *own], today, id, epsilon)
    for one, other in combinations(new, 2):
        first, last = (one, other) if one.last < other.first else (other, one)
        if first.last < last.first:
            assert new[first] <= new[last]
            one_written, other_written = (DateValue.holding(v.unit, new[v]) for v in (first, last))
            assert not other_written.last < one_written.first
            if first.unit == last.unit == "day":
                assert new[first] < new[last]


@given(st.lists(values, min_size=1, max_size=9), st.dates(date(2018, 1, 1), date(2021, 12, 31)), epsilons)
@settings(max_examples=100)
def test_the_day_of_the_document_parts_the_same_dates(found: list[DateValue], today: date, epsilon: str) -> None:
    own = DateValue("day", today.toordinal())
    new = moved([*found, own], today, "note", epsilon)
    for value in set(found):
        if value.first <= own.number:
            assert new[value] <= new[own]
            assert DateValue.holding(value.unit, new[value]).first <= new[own]
        else:
            assert new[value] >= new[own]
            if value.unit == "day":
                assert new[value] > new[own]


@given(st.lists(values, min_size=1, max_size=9), epsilons)
def test_new_dates_can_be_written(found: list[DateValue], epsilon: str) -> None:
    far = [DateValue("day", date(year, 1, 1).toordinal() + step) for year in (1000, 2999) for step in range(3)]
    for value, ordinal in moved([*found, *far], None, "note", epsilon).items():
        assert 1000 <= date.fromordinal(DateValue.holding(value.unit, ordinal).middle).year <= 2999


def test_noise_has_the_probabilities_of_the_mechanism() -> None:
    runs = 3000
    stays = sum(
        surrogates_of(released("<DATE>12/03/2021</DATE>", policy(), id=str(number))) == ["12/03/2021"]
        for number in range(runs)
    )
    # (1 - q) / (1 + q) for q = 1/e is 0.462; five standard deviations are a false alarm once in 1.7 million keys.
    expected = (1 - exp(-1)) / (1 + exp(-1))
    assert abs(stays / runs - expected) < 5 * sqrt(expected * (1 - expected) / runs)


@pytest.mark.parametrize(
    ("marked", "count"),
    [
        pytest.param("<DATE>12/03/2021</DATE> <DATE>12 mars 2021</DATE>", 1, id="one day in two forms"),
        pytest.param("<DATE>12/03/2021</DATE> <DATE>12/03</DATE>", 1, id="the same without its year"),
        pytest.param("<DATE>12/03/2021</DATE> <DATE>mars 2021</DATE>", 2, id="a day and its month"),
        pytest.param("<DATE>12/03/2021</DATE> <BIRTHDATE>12/03/1954</BIRTHDATE>", 2, id="a birth"),
        pytest.param("<DATE>12/03/2021</DATE> <DATE>31/02/2021</DATE>", 1, id="a day that is none"),
    ],
)
def test_equal_dates_are_released_once(marked: str, count: int) -> None:
    ledger = released(marked, policy()).ledger
    assert ledger is not None
    assert ledger.entries == (("DATE", "metric-laplace", Fraction(1, count), count),)
    assert ledger.epsilon == 1


def test_equal_dates_get_equal_surrogates() -> None:
    one, other = surrogates_of(released("<DATE>12/03/2021</DATE>, soit le <DATE>2021-03-12</DATE>", policy()))
    assert date.fromisoformat(other).strftime("%d/%m/%Y") == one


def test_the_day_of_the_document_is_a_contribution() -> None:
    result = released("<DATE>12/03/2021</DATE>", policy(), written=date(2021, 3, 14))
    assert result.ledger is not None
    assert result.ledger.entries == (("DATE", "metric-laplace", Fraction(1, 2), 2),)
    same = released("<DATE>12/03/2021</DATE>", policy(), written=date(2021, 3, 12))
    assert same.ledger is not None
    assert same.ledger.entries == (("DATE", "metric-laplace", Fraction(1), 1),)
    assert same.date is not None
    assert surrogates_of(same) == [same.date.strftime("%d/%m/%Y")]


@pytest.mark.parametrize(
    ("strategy", "is_known"),
    [("metric-laplace", True), ("bounded-laplace", True), ("shift", True), ("mask", False), ("tag", False)],
)
def test_the_day_of_the_document_moves_or_is_withheld(strategy: str, is_known: bool) -> None:
    result = released("<DATE>12/03/2021</DATE>", policy(strategy), written=date(2021, 3, 14))
    assert (result.date is not None) == is_known
    assert released("<DATE>12/03/2021</DATE>", policy("keep"), written=date(2021, 3, 14)).date == date(2021, 3, 14)


def test_a_budget_per_document_is_spent_anew_in_each() -> None:
    texts = {
        released("<DATE>12/03/2021</DATE>", policy(epsilon="1/4"), id=str(n), patient_id="7").text for n in range(9)
    }
    assert len(texts) > 3


def test_a_budget_per_value_releases_a_value_once() -> None:
    per_value = policy(epsilon="1/4", per="value")
    texts = {released("<DATE>12/03/2021</DATE>", per_value, id=str(n), patient_id="7").text for n in range(9)}
    assert len(texts) == 1
    ledger = released("<DATE>12/03/2021</DATE> <DATE>13/03/2021</DATE>", per_value, patient_id="7").ledger
    assert ledger is not None
    assert ledger.epsilon == Fraction(1, 2)


def test_releases_with_other_epsilons_are_independent() -> None:
    """Two releases of one noise would tell its scale, hence its value."""
    shifts = {
        str(epsilon): moved([DateValue("day", 738_000)], None, "note", str(epsilon))[DateValue("day", 738_000)]
        for epsilon in (Fraction(1, 1000), Fraction(2, 1000), Fraction(4, 1000))
    }
    noise = [ordinal - 738_000 for ordinal in shifts.values()]
    assert all(abs(one - 2 * other) > 1 for one, other in pairwise(noise))


def test_a_date_that_is_no_contribution_is_refused() -> None:
    value = DateValue("day", 738_000)
    dates = NoisyDates(Timeline.of([value], None), Draws(KEY, "note"), Budget(Privacy(), lambda: ()))
    with pytest.raises(BudgetError, match="DATE"):
        dates.moved(value)


@pytest.mark.parametrize(
    ("source", "shape"), [("31/02/2021", r"\d\d/\d\d/\d{4}"), ("45 mars 2021", r"\d\d [a-zéû]+ \d{4}")]
)
def test_a_date_that_cannot_be_read_gets_drawn_figures_at_no_cost(source: str, shape: str) -> None:
    result = released(f"<DATE>{source}</DATE>", policy())
    assert re.fullmatch(shape, surrogates_of(result)[0])
    assert result.ledger is not None
    assert result.ledger.epsilon == 0


def test_drawn_figures_may_be_those_of_the_source() -> None:
    """Whether a drawn figure equals the source's says nothing of it: it may."""
    drawn = {surrogates_of(released("<DATE>0G</DATE>", policy(), id=str(n)))[0] for n in range(200)}
    assert drawn == {f"{figure}G" for figure in range(10)}
    words = {surrogates_of(released("<DATE>la rentrée</DATE>", policy(), id=str(n)))[0] for n in range(9)}
    assert "la rentrée" not in words


def test_a_label_that_is_masked_takes_no_part_of_the_budget() -> None:
    values = {"default": "plausible", "labels": {"DATE": "metric-laplace", "BIRTHDATE": "mask"}}
    result = released(
        "<DATE>12/03/2021</DATE> <BIRTHDATE>12/03/1954</BIRTHDATE>", Policy.from_mapping(values), birthdate="1954-03-12"
    )
    assert result.ledger is not None
    assert result.ledger.entries == (("DATE", "metric-laplace", Fraction(1), 1),)


def test_a_precise_date_does_not_follow_a_coarse_one() -> None:
    """Noise of years on a year is not passed on to the days beside it."""
    day = DateValue("day", date(2021, 1, 1).toordinal())
    errors = [
        abs(moved([DateValue("year", 2020), day], None, str(number), "1")[day] - day.number) for number in range(100)
    ]
    # ε of 1/2 a day: 1.9 days on average; the year moves by two years on average.
    assert sum(errors) / len(errors) < 6


@pytest.mark.parametrize("number", range(12))
def test_a_reader_completes_a_date_as_it_was_meant(number: int) -> None:
    """A day or a year that is not written is still told by what stands around it."""
    text, spans = parse_markup(
        "Du <DATE>28</DATE> au <DATE>02/04/2021</DATE>, revu le <DATE>12/11</DATE> et en <DATE>juin</DATE>."
    )
    document = Document(str(number), text)
    chosen = policy(epsilon="1/10")
    setting = Setting.of(document, spans, KEY, chosen.options, chosen.privacy)
    calendar = Calendar(setting)
    dates = Dates(setting, calendar, chosen, Budget(chosen.privacy, lambda: dates.contributions()))
    result = Replacer(KEY, chosen)(document, spans)
    again = Calendar(Setting.of(Document(str(number), result.text), result.spans, KEY))
    for index in calendar.dated:
        assert again.dated[index].day == dates.new_day(calendar.dated[index].value)


def test_distances_in_days_survive_no_mechanism() -> None:
    marked = "<DATE>12/03/2021</DATE> <DATE>14/03/2021</DATE> <DATE>25/03/2021</DATE>"
    gaps = set()
    for number in range(30):
        days = [
            date(int(y), int(m), int(d))
            for d, m, y in (s.split("/") for s in surrogates_of(released(marked, policy(), id=str(number))))
        ]
        assert days == sorted(set(days))
        gaps.add((days[2] - days[0]).days)
    assert len(gaps) > 5


@pytest.mark.parametrize(
    ("ordinals", "outside", "expected"),
    [
        # « depuis décembre » of a letter of the 10th of December, two days late.
        ([(12, 5), (12, 10)], [(False, True), (False, False)], [(11, 15), (12, 10)]),
        ([(12, 5), (12, 10)], [(False, False), (False, False)], [(12, 5), (12, 10)]),
        ([(3, 2), (3, 20)], [(False, False), (True, False)], [(3, 2), (4, 15)]),
        # No room between the days around it; what is behind counts more.
        ([(3, 2), (3, 5), (3, 20)], [(False, False), (True, True), (False, False)], [(3, 2), (3, 5), (3, 20)]),
        ([(3, 2), (3, 5), (4, 20)], [(False, False), (True, True), (False, False)], [(3, 2), (3, 15), (4, 20)]),
    ],
)
def test_a_month_is_none_of_the_days_around_that_it_did_not_hold(
    ordinals: list[tuple[int, int]], outside: list[tuple[bool, bool]], expected: list[tuple[int, int]]
) -> None:
    released = [date(2023, *day).toordinal() for day in ordinals]
    units: list[DateGrain] = ["month" if any(around) else "day" for around in outside]
    if not any(map(any, outside)):
        units[0] = "month"
    kept = [date.fromordinal(day) for day in kept_apart(released, units, outside)]
    assert [(day.month, day.day) for day in kept] == expected


def test_what_began_in_an_earlier_month_is_not_told_in_that_of_the_letter() -> None:
    same = 0
    for number in range(200):
        told, today = surrogates_of(
            released(
                "Il a grossi depuis <DATE>novembre 2022</DATE>. Le <DATE>10/12/2022</DATE>",
                Policy.named("dp"),
                patient_id=str(number),
            )
        )
        same += today.endswith(told[-4:]) and today[3:5] == f"{month_named(fold(told[:-5])):02d}"
    assert not same
