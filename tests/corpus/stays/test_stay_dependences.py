"""Twins: stays that differ by a date, an age, a place... alone have other codes and the same words."""

from __future__ import annotations

import re

import pytest

from palimpseste.corpus.stays.cases import Case, cases
from palimpseste.corpus.stays.generate import make_stay
from palimpseste.corpus.stays.stay import Stay

CASES = list(cases())
# The words before a place follow its name, and say nothing else: « à », « au », « en », « d' ».
LINK = re.compile(r"(?:\b(?:à|au|aux|en|de|du|des)(?: la| l'| les)?|\bà l'|\bd')\s*§")


def words_of(stay: Stay) -> list[str]:
    found = []
    for document in stay.documents:
        text, end = "", 0
        for span in document.entities:
            text += document.text[end : span.start] + "§"
            end = span.end
        found.append(LINK.sub("à §", text + document.text[end:]))
    return found


def values_of(stay: Stay, *labels: str) -> list[str]:
    return [d.text[s.start : s.end] for d in stay.documents for s in d.entities if s.label in labels]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_without_identifying_values_the_sides_of_a_case_cannot_be_told_apart(case: Case) -> None:
    for number in (11, 12):
        twins = [make_stay(5, number, case, side) for side in range(len(case.variants))]
        assert len({twin.codes for twin in twins}) == len(twins)
        words = [words_of(twin) for twin in twins]
        assert all(one == words[0] for one in words)


@pytest.mark.parametrize("case", [case for case in CASES if case.on == "dates"], ids=lambda case: case.name)
def test_a_delay_is_told_by_dates_that_stand_in_the_text(case: Case) -> None:
    first, second = (make_stay(5, 13, case, side) for side in (0, 1))
    assert values_of(first, "DATE") != values_of(second, "DATE")
    assert values_of(first, "AGE") == values_of(second, "AGE")
    assert first.patient.birthdate == second.patient.birthdate


@pytest.mark.parametrize("case", [case for case in CASES if case.on == "age"], ids=lambda case: case.name)
def test_an_age_is_told_by_the_birth_date(case: Case) -> None:
    first, second = (make_stay(5, 13, case, side) for side in (0, 1))
    assert first.patient.birthdate != second.patient.birthdate
    assert [d.date for d in first.documents] == [d.date for d in second.documents]


@pytest.mark.parametrize("case", [case for case in CASES if case.on == "place"], ids=lambda case: case.name)
def test_a_place_is_told_by_its_name(case: Case) -> None:
    first, second = (make_stay(5, 13, case, side) for side in (0, 1))
    assert values_of(first, "CITY", "LOCATION") != values_of(second, "CITY", "LOCATION")
    assert [d.date for d in first.documents] == [d.date for d in second.documents]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_codes_of_a_side_say_what_they_depend_on(case: Case) -> None:
    for side, variant in enumerate(case.variants):
        stay = make_stay(5, 14, case, side)
        assert all(stay.depends_on[code] == case.on for code in variant.codes)
        assert stay.case == case.name
        if case.profile.code:
            assert stay.codes[0] == case.profile.code
            assert stay.depends_on[case.profile.code] == "none"
