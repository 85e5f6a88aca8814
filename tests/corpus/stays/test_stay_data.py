"""What holds of the data files that stays are written from."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from palimpseste.corpus.splits import SPLITS
from palimpseste.corpus.stays.cases import DEPENDENCES, Case, cases
from palimpseste.corpus.stays.frames import _sections, frames
from palimpseste.corpus.stays.profiles import Profile, chapter_of, profile_from, profiles, years_between
from palimpseste.errors import UsageError

PROFILES = list(profiles().values())
CASES = list(cases())
TEXTS = (
    "names",
    "complaints",
    "findings",
    "biology",
    "reports",
    "operations",
    "drugs",
    "course",
    "nursing",
    "ruled_out",
)
FOR_ADULTS_ONLY = {"habits"}
SLIP = re.compile(r"\b(?:de le|à le|de les|à les|de du)\b|\b(\w{2,}) \1\b|\.\.| ,|  ", re.IGNORECASE)


def all_codes() -> set[str]:
    found = set(profiles())
    for case in CASES:
        found |= {code for variant in case.variants for code in variant.codes} | {case.profile.code} - {""}
    return found


def texts_of(profile: Profile) -> list[str]:
    return [phrase for name in TEXTS for phrase in getattr(profile, name)]


def test_there_are_codes_enough_of_chapters_enough() -> None:
    assert len(all_codes()) >= 250
    assert len({chapter_of(code) for code in all_codes()}) >= 15


def test_weights_have_a_long_tail() -> None:
    weights = sorted((profile.weight for profile in PROFILES if profile.weight), reverse=True)
    tenth = len(weights) // 10
    assert sum(weights[:tenth]) > 2.5 * sum(weights[-3 * tenth :])


def test_a_profile_says_what_its_stays_need() -> None:
    for profile in PROFILES:
        assert len(profile.names) >= (2 if profile.weight else 1), profile.code
        assert profile.course, profile.code
        assert profile.complaints or not profile.weight, profile.code
        assert {code for code, _ in profile.companions} <= set(profiles()), profile.code
        assert all(0 < probability <= 1 for _, probability in profile.companions), profile.code
        assert 0 <= profile.youngest < profile.oldest <= 100, profile.code


def test_every_profile_may_be_drawn() -> None:
    named = {code for one in (*PROFILES, *(case.profile for case in CASES)) for code, _ in one.companions}
    in_cases = {code for case in CASES for variant in case.variants for code in variant.codes}
    never = [each.code for each in PROFILES if not (each.weight or each.background or each.code in named | in_cases)]
    assert not never


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_tells_its_sides_apart_by_what_it_says(case: Case) -> None:
    keys = {"dates": "gap_days", "age": "ages", "season": "months", "provider": "habit"}
    for variant in case.variants:
        if case.on == "place":
            assert variant.home or variant.place
        else:
            assert getattr(variant, keys[case.on])
    assert len({variant.codes for variant in case.variants}) == len(case.variants)
    if case.on == "dates":
        bounds = sorted(variant.gap_days for variant in case.variants if variant.gap_days)
        assert all(first[1] < second[0] for first, second in pairwise(bounds))
    assert case.profile.names
    assert case.profile.complaints
    assert {code for code, _ in case.profile.companions} <= set(profiles())


@pytest.mark.parametrize("dependence", DEPENDENCES)
def test_each_dependence_has_cases(dependence: str) -> None:
    assert sum(case.on == dependence for case in CASES) >= 3


def test_phrases_have_no_slips() -> None:
    for profile in (*PROFILES, *(case.profile for case in CASES)):
        for phrase in texts_of(profile):
            assert not SLIP.search(phrase), phrase
            assert [phrase.count(sign) for sign in "{["] == [phrase.count(sign) for sign in "}]"], phrase
        for report in (*profile.reports, *profile.operations):
            assert " : " in report, report


@pytest.mark.parametrize("name", sorted(set(_sections("frames.txt")) - FOR_ADULTS_ONLY))
def test_a_section_has_frames_for_anybody_in_every_split(name: str) -> None:
    assert all(frames(name, adult=False, split=split) for split in SPLITS)


@pytest.mark.parametrize("name", sorted(_sections("frames.txt")))
def test_a_frame_stands_in_stays_of_one_split(name: str) -> None:
    if len(_sections("frames.txt")[name]) >= 4:
        of_splits = [frames(name, adult=True, split=split) for split in SPLITS]
        assert len(set().union(*of_splits)) == sum(map(len, of_splits))


@pytest.mark.parametrize("code", ["", "I21.12", "21.9", "i21.9", "I2", "I21,9"])
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(UsageError, match="no ICD-10 code"):
        chapter_of(code)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("40-95", (40, 95)), ("6-24m", (0.5, 2)), ("0-0j", (0, 0))],
    ids=["years", "months", "days"],
)
def test_ranges_of_age_are_read_in_years(text: str, expected: tuple[float, float]) -> None:
    assert years_between(text) == expected


@pytest.mark.parametrize(
    ("options", "lines"), [({"weight": "3"}, []), ({}, ["? phrase"])], ids=["unknown key", "unknown letter"]
)
def test_a_wrong_record_is_refused(options: dict[str, str], lines: list[str]) -> None:
    with pytest.raises(UsageError, match="I10"):
        profile_from("I10", options, lines, "here")
