"""Stays of one hospital share its staff, names, telephones and towns; stays of many share nobody."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from palimpseste.cli import main
from palimpseste.corpus.stays import Stay, generate_stays
from palimpseste.errors import UsageError

STAFF = 20


@pytest.fixture(scope="module")
def stays() -> list[Stay]:
    return list(generate_stays(stays=60, seed=5, clinicians=STAFF))


def patients_of(stays: list[Stay], label: str) -> Counter[str]:
    """How many patients have each value in their documents."""
    found: dict[str, set[str]] = {}
    for stay in stays:
        for document in stay.documents:
            for span in document.entities:
                if span.label == label:
                    value = document.text[span.start : span.end].lower()
                    found.setdefault(value, set()).add(stay.id.split("-")[0])
    return Counter({value: len(patients) for value, patients in found.items()})


def test_few_clinicians_stand_in_the_notes_of_many_patients(stays: list[Stay], simulated_stays: list[Stay]) -> None:
    for label in ("LASTNAME", "HOSPITAL"):
        here, elsewhere = (patients_of(of, label).most_common(2)[-1][1] for of in (stays, simulated_stays[:60]))
        assert here > len(stays) / 4 > elsewhere
    shared = [name for name, patients in patients_of(stays, "LASTNAME").items() if patients > 3]
    doctors_of_towns = len({stay.patient.city for stay in stays})
    assert len(shared) <= STAFF + doctors_of_towns


def test_patients_live_around_it_and_its_telephones_begin_alike(stays: list[Stay], simulated_stays: list[Stay]) -> None:
    here, elsewhere = (len({stay.patient.zip[:2] for stay in of}) for of in (stays, simulated_stays[:60]))
    assert here < elsewhere / 2
    beginnings: Counter[str] = Counter()
    for number, patients in patients_of(stays, "PHONE").items():
        beginnings["".join(filter(str.isdigit, number))[:6]] += patients
    assert beginnings.most_common(1)[0][1] > len(stays) / 3


def test_a_hospital_is_a_function_of_the_seed(stays: list[Stay]) -> None:
    again = list(generate_stays(stays=5, seed=5, clinicians=STAFF))
    assert [stay.to_mapping() for stay in again] == [stay.to_mapping() for stay in stays[:5]]
    assert not patients_of(again, "HOSPITAL") & patients_of(
        list(generate_stays(stays=5, seed=6, clinicians=STAFF)), "HOSPITAL"
    )


def test_the_command_writes_stays_of_one_hospital(stays: list[Stay], tmp_path: Path) -> None:
    target = tmp_path / "stays.jsonl"
    asked = ["corpus", "stays", "-o", str(target), "--stays", "5", "--seed", "5", "--one-hospital", str(STAFF)]
    with pytest.raises(SystemExit, match="0"):
        main(asked)
    written = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
    assert [stay["documents"][0]["text"] for stay in written] == [stay.documents[0].text for stay in stays[:5]]
    with pytest.raises(UsageError, match="10 clinicians or more"):
        generate_stays(stays=1, seed=0, clinicians=3)
