"""A carer is somebody else for each patient, or one person in all notes of the cohort."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.surrogates.policy.policy import Policy

Surrogates = Callable[..., list[str]]
SHARED = Policy.from_mapping({"default": "plausible", "options": {"carer_scope": "cohort"}})


@pytest.mark.parametrize(
    "marked",
    [
        "Dr <LASTNAME>Kervella</LASTNAME>",
        "adressée par le docteur <LASTNAME>KERVELLA</LASTNAME>",
        "Pr. <FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Kervella</LASTNAME>",
        "<LASTNAME>Kervella</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME>. Interne : <LASTNAME>Kervella</LASTNAME>",
        "Drs <LASTNAME>Martin</LASTNAME> et <LASTNAME>Kervella</LASTNAME>",
        "IDE Mme <LASTNAME>Kervella</LASTNAME>",
    ],
)
def test_a_carer_keeps_one_surrogate_where_the_policy_says_so(surrogates: Surrogates, marked: str) -> None:
    (alone,) = surrogates("Dr <LASTNAME>Kervella</LASTNAME>", id="0", policy=SHARED)
    for patient in ("1", "2"):
        found = surrogates(marked, id=patient, patient_id=patient, policy=SHARED)
        assert alone in [name.title() for name in found]
    assert len({surrogates(marked, id=str(note))[-1] for note in range(8)}) > 4


def test_the_initial_of_a_carer_is_one_too(surrogates: Surrogates) -> None:
    marked = "Dr <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>Kervella</LASTNAME>"
    assert len({tuple(surrogates(marked, id=str(note), policy=SHARED)) for note in range(8)}) == 1


def test_others_are_somebody_else_for_each_patient(surrogates: Surrogates) -> None:
    for marked in ("Mme <LASTNAME>Kervella</LASTNAME>", "du patient <LASTNAME>Kervella</LASTNAME>"):
        assert len({surrogates(marked, id=str(note), policy=SHARED)[0] for note in range(8)}) > 4


def test_the_patients_own_name_is_no_carers(surrogates: Surrogates) -> None:
    marked = "Mme <LASTNAME>Kervella</LASTNAME>, vue par le Dr <LASTNAME>Kervella</LASTNAME>"
    record = {"lastname": "Kervella", "firstname": "Anne"}
    found = [surrogates(marked, patient_id=str(number), policy=SHARED, **record) for number in range(8)]
    assert len({own for own, _ in found}) > 4
    assert all(own == carers for own, carers in found)


def test_the_report_tells_it() -> None:
    said = {each.label: each.guarantee for each in SHARED.describe()}
    assert "one name in all notes of the cohort" in said["LASTNAME"]
