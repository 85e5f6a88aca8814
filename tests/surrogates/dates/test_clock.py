"""The clock of a patient keeps order, stretches no unit beyond two, and knows nothing but the patient."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.clock import LARGEST_STRETCH, STRETCHES, Clock
from palimpseste.surrogates.dates.noise import in_order, kept_apart, restored
from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.policy.options import ClockOptions
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateGrain, DateValue

KEY = MasterKey(bytes(range(32))).cohort("tests")
UNITS: tuple[DateGrain, ...] = ("day", "month", "season", "year")


def clock(patient: object, *, keep_season: bool = False) -> Clock:
    return Clock(Draws(KEY, f"patient:{patient}"), ClockOptions(keep_season=keep_season))


def run_of(unit: DateGrain, start: date, count: int) -> Iterator[DateValue]:
    first = DateValue.holding(unit, start.toordinal())
    return (first.at(first.number + step) for step in range(count))


def test_no_unit_can_grow_beyond_two_or_turn_back_whatever_is_drawn() -> None:
    steepest = sum(Fraction(2 * largest, distance) for distance, largest in STRETCHES)
    assert steepest < 1
    for longest, unit in ((31, Fraction(1461, 48)), (92, Fraction(1461, 16)), (366, Fraction(1461, 4))):
        assert longest * steepest < unit
    assert LARGEST_STRETCH == 2


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("keep_season", [False, True])
def test_what_follows_is_read_no_earlier_and_no_more_than_two_later(unit: DateGrain, keep_season: bool) -> None:
    count = {"day": 9000, "month": 900, "season": 300, "year": 90}[unit]
    for patient in range(3):
        its = clock(patient, keep_season=keep_season)
        numbers = [its.read(value) for value in run_of(unit, date(1940, 3, 1), count)]
        assert all(0 <= later - earlier <= LARGEST_STRETCH for earlier, later in pairwise(numbers))
        # Some coincide where a part is stretched.
        assert (len(set(numbers)) < count) != keep_season


def test_lives_move_by_what_the_options_say() -> None:
    day = DateValue("day", date(2020, 6, 1).toordinal())
    moved = sorted(clock(patient).read(day) - day.number for patient in range(800))
    # The median of |S| is 900·ln 2, about 624, to which the marks add; quartiles of both sides are as far.
    assert abs(moved[400]) < 160
    assert 500 < moved[600] < 1000
    assert -1000 < moved[200] < -500


def test_the_season_is_kept_where_it_is_asked() -> None:
    # Marks apart: only the shift is looked at.
    for patient in range(100):
        days = clock(patient, keep_season=True)._shift
        years = round(days / 365.25)
        assert abs(days - years * 365.25) <= 43


def test_patients_have_clocks_of_their_own() -> None:
    day = DateValue("day", date(2020, 6, 1).toordinal())
    assert len({clock(patient).read(day) for patient in range(50)}) > 45


dates = st.dates(date(1950, 1, 1), date(2024, 12, 31)).map(date.toordinal)


@given(st.lists(st.builds(DateValue.holding, st.sampled_from(UNITS), dates), min_size=1, max_size=8), st.data())
@settings(max_examples=100)
def test_order_is_restored_and_what_is_in_order_stays(found: list[DateValue], data: st.DataObject) -> None:
    timeline = Timeline.of(found, None)
    noise = data.draw(st.lists(st.integers(-400, 400), min_size=len(timeline.values), max_size=len(timeline.values)))
    released = [value.middle + moved for value, moved in zip(timeline.values, noise, strict=True)]
    are_days = [value.unit == "day" for value in timeline.values]
    new = in_order(released, are_days)
    steps = timeline.least_steps
    assert all(later >= earlier + step for (earlier, later), step in zip(pairwise(new), steps, strict=True))
    assert in_order(new, are_days) == new
    apart = kept_apart(new, [value.unit for value in timeline.values])
    assert all(later >= earlier + step for (earlier, later), step in zip(pairwise(apart), steps, strict=True))
    assert [day for day, is_day in zip(apart, are_days, strict=True) if is_day] == [
        day for day, is_day in zip(new, are_days, strict=True) if is_day
    ]
    first_day = next((place for place, value in enumerate(timeline.values) if value.unit == "day"), None)
    if first_day is not None:
        assert new[first_day] == released[first_day]


@pytest.mark.parametrize(
    ("around", "released", "written"),
    [
        # Behind nothing, the later ones move on; before the day of the note, the earlier ones back.
        ([], [2011, 2011, 2011], [2011, 2012, 2013]),
        ([date(2011, 5, 1)], [2011, 2011, 2011], [2009, 2010, 2011]),
        ([date(2011, 5, 1)], [2009, 2010, 2010], [2009, 2010, 2011]),
        ([], [2010, 2012, 2013], [2010, 2012, 2013]),
        # Between two days of a year there is but that year.
        ([date(2011, 2, 1), date(2011, 5, 1)], [2011, 2011, 2011], [2011, 2011, 2011]),
    ],
)
def test_years_that_differ_stay_different_where_there_is_room(
    around: list[date], released: list[int], written: list[int]
) -> None:
    values = [DateValue("year", 2000 + place) for place in range(3)]
    ordinals = [
        min(DateValue("year", year).middle, *(day.toordinal() for day in around[-1:]), 10**6) for year in released
    ]
    for number, day in enumerate(around):
        # The first of two days stands before the years, the last behind them.
        place = len(values) if number == len(around) - 1 else 0
        values.insert(place, DateValue("day", day.toordinal()))
        ordinals.insert(place, day.toordinal())
    new = restored(ordinals, [value.unit for value in values])
    years = [date.fromordinal(day).year for day, value in zip(new, values, strict=True) if value.unit == "year"]
    assert years == written
    assert new == sorted(new)


def replaced(marked: str, patient: str, id: str = "1") -> list[str]:
    text, spans = parse_markup(marked)
    result = Replacer(KEY, Policy.named("dp"))(Document(id, text, patient=Patient(patient_id=patient)), spans)
    return [result.text[span.start : span.end] for span in result.spans]


@pytest.mark.parametrize("patient", ["1", "2", "3"])
def test_a_date_comes_out_alike_in_all_letters_of_a_patient(patient: str) -> None:
    letters = [
        "Opéré le <DATE>03/05/2012</DATE>, né le <BIRTHDATE>14/07/1950</BIRTHDATE>.",
        "Né le <BIRTHDATE>14/07/1950</BIRTHDATE>, vu le <DATE>10/02/2016</DATE>, opéré le <DATE>3 mai 2012</DATE>.",
        "Revu le <DATE>20/09/2023</DATE> après l'opération du <DATE>03.05.2012</DATE>, en <DATE>2008</DATE>.",
    ]
    one, two, three = (replaced(letter, patient, id) for id, letter in zip("abc", letters, strict=True))
    assert one[1] == two[0]
    assert one[0].replace("/", ".") == three[1]
    assert two[2].split()[-1] == one[0][-4:]


def test_documents_of_one_name_share_no_noise_unless_their_patient_does() -> None:
    def days(marked: str, patient: str) -> int:
        return int(replaced(marked, patient, "note")[0][-4:])

    dates = [f"Vu le <DATE>12/03/2021</DATE>, dossier {number}." for number in range(60)]
    assert len({days(marked, "") for marked in dates}) > 5
    assert len({days(dates[0], str(patient)) for patient in range(60)}) > 5
    assert len({days(marked, "7") for marked in dates}) == 1


def chi_squared(pairs: list[tuple[int, int]]) -> float:
    """Return the statistic of independence of a table with four rows and four columns."""
    table = np.zeros((4, 4))
    for pair in pairs:
        table[pair] += 1
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    return float(((table - expected) ** 2 / expected).sum())


def test_patients_whose_documents_have_one_identifier_have_independent_noise() -> None:
    true = date(2021, 3, 12).toordinal()

    def moved(patient: str) -> int:
        day, month, year = map(int, replaced("Vu le <DATE>12/03/2021</DATE>.", patient, "1")[0].split("/"))
        return date(year, month, day).toordinal() - true

    pairs = [(moved(f"{number} a"), moved(f"{number} b")) for number in range(600)]
    # Nine degrees of freedom: above 44.8 with probability 1e-6. The key is fixed, and was not chosen.
    years = [tuple(2 * (days > 0) + (abs(days) > 600) for days in pair) for pair in pairs]
    assert chi_squared(years) < 44.8
    assert chi_squared([(a % 4, b % 4) for a, b in pairs]) < 44.8
    # What shares its noise is caught.
    assert chi_squared([(a, a) for a, _ in years]) > 1000
