"""New dates come out on days on which hospitals plan, and keep their order, their ties and their budget."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.dates import Dates
from palimpseste.surrogates.dates.plan import DatesPlan
from palimpseste.surrogates.dates.working_days import PlannedRelease
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateGrain, DateValue
from palimpseste.writings.dates.working_days import is_working_day, working_day_near

UNITS: tuple[DateGrain, ...] = ("year", "season", "month", "feast", "day")
MASTER = MasterKey(bytes(range(32)))
dates = st.dates(date(2015, 1, 1), date(2022, 12, 31))
timelines = st.lists(st.tuples(st.sampled_from((*UNITS, "day", "day")), dates), min_size=1, max_size=12).map(
    lambda found: Timeline.of((DateValue.holding(unit, day.toordinal()) for unit, day in found), None)
)


class _Fixed:
    """A mechanism that releases every date as itself."""

    def __init__(self, timeline: Timeline) -> None:
        self._days = timeline.arranged(list(timeline.anchors))

    def contributions(self) -> st.SearchStrategy[None]:
        return iter(())

    def moved(self, value: DateValue) -> int:
        return self._days[value]


def dates_of(marked: str, policy: str | Policy, number: int = 0, birth: str = "") -> Dates:
    """Return the new dates of a note."""
    text, spans = parse_markup(marked)
    chosen = Policy.named(policy) if isinstance(policy, str) else policy
    replacer = Replacer(MASTER.cohort(f"working days {number}"), chosen)
    document = Document("note", text, patient=Patient(patient_id="7", birthdate=birth))
    return replacer.world_of(document, spans).dates


def new_days(marked: str, policy: str | Policy, number: int = 0, birth: str = "") -> list[date]:
    """Return the new day of each date of a note, in the order of its dates."""
    found = dates_of(marked, policy, number, birth)
    return [found.new_day(value) for value in sorted(found.known) if value.unit == "day"]


@given(timelines)
@settings(max_examples=200)
def test_released_days_keep_their_order_and_stay_apart(timeline: Timeline) -> None:
    planned = PlannedRelease(_Fixed(timeline), timeline)
    new = [planned.moved(value) for value in timeline.values]
    assert new == sorted(new)
    days = [day for value, day in zip(timeline.values, new, strict=True) if value.unit == "day"]
    assert len(set(days)) == len(days)


@given(timelines)
@settings(max_examples=100)
def test_what_is_coarser_than_a_day_stays_in_its_month(timeline: Timeline) -> None:
    apart = Timeline(timeline.values[:1], timeline.anchors[:1], ())
    if apart.values[0].unit != "feast":
        planned, fixed = PlannedRelease(_Fixed(apart), apart).moved(apart.values[0]), apart.anchors[0]
        assert date.fromordinal(planned).replace(day=1) == date.fromordinal(fixed).replace(day=1)


@given(dates)
def test_one_day_alone_is_brought_to_the_nearest_working_day(day: date) -> None:
    value = DateValue("day", day.toordinal())
    timeline = Timeline.of([value], None)
    assert PlannedRelease(_Fixed(timeline), timeline).moved(value) == working_day_near(day).toordinal()
    born = Timeline.among(Chronicle.of([value], None, births=[value]))
    assert PlannedRelease(_Fixed(born), born).moved(value) == day.toordinal()


def test_days_that_would_become_one_come_out_on_working_days() -> None:
    # A Friday, the Saturday and Sunday behind it, and the Tuesday.
    days = [date(2021, 3, 12), date(2021, 3, 13), date(2021, 3, 14), date(2021, 3, 16)]
    values = [DateValue("day", day.toordinal()) for day in days]
    timeline = Timeline.of(values, None)
    new = [date.fromordinal(PlannedRelease(_Fixed(timeline), timeline).moved(value)) for value in values]
    assert new == [date(2021, 3, 12), date(2021, 3, 15), date(2021, 3, 16), date(2021, 3, 17)]
    # A birth on the Sunday stays, and what stood before it before it.
    born = Timeline.among(Chronicle.of(values, None, births=[values[2]]))
    new = [date.fromordinal(PlannedRelease(_Fixed(born), born).moved(value)) for value in values]
    assert new == days


def test_under_dp_consultations_far_apart_are_on_working_days() -> None:
    marked = "Vu le <DATE>12/03/2021</DATE>, le <DATE>14/06/2021</DATE> et le <DATE>20/12/2021</DATE>."
    for number in range(60):
        assert all(map(is_working_day, new_days(marked, "dp", number)))
    exact = Policy.named("dp").with_exact_days()
    assert not all(all(map(is_working_day, new_days(marked, exact, number))) for number in range(60))


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_births_fall_on_any_day_in_all_documents(policy: str) -> None:
    marked = "Née le <BIRTHDATE>14/03/2021</BIRTHDATE>, entrée le <DATE>14/03/2021</DATE>."
    born = [new_days(marked, policy, number)[0] for number in range(60)]
    assert not all(map(is_working_day, born))
    recorded = [new_days("Entrée le <DATE>14/03/2021</DATE>.", policy, number, "14/03/2021")[0] for number in range(60)]
    assert policy == "dp" or recorded == born


def test_a_birth_of_one_letter_is_a_birth_in_the_next() -> None:
    marked = ("Née le <BIRTHDATE>14/03/2021</BIRTHDATE>.", "Revue le <DATE>14/03/2021</DATE>.")
    documents = [
        (Document(str(place), parse_markup(text)[0], patient=Patient(patient_id="7")), parse_markup(text)[1])
        for place, text in enumerate(marked)
    ]
    weekend = 0
    for number in range(40):
        replacer = Replacer(MASTER.cohort(f"letters {number}"), Policy.named("dp"))
        plan = DatesPlan()
        for document, spans in documents:
            plan.add(document, replacer.dates_of(document, spans))
        one, other = (replacer(plan.joined(document), spans).text.split(" le ")[1] for document, spans in documents)
        assert one == other
        day, month, year = map(int, one.rstrip(".").split("/"))
        weekend += not is_working_day(date(year, month, day))
    assert weekend


def test_under_whole_weeks_holidays_alone_move_and_no_later_day_comes_first(key: CohortKey) -> None:
    marked = "Lu le <DATE>{}/05/2021</DATE>."
    seen = set()
    for number in range(60):
        policy = Policy.named("plausible")
        moved = [new_days(marked.format(day), policy, number)[0] for day in range(10, 25)]
        exact = [new_days(marked.format(day), policy.with_exact_days(), number)[0] for day in range(10, 25)]
        assert all(one <= other for one, other in pairwise(moved))
        for one, other in zip(moved, exact, strict=True):
            assert one == working_day_near(other, weekends_stay=True)
        seen |= {one.weekday() for one in moved}
    assert seen == set(range(7))


def test_a_shift_to_the_day_leaves_no_weekend() -> None:
    policy = Policy.from_mapping({"default": "plausible", "options": {"working_days": True}})
    days = [new_days("Vu le <DATE>12/03/2021</DATE>.", policy, number)[0] for number in range(60)]
    assert all(map(is_working_day, days))


@pytest.mark.parametrize(
    ("marked", "apart"),
    [
        ("Séjour du <DATE>14</DATE> au <DATE>15/06/2021</DATE>.", 1),
        ("Nuit du <DATE>14</DATE> au <DATE>15/06/2021</DATE>.", 1),
        ("J0 : <DATE>14/06/2021</DATE>. J3 : <DATE>17/06/2021</DATE>.", 3),
        # Entries of a log, a message and its answer.
        ("lun <DATE>14/06/2021</DATE> : toilette\nmar <DATE>15/06/2021</DATE> : refus", 1),
        ("Le <DATE>15/06/2021</DATE> à 11:26 : vu.\n> Le <DATE>14/06/2021</DATE> à 16:12 : le lit ?", 1),
    ],
)
def test_what_words_tell_apart_stays_so_under_a_shift(marked: str, apart: int) -> None:
    holidays = 0
    for number in range(150):
        first, second = new_days(marked, "plausible", number)
        assert (second - first).days == apart or (apart == 1 and second > first)
        holidays += not is_working_day(first) and first.weekday() < 5
    assert holidays


def test_a_shift_is_bound_to_no_other_date_of_the_note() -> None:
    one = new_days("Vu le <DATE>14/06/2021</DATE>.", "plausible")
    other = new_days("Vu le <DATE>14/06/2021</DATE>, puis <DATE>16/06/2021</DATE>.", "plausible")
    assert one == other[:1]
