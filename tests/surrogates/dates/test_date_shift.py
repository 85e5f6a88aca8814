"""One shift per patient or per document; durations released in their classes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import pairwise

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.result import Draft
from palimpseste.surrogates import CohortKey, Policy, Replacer
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.durations import NoisyDurations
from palimpseste.surrogates.dates.shift import Shift, shift_days_of, shifted_day
from palimpseste.surrogates.draws import BitStream, Draws
from palimpseste.surrogates.policy.options import Privacy
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.dates.timeline import Timeline
from palimpseste.writings.dates.values import DateValue

CLASSES = ((1, 60), (61, 730), (731, 36_525))


def moved(key: CohortKey, strategy: str, marked: str, *, id: str = "note", written: date | None = None) -> Draft:
    options = {"shift_scope": "document"} if strategy == "document" else {}
    strategy = "shift" if strategy in ("patient", "document") else strategy
    labels = {"DATE": strategy, "BIRTHDATE": strategy}
    policy = Policy.from_mapping({"default": "plausible", "labels": labels, "options": options})
    text, spans = parse_markup(marked)
    return Replacer(key, policy)(Document(id, text, date=written, patient=Patient(patient_id="7")), spans)


def days_of(result: Draft) -> Iterator[date]:
    for span in result.spans:
        read = read_date(result.text[span.start : span.end])
        assert read is not None
        yield date(read.year or 0, read.month or 7, read.day or (15 if read.month else 2))


def test_a_shift_per_patient_is_that_of_plausible_dates(key: CohortKey) -> None:
    marked = "<DATE>12/03/2021</DATE> <BIRTHDATE>mars 1954</BIRTHDATE> <DATE>2014</DATE>"
    plausible = Replacer(key, Policy.from_mapping({"default": "plausible"}))
    text, spans = parse_markup(marked)
    as_today = plausible(Document("note", text, patient=Patient(patient_id="7")), spans)
    assert moved(key, "patient", marked).text == as_today.text
    assert moved(key, "patient", marked, id="other").text == as_today.text


def test_whole_weeks_keep_weekdays(key: CohortKey) -> None:
    policy = Policy.named("plausible").with_exact_days()
    text, spans = parse_markup("<DATE>12/03/2021</DATE>, <DATE>2020-12-01</DATE>")
    for number in range(20):
        result = Replacer(key, policy)(Document(str(number), text, date=date(2021, 5, 1)), spans)
        one, other = days_of(result)
        assert (one - date(2021, 3, 12)).days == (other - date(2020, 12, 1)).days
        assert one.weekday() == date(2021, 3, 12).weekday()


def test_a_shift_per_document_differs_between_documents_and_moves_all_of_one(key: CohortKey) -> None:
    shifts = set()
    for number in range(20):
        result = moved(
            key, "document", "<DATE>12/03/2021</DATE> <DATE>2020-12-01</DATE>", id=str(number), written=date(2021, 5, 1)
        )
        one, other = days_of(result)
        assert result.date is not None
        assert one - date(2021, 3, 12) == other - date(2020, 12, 1) == result.date - date(2021, 5, 1)
        shifts.add((one - date(2021, 3, 12)).days)
    assert len(shifts) > 15
    assert all(184 <= abs(days) <= 349 for days in shifts)


MARKED = (
    "Né le <BIRTHDATE>03/05/1954</BIRTHDATE>, opéré le <DATE>01/02/2020</DATE>, le <DATE>12/03/2021</DATE>, puis le "
    "<DATE>14/03/2021</DATE> et le <DATE>20/07/2021</DATE>"
)


@pytest.mark.parametrize("number", range(20))
def test_durations_stay_in_their_class(key: CohortKey, number: int) -> None:
    days = list(days_of(moved(key, "bounded-laplace", MARKED, id=str(number))))
    classes = [2, 1, 0, 1]
    for (one, other), kind in zip(pairwise(days), classes, strict=True):
        lowest, highest = CLASSES[kind]
        assert lowest <= (other - one).days <= highest


def test_durations_change_and_the_first_date_moves_with_the_shift(key: CohortKey) -> None:
    shift = next(days_of(moved(key, "patient", "<DATE>03/05/1954</DATE>"))) - date(1954, 5, 3)
    durations = set()
    for number in range(20):
        days = list(days_of(moved(key, "bounded-laplace", MARKED, id=str(number))))
        assert days[0] == date(1954, 5, 3) + shift
        durations.add((days[3] - days[2]).days)
    assert len(durations) > 8


def test_each_duration_has_its_share(key: CohortKey) -> None:
    ledger = moved(key, "bounded-laplace", MARKED).ledger
    assert ledger is not None
    assert ledger.entries == (("DATE", "bounded-laplace", Fraction(1, 4), 4),)


def test_dates_of_one_day_stay_on_one_day(key: CohortKey) -> None:
    result = moved(key, "bounded-laplace", "<DATE>12/03/2021</DATE> <DATE>mars 2021</DATE>", written=date(2021, 3, 12))
    day, month = days_of(result)
    assert result.date == day
    assert (month.year, month.month) == (day.year, day.month)
    assert result.ledger is not None
    assert result.ledger.epsilon == 0


def test_two_hundred_years_are_written(key: CohortKey) -> None:
    one, other = days_of(moved(key, "bounded-laplace", "<DATE>1er janvier 1700</DATE> <DATE>03/04/2021</DATE>"))
    assert 731 <= (other - one).days <= 36_525


class AskedDraws(Draws):
    """Draws that keep what they were asked for."""

    def __init__(self, key: CohortKey, scope: str) -> None:
        super().__init__(key, scope)
        self.asked: list[tuple[str, str, str]] = []

    def stream(self, label: str, value: str, purpose: str) -> BitStream:
        self.asked.append((label, value, purpose))
        return super().stream(label, value, purpose)


def durations_of(key: CohortKey, scope: str, *days: int) -> tuple[list[int], int, AskedDraws]:
    """Return how far apart days are written, how far the first moved, and what was asked for; ε is 1."""
    setting = Setting.of(Document(scope, ""), [], key)
    values, draws = [DateValue("day", day) for day in days], AskedDraws(key, scope)
    budget = Budget(Privacy(epsilon=Fraction(1)), lambda: durations.contributions())
    shift = Shift(setting)
    durations = NoisyDurations(Timeline.of(values, None), shift, draws, budget)
    moved = [durations.moved(value) for value in values]
    assert budget.ledger.epsilon == (1 if len(set(days)) > 1 else 0)
    return [other - one for one, other in pairwise(moved)], moved[0] - days[0] - shift.days, draws


@pytest.mark.parametrize(
    ("duration", "number"), [(1, 0), (60, 0), (61, 1), (730, 1), (731, 2), (36_525, 2), (36_526, 2), (80_000, 2)]
)
def test_the_first_and_the_last_duration_of_a_class_stay_in_it(key: CohortKey, duration: int, number: int) -> None:
    lowest, highest = CLASSES[number]
    written = set()
    for scope in range(30):
        ((found,), off, _) = durations_of(key, str(scope), 500_000, 500_000 + duration)
        assert off == 0
        assert lowest <= found <= highest
        written.add(found)
    # The noise is a few days: both what is there and what lies beside it come up.
    assert min(duration, highest) in written
    assert len(written) > 2


def test_a_duration_is_drawn_for_the_days_at_its_ends_and_its_share(key: CohortKey) -> None:
    _, _, draws = durations_of(key, "note", 500_000, 500_010, 500_020)
    ends = ["day 500000 day 500010", "day 500010 day 500020"]
    assert draws.asked == [("DATE", each, "bounded-laplace 1/2") for each in ends]


def test_dates_that_say_one_day_have_no_duration_between_them(key: CohortKey) -> None:
    month = DateValue("month", 2021 * 12 + 2)
    day = DateValue("day", month.middle)
    timeline = Timeline.of([day, month], None)
    durations = NoisyDurations(
        timeline, Shift(Setting.of(Document("note", ""), [], key)), Draws(key, "note"), Budget(Privacy(), lambda: ())
    )
    assert list(durations.contributions()) == []
    assert durations.moved(month) == durations.moved(day)


def test_tables_move_by_the_shift_of_the_notes_of_their_patient(key: CohortKey) -> None:
    setting = Setting.of(Document("note", "", patient=Patient(patient_id="7")), [], key)
    assert Shift(setting).days == shift_days_of(setting.draws, setting.options)
    assert (
        Shift(setting).moved(DateValue("month", 2021 * 12))
        == DateValue("month", 2021 * 12).middle + Shift(setting).days
    )


def test_a_shift_goes_either_way_and_lies_between_the_smallest_and_the_largest(key: CohortKey) -> None:
    options = Policy.from_mapping({"default": "plausible", "options": {"date_shift_days": [3, 5]}}).options
    shifts = {shift_days_of(Draws(key, str(scope)), options) for scope in range(100)}
    assert shifts == {-5, -4, -3, 3, 4, 5}


def test_shifts_go_forward_as_often_as_back(key: CohortKey) -> None:
    # Of 400 even draws, 200 with a standard deviation of 10.
    options = Policy.named("plausible").options
    assert 150 < sum(shift_days_of(Draws(key, str(scope)), options) > 0 for scope in range(400)) < 250


def test_a_shift_that_goes_back_is_as_far_from_the_one_forward_for_everybody(key: CohortKey) -> None:
    options = Policy.from_mapping(
        {"default": "plausible", "options": {"date_shift_days": [8, 31], "date_shift_step": 7}}
    ).options
    pairs = set()
    for number in range(100):
        setting = Setting.of(Document("note", "", patient=Patient(patient_id=str(number))), [], key, options)
        pairs.add((Shift(setting).days, Shift(setting, goes_back=True).days))
    assert pairs == {(-14, -14), (-21, -21), (-28, -28), (14, -28), (21, -21), (28, -14)}


def test_days_stay_within_the_years_that_can_be_written() -> None:
    assert shifted_day(date(2020, 2, 28), 2) == date(2020, 3, 1)
    assert shifted_day(date(2020, 3, 1), -2) == date(2020, 2, 28)
    assert shifted_day(date(2999, 12, 30), 1) == shifted_day(date(2999, 12, 30), 400) == date(2999, 12, 31)
    assert shifted_day(date(1000, 1, 2), -1) == shifted_day(date(1000, 1, 2), -400) == date(1000, 1, 1)
