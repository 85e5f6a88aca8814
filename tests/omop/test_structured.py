"""Dates of tables follow one exact shift a patient, or none."""

from __future__ import annotations

import pytest

from palimpseste.errors import UsageError
from palimpseste.omop.structured import PatientShift
from palimpseste.surrogates import MasterKey, Policy


def test_tables_are_not_shifted_beside_notes_whose_dates_move_otherwise() -> None:
    key = MasterKey(bytes(range(32))).cohort("tests")
    with pytest.raises(UsageError, match="working_days"):
        PatientShift(key, Policy.named("plausible"))
    mapping = Policy.named("plausible").to_mapping()
    turning = Policy.from_mapping({**mapping, "options": {**mapping["options"], "working_days": False}})
    with pytest.raises(UsageError, match="date_shift_latest"):
        PatientShift(key, turning)
    options = {**turning.to_mapping()["options"], "date_shift_latest": "none"}
    with pytest.raises(UsageError, match="seasons"):
        PatientShift(key, Policy.from_mapping({**mapping, "options": options}))
    assert PatientShift(key, Policy.named("plausible").with_exact_days()).births == "shifted"
