"""Dates are read before a run: same bytes for any number of workers, order of documents, and interruption."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from small_task import ReadsNoDates

from palimpseste.detection.choice import DetectorChoice
from palimpseste.document import Document, Patient
from palimpseste.engines.run.plan import Plan
from palimpseste.engines.run.planning import Request, plan_deidentification
from palimpseste.engines.run.run import run
from palimpseste.engines.task import DatesPass
from palimpseste.result import Result
from palimpseste.surrogates import CohortKey, Policy
from palimpseste.surrogates.dates.plan import patient_digest

KEY = CohortKey(b"k" * 32)
TEXTS = (
    "Entrée le 12/03/2021, opérée le 14/03/2021, sortie le 18/03/2021.",
    "Scanner du 13/03/2021, opération du 14/03/2021.",
    "Revue le 16/03/2021 après l'opération du 14/03/2021.",
)
NOTES = [
    {"id": f"{patient}-{place}", "text": text, "patient": {"patient_id": str(patient)}}
    for patient in range(12)
    for place, text in enumerate(TEXTS)
]


class Heard:
    """An observer that remembers how many documents are read first, of how many, and that stops a run at one."""

    def __init__(self, stop_after: int = 10**9) -> None:
        self.read = self.to_read = 0
        self.stop_after = stop_after
        self.refusals: list[str] = []

    def resumed(self, tally: object) -> None: ...

    def reads_dates(self, read: int, documents: int) -> None:
        self.read, self.to_read = read, documents

    def moved(self, tally: object) -> None:
        self.stop_after -= 1
        if not self.stop_after:
            raise KeyboardInterrupt

    def refused(self, refusal: object) -> None:
        self.refusals.append(str(refusal))


def plan_of(
    folder: Path, notes: list[dict[str, object]], name: str, *, policy: str = "dp", **options: object
) -> Plan[Result]:
    source = folder / f"{notes[0]['id']}.jsonl"
    if not source.exists():
        source.write_text("".join(json.dumps(note) + "\n" for note in notes), encoding="utf-8")
    request = Request(
        (str(source),), str(folder / name), detectors=DetectorChoice(("rules",)), **{"workers": 1, **options}
    )
    return plan_deidentification(request, Policy.named(policy), KEY, "default", is_repeatable=True)[0]


def operations(path: Path) -> dict[str, set[str]]:
    """Return, for each patient, what is written for the date of the operation in his letters."""
    found: dict[str, set[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        result = json.loads(line)
        dates = [result["text"][e["start"] : e["end"]] for e in result["entities"]]
        found.setdefault(result["id"].split("-")[0], set()).add(dates[1])
    return found


def test_letters_agree_in_any_order_by_any_number_of_workers(tmp_path: Path) -> None:
    heard = Heard()
    run(plan_of(tmp_path, NOTES, "one.jsonl"), heard)
    run(plan_of(tmp_path, NOTES, "two.jsonl", workers=2), Heard())
    run(plan_of(tmp_path, NOTES[::-1], "back.jsonl"), Heard())
    run(plan_of(tmp_path, NOTES, "alone.jsonl", plans_dates=False), Heard())
    written = (tmp_path / "one.jsonl").read_bytes().splitlines()
    assert written == (tmp_path / "two.jsonl").read_bytes().splitlines()
    assert written == (tmp_path / "back.jsonl").read_bytes().splitlines()[::-1]
    assert heard.read == heard.to_read == len(NOTES)
    assert all(len(told) == 1 for told in operations(tmp_path / "one.jsonl").values())
    assert any(len(told) > 1 for told in operations(tmp_path / "alone.jsonl").values())


def test_a_run_that_goes_on_plans_over_what_is_done_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(plan_of(tmp_path, NOTES, "whole.jsonl"), Heard())
    monkeypatch.setattr("palimpseste.engines.run.output._SECONDS_BETWEEN_CHECKPOINTS", 0)
    with pytest.raises(KeyboardInterrupt):
        run(plan_of(tmp_path, NOTES, "resumed.jsonl"), Heard(stop_after=20))
    run(plan_of(tmp_path, NOTES, "resumed.jsonl"), Heard())
    assert (tmp_path / "resumed.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("notes", "options"),
    [(NOTES, {"policy": "tag"}), (NOTES, {"plans_dates": False})],
    ids=["a policy that moves no dates", "not asked for"],
)
def test_nothing_is_read_where_nothing_is_to_be_planned(
    tmp_path: Path, notes: list[dict[str, object]], options: dict[str, object]
) -> None:
    assert plan_of(tmp_path, notes, "out.jsonl", **options).dates is None  # type: ignore[arg-type] # options of both


def years(path: Path) -> list[int]:
    return [int(year) for year in re.findall(r"/(\d{4})", path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_the_only_letter_of_a_patient_is_not_read_first_and_ends_before_the_day_of_the_policy(
    tmp_path: Path, policy: str
) -> None:
    notes = [{**note, "text": str(note["text"]).replace("2021", "2025")} for note in NOTES[::3]]
    heard = Heard()
    run(plan_of(tmp_path, notes, "out.jsonl", policy=policy), heard)
    run(plan_of(tmp_path, notes, "alone.jsonl", policy=policy, plans_dates=False), Heard())
    assert heard.to_read == 0
    assert max(years(tmp_path / "out.jsonl")) <= 2025 < max(years(tmp_path / "alone.jsonl"))


@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_letters_of_several_end_before_the_day_of_the_policy_together(tmp_path: Path, policy: str) -> None:
    notes = [{**note, "text": str(note["text"]).replace("2021", "2025")} for note in NOTES]
    run(plan_of(tmp_path, notes, "out.jsonl", policy=policy), Heard())
    assert max(years(tmp_path / "out.jsonl")) <= 2025
    assert all(len(told) == 1 for told in operations(tmp_path / "out.jsonl").values())


def test_a_patient_of_whom_a_document_is_not_read_has_none_that_is_alone() -> None:
    letter, other, nobody = (Document("1", "", patient=Patient(patient_id=each)) for each in ("7", "8", ""))
    digests = [patient_digest(document) for document in (letter, other)]
    dates = DatesPass(ReadsNoDates("1"), 0, frozenset(), also_unread=digests[1:])
    assert [dates.is_alone(document) for document in (letter, other, nobody)] == [True, False, False]
    assert not replace(dates, patients=digests[:1]).is_alone(letter)
    assert not replace(dates, patients=None).is_alone(letter)


def test_a_run_without_a_plan_is_not_gone_on_with_by_one_that_has_one(tmp_path: Path) -> None:
    fingerprints = [plan_of(tmp_path, NOTES, "out.jsonl", plans_dates=each).fingerprint for each in (True, False)]
    assert fingerprints[0] != fingerprints[1]


def test_a_document_whose_dates_cannot_be_read_goes_to_the_quarantine(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, NOTES[:3], "out.jsonl")
    assert plan.dates is not None
    heard = Heard()
    plan = replace(plan, dates=DatesPass(ReadsNoDates("0-1"), 3, plan.dates.patients))
    tally = run(plan, heard)
    assert (tally.documents, tally.quarantined) == (2, 1)
    assert "dates could not be read" in heard.refusals[0]
    assert "2021" not in heard.refusals[0]
