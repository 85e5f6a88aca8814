"""The trainings of the AP-HP paper in small: on a dozen notes, a few steps, encoders made from the notes."""

from __future__ import annotations

import json
import xml.etree.ElementTree
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from made_tables import rows_of
from two_encoders import make_two_encoders

from palimpseste.corpus import read_documents, write_documents
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.evaluation.published import published
from palimpseste.papers.aphp.trainings import sets_of
from palimpseste.papers.experiment import Material
from palimpseste.papers.registry import experiment_named
from palimpseste.rendering.tables import mean_and_deviation, share
from palimpseste.training.compare.significance import t_test
from palimpseste.training.run.patients import patient_of

NOTES = Path(__file__).parents[2] / "corpus" / "notes"
Run = Callable[..., tuple[int, str]]
SPLITS = {"train": slice(0, 12), "dev": slice(12, 15), "test": slice(15, 21)}


@pytest.fixture(scope="module")
def notes() -> list[Document]:
    """A third of them of a type that the paper leaves out."""
    found = list(read_documents(NOTES / "names.notes"))[:21]
    return [replace(note, type="CRH-HOSPI" if place % 3 else "RCP") for place, note in enumerate(found)]


@pytest.fixture(scope="module")
def room(notes: list[Document], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Notes, their sets, two encoders; and the output that all tests share, so that nothing is trained twice."""
    folder = tmp_path_factory.mktemp("room")
    write_documents(notes, folder / "notes.jsonl")
    lines = [f"{note.id}\t{split}" for split, part in SPLITS.items() for note in notes[part]]
    (folder / "splits.tsv").write_text("\n".join(["document\tsplit", *lines, ""]))
    make_two_encoders(notes, folder)
    return folder


@pytest.fixture
def run(papers_run: Run, room: Path, monkeypatch: pytest.MonkeyPatch, one_thread: None) -> Run:
    monkeypatch.chdir(room)
    usual = ("--splits", "splits.tsv", "--encoder", "first", "--steps", 2, "--repeats", 2, "--device", "cpu")
    return lambda name, *options: papers_run(name, "notes.jsonl", *usual, *options)


def by_first_column(name: str) -> dict[str, dict[str, str]]:
    return {next(iter(row.values())): row for row in rows_of(name)}


def trained(room: Path, notes: int) -> list[dict]:
    """What the trainings on so many notes gave, in no order."""
    found = [json.loads(path.read_text()) for path in (room / "out" / "trainings").glob("training-*.json")]
    return [each for each in found if each["notes"] == notes]


def test_the_number_of_notes_stands_beside_supplement_e(run: Run, room: Path) -> None:
    status, err = run("aphp-table-e", "--sizes", "10")
    assert status == 0, err
    rows = by_first_column("aphp-table-e.csv")
    assert len(rows) == len(published("aphp_table_e")) + 1, "those printed, and ours of all twelve notes"
    found = [each["ways"]["all"]["measures"]["redacted"] for each in trained(room, 10)]
    assert (rows["10"]["redacted, printed"], rows["10"]["redacted, ours"]) == ("0.914", mean_and_deviation(found))
    assert (rows["12"]["F1, printed"], rows["30"]["F1, ours"]) == ("–", "–")
    assert float(rows["12"]["redacted, ours"].split(" ")[0]) > 0.5, "rules find what so small a model does not"
    assert "Trained on 12 notes, the best weights chosen on 3, measured on 6" in Path("out/aphp-table-e.md").read_text()
    before = {path.name for path in Path("out/trainings").iterdir()}
    assert run("aphp-figure-5", "--sizes", "10")[0] == 0
    assert {path.name for path in Path("out/trainings").iterdir()} == before, "the same trainings, made once"
    by_label = by_first_column("aphp-figure-5.csv")
    assert by_label["all, with rules"]["10 notes"] == rows["10"]["F1, ours"]
    assert by_label["all, with rules, printed (Table E)"]["10 notes"] == "0.927"
    assert "HOSPITAL" not in by_label
    for name in ("aphp-table-e", "aphp-figure-5"):
        xml.etree.ElementTree.parse(f"out/{name}.svg")


def test_types_left_out_are_tested_by_student(run: Run, room: Path) -> None:
    status, err = run("aphp-table-5")
    assert status == 0, err
    rows = by_first_column("aphp-table-5-model.csv")
    assert set(rows) == {"RCP"}
    row = rows["RCP"]
    sides = [[each["ways"]["model"]["types"]["RCP"]["f1"] for each in trained(room, count)] for count in (8, 12)]
    assert [len(side) for side in sides] == [2, 2]
    assert (row["training notes"], row["test notes"], row["F1 excluded, printed"]) == ("4", "2", "0.990 ± 0.003")
    assert row["F1 excluded, ours"] == mean_and_deviation(sides[0])
    assert row["p of F1, ours"] == share(t_test(*sides))


def test_encoders_are_compared_with_the_first(run: Run) -> None:
    status, err = run("aphp-table-6", "--compare-encoder", "other")
    assert status == 0, err
    rows = by_first_column("aphp-table-6.csv")
    assert rows["printed: fine-tuned"]["fully redacted"] == "0.755 ± 0.018"
    assert {"ours: first", "ours: other"} < set(rows)
    assert set(by_first_column("aphp-table-6-significance.csv")) == {"other"}
    status, err = run("aphp-table-6")
    assert (status, "name the others (--compare-encoder)" in err) == (2, True)


def test_without_told_sets_a_fifth_of_the_patients_is_measured_on() -> None:
    notes = [Document(f"d{i}", "rien", patient=Patient(patient_id=f"p{i // 2}")) for i in range(60)]
    sets = sets_of(Material(notes, Path()))
    assert (len(sets.train), len(sets.dev), len(sets.test)) == (42, 6, 12)
    patients = [{patient_of(note) for note in part} for part in (sets.train, sets.dev, sets.test)]
    assert not any(one & other for i, one in enumerate(patients) for other in patients[i + 1 :])


@pytest.mark.parametrize(
    ("types", "said"),
    [
        ("", "no note has a type of document"),
        ("RCP", "all notes to train on are of one type"),
    ],
)
def test_types_that_cannot_be_left_out_are_refused(types: str, said: str) -> None:
    notes = [Document(f"d{i}", "M. Petit", types, entities=(Span(3, 8, "LASTNAME"),)) for i in range(20)]
    with pytest.raises(UsageError, match=said):
        experiment_named("aphp-table-5").run(Material(notes, Path()))


def test_too_few_notes_for_the_papers_sizes_are_refused() -> None:
    notes = [Document(f"d{i}", "M. Petit", entities=(Span(3, 8, "LASTNAME"),)) for i in range(10)]
    with pytest.raises(UsageError, match="fewer than the paper's smallest set"):
        experiment_named("aphp-table-e").run(Material(notes, Path()))
