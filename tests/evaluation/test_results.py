"""Every system is measured on the same notes, and the page holds each part and no text."""

from __future__ import annotations

from pathlib import Path

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.evaluation.results import Provenance, Results, measured, results_page
from palimpseste.evaluation.systems import DEFAULT, SYSTEMS

CANARY = "Quillervec"
PROVENANCE = Provenance("make evaluate", "0.1.0", "abc", "2024-03-05", "feed")


def measured_on_three_notes(model_folder: Path) -> Results:
    text, spans = parse_markup(
        f"Vu M. <LASTNAME>{CANARY}</LASTNAME> le <DATE>12/03/2021</DATE>, {CANARY.lower()}ment, "
        f"avec <FIRSTNAME>paul</FIRSTNAME> <LASTNAME>{CANARY.lower()}</LASTNAME>"
    )
    notes = [Document(str(n), text, "IAO", patient=Patient(lastname=CANARY), entities=spans) for n in range(3)]
    return measured({"first": notes[:1], "second": notes[1:]}, model_folder, bootstrap=10)


@pytest.fixture
def results(model_folder: Path) -> Results:
    return measured_on_three_notes(model_folder)


def test_each_system_uses_its_detectors(results: Results) -> None:
    recall = {name: card.labels["LASTNAME"].tokens.recall.value for name, card in results.cards("aphp").items()}
    assert list(recall) == list(SYSTEMS)
    # The model of this test finds nothing: rules find the name after its title, the record both.
    assert recall["model alone"] == 0.0
    assert recall["rules and record"] == 1.0
    assert recall[DEFAULT] == 1.0


def test_rules_that_are_evidence_only_do_not_stand_beside_the_model(results: Results) -> None:
    without_record = results.evaluations["model and rules"]["aphp"].overall
    assert without_record.labels["LASTNAME"].tokens.recall.value == 0.0
    assert without_record.labels["DATE"].tokens.recall.value == 1.0
    dates = {name: card.labels["DATE"].tokens.recall.value for name, card in results.ablations.items()}
    assert dates == {"every rule stands": 1.0, "no rule stands": 0.0}


def test_the_page_holds_every_part_and_no_text(results: Results) -> None:
    page = results_page(results, PROVENANCE)
    for part in (
        "make evaluate",
        "feed",
        "### tarpon",
        "### HCL, Table 1",
        "Names in lower case",
        "## How surely",
        "| found by | spans | ",
        "`rules.name.title`",
        "| **0.5** |",
    ):
        assert part in page
    for name in SYSTEMS:
        # By label, by document type, and what was taken for what.
        assert page.count(f"### {name[:1].upper()}{name[1:]}\n") == 3
    assert CANARY.lower() not in page.lower()


def test_each_set_is_measured_apart(results: Results) -> None:
    assert {name: card.documents for name, card in results.sets.items()} == {"first": 1, "second": 2}
    page = results_page(results, PROVENANCE)
    assert "| first, 1 notes | " in page
    assert "| second, 2 notes | " in page


def test_labels_and_types_have_intervals(results: Results) -> None:
    before, _, rest = results_page(results, PROVENANCE).partition("## Beside the papers\n")
    page = before + rest.partition("\n## ")[2]  # printed figures have none
    before, _, rest = page.partition("## How surely\n")  # nor has calibration
    page = before + rest.partition("\n## ")[2]
    rows = [line for line in page.splitlines() if line.startswith(("| LASTNAME | ", "| IAO | "))]
    for row in rows:
        shares = [cell for cell in row.split(" | ")[2:] if "–" not in cell]
        assert shares
        assert all("[" in cell for cell in shares)
    assert len(rows) >= 2 * len(SYSTEMS)


def test_the_same_notes_and_model_give_the_same_page(results: Results, model_folder: Path) -> None:
    again = measured_on_three_notes(model_folder)
    assert results_page(results, PROVENANCE) == results_page(again, PROVENANCE)
