"""A health insurance number of Québec bears the letters of the new name and the figures of the new birth."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

Surrogates = Callable[..., list[str]]
NUMBER = "<OTHER_ID>TREJ 8562 1419</OTHER_ID>"
NAME = "<LASTNAME>Tremblay</LASTNAME> <FIRSTNAME>Jeanne</FIRSTNAME>"
BIRTH = "<BIRTHDATE>1985-12-14</BIRTHDATE>"


@pytest.mark.parametrize("policy", ["plausible", "dp"])
@pytest.mark.parametrize("note", [str(number) for number in range(6)])
def test_it_holds_the_new_name_and_birth(surrogates: Surrogates, policy: str, note: str) -> None:
    last, first, birth, number = surrogates(f"{NAME}, née le {BIRTH}, NAM : {NUMBER}", id=note, policy=policy)
    year, month, day = birth.split("-")
    assert number[:4] == (re.sub(r"\W", "", last)[:3] + first[0]).upper()
    assert number[5:12] == f"{year[2:]}{int(month) + 50} {day}"
    assert number != "TREJ 8562 1419"


@pytest.mark.parametrize(
    "marked",
    [
        f"{NAME}, née le {BIRTH}, dossier {NUMBER}",
        f"{NAME}, NAM : {NUMBER}",
        f"<LASTNAME>Gagné</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME>, né le {BIRTH}, NAM : {NUMBER}",
    ],
)
def test_another_number_and_one_of_nobody_known_are_drawn(surrogates: Surrogates, marked: str) -> None:
    written = [surrogates(marked, id=str(note))[-1] for note in range(6)]
    assert all(re.fullmatch(r"[A-Z]{4} \d{4} \d{4}", number) for number in written)
    assert len({number[:4] for number in written}) > 4


def test_a_patient_with_other_documents_has_it_drawn(surrogates: Surrogates) -> None:
    written = [
        surrogates(f"{NAME}, née le {BIRTH}, NAM : {NUMBER}", id=note, patient_id="77")[-1] for note in ("a", "b")
    ]
    assert written[0] == written[1]
