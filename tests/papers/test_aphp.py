"""Tables and figures of the AP-HP paper on fifty notes in BRAT, as a user has them, and what they refuse."""

from __future__ import annotations

import csv
import xml.etree.ElementTree
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from palimpseste.cli import main
from palimpseste.corpus import read_documents, write_documents
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.papers.experiment import Material
from palimpseste.papers.registry import experiment_named

NOTES = Path(__file__).parents[2] / "corpus" / "notes"
Run = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def notes() -> list[Document]:
    """Fifty training notes with their records."""
    found = [note for name in ("names", "identifiers", "hospital") for note in read_documents(NOTES / f"{name}.notes")]
    return found[::2][:50]


@pytest.fixture(scope="module")
def brat(notes: list[Document], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in BRAT."""
    folder = tmp_path_factory.mktemp("notes") / "brat"
    write_documents(notes, folder)
    return folder


@pytest.fixture
def run(capfd, tmp_path, monkeypatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(name: str, notes: Path, *options: object) -> tuple[int, str]:
        with pytest.raises(SystemExit) as caught:
            main(["papers", "run", name, str(notes), "-o", "out", "--bootstrap", "0", *map(str, options)])
        return caught.value.code, capfd.readouterr().err

    return run


def rows_of(name: str) -> list[dict[str, str]]:
    with Path("out", name).open(newline="") as stream:
        return list(csv.DictReader(stream))


def assert_no_value_of(notes: list[Document]) -> None:
    """No page, table or figure holds a value of a note."""
    values = {note.text[span.start : span.end] for note in notes for span in note.entities if len(span) > 6}
    for path in Path("out").iterdir():
        if path.is_file():
            written = path.read_text()
            assert not [value for value in values if value in written], path


def test_table_4_sets_three_systems_beside_the_printed_scores(run: Run, brat: Path, notes: list[Document]) -> None:
    status, err = run("aphp-table-4", brat)
    assert status == 0, err
    tables = {system: rows_of(f"aphp-table-4-{system}.csv") for system in ("rules", "model", "hybrid")}
    for rows in tables.values():
        assert [row["label"] for row in rows][-2:] == ["ZIP CODE", "ALL"]
        assert len(rows) == 13
    redacted = {system: float(rows[-1]["redacted, ours"]) for system, rows in tables.items()}
    assert redacted["hybrid"] >= max(redacted["rules"], redacted["model"]) > 0.5
    assert tables["rules"][-1]["fully redacted, printed"] == "0.319"
    known = sum(bool(note.patient.known()) for note in notes)
    assert f"50 notes, {known} of them with a record" in Path("out/aphp-table-4.md").read_text()
    assert_no_value_of(notes)


def test_figure_6_counts_every_token_once(run: Run, brat: Path, notes: list[Document]) -> None:
    assert run("aphp-figure-6", brat)[0] == 0
    rows = {row["gold \\ predicted"]: row for row in rows_of("aphp-figure-6.csv")}
    assert int(rows["LASTNAME"]["LASTNAME"]) > 20
    assert list(rows)[-1] == "O"
    xml.etree.ElementTree.parse("out/aphp-figure-6.svg")
    assert_no_value_of(notes)


def test_figure_c_is_f1_between_two_annotations(run: Run, brat: Path, notes: list[Document]) -> None:
    kept = [replace(note, entities=tuple(span for span in note.entities if span.label != "LASTNAME")) for note in notes]
    write_documents(kept, Path("second"))
    status, err = run("aphp-figure-c", brat, "--second", "second")
    assert status == 0, err
    rows = {row["label"]: row for row in rows_of("aphp-figure-c.csv")}
    assert (rows["LASTNAME"]["F1, tokens"], rows["PHONE"]["F1, tokens"]) == ("0.000", "1.000")
    assert 0.3 < float(rows["**all**"]["F1, exact entities"]) < 1
    xml.etree.ElementTree.parse("out/aphp-figure-c.svg")
    status, err = run("aphp-figure-c", brat)
    assert status == 2
    assert "annotated by somebody else (--second)" in err


def test_table_d_tells_static_from_dynamic_rules(run: Run, notes: list[Document]) -> None:
    text = "Mme Zwxq vue ce jour par Zwxq. Tél. 03 80 11 22 33."
    entities = (Span(4, 8, "LASTNAME"), Span(25, 29, "LASTNAME"), Span(36, 50, "PHONE"))
    assert [text[span.start : span.end] for span in entities] == ["Zwxq", "Zwxq", "03 80 11 22 33"]
    write_documents([Document("a", text, patient=Patient(lastname="Zwxq"), entities=entities)], Path("notes.jsonl"))
    status, err = run("aphp-table-d", Path("notes.jsonl"))
    assert status == 0, err
    rows = {row["label"]: row for row in rows_of("aphp-table-d.csv")}
    assert rows["LASTNAME"]["dynamic P, printed"] == "0.988"
    assert rows["LASTNAME"]["dynamic R, ours"] == "1.000"
    assert (rows["PHONE"]["static R, ours"], rows["PHONE"]["dynamic R, ours"]) == ("1.000", "0.000")
    groups = {(row["rules"], row["label"]): row for row in rows_of("aphp-table-d-groups.csv")}
    assert groups["rules.phone", "PHONE"]["recall"] == "1.000"
    assert groups["record.lastname", "LASTNAME"]["reaches 98 %"] == "yes"
    each = {row["rules"] for row in rows_of("aphp-table-d-rules.csv")}
    assert {name for name in each if name.startswith("rules.phone.")}


@pytest.mark.parametrize("name", ["aphp-table-4", "aphp-figure-6", "aphp-table-d"])
def test_notes_without_an_entity_are_refused(name: str) -> None:
    material = Material([Document("a", "Rien.")], Path())
    with pytest.raises(UsageError, match="no note holds an entity"):
        experiment_named(name).run(material)
