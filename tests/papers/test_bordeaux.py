"""Tables of the Bordeaux paper on small worlds, worked by hand."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from palimpseste.cli import main
from palimpseste.corpus import write_documents
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.papers.experiment import Material
from palimpseste.papers.registry import EXPERIMENTS, experiment_named

# What is found in them: the date and the telephone; not the invented words that are marked as names.
NOTES = (
    Document(
        "a",
        "Vu le 12/03/2021, tél. 05 56 79 56 79.",
        entities=(Span(6, 16, "DATE"), Span(23, 37, "PHONE")),
    ),
    Document("b", "Chute. Du sel ce 12/03/2021.", entities=(Span(10, 13, "LASTNAME"), Span(17, 27, "DATE"))),
    Document("c", "Du pain.", entities=(Span(3, 7, "LASTNAME"),)),
    Document("d", "Plaie du doigt."),
)


@pytest.fixture
def made(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    write_documents(NOTES, Path("notes.jsonl"))

    def made(name: str, *options: str) -> dict[str, dict[str, str]]:
        with pytest.raises(SystemExit) as caught:
            main(["papers", "run", name, "notes.jsonl", "-o", "out", "--bootstrap", "0", *options])
        assert caught.value.code == 0, capfd.readouterr().err
        with Path("out", f"{name}.csv").open(newline="") as stream:
            rows = list(csv.reader(stream))
        return {row[0]: dict(zip(rows[0], row, strict=True)) for row in rows[1:]}

    return made


def test_table_2_counts_identifiers_notes_and_characters(made):
    rows = made("bordeaux-table-2")
    ours = {name: row["ours, all"] for name, row in rows.items()}
    assert (ours["NAME"], ours["DATE"], ours["TEL"], ours["MAIL"], ours["all"]) == ("2", "2", "1", "0", "5")
    assert (ours["notes"], ours["notes with an identifier"]) == ("4", "3")
    lengths = [len(note.text) for note in NOTES]
    assert (ours["fewest characters"], ours["most characters"]) == (str(min(lengths)), str(max(lengths)))
    assert rows["LOC"]["printed, test"] == "715"


def test_the_printed_identifiers_add_up(made):
    rows = made("bordeaux-table-2")
    for name in ("printed, train", "printed, test"):
        counts = [int(rows[kind][name].replace(",", "")) for kind in ("NAME", "LOC", "TEL", "MAIL", "DATE", "OTHER")]
        assert sum(counts) == int(rows["all"][name].replace(",", ""))


def test_tables_3_and_4_agree_on_the_notes_that_are_clean(made):
    hybrid = made("bordeaux-table-3")["ours: hybrid"]
    # One of the three notes with an identifier is clean; of five identifiers three are hidden.
    assert (hybrid["recall of notes"], hybrid["R"], hybrid["TEL"], hybrid["NAME"]) == (
        "0.333",
        "0.600",
        "1.000",
        "0.000",
    )
    left = made("bordeaux-table-4")
    assert (left["notes not clean"]["notes, ours"], left["nothing masked in them"]["notes, ours"]) == ("2", "1")
    assert (left["NAME"]["identifiers, ours"], left["DATE"]["identifiers, ours"]) == ("2", "0")
    assert left["notes not clean"]["notes, printed"] == "63"


def test_a_corrected_annotation_changes_the_scores_of_the_same_masks(made):
    corrected = [*NOTES[:2], Document("c", "Du pain."), NOTES[3]]
    write_documents(corrected, Path("corrected.jsonl"))
    rows = made("bordeaux-appendix-2", "--second", "corrected.jsonl")
    assert [rows[f"ours: hybrid{which}"]["R"] for which in ("", ", corrected")] == ["0.600", "0.750"]
    assert rows["printed: Mistral 7B, corrected"]["F1"] == "0.9681"
    with pytest.raises(UsageError, match="annotation corrected"):
        experiment_named("bordeaux-appendix-2").run(Material(NOTES, Path()))


def test_earlier_works_stand_beside_ours(made):
    assert made("bordeaux-appendix-3")["ours: hybrid"]["R"] == "0.600"
    rows = made("bordeaux-appendix-4")
    assert rows["ours: hybrid, identifiers as unit"]["TEL, %"] == "100.00"
    assert rows["ours: hybrid, identifiers as unit"]["LOC, %"] == "–"
    assert rows["printed: Dorémus 2024, Mistral 7B"]["LOC, %"] == "90.26"


def test_figures_by_epoch_wait_for_generative_models():
    for number in range(2, 10):
        assert "generative models" in EXPERIMENTS[f"bordeaux-figure-{number}"].available


@pytest.mark.parametrize("name", [name for name, each in EXPERIMENTS.items() if "bordeaux" in name and each.function])
def test_notes_without_an_identifier_are_refused(name: str):
    material = Material([NOTES[3]], Path(), second=[NOTES[3]])
    with pytest.raises(UsageError, match="no note holds an entity"):
        experiment_named(name).run(material)
