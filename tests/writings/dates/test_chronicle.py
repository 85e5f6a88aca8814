"""Chronicles are joined in any order, packed to few bytes, and show no date."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.reach import Reach
from palimpseste.writings.dates.tally import Tally
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.told.schools import SchoolTold
from palimpseste.writings.dates.told.seasons import SeasonTold
from palimpseste.writings.dates.told.weekdays import WeekdayTold
from palimpseste.writings.dates.values import DateGrain, DateValue

UNITS: tuple[DateGrain, ...] = ("year", "season", "month", "feast", "day")
days = st.dates(date(1900, 1, 1), date(2030, 12, 31))
values = st.builds(DateValue.holding, st.sampled_from(UNITS), days.map(date.toordinal))


@st.composite
def chronicles(draw: st.DrawFn) -> Chronicle:
    found = draw(st.lists(values, min_size=1, max_size=6))
    reaches = st.builds(Reach, st.sampled_from(found), st.integers(-182, 0), st.integers(0, 182), st.booleans())
    ties = draw(st.lists(st.tuples(st.sampled_from(found), reaches), max_size=3))
    births = draw(st.lists(st.sampled_from(found), max_size=2))
    seasons = draw(st.lists(st.builds(SeasonTold, st.sampled_from(found), st.integers(0, 255)), max_size=3))
    pairs = st.lists(st.tuples(st.sampled_from(found), st.sampled_from(found)), min_size=1, max_size=3, unique=True)
    tallies = st.builds(
        Tally, st.integers(1, 40), st.integers(40, 90), pairs.map(sorted).map(tuple), st.integers(-1, 9)
    )
    schools = st.builds(
        SchoolTold, st.sampled_from(found), st.sampled_from(found), st.integers(-1, 17), st.integers(-1, 17)
    )
    chronicle = Chronicle.of(
        found,
        draw(st.none() | days),
        ties,
        births,
        seasons,
        draw(st.lists(tallies, max_size=3)),
        draw(st.lists(schools, max_size=2)),
        draw(st.lists(st.builds(WeekdayTold, st.sampled_from(found), st.integers(1, 127)), max_size=3)),
    )
    numbers = st.frozensets(st.integers(0, 254), max_size=3)
    return replace(chronicle, overseas=draw(numbers), lands=draw(numbers))


@given(chronicles())
def test_what_was_packed_is_unpacked(chronicle: Chronicle) -> None:
    assert Chronicle.unpack(chronicle.pack()) == chronicle
    assert Chronicle.unpack(b"") == Chronicle()


@given(st.lists(chronicles(), min_size=2, max_size=3))
def test_any_order_of_documents_gives_the_same_chronicle_and_timeline(several: list[Chronicle]) -> None:
    wholes = [Chronicle.of_all(order) for order in permutations(several)]
    assert len({whole.pack() for whole in wholes}) == 1
    assert len({Timeline.among(whole) for whole in wholes}) == 1
    assert Chronicle.of_all((wholes[0], several[0])) == wholes[0]


def test_a_month_that_some_document_speaks_of_as_past_is_past_for_all() -> None:
    march = DateValue("month", 2021 * 12 + 2)
    early, late = date(2021, 3, 5), date(2021, 6, 1)
    whole = Chronicle.of_all(Chronicle.of([march, DateValue("day", day.toordinal())], day) for day in (late, early))
    assert Timeline.among(whole).values == (march, *(DateValue("day", day.toordinal()) for day in (early, late)))


def test_a_tie_to_a_date_that_does_not_move_is_none() -> None:
    day, other = (DateValue("day", date(2021, 3, number).toordinal()) for number in (2, 27))
    assert Chronicle.of([day], None, [(day, Reach(other, -27, 0))]).reaches == frozenset()


def test_no_date_is_shown() -> None:
    assert repr(Chronicle.of([DateValue("year", 2021)], None)) == "Chronicle(<1 dates>)"
