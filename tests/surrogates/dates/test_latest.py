"""No date is written after the public day of a policy, and what is done for it is computed from releases alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from itertools import pairwise
from math import exp, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.clock import Clock
from palimpseste.surrogates.dates.latest import MOST_YEARS, MovedBack, ends_after, years_back
from palimpseste.surrogates.dates.noise import ClockedDates
from palimpseste.surrogates.dates.plan import DatesPlan, alone
from palimpseste.surrogates.dates.working_days import PlannedRelease
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.policy.options import ClockOptions, Privacy
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.reach import Reach
from palimpseste.writings.dates.tally import Tally
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateGrain, DateValue

MASTER = MasterKey(bytes(range(32)))
LATEST = date(2025, 12, 31)
UNITS: tuple[DateGrain, ...] = ("year", "season", "month", "feast", "day")
days = st.dates(date(2005, 1, 1), date(2040, 12, 31)).map(date.toordinal)
values = st.builds(DateValue.holding, st.sampled_from((*UNITS, "day", "day")), days)


@st.composite
def timelines(draw: st.DrawFn) -> Timeline:
    """Draw dates in order, some of them counted from one another, or births."""
    found = draw(st.lists(values, min_size=1, max_size=12, unique=True))
    told = sorted(value for value in found if value.unit == "day")
    ties = [
        (later, Reach(earlier, later.number - earlier.number, later.number - earlier.number))
        for earlier, later in pairwise(told)
        if later.number - earlier.number < 60 and draw(st.booleans())
    ]
    births = [value for value in told if draw(st.booleans())]
    today = draw(st.one_of(st.none(), days.map(date.fromordinal)))
    fine = [value for value in found if value.unit in ("day", "month")]
    pairs = draw(st.lists(st.tuples(*[st.sampled_from(fine)] * 2), max_size=3, unique=True)) if fine else []
    tallies = [Tally(least, least + 2, tuple(sorted(pairs))) for least in draw(st.sets(st.integers(2, 90), max_size=2))]
    return Timeline.among(Chronicle.of(found, today, ties, births, tallies=tallies))


class _Released(ClockedDates):
    """Dates whose releases are given, by their place in the order."""

    def __init__(self, timeline: Timeline, numbers: list[int]) -> None:
        draws = Draws(MASTER.cohort("given"), "patient")
        super().__init__(timeline, Clock(draws, ClockOptions()), draws, Budget(Privacy(), lambda: ()))
        self._numbers = dict(zip(timeline.values, numbers, strict=True))

    def _released(self, value: DateValue) -> DateValue:
        grain = DateValue("day", 0) if value.unit == "feast" else value
        return grain.at(DateValue.holding(grain.unit, self._numbers[value]).number)


def written(clocked: ClockedDates, timeline: Timeline) -> dict[DateValue, DateValue]:
    """Return what is written of each date under the policy `dp`, in its unit; of a feast, its day."""

    def after(years: int) -> PlannedRelease:
        return PlannedRelease(MovedBack(clocked, years), timeline)

    moved = after(years_back(after, timeline, LATEST))
    units: Iterator[DateGrain] = ("day" if value.unit == "feast" else value.unit for value in timeline.values)
    return {
        value: DateValue.holding(unit, moved.moved(value)) for value, unit in zip(timeline.values, units, strict=True)
    }


@given(timelines(), st.data())
@settings(max_examples=300, deadline=None)
def test_nothing_is_written_after_the_day_whatever_was_released(timeline: Timeline, data: st.DataObject) -> None:
    released = st.dates(date(1990, 1, 1), date(2045, 12, 31)).map(date.toordinal)
    numbers = data.draw(st.lists(released, min_size=len(timeline.values), max_size=len(timeline.values)))
    new = written(_Released(timeline, numbers), timeline)
    assert max(value.last for value in new.values()) <= LATEST.toordinal()


@given(timelines(), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_a_life_moves_by_whole_years_and_none_too_many(timeline: Timeline, patient: int) -> None:
    draws = Draws(MASTER.cohort("lives"), str(patient))
    clocked = ClockedDates(timeline, Clock(draws, ClockOptions()), draws, Budget(Privacy(per="value"), lambda: ()))
    without = {value: DateValue.holding(value.unit, day).last for value, day in clocked.moved_back(0).items()}
    years = years_back(lambda years: MovedBack(clocked, years), timeline, LATEST)
    reached = max(date.fromordinal(last).year for last in without.values())
    if reached <= LATEST.year:
        assert years == 0
    elif reached < LATEST.year + MOST_YEARS:
        # Where days follow one another into the next year, a year is what they are moved by.
        assert years in (reached - LATEST.year, reached - LATEST.year + 1)
    back = [release.years_before(years) for release in clocked._releases]
    for release, moved in zip(clocked._releases, back, strict=True):
        assert date.fromordinal(release.middle).year - date.fromordinal(moved.middle).year == years
        assert DateValue.holding("month", release.middle).years_before(years) == DateValue.holding(
            "month", moved.middle
        )


@given(timelines(), st.data())
@settings(max_examples=100, deadline=None)
def test_what_is_written_is_a_function_of_releases_and_the_order(timeline: Timeline, data: st.DataObject) -> None:
    count = len(timeline.values)
    numbers = data.draw(st.lists(days, min_size=count, max_size=count))
    # A neighbour: the same order and units, other dates.
    other = [DateValue(value.unit, value.number + data.draw(st.integers(0, 3))) for value in timeline.values]
    if len(set(other)) < count:
        return
    names = dict(zip(timeline.values, other, strict=True))
    reaches = tuple(
        (names[value], Reach(names[reach.other], reach.least, reach.most, reach.same_month))
        for value, reach in timeline.reaches
    )
    births = frozenset(names[each] for each in timeline.births)
    tallies = tuple(
        each._replace(pairs=tuple((names[later], names[earlier]) for later, earlier in each.pairs))
        for each in timeline.tallies
    )
    neighbour = Timeline(tuple(other), timeline.anchors, reaches, births, tallies)
    if neighbour.outside != timeline.outside:
        return
    first, second = (written(_Released(each, numbers), each) for each in (timeline, neighbour))
    assert list(first.values()) == list(second.values())


def _probabilities(true: int, folded: Callable[[int, int], int]) -> dict[int, float]:
    """Return how likely each day is that a day becomes, under noise of rate 1/3 and what is made of it."""
    found: dict[int, float] = defaultdict(float)
    for noise in range(-1500, 1501):
        found[folded(true + noise, true)] += exp(-abs(noise) / 3)
    return found


def _largest_ratio(folded: Callable[[int, int], int]) -> float:
    true = LATEST.toordinal() - 4
    first, second = (_probabilities(day, folded) for day in (true, true + 1))
    probable = [day for day in first.keys() | second.keys() if max(first[day], second[day]) > 1e-12]
    return max(abs(log(first[day] / second[day])) if min(first[day], second[day]) else float("inf") for day in probable)


def test_neighbouring_days_are_told_apart_by_no_more_than_before() -> None:
    value = DateValue("day", LATEST.toordinal())
    timeline = Timeline.of([value], None)

    def moved(released: int, _: int) -> int:
        return next(iter(written(_Released(timeline, [released]), timeline).values())).number

    assert _largest_ratio(moved) <= 1 / 3 + 1e-9


def test_a_number_of_years_that_hangs_on_the_true_day_is_caught() -> None:
    def moved(released: int, true: int) -> int:
        return DateValue("day", released).years_before(int(true > LATEST.toordinal() - 4)).number

    assert _largest_ratio(moved) > 1


def test_odd_dates_do_not_take_a_life_with_them() -> None:
    found = [DateValue("day", date(year, 5, 3).toordinal()) for year in (2024, 2204)]
    timeline = Timeline.of(found, None)
    new = [value.number for value in written(_Released(timeline, [each.number for each in found]), timeline).values()]
    assert date.fromordinal(new[0]).year == 2024
    assert date.fromordinal(new[1]).year == 2204


LETTERS = (
    "Née le <BIRTHDATE>02/05/1960</BIRTHDATE>, <AGE>64 ans</AGE>, vue le <DATE>12/09/2024</DATE>.",
    "Née le <BIRTHDATE>02/05/1960</BIRTHDATE>, revue le <DATE>03/11/2025</DATE> après le <DATE>12/09/2024</DATE>.",
)


def replaced(number: int, policy: Policy, *, patient: str = "7", way: str = "plan") -> list[list[str]]:
    """Return what is written for the spans of each letter: each alone, after a plan of both, or as if the only one."""
    replacer = Replacer(MASTER.cohort(f"letters {number}"), policy)
    letters = [
        (Document(str(place), text, patient=Patient(patient_id=patient)), spans)
        for place, (text, spans) in enumerate(map(parse_markup, LETTERS))
    ]
    plan = DatesPlan()
    for document, spans in letters if way == "plan" else ():
        plan.add(document, replacer.dates_of(document, spans))
    results = [
        replacer(alone(document) if way == "only" else plan.joined(document), spans) for document, spans in letters
    ]
    return [[result.text[span.start : span.end] for span in result.spans] for result in results]


def shifting(**options: object) -> Policy:
    mapping = Policy.named("plausible").to_mapping()
    return Policy.from_mapping({**mapping, "options": {**mapping["options"], **options}})


WITHOUT = shifting(date_shift_latest="none")
BACK = 735  # The smallest shift of whole weeks from 281 to 449 days and the largest, together.


def dates_in(letter: list[str]) -> list[date]:
    return [date.fromisoformat("-".join(reversed(text.split("/")))) for text in letter if "/" in text]


@pytest.mark.parametrize("name", ["plausible", "keep-hospitals"])
@pytest.mark.parametrize(("patient", "way"), [("7", "plan"), ("7", "only"), ("", "none")])
def test_a_shift_past_the_day_goes_back(name: str, patient: str, way: str) -> None:
    turned = 0
    for number in range(30):
        free = [dates_in(letter) for letter in replaced(number, WITHOUT, patient=patient, way=way)]
        kept = [dates_in(letter) for letter in replaced(number, Policy.named(name), patient=patient, way=way)]
        for before, now in zip(free, kept, strict=True):
            assert max(now) <= LATEST
            apart = [(old - new).days for old, new in zip(before, now, strict=True)]
            # A working day may be a day or two off.
            assert all(abs(days) <= 3 for days in apart) or all(abs(days - BACK) <= 3 for days in apart)
            turned += apart[0] > 3
    assert 10 < turned < 50


def test_a_shift_of_letters_that_may_have_others_stays() -> None:
    latest = []
    for number in range(20):
        letters = replaced(number, shifting(), way="none")
        assert letters == replaced(number, WITHOUT, way="none")
        latest += [max(dates_in(letter)) for letter in letters]
    assert max(latest) > LATEST


def test_a_shift_goes_back_in_all_letters_of_a_patient_or_in_that_which_asks_for_it_alone() -> None:
    differ = 0
    for number in range(40):
        one, two = replaced(number, shifting())
        assert (one[0], one[2]) == (two[0], two[2])
        first, second = (dates_in(letter) for letter in replaced(number, shifting(shift_scope="document"), way="none"))
        assert max(first + second) <= LATEST
        differ += first[0] != second[0]
    assert differ > 30


def test_a_shift_stays_where_nothing_lies_after_the_day() -> None:
    later = shifting(date_shift_latest="2090-01-01")
    assert all(replaced(number, later) == replaced(number, WITHOUT) for number in range(20))


def test_the_number_of_a_birth_goes_back_with_it() -> None:
    marked = "NIR <SSN>160057511612345</SSN>, née le <BIRTHDATE>02/05/1960</BIRTHDATE>, vue le <DATE>12/09/2025</DATE>."
    text, spans = parse_markup(marked)
    for number in range(20):
        document = alone(Document("1", text, patient=Patient(patient_id="7")))
        result = Replacer(MASTER.cohort(f"births {number}"), shifting())(document, spans)
        ssn, born, _ = (result.text[span.start : span.end] for span in result.spans)
        assert ssn[1:5] == born[-2:] + born[3:5]


@pytest.mark.parametrize(
    ("value", "is_after"),
    [
        (DateValue("day", LATEST.toordinal()), False),
        (DateValue("day", LATEST.toordinal() + 1), True),
        (DateValue("year", 2025), False),
        (DateValue("year", 2026), True),
    ],
)
def test_a_coarse_date_lies_after_the_day_if_its_end_does(value: DateValue, is_after: bool) -> None:
    assert ends_after(lambda each: each.middle, [value], LATEST) == is_after


def year(text: str) -> int:
    return int(re.findall(r"\d{4}", text)[0])


@pytest.mark.parametrize(
    ("patient", "way", "is_kept"),
    [("7", "plan", True), ("7", "only", True), ("", "none", True), ("7", "none", False)],
    ids=["planned", "the only letter", "no patient", "letters that may have others"],
)
def test_lives_that_are_known_as_a_whole_end_before_the_day(patient: str, way: str, is_kept: bool) -> None:
    years = [
        year(text)
        for number in range(40)
        for letter in replaced(number, Policy.named("dp"), patient=patient, way=way)
        for text in letter
        if "/" in text
    ]
    assert (max(years) <= LATEST.year) == is_kept
    assert len(set(years)) > 10


def test_a_document_that_shares_its_budget_ends_before_the_day_too() -> None:
    mapping = Policy.named("dp").to_mapping()
    policy = Policy.from_mapping({**mapping, "privacy": {"epsilon": "2", "per": "document"}})
    letters = [letter for number in range(20) for letter in replaced(number, policy, patient="", way="none")]
    assert max(year(text) for letter in letters for text in letter if "/" in text) <= LATEST.year


def test_letters_agree_and_ages_with_the_birth() -> None:
    for number in range(60):
        one, two = replaced(number, Policy.named("dp"))
        assert (one[0], one[2]) == (two[0], two[2])
        born, seen = (tuple(map(int, reversed(text.split("/")))) for text in (one[0], one[2]))
        assert one[1] == f"{seen[0] - born[0] - (seen[1:] < born[1:])} ans"


def test_nothing_moves_without_a_day_or_before_a_far_one() -> None:
    mapping = Policy.named("dp").to_mapping()
    without = Policy.from_mapping({**mapping, "clock": {**mapping["clock"], "latest": "none"}})
    later = Policy.from_mapping({**mapping, "clock": {**mapping["clock"], "latest": "2090-01-01"}})
    moved = 0
    for number in range(40):
        free = replaced(number, without)
        assert free == replaced(number, later)
        moved += free != replaced(number, Policy.named("dp"))
    assert 10 < moved < 40


@pytest.mark.parametrize("said", ["2025-12-31", LATEST])
def test_the_day_of_a_shift_is_read_as_it_is_written(said: object) -> None:
    policy = shifting(date_shift_latest=said)
    assert policy.options.date_shift_latest == LATEST
    assert Policy.from_mapping(policy.to_mapping()) == policy


@pytest.mark.parametrize("said", ["2025-12-31", LATEST])
def test_the_day_is_read_as_it_is_written(said: object) -> None:
    options = Policy.from_mapping({"default": "tag", "clock": {"latest": said}}).clock
    assert options.latest == LATEST
    assert ClockOptions(**options.to_mapping()) == options


@pytest.mark.parametrize("said", ["2025", "31/12/2025", True, 2025, "1066-10-14"])
def test_what_is_no_day_is_refused(said: object) -> None:
    with pytest.raises(UsageError, match=r"latest: .*allowed: a day .* such as 2025-12-31, or \"none\""):
        Policy.from_mapping({"default": "tag", "clock": {"latest": said}})


def test_policies_without_a_day_say_nothing_of_it() -> None:
    assert "latest" not in Policy.named("plausible").to_mapping()["clock"]
    assert "date_shift_latest" not in Policy.named("dp").to_mapping()["options"]
    assert Policy.named("plausible").options.date_shift_latest == LATEST
    assert Policy.named("dp").clock.latest == LATEST
    assert Policy.from_mapping({"default": "tag", "clock": {"latest": "none"}}).clock == ClockOptions()
