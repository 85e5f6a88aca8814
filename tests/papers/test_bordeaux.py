"""Tables of the Bordeaux paper on small worlds, worked by hand."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

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
def made(papers_run):
    write_documents(NOTES, Path("notes.jsonl"))

    def made(name: str, *options: str) -> dict[str, dict[str, str]]:
        status, said = papers_run(name, "notes.jsonl", "--bootstrap", "0", *options)
        assert status == 0, said
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


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if "bordeaux" in name and "figure" not in name])
def test_notes_without_an_identifier_are_refused(name: str):
    material = Material([NOTES[3]], Path(), second=[NOTES[3]])
    with pytest.raises(UsageError, match="no note holds an entity"):
        experiment_named(name).run(material)


def model(folder: Path, epochs: dict[int, dict[str, list[list[int]]]], best: int) -> Path:
    """Write what `train llm` leaves of a model: measures, and where each epoch masked."""
    lines = []
    for epoch, masks in epochs.items():
        kept = folder / "epochs" / f"{epoch:02}"
        kept.mkdir(parents=True)
        found = [{"id": name, "masks": each, "anonymous": not each} for name, each in masks.items()]
        (kept / "found.jsonl").write_text("".join(json.dumps(line) + "\n" for line in found))
        lines.append({"step": 10 * epoch - 5, "epoch": epoch - 0.5, "loss": 1.0})
        measures = {
            "f1": epoch / 10,
            "note_recall": 0.5,
            "recall": 0.25,
            "recall of DATE": 1.0,
            "bleu": 0.9,
            "altered": 0.04,
        }
        lines.append({"step": 10 * epoch, "epoch": float(epoch), "dev": measures})
    (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "metrics.json").write_text(json.dumps({"best_step": 10 * best}))
    return folder


@pytest.fixture
def models(made) -> tuple[Path, Path]:
    one = {"a": [[6, 16], [23, 37]], "b": [[10, 13], [17, 27]], "c": [[3, 7]], "d": [[0, 5]]}
    other = {"a": [[6, 16]], "b": [], "c": [], "d": [[0, 5], [9, 14]]}
    first = model(Path("mistral"), {1: other, 2: one}, 2)
    return first, model(Path("llama"), {1: one}, 1)


def test_figures_are_drawn_of_every_epoch_of_every_model(made, models) -> None:
    options = ("--encoder", str(models[0]), "--compare-encoder", str(models[1]))
    assert made("bordeaux-figure-2", *options)["2"] == {
        "epoch": "2",
        "mistral": "0.200",
        "llama": "–",
        "mistral, words altered": "0.040",
        "llama, words altered": "–",
    }
    assert made("bordeaux-figure-8", *options)["1"]["llama"] == "1.000"
    assert made("bordeaux-figure-5", *options)["1"]["mistral"] == "–"
    made("bordeaux-figure-9", *options)
    assert "<svg" in Path("out/bordeaux-figure-9.svg").read_text()
    assert "0.9673" in Path("out/bordeaux-figure-2.md").read_text()


def test_answers_of_a_model_that_writes_are_in_table_4(made, models) -> None:
    made("bordeaux-table-4", "--encoder", str(models[0]))
    with Path("out/bordeaux-table-4-models.csv").open(newline="") as stream:
        rows = dict(list(csv.reader(stream))[1:])
    assert (rows["notes answered"], rows["notes not clean"], rows["wrongly answered ANONYMOUS"]) == ("4", "0", "0")


def test_places_where_all_versions_agree_are_listed_and_scores_told_before_and_after(made, models) -> None:
    corrected = [replace(note, entities=(Span(0, 5, "LASTNAME"),)) if note.id == "d" else note for note in NOTES]
    write_documents(corrected, Path("corrected.jsonl"))
    rows = made(
        "bordeaux-second-look", "--encoder", "mistral", "--compare-encoder", "llama", "--second", "corrected.jsonl"
    )
    assert [row["ours"] for row in rows.values()] == ["3", "4", "1", "1", "1", "1", "1"]
    places = Path("out/bordeaux-second-look-places.csv")
    assert places.read_text() == "id,start,end\nd,0,5\n"
    assert places.stat().st_mode & 0o077 == 0
    with Path("out/bordeaux-second-look-scores.csv").open(newline="") as stream:
        scores = [(row[0], row[1], row[4]) for row in list(csv.reader(stream))[1:]]
    assert scores[0] == ("mistral", "as annotated", "0.833")
    assert scores[1] == ("mistral", "corrected", "1.000")


def test_without_a_model_that_writes_our_own_systems_are_the_versions(made) -> None:
    first = [replace(note, entities=note.entities[1:]) if note.id in "ac" else note for note in NOTES]
    write_documents(NOTES, Path("corrected.jsonl"))
    write_documents(first, Path("notes.jsonl"), overwrite=True)
    rows = made("bordeaux-second-look", "--second", "corrected.jsonl")
    # Rules, model and both mask the date that the first annotator left out of one note, and not the name of another.
    assert rows["versions"]["ours"] == "3"
    assert rows["such places that the correction marks"]["ours"] == "1"
    assert Path("out/bordeaux-second-look-places.csv").read_text() == "id,start,end\na,6,16\n"


def test_a_folder_that_is_no_fine_tuned_model_is_refused(tmp_path) -> None:
    material = Material((), tmp_path, settings={"encoder": str(tmp_path)})
    with pytest.raises(UsageError, match="it is not one that `palimpseste train llm` wrote"):
        experiment_named("bordeaux-figure-2").run(material)
    with pytest.raises(UsageError, match="which language models"):
        experiment_named("bordeaux-figure-2").run(Material((), tmp_path))
