"""Notes that are alone are found, policies hide them, runs go on, and nothing of a note is in what is written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from palimpseste.cli.attack.population import command
from palimpseste.errors import UsageError
from palimpseste.population.people import People
from palimpseste.risk.notes.calibration import posterior_reliability
from palimpseste.risk.notes.uniqueness_table import alone_in

NOTE = """=== id: note-{n}
patient: {{"lastname": "DURAND", "patient_id": "{n}"}}
---
Mme <LASTNAME>DURAND</LASTNAME>, née le <BIRTHDATE>{day:02}/03/1954</BIRTHDATE>, domiciliée à <CITY>{town}</CITY>.
Hospitalisée du <DATE>02/03/2021</DATE> au <DATE>09/03/2021</DATE> au <HOSPITAL>CHU de Dijon</HOSPITAL>.
"""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "cohort.notes"
    towns = ("Dijon", "Beaune", "Chenôve")
    path.write_text("".join(NOTE.format(n=n, day=n + 1, town=towns[n % 3]) for n in range(12)), encoding="utf-8")
    return path


def run(*arguments: object) -> str:
    result = CliRunner().invoke(command, [str(each) for each in arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_patients_are_alone_until_a_policy_hides_them(notes: Path, tmp_path: Path) -> None:
    register = tmp_path / "register.csv"
    rows = [f"{n},1954-03-{n + 1:02},F,2021-03-02,2021-03-09" for n in range(12)]
    register.write_text("\n".join(("patient_id,birthdate,sex,admission,discharge", *rows)), encoding="utf-8")
    output = tmp_path / "out"
    said = run(notes, "-o", output, "--policy", "tag", "--policy", "dp", "--register", register)
    (untouched,) = [line for line in said.splitlines() if line.startswith("| as they are | 12 |")]
    (tagged,) = [line for line in said.splitlines() if line.startswith("| tag | 12 |")]
    assert untouched.count("100.0% (") == 3
    assert tagged.count("0.0% (0.0%") == 3
    assert "In the register" in said
    written = "".join(file.read_text(encoding="utf-8") for file in output.iterdir())
    for value in ("DURAND", "Durand", "Dijon", "note-1"):
        assert value not in written
    # Counts of people have many figures.
    assert not re.search(r"\b(?:1954|2021)\b", written)
    # What was counted is not counted again, and gives the same page.
    before = (output / "population.jsonl").read_bytes()
    lines = before.splitlines(keepends=True)
    (output / "population.jsonl").write_bytes(lines[0] + lines[1][:40])
    assert run(notes, "-o", output, "--policy", "tag", "--policy", "dp", "--register", register) == said
    assert (output / "population.jsonl").read_bytes() == before


def test_a_release_is_looked_at_as_it_is(notes: Path, tmp_path: Path) -> None:
    said = run(notes, "-o", tmp_path / "out", "--released")
    assert "| tag |" not in said
    refused = CliRunner().invoke(command, [str(notes), "-o", str(tmp_path / "o"), "--released", "--policy", "dp"])
    assert refused.exit_code != 0


def test_spans_that_overlap_are_told_by_their_document_before_anything_is_counted(tmp_path: Path) -> None:
    overlapping = [{"start": 0, "end": 9, "label": "LASTNAME"}, {"start": 4, "end": 12, "label": "CITY"}]
    texts = {"n": [], "x": overlapping}
    lines = [json.dumps({"id": id, "text": "Kerbiquet Vandrezanne", "entities": spans}) for id, spans in texts.items()]
    (tmp_path / "wrong.jsonl").write_text("\n".join(lines), encoding="utf-8")
    refused = CliRunner().invoke(command, [str(tmp_path / "wrong.jsonl"), "-o", str(tmp_path / "o")])
    assert isinstance(refused.exception, UsageError)
    assert str(refused.exception).endswith(
        "wrong.jsonl: document 2, 'x': two spans overlap, from 0 to 9 and from 4 to 12"
    )
    assert not (tmp_path / "o").exists()


def test_the_attribute_that_frees_most_notes_is_named_first() -> None:
    figures = [{"as they are|k": 2.0, "as they are|without|town": 50.0, "as they are|without|sex": 4.0}] * 3
    (alone,) = alone_in(figures, ["as they are"]).values()
    assert list(alone.blamed.items()) == [("town", (3, 25.0)), ("sex", (0, 2.0))]
    assert [alone.under[limit].rate for limit in (1, 5, 11)] == [0.0, 1.0, 1.0]


def test_posteriors_are_right_as_often_as_they_say() -> None:
    found = posterior_reliability(People.of_france(), 600, seed=3)
    assert sum(each.pairs for each in found) == 600 * 600
    # Of ten and more bins, one in twenty lies beyond two deviations; none beyond four and what counting rounds.
    for each in found:
        assert abs(each.said - each.right) <= 4 * each.deviation + 1 / each.pairs


def test_notes_that_nobody_annotated_are_read_by_the_detectors(tmp_path: Path) -> None:
    text = "Mme Lucie DURAND, née le 12/03/1954, domiciliée à Beaune. Hospitalisée du 02/03/2021 au 09/03/2021."
    (tmp_path / "notes.jsonl").write_text(json.dumps({"id": "n", "text": text}) + "\n", encoding="utf-8")
    said = run(tmp_path / "notes.jsonl", "-o", tmp_path / "out", "--policy", "tag")
    for attribute in ("birthday", "town", "admission", "discharge", "age", "sex"):
        assert f"| as they are | {attribute} |" in said
