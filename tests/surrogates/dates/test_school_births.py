"""Births and ages agree with the class of school that words tell; what is done for it tells no more than they do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import DatesPlan
from palimpseste.surrogates.dates.school_births import MOST_YEARS_OFF, BirthsInClass, years_into_class
from palimpseste.writings.dates.chronicle import Chronicle
from palimpseste.writings.dates.reach import Reach
from palimpseste.writings.dates.told.schools import SchoolTold
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.school import is_in_class

MASTER = MasterKey(bytes(range(32)))
LETTER = (
    "Vu le <DATE>14/11/2022</DATE>. <FIRSTNAME>Noé</FIRSTNAME>, né le <BIRTHDATE>03/12/2014</BIRTHDATE>, est élève "
    "de CE2 à l'<ORGANIZATION>école Jean-Zay</ORGANIZATION>. Suivi depuis le <DATE>08/09/2019</DATE>."
)
LATER = (
    "Revu le <DATE>20/03/2023</DATE>. Né le <BIRTHDATE>03/12/2014</BIRTHDATE>, suivi depuis le <DATE>08/09/2019</DATE>."
)


def written(number: int, policy: Policy, letters: tuple[str, ...], *, patient: str = "7") -> list[str]:
    """Return the new text of each letter of a patient, after a plan of all."""
    replacer = Replacer(MASTER.cohort(f"school {number}"), policy)
    found = [
        (Document(str(place), text, patient=Patient(patient_id=patient)), spans)
        for place, (text, spans) in enumerate(map(parse_markup, letters))
    ]
    plan = DatesPlan()
    for document, spans in found:
        plan.add(document, replacer.dates_of(document, spans))
    return [replacer(plan.joined(document), spans).text for document, spans in found]


def days(text: str) -> list[date]:
    found = re.findall(r"(\d\d)/(\d\d)/(\d{4})", text)
    return [date(int(year), int(month), int(day)) for day, month, year in found]


def without(policy: Policy) -> Policy:
    return replace(policy, options=replace(policy.options, seasons=False))


@pytest.mark.parametrize("name", ["dp", "plausible", "keep-hospitals"])
def test_a_birth_agrees_with_the_class_of_the_letter(name: str) -> None:
    policy = Policy.named(name)

    def agreeing(each: Policy) -> list[bool]:
        letters = (days(written(number, each, (LETTER,))[0]) for number in range(20))
        return [is_in_class(8, 8, birth, today) for today, birth, _ in letters]

    assert sum(agreeing(policy)) >= 19
    assert sum(agreeing(without(policy))) < 16


@pytest.mark.parametrize("name", ["dp", "plausible"])
def test_letters_of_a_patient_tell_one_birth_in_order(name: str) -> None:
    for number in range(8):
        (today, birth, since), (later, birth_again, since_again) = map(
            days, written(number, Policy.named(name), (LETTER, LATER))
        )
        assert (birth, since) == (birth_again, since_again)
        assert birth < since < today < later


class _Written:
    """What is written of each date."""

    def __init__(self, released: dict[DateValue, int]) -> None:
        self._days = released

    def contributions(self) -> Iterator[Contribution]:
        return iter(())

    def moved(self, value: DateValue) -> int:
        return self._days[value]


def day(year: int, month: int, of: int) -> DateValue:
    return DateValue("day", date(year, month, of).toordinal())


BIRTH, TODAY, SINCE = day(2014, 12, 3), day(2022, 11, 14), day(2019, 9, 8)


def life(*, least: int = 8, reaches: tuple[tuple[DateValue, Reach], ...] = ()) -> Chronicle:
    schools = [SchoolTold(BIRTH, TODAY, least, least)]
    return Chronicle.of((BIRTH, TODAY, SINCE), None, reaches, [BIRTH], schools=schools)


def moved(birth: DateValue, since: DateValue = SINCE, **others: object) -> int:
    written = _Written({BIRTH: birth.number, TODAY: TODAY.number, SINCE: since.number})
    return years_into_class(written, life(**others)).get(BIRTH, 0)  # type: ignore[arg-type]


def test_a_birth_moves_by_the_fewest_years_that_agree_and_no_further() -> None:
    assert moved(day(2014, 3, 1)) == 0
    assert moved(day(2012, 6, 1)) == -2
    assert moved(day(2016, 1, 1)) == 2
    assert moved(day(2014 - MOST_YEARS_OFF - 1, 6, 1)) == 0
    # 29 February of a year that has none.
    written = _Written({BIRTH: day(2016, 2, 29).number, TODAY: TODAY.number, SINCE: SINCE.number})
    years = years_into_class(written, life())
    assert BirthsInClass(written, years).moved(BIRTH) == day(2014, 2, 28).number
    assert BirthsInClass(written, years).moved(TODAY) == TODAY.number


def test_a_birth_stays_where_dates_would_be_out_of_order_or_are_counted_from_it() -> None:
    assert moved(day(2012, 6, 1), day(2013, 11, 1)) == 0
    assert moved(day(2012, 6, 1), day(2014, 7, 1)) == 0
    assert moved(day(2012, 6, 1), day(2016, 2, 1)) == -2
    # What is told of the first months.
    assert moved(day(2016, 1, 1), day(2016, 3, 1)) == 0
    assert moved(day(2016, 1, 1), day(2019, 3, 1)) == 2
    assert moved(day(2012, 6, 1), reaches=((SINCE, Reach(BIRTH, 0, 4000)),)) == 0


@given(st.integers(-2000, 2000), st.integers(-2000, 2000))
def test_the_years_are_told_by_what_is_written_alone(birth: int, other_birth: int) -> None:
    # Neighbours: another true birth, for which the same is released.
    released = day(2013, 5, 5).number
    found = []
    for true in (birth, other_birth):
        value = DateValue("day", BIRTH.number + true)
        schools = [SchoolTold(value, TODAY, 8, 8)]
        told = Chronicle.of((value, TODAY, SINCE), None, births=[value], schools=schools) if value < SINCE else None
        if told is not None:
            written = _Written({value: released, TODAY: TODAY.number, SINCE: SINCE.number})
            found.append(years_into_class(written, told).get(value, 0))
    assert len(set(found)) <= 1


@pytest.mark.parametrize("name", ["dp", "plausible"])
@pytest.mark.parametrize(
    ("letter", "possible"),
    [
        ("Vue le <DATE>14/11/2022</DATE>. <AGE>8 ans</AGE>, élève de CE2.", {7, 8}),
        (
            "Vue le <DATE>14/11/2022</DATE>. <AGE>16 ans</AGE>, en première au <ORGANIZATION>lycée</ORGANIZATION>.",
            {15, 16},
        ),
        ("Vue le <DATE>14/11/2022</DATE>. <AGE>2 ans</AGE>, à la crèche.", {1, 2, 3}),
    ],
)
def test_ages_without_birth_agree_with_the_words_beside_them(name: str, letter: str, possible: set[int]) -> None:
    text, spans = parse_markup(letter)
    ages = set()
    for number in range(12):
        new = Replacer(MASTER.cohort(f"ages {number}"), Policy.named(name))(Document("1", text), spans).text
        today, age = days(new)[0], int(re.findall(r"(\d+) an", new)[0])
        is_spring = today.month < 8
        assert age in possible or (is_spring and age - 1 in possible) or today.month == 8
        ages.add(age)
    assert len(ages) > 1


def test_all_ages_move_by_one_number_that_suits_the_words() -> None:
    text, spans = parse_markup(
        "Vue le <DATE>14/11/2022</DATE>. <AGE>8 ans</AGE>, élève de CE2, crises depuis l'âge de <AGE>5 ans</AGE>."
    )
    for number in range(8):
        new = Replacer(MASTER.cohort(f"apart {number}"), Policy.named("plausible"))(Document("1", text), spans).text
        first, second = map(int, re.findall(r"(\d+) an", new))
        assert first - second == 3


def test_ages_far_from_the_words_and_of_others_are_left_as_they_were() -> None:
    for words in ("enseignante de CE2", "dont le fils est en CE2"):
        text, spans = parse_markup(f"Vue le <DATE>14/11/2022</DATE>. <AGE>43 ans</AGE>, {words}.")
        for name in ("dp", "plausible"):
            for number in range(10):
                new, old = (
                    Replacer(MASTER.cohort(f"far {number}"), each)(Document("1", text), spans).text
                    for each in (Policy.named(name), without(Policy.named(name)))
                )
                assert new == old
